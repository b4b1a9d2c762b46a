/** A name in quotes, as in `$('Order')` or `["a name"]`. */
const QUOTED = String.raw`(?:"(?:\\.|[^"\\])+"|'(?:\\.|[^'\\])+'|\x60(?:\\.|[^\x60\\])+\x60)`;

/** An item of the input or of another node, such as `$input.first()`; what follows is its `json`. */
const ITEM = String.raw`\$(?:input|\(\s*${QUOTED}\s*\)|(?:item\(\d+\)\.\$)?node\[\s*${QUOTED}\s*\]|items\([^()]*\)\[(?:\d+|\$itemIndex)\])(?:\s*\??\.\s*(?:item|(?:first|last)\(\)|itemMatching\(\d+\)|all\(\)\[\d+\]))?\s*\??\.\s*json`;

const NAME = String.raw`[\p{L}_$][\p{L}\p{M}\p{N}_$]*(?![\p{L}\p{M}\p{N}_$]|\s*(?:\?\.)?\()`;

/** A step into a value. A method's name, which has a bracket after it, is none. */
const STEP = String.raw`\s*(?:\??\.\s*${NAME}|(?:\?\.)?\[\s*(?:\d+|${QUOTED})\s*\])`;

/** Lists of all items are no path. */
const PATH = String.raw`(?:${ITEM}|\$(?!(?:input|node|items)\b)${NAME})(?:${STEP})*`;

const NOT_INSIDE_A_NAME = String.raw`(?<![\p{L}\p{N}_$.])`;

const ANY_PATH = new RegExp(NOT_INSIDE_A_NAME + PATH, 'gu');

const ONLY_A_PATH = new RegExp(String.raw`^\s*${PATH}\s*$`, 'u');

/** All items of the input or of another node, which are the same for every item. */
const ANY_LIST = new RegExp(
	String.raw`${NOT_INSIDE_A_NAME}\$(?:(?:input|\(\s*${QUOTED}\s*\))\s*\.\s*all\([^()]*\)|items\([^()]*\))(?!\[)`,
	'gu',
);

/** A comment, a quoted text or a regular expression, which begins only where a value may begin; or one character. */
const TOKEN =
	/\/\/.*|\/\*[^]*?\*\/|'(?:\\[^]|[^'\\])*'|"(?:\\[^]|[^"\\])*"|(?<=(?:^|[(,=:[!&|?{};+>]|\breturn)\s*)\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[\n])+\/|[^]/y;

const TEXT_OF_TEMPLATE_LITERAL = /(?:\\[^]|\$(?!\{)|[^`\\$])*(?:`|\$\{|\\?$)/y;

/** A question mark before a letter or a dot asks nothing, as in `a?.b`; neither does an arrow compare. */
const CONDITION =
	/\|\||\?(?![\p{L}.])|&&|==|!|<|(?<!=)>|\b(?:if|filter|compact|isEmpty|isNotEmpty|ifEmpty)\s*\(/u;

/** Whether code only points at a value, such as `$json.a?.b["c"]` or `$('Order').item.json.note`. */
export function isPath(code: string): boolean {
	return ONLY_A_PATH.test(code);
}

/** What code points at; `$json` itself if it is handed on, or indexed by something that is no name. */
export function pathsIn(code: string): string[] {
	return [...new Set(code.match(ANY_PATH))];
}

/** The lists of all items that code reads, such as `$('Orders').all()`. */
export function listsIn(code: string): string[] {
	return [...new Set(code.match(ANY_LIST))];
}

/** Whether code says what happens if a value is missing: it has a condition outside of its texts. */
export function hasCondition(code: string): boolean {
	return !isPath(code) && CONDITION.test(withoutTexts(code));
}

/** Code without its comments, texts and regular expressions. Of a template literal, the code in it stays. */
function withoutTexts(code: string): string {
	let rest = '';
	const open: string[] = [];
	for (let at = 0; at < code.length;) {
		const isText = open.at(-1) === '`';
		const pattern = isText ? TEXT_OF_TEMPLATE_LITERAL : TOKEN;
		pattern.lastIndex = at;
		const token = pattern.exec(code)?.[0] ?? '';
		at += token.length;
		if (token === '`' && !isText) open.push('`');
		else if (token === '{' || (isText && token.endsWith('${'))) open.push('{');
		else if (token === '}' || isText) open.pop();
		rest += token.length === 1 && !isText ? token : ' ';
	}
	return rest;
}
