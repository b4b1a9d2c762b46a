import { showsNothing } from '../primitives/visibleText';

/** A name in quotes, as in `$('Order')` or `["a name"]`. */
const QUOTED = String.raw`(?:"(?:\\.|[^"\\])+"|'(?:\\.|[^'\\])+'|\x60(?:\\.|[^\x60\\])+\x60)`;

/** Which item, output and run, as in `first(0, 1)` or `all()[$itemIndex - 1]`. */
const WHICH = String.raw`(?:[\d\s,+-]|\$(?:item|run)Index)*`;

/** An item of the input or of another node, such as `$input.first()`; what follows is its `json`. */
const ITEM = String.raw`\$(?:input|\(\s*${QUOTED}\s*\)|(?:item\(\d+\)\.\$)?node\[\s*${QUOTED}\s*\]|items\([^()]*\)\[${WHICH}\])(?:\s*\??\.\s*(?:item|(?:first|last|itemMatching)\(${WHICH}\)|all\(${WHICH}\)\[${WHICH}\]))?\s*\??\.\s*json`;

const NAME = String.raw`[\p{L}_$][\p{L}\p{M}\p{N}_$]*(?![\p{L}\p{M}\p{N}_$]|\s*(?:\?\.)?\()`;

/** A step into a value. A method's name, which has a bracket after it, is none. */
const STEP = String.raw`\s*(?:\??\.\s*${NAME}|(?:\?\.)?\[\s*(?:\d+|${QUOTED})\s*\])`;

/** Lists of all items are no path. */
const PATH = String.raw`(?:${ITEM}|\$(?!(?:input|node|items)\b)${NAME})(?:${STEP})*`;

const NOT_INSIDE_A_NAME = String.raw`(?<![\p{L}\p{N}_$.])`;

const ONLY_A_PATH = new RegExp(String.raw`^\s*${PATH}\s*$`, 'u');

/** All items of the input or of another node, which are the same for every item. */
const ANY_LIST = new RegExp(
	String.raw`${NOT_INSIDE_A_NAME}\$(?:(?:input|\(\s*${QUOTED}\s*\))\s*\.\s*all\([^()]*\)|items\([^()]*\))(?!\[)`,
	'gu',
);

/**
 * A comment, a quoted text, a regular expression, which begins only where a value may begin, a path, or a sign; or what stands
 * between. A question mark before a letter or a dot asks nothing, as in `a?.b`.
 */
const TOKEN = new RegExp(
	String.raw`\/\/.*|\/\*[^]*?\*\/|'(?:\\[^]|[^'\\])*'|"(?:\\[^]|[^"\\])*"|(?<=(?:^|[(,=:[!&|?{};+>]|\breturn)\s*)\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[\n])+\/|${NOT_INSIDE_A_NAME}${PATH}|\?\?|\?[\p{L}.]|\|\||&&|[^'"\x60/$()[\]{}?:|&]+|[^]`,
	'uy',
);

