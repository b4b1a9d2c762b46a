/** A name in quotes, as in `$('Order')` or `["a name"]`. */
const QUOTED = String.raw`(?:"(?:\\.|[^"\\])+"|'(?:\\.|[^'\\])+'|\x60(?:\\.|[^\x60\\])+\x60)`;

/** An item of the input or of another node, such as `$input.first()`; what follows is its `json`. */
const ITEM = String.raw`\$(?:input|\(\s*${QUOTED}\s*\)|node\[\s*${QUOTED}\s*\]|items\([^()]*\)\[(?:\d+|\$itemIndex)\])(?:\s*\??\.\s*(?:item|(?:first|last)\(\)|itemMatching\(\d+\)|all\(\)\[\d+\]))?\s*\??\.\s*json`;

const NAME = String.raw`[\p{L}_$][\p{L}\p{M}\p{N}_$]*(?![\p{L}\p{M}\p{N}_$]|\s*(?:\?\.)?\()`;

/** A step into a value. A method's name, which has a bracket after it, is none. */
const STEP = String.raw`\s*(?:\??\.\s*${NAME}|(?:\?\.)?\[\s*(?:\d+|${QUOTED})\s*\])`;

/** Lists of all items are no path. */
const PATH = String.raw`(?:${ITEM}|\$(?!(?:input|node|items)\b)${NAME})(?:${STEP})*`;

const ANY_PATH = new RegExp(String.raw`(?<![\p{L}\p{N}_$.])${PATH}`, 'gu');

const ONLY_A_PATH = new RegExp(String.raw`^\s*${PATH}\s*$`, 'u');

/** Whether code only points at a value, such as `$json.a?.b["c"]` or `$('Order').item.json.note`. */
export function isPath(code: string): boolean {
	return ONLY_A_PATH.test(code);
}

/** What code points at; `$json` itself if it is handed on, or indexed by something that is no name. */
export function pathsIn(code: string): string[] {
	return [...new Set(code.match(ANY_PATH))];
}
