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

/** A comment, a quoted text, a regular expression, which begins only where a value may begin, or a path; or what stands between. */
const TOKEN = new RegExp(
	String.raw`\/\/.*|\/\*[^]*?\*\/|'(?:\\[^]|[^'\\])*'|"(?:\\[^]|[^"\\])*"|(?<=(?:^|[(,=:[!&|?{};+>]|\breturn)\s*)\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[\n])+\/|${NOT_INSIDE_A_NAME}${PATH}|[^'"\x60/$()[\]{}]+|[^]`,
	'uy',
);

const TEXT_OF_TEMPLATE_LITERAL = /(?:\\[^]|\$(?!\{)|[^`\\$])*(?:`|\$\{|\\?$)/y;

/** A question mark before a letter or a dot asks nothing, as in `a?.b`; neither does an arrow compare. */
const CONDITION =
	/\|\||\?(?![\p{L}.])|&&|==|!|<|(?<!=)>|(?<!\$)\b(?:if|filter|compact|isEmpty|isNotEmpty)\s*\(/u;

/** What has its condition as its first argument. */
const CONDITIONAL_CALL = /\$if(?:Empty)?\s*\($/;

/** A bracket of any kind, a template literal, or the whole code. */
interface Bracket {
	opening: string;
	/** What stands in it, but not in a bracket within it; without texts and paths. */
	own: string;
	around?: Bracket;
	/** Whether there is a condition in it, or in a bracket around it, but not only in one within it. */
	isConditional: boolean;
}

/** Whether code only points at a value, such as `$json.a?.b["c"]` or `$('Order').item.json.note`. */
export function isPath(code: string): boolean {
	return ONLY_A_PATH.test(code);
}

/**
 * What code points at, and whether the code says, wherever it does so, what happens if the value is missing. Of a value that is
 * handed on, or indexed by something that is no name, the path is the value itself, such as `$json`.
 */
export function pathsIn(code: string): Map<string, boolean> {
	const paths = new Map<string, boolean>();
	for (const { path, bracket } of parsed(code).paths)
		paths.set(path, bracket.isConditional && paths.get(path) !== false);
	return paths;
}

/** The lists of all items that code reads, such as `$('Orders').all()`. */
export function listsIn(code: string): string[] {
	return [...new Set(code.match(ANY_LIST))];
}

/** Whether code has a condition anywhere, but not only in its texts. */
export function hasCondition(code: string): boolean {
	return parsed(code).brackets.some(({ isConditional }) => isConditional);
}

/** The brackets of code, outer before inner, and the paths in it, but not what only looks like one in a text. */
function parsed(code: string): {
	brackets: Bracket[];
	paths: Array<{ path: string; bracket: Bracket }>;
} {
	let bracket: Bracket = { opening: '', own: '', isConditional: false };
	const brackets = [bracket];
	const paths = [];
	for (let at = 0; at < code.length;) {
		const isText = bracket.opening === '`';
		const pattern = isText ? TEXT_OF_TEMPLATE_LITERAL : TOKEN;
		pattern.lastIndex = at;
		const token = pattern.exec(code)?.[0] ?? '';
		at += token.length;
		if (!isText && /^\$./.test(token)) paths.push({ path: token, bracket });
		if (!isText) bracket.own += /^['"/$]./s.test(token) ? ' ' : token;
		// Only its end, so that long code is read in linear time.
		const isConditional = token === '(' && CONDITIONAL_CALL.test(bracket.own.slice(-20));
		if (isText ? token.endsWith('${') : /^[([{`]$/.test(token)) {
			bracket = { opening: token, own: '', around: bracket, isConditional };
			brackets.push(bracket);
		} else if (isText || /^[)\]}]$/.test(token)) bracket = bracket.around ?? bracket;
	}
	for (const one of brackets)
		one.isConditional ||= (one.around?.isConditional ?? false) || CONDITION.test(one.own);
	return { brackets, paths };
}