const TEXT_OF_TEMPLATE_LITERAL = /(?:\\[^]|\$(?!\{)|[^`\\$])*(?:`|\$\{|\\?$)/y;

/** An arrow does not compare. */
const CONDITION =
	/\|\||\?(?![\p{L}.])|&&|==|!|<|(?<!=)>|\b(?:if|ifEmpty|filter|compact|isEmpty|isNotEmpty)\s*\(/u;

/** What has its condition as its first argument. */
const CONDITIONAL_CALL = /\$if(?:Empty)?\s*\(/g;

/** Several values, or a function, which has variables of its own. */
const NO_SINGLE_VALUE = /=>|[;,]|(?<![=!<>])=(?!=)|\breturn\b/;

/** What chooses between values, the one that binds least first. */
const CHOICES = [['?'], ['||', '??'], ['&&']];

interface Token {
	/** A space for what says nothing here, such as a text. */
	text: string;
	from: number;
	isPath: boolean;
	/** What is in the bracket or template literal that begins here. */
	inner?: Token[];
}

/** Whether code only points at a value, such as `$json.a?.b["c"]` or `$('Order').item.json.note`. */
export function isPath(code: string): boolean {
	return ONLY_A_PATH.test(code);
}

/**
 * What code points at. Of a value that is handed on, or indexed by something that is no name, the path is the value itself, such
 * as `$json`.
 */
export function pathsIn(code: string): string[] {
	const paths = parsed(code)
		.flat()
		.filter((token) => token.isPath)
		.sort((one, other) => one.from - other.from);
	return [...new Set(paths.map(({ text }) => text))];
}

/**
 * The paths in code without which something is missing in what it gives. Of the values that `? :`, `||`, `??` and `&&` choose
 * between, that is only the one they choose; beside any other condition in the same brackets, none.
 *
 * @param valueOf evaluates a part of the code
 * @param needsEveryPart whether what is put together must be complete, even in front of a fallback
 */
export function pathsGiven(
	code: string,
	valueOf: (part: string) => unknown,
	needsEveryPart = false,
): Set<string> {
	const given = new Set<string>();
	const parts = [{ tokens: parsed(code)[0]!, isInFunction: false }];
	for (const { tokens, isInFunction } of parts) {
		const own = ownOf(tokens);
		const isWhole = isInFunction || NO_SINGLE_VALUE.test(own);
		const chosen = isWhole ? undefined : chosenOf(tokens, code, valueOf, needsEveryPart);
		if (chosen !== undefined) parts.push({ tokens: chosen, isInFunction });
		else if (!CONDITION.test(own.replace(CONDITIONAL_CALL, '')))
			for (const [index, { text, isPath, inner }] of tokens.entries()) {
				if (isPath) given.add(text);
				const call = ownOf(tokens.slice(Math.max(index - 2, 0), index + 1));
				if (inner && call.search(CONDITIONAL_CALL) < 0)
					parts.push({ tokens: inner, isInFunction: isWhole });
			}
	}
	return given;
}

/** The tokens of the value that is chosen, none if it may be made of missing values; undefined if nothing chooses. */
function chosenOf(
	tokens: Token[],
	code: string,
	valueOf: (part: string) => unknown,
	needsEveryPart: boolean,
): Token[] | undefined {
	const at = CHOICES.map((signs) => tokens.findIndex(({ text }) => signs.includes(text))).find(
		(index) => index >= 0,
	);
	if (at === undefined) return undefined;
	const { text: sign, from } = tokens[at]!;
	const [before, after] = [tokens.slice(0, at), tokens.slice(at + 1)];
	const condition = code.slice(before[0]?.from ?? from, from);
	let value: unknown;
	try {
		value = valueOf(condition);
	} catch {
		// n8n itself says why the whole code fails.
		return [];
	}
	if (sign === '?') {
		let open = 1;
		const colon = after.findIndex(
			({ text }) => (open += Number(text === '?') - Number(text === ':')) === 0,
		);
		return value ? after.slice(0, colon) : after.slice(colon + 1);
	}
	const isLast =
		sign === '??' ? value === undefined || value === null : Boolean(value) === (sign === '&&');
	if (isLast) return after;
	// A text that is put together may lack a part, as in `(first + ' ' + last).trim() || 'customer'`.
	if (!needsEveryPart && !isPath(condition)) return [];
	// Only `??` takes nothing for a value.
	return sign === '??' || !showsNothing(value) ? before : [];
}

/** The lists of all items that code reads, such as `$('Orders').all()`. */
export function listsIn(code: string): string[] {
	return [...new Set(code.match(ANY_LIST))];
}

/** Whether code has a condition anywhere, but not only in its texts. */
export function hasCondition(code: string): boolean {
	return parsed(code).some((tokens) => CONDITION.test(ownOf(tokens)));
}

function ownOf(tokens: Token[]): string {
	return tokens.map(({ text, isPath }) => (isPath ? ' ' : text)).join('');
}

/** The tokens of code and, after them, those of each bracket in it; in texts, there are none. */
function parsed(code: string): Token[][] {
	const lists: Token[][] = [[]];
	const open = [{ tokens: lists[0]!, isText: false }];
	for (let at = 0; at < code.length;) {
		const { tokens, isText } = open.at(-1)!;
		const pattern = isText ? TEXT_OF_TEMPLATE_LITERAL : TOKEN;
		pattern.lastIndex = at;
		const text = pattern.exec(code)?.[0] ?? '';
		const isOpening = isText ? text.endsWith('${') : /^[([{`]$/.test(text);
		if (!isOpening && (isText || /^[)\]}]$/.test(text)) && open.length > 1) open.pop();
		const inner = isOpening ? [] : undefined;
		const saysNothing = isText || /^['"/]./s.test(text);
		tokens.push({
			text: saysNothing ? ' ' : text,
			from: at,
			isPath: !isText && /^\$./.test(text),
			inner,
		});
		at += text.length;
		if (inner === undefined) continue;
		lists.push(inner);
		open.push({ tokens: inner, isText: text === '`' && !isText });
	}
	return lists;
}
