import { QUOTED } from './typed';

/** What code names, however it is written. */
export interface Names {
	/** Whether the name of a field stands somewhere in the code. */
	has: (field: string) => boolean;
	/** All words in it that could be names, also those in quotes. */
	all: Set<string>;
	/** The fields that are read behind a field or, of an item, behind `$json` or `json`. */
	behind: Map<string, Set<string>>;
	/** What may be fields of unknown objects. */
	fields: Set<string>;
	/** The names of nodes; empty for the input. */
	nodes: string[];
	/** Whether they are asked for their lists. */
	hasLists: boolean;
	/** Whether they are asked for more than the item that this one comes from. */
	hasOtherItems: boolean;
	/** Whether it makes names of fields, as `$json['name_' + $json.language]` does. */
	isComputed: boolean;
}

const NAME = String.raw`[\p{L}_$][\p{L}\p{M}\p{N}_$]*(?![\p{L}\p{M}\p{N}_$])`;

export const IS_NAME = new RegExp(`^${NAME}$`, 'u');

/** Comments, patterns and quoted texts. */
const ASIDE = new RegExp(
	String.raw`\/\*[^]*?\*\/|(?<!\\)\/\/.*|(?<=[(,=:[!&|?]\s*)\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\n])+\/|${QUOTED.source}`,
	'g',
);

const STEP = String.raw`\s*(?:\??\.\s*${NAME}(?!\s*(?:\?\.)?\()|(?:\?\.)?\[\s*(?:${QUOTED.source}|\d+)\s*\])`;

/** What n8n itself offers, such as `$workflow` or a node, or any other beginning; then the steps behind. */
const CHAIN = new RegExp(
	String.raw`(\$(?:(?:node|items?)?[[(][^\])]*[\])]|\w+)|${NAME}|[\])])((?:${STEP})+)`,
	'gu',
);

const STEPS = new RegExp(String.raw`${QUOTED.source}|${NAME}|\d+`, 'gu');

/** A node, or the input, that code names, and what it asks of it. */
const NODES = new RegExp(
	String.raw`(?:\$input\b|\$(?:\(|node\[|items?\()\s*(${QUOTED.source})?[^)\]]*[)\]])(?:\s*\??\.\s*(\w+))?`,
	'g',
);

/** What asks for the item that this one comes from, or for none. */
const OF_THIS_ITEM = /^(?:item|isExecuted|params|context)$/;

const COMPUTED = new RegExp(
	String.raw`[\p{L}\p{N}_$]\s*(?:\?\.)?\[(?!\s*(?:\d+|${QUOTED.source})\s*\])`,
	'u',
);

/** A text in code as JavaScript reads it. */
function unescaped(text: string): string {
	return text.replace(/\\(.)/gs, (_all, sign: string) => (sign === 'n' ? '\n' : sign));
}

/** Code without comments, patterns and texts, but with the names in brackets, and what stands in `${}`. */
function withoutTexts(code: string): string {
	return code.replace(ASIDE, (text, ...[at]: number[]) => {
		if (text.startsWith('`') && text.includes('${'))
			return `'' ${[...text.matchAll(/\$\{([^}]*)\}/g)].map(([, inner]) => withoutTexts(inner!)).join(' ; ')}`;
		const isStep = /\[\s*$/.test(code.slice(0, at)) && /^\s*\]/.test(code.slice(at! + text.length));
		return isStep ? text : "''";
	});
}

export function namesIn(code: string): Names {
	const text = unescaped(code);
	const all = new Set(text.match(new RegExp(NAME, 'gu')));
	const fields = new Set<string>();
	const behind: Names['behind'] = new Map();
	for (const [, root, steps] of withoutTexts(code).matchAll(CHAIN)) {
		const path = [root!, ...steps!.match(STEPS)!]
			.map((step) => (/^['"`]/.test(step) ? unescaped(step.slice(1, -1)) : step))
			.filter((step) => step !== 'length' && !/^\d+$/.test(step));
		const ofItem = path.findIndex((step) => step === '$json' || step === 'json');
		if (ofItem < 0 && !root!.startsWith('$')) for (const field of path.slice(1)) fields.add(field);
		path.slice(Math.max(ofItem, 0)).forEach((field, at, { [at + 1]: next }) => {
			if (next !== undefined) behind.set(field, (behind.get(field) ?? new Set()).add(next));
		});
	}
	const nodes = [...code.matchAll(NODES)];
	return {
		...{ all, fields, behind },
		has: (field) => text.includes(field) && (all.has(field) || !IS_NAME.test(field)),
		nodes: nodes.map(([, name = '']) => unescaped(name.slice(1, -1))),
		hasOtherItems: nodes.some(([, , asked = '']) => !OF_THIS_ITEM.test(asked)),
		hasLists: /\ball\b|\$items\b|\$node\b/.test(code),
		isComputed: COMPUTED.test(code),
	};
}
