import { isPath } from './code';
import { textsIn } from './plainText';

/** What toLocaleString() makes of NaN in the languages that have words of their own for it, with the spaces of a text. */
const NOT_A_NUMBER = 'am ar fa fi ga hy ka kk ky lo my ru tk uz zh-TW'
	.split(' ')
	.map((language) => spaced(NaN.toLocaleString(language)));

/** What a formula of a sheet gives that has failed. */
const SHEET_ERROR = String.raw`#(?:N/A|REF!|VALUE!|DIV/0!|NAME\?|NUM!|NULL!|ERROR!|SPILL!|CALC!)`;

/** JavaScript's and n8n's words for nothing that are found in upper and lower case. */
const IN_ANY_CASE = String.raw`undefined|\[object \w*|object[\W_]object|\[native code|invalid[\W_](?:date(?:time)?|duration|interval)`;

/** Words that are found only as they are written, because names and words of many languages contain their letters. */
const AS_WRITTEN = `(?<!\\p{Script=Latin})(?:null|NaN)|(?:null|NaN)(?!\\p{Script=Latin})|Infinity|∞|${NOT_A_NUMBER.join('|')}|${SHEET_ERROR}`;

const ANY_WORD = `${IN_ANY_CASE}|null|NaN|Infinity|∞|${NOT_A_NUMBER.join('|')}|${SHEET_ERROR}`;

const RUN = String.raw`[\p{L}\p{M}\p{N}]`;

/** A word with the whole run of letters, marks and digits around it, or any other run. */
const RUNS = new RegExp(`${RUN}*?(?:${ANY_WORD})${RUN}*|${RUN}+`, 'giu');

const HAS_WORD = new RegExp(ANY_WORD, 'iu');

const IS_WORD = new RegExp(`^(?:${ANY_WORD})$`, 'iu');

const SAYS_NOTHING = [new RegExp(IN_ANY_CASE, 'iu'), new RegExp(AS_WRITTEN, 'u')];

/** What an item says if an earlier node or a sheet has put nothing into it, or a list of nothing. */
const MADE_FROM_NOTHING = new RegExp(
	String.raw`^[\s,-]*(?:(?:undefined|null|true|false|NaN|Infinity|Invalid (?:DateTime|Date|date|Duration|Interval)|\[object \w+\]|${SHEET_ERROR})[\s,-]*)+$`,
);

const BOOLEAN = /^(?:true|false)$/;

/** Whether a text is nothing but words for nothing. */
export function isWordForNothing(text: string, mayBeBoolean = false): boolean {
	return MADE_FROM_NOTHING.test(text) && !(mayBeBoolean && BOOLEAN.test(text));
}

/**
 * The first text in an expression's value that has a word for nothing, such as `undefined`, which nobody meant; undefined if
 * there is none.
 * @param textsRead the texts that the code reads
 * @param mayBeBoolean whether `true` and `false` are texts like any other
 */
export function holeIn(
	value: unknown,
	code: string,
	textsRead: () => string[],
	mayBeBoolean = false,
): string | undefined {
	const texts = textsIn(value);
	if (isPath(code)) return texts.find((text) => isWordForNothing(text, mayBeBoolean));
	let meant: Set<string> | undefined;
	const isMeant = (sign: string): boolean => {
		const written = (): string[] =>
			[code.replace(/\\./gs, ' '), ...textsRead()].filter((text) => !isWordForNothing(text));
		meant ??= new Set(
			written()
				.flatMap(findsIn)
				.flatMap(({ signs }) => signs),
		);
		return meant.has(sign);
	};
	return texts.find((text) =>
		findsIn(text).some(({ run, signs }) => saysNothing(run) && !signs.some(isMeant)),
	);
}

/** A run with a word for nothing in it, in any case. */
interface Find {
	run: string;
	/** What has to be found elsewhere to excuse it: a longer run itself, or a bare word with the run before or after it. */
	signs: string[];
}

function findsIn(text: string): Find[] {
	const plain = spaced(text);
	if (!HAS_WORD.test(plain)) return [];
	const finds: Find[] = [];
	let last: { start: number; bare?: Find } | undefined;
	for (const { 0: run, index: start } of plain.matchAll(RUNS)) {
		const isBare = IS_WORD.test(run);
		const find: Find = { run, signs: isBare ? [] : [run.toLowerCase()] };
		if (HAS_WORD.test(run)) finds.push(find);
		const pair = plain.slice(last?.start, start + run.length).toLowerCase();
		if (isBare && last !== undefined) find.signs.push(pair);
		last?.bare?.signs.push(pair);
		last = { start, bare: isBare ? find : undefined };
	}
	return finds;
}

function saysNothing(run: string): boolean {
	return SAYS_NOTHING.some((words) => words.test(run));
}

/** A text with one space for each run of white space, and of what stands for it in an address. */
function spaced(text: string): string {
	return text.replace(/(?:\s|\+|%20)+/g, ' ');
}
