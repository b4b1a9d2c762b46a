import { isSafeObjectProperty, type IDataObject } from 'n8n-workflow';

/** The names of fields and positions in lists that lead to a field of an item's JSON. */
type FieldPath = Array<string | number>;

/** A step into an item: `[0]`, `.name`, `["a name"]` or `['a name']`, of characters that n8n reads as they are. */
const STEP =
	/^(?:\[(0|[1-9]\d{0,8})\]|\.([A-Za-z_]\w*)|\[("[^"{}\p{C}\p{Zl}\p{Zp}]+"|'[^'{}\p{C}\p{Zl}\p{Zp}]+')\])/u;

/** Finds a parameter's value in an item's JSON; undefined if n8n has to evaluate it. */
export type ItemLookup = (json: IDataObject | undefined) => unknown;

/** Whether a parameter contains an expression anywhere, so that its value may differ from item to item. */
export function holdsExpression(parameter: unknown): boolean {
	if (typeof parameter === 'string') return parameter.startsWith('=');
	return (
		typeof parameter === 'object' &&
		parameter !== null &&
		Object.values(parameter).some(holdsExpression)
	);
}

/**
 * Reads a parameter, or a list of them, whose expressions only point at fields of the item, such as `={{ $json.phone
 * }}` and `=Order {{ $json["order number"] }} is on its way`. Undefined for any other parameter. What it finds is
 * always the value that n8n's own evaluation gives.
 *
 * @param parameter as the user typed it
 */
export function itemLookupOf(parameter: unknown): ItemLookup | undefined {
	if (!holdsExpression(parameter)) return () => parameter;
	if (typeof parameter === 'string') return textLookupOf(parameter);
	// What n8n extracts from a resource locator depends on its mode.
	if (Object.hasOwn(parameter as object, '__rl')) return undefined;
	const lookups = Object.entries(parameter as object).map(
		([key, inner]) => [key, itemLookupOf(inner)] as const,
	);
	return (json) => {
		const values = (Array.isArray(parameter) ? [] : {}) as Record<string, unknown>;
		for (const [key, lookup] of lookups) {
			const value = lookup?.(json);
			if (value === undefined) return undefined;
			values[key] = value;
		}
		return values;
	};
}

function textLookupOf(expression: string): ItemLookup | undefined {
	const pieces = piecesOf(expression);
	if (pieces === undefined) return undefined;
	return (json) => {
		const values = pieces.map((piece) =>
			typeof piece === 'string' ? piece : fieldAt(json, piece),
		);
		if (values.includes(undefined)) return undefined;
		// A field alone keeps its type; with anything around it, it becomes text.
		return values.length === 1 ? values[0] : values.join('');
	};
}

/** Splits an expression into text and fields; undefined if it contains anything else, or no field. */
function piecesOf(expression: string): Array<string | FieldPath> | undefined {
	// A backslash may escape braces, and n8n refuses `.constructor` even in text.
	if (/\\|\.\s*constructor/.test(expression)) return undefined;
	const [text = '', ...parts] = expression.slice('='.length).split('{{');
	if (parts.length === 0) return undefined;
	const pieces: Array<string | FieldPath> = [text];
	for (const part of parts) {
		const end = part.indexOf('}}');
		const path = pathOf(part.slice(0, end).trim());
		if (end === -1 || path === undefined) return undefined;
		pieces.push(path, part.slice(end + '}}'.length));
	}
	return pieces.filter((piece) => piece !== '');
}

/** Reads `$json` and the steps after it; undefined if the code is anything else. */
function pathOf(code: string): FieldPath | undefined {
	if (!code.startsWith('$json')) return undefined;
	const path: FieldPath = [];
	let rest = code.slice('$json'.length);
	while (rest !== '') {
		const [step, position, word, quoted] = STEP.exec(rest) ?? [];
		const name = word ?? quoted?.slice(1, -1) ?? '';
		// Under some names n8n reads JavaScript's own properties, and it refuses others.
		const isOrdinary =
			!(name in Object.prototype) && name !== 'globalThis' && isSafeObjectProperty(name);
		if (step === undefined || !isOrdinary) return undefined;
		path.push(position === undefined ? name : Number(position));
		rest = rest.slice(step.length);
	}
	return path;
}

/** Follows a path through own fields of plain objects and lists, to a value that n8n does not change. */
function fieldAt(json: unknown, path: FieldPath): unknown {
	let value = json;
	for (const key of path) {
		const fits = typeof key === 'number' ? Array.isArray(value) : isPlainObject(value);
		if (!fits || !Object.hasOwn(value as object, key)) return undefined;
		value = (value as IDataObject)[key];
	}
	return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
		? value
		: undefined;
}

function isPlainObject(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === Object.prototype || prototype === null;
}
