import { textsIn } from './texts';

/** JavaScript's and n8n's words for nothing that are found in any case. */
const IN_ANY_CASE = String.raw`undefined|\[object \w*|object[\W_]object|\[native code|invalid[\W_](?:date(?:time)?|duration|interval)`;

/** Those that are found only as they are written, as names and words of many languages have their letters. */
const AS_WRITTEN = String.raw`(?<!\p{Script=Latin})(?:null|NaN)|(?:null|NaN)(?!\p{Script=Latin})|Infinity|∞`;

/** A word with the whole run of letters, marks and digits around it; only the start of a run is tried, so it is linear. */
const withRun = (words: string, flags: string): RegExp =>
	new RegExp(
		String.raw`(?<![\p{L}\p{M}\p{N}])[\p{L}\p{M}\p{N}]*?(?:${words})[\p{L}\p{M}\p{N}]*`,
		flags,
	);

const RUN_IN_ANY_CASE = withRun(IN_ANY_CASE, 'giu');

const RUN_AS_WRITTEN = withRun(AS_WRITTEN, 'gu');

const ANY_WORD = new RegExp(`${AS_WRITTEN}|${IN_ANY_CASE}`, 'giu');

/** A text that an earlier node has made from nothing, or from a list of it, such as `undefined` and `null, null`. */
const MADE_FROM_NOTHING =
	/^(?:[\s,-]|undefined|null|NaN|Infinity|Invalid (?:DateTime|Date|Duration|Interval)|\[object \w+\])*$/;

/** The texts of items' JSON, and the words for nothing in those that a person may have written. */
export class TextsOfItems {
	readonly texts: ReadonlySet<string>;

	readonly words: ReadonlySet<string>;

	constructor(json: unknown[]) {
		this.texts = new Set(textsIn(json));
		const written = [...this.texts].filter((text) => !MADE_FROM_NOTHING.test(text));
		this.words = new Set(written.flatMap(wordsIn));
	}
}

/**
 * Whether a text that an expression gives has a hole: a word for nothing that neither the expression's own texts nor
 * the items that it reads have. docs/fields-and-options.md says what this does not see.
 *
 * @param items in the order in which they are to be looked at
 */
export function hasHole(text: string, code: string, items: Iterable<TextsOfItems>): boolean {
	let words = wordsIn(text);
	if (words.length === 0) return false;
	const meant = new Set(quotedTexts(code).filter(saysMore).flatMap(wordsIn));
	words = words.filter((word) => !meant.has(word));
	if (words.length === 0) return false;
	for (const item of items) {
		words = words.filter((word) => !item.words.has(word));
		if (words.length === 0) return false;
	}
	return true;
}

function wordsIn(text: string): string[] {
	const plain = text.replace(/%[\da-f]{2}/gi, ' ');
	const inAnyCase = plain.match(RUN_IN_ANY_CASE) ?? [];
	return [...inAnyCase.map((run) => run.toLowerCase()), ...(plain.match(RUN_AS_WRITTEN) ?? [])];
}

/** Whether a text has letters beside words for nothing, as `'null Euro'` has: a comparison with `'undefined'` does not mean the word. */
function saysMore(text: string): boolean {
	return /\p{L}/u.test(text.replace(ANY_WORD, ''));
}

const QUOTED = /(["'`])(?:\\.|(?!\1)[^\\])*\1/gs;

/** What a node or a field is called, where code reads it: `$('a name'`, `$json["a name"`. */
const NAME = new RegExp(
	String.raw`(?:\$(?:items)?\(|(?<=[\w$)\]]|\?\.)\[)\s*${QUOTED.source}`,
	'gs',
);

/** The texts in quotes in an expression's code, without names; of a template literal, what stands outside of `${ }`. */
function quotedTexts(code: string): string[] {
	let flat = code.replace(NAME, '');
	for (let before = ''; before !== flat;) {
		before = flat;
		flat = flat.replace(/(\$?)\{([^{}]*)\}/g, (_, dollar, inner: string) =>
			dollar === '$' ? `\`${inner}\`` : `(${inner})`,
		);
	}
	const quoted = flat.match(QUOTED) ?? [];
	return quoted.map((text) => text.slice(1, -1).replace(/\\./gs, ' '));
}
