import type { IDataObject } from 'n8n-workflow';

/** One step into an item: `.name`, `[0]`, `["a name"]` or `['a name']`. */
const STEP = String.raw`\.[A-Za-z_]\w*|\[\d+\]|\["[^"\\{}\r\n]+"\]|\['[^'\\{}\r\n]+'\]`;

const STEPS = new RegExp(STEP, 'g');

/** What a step has around its key. */
const AROUND_KEY = /^(?:\.|\[["']?)|["']?\]$/g;

/** A field of the item in an expression, as dragging one into the form makes it. */
const FIELD = String.raw`\{\{\s*\$json((?:${STEP})+)\s*\}\}`;

/** Text around fields. Braces and backslashes may mean something else there. */
const TEXT = String.raw`[^{}\\]*`;

const EXPRESSION = new RegExp(`^=(?:${TEXT}${FIELD})+${TEXT}$`);

const FIELDS = new RegExp(FIELD, 'g');

/** Where a field of an item's JSON lies: the keys that lead to it. */
type FieldPath = string[];

/** Finds a parameter's value in an item's JSON; undefined where n8n has to evaluate it. */
export type ItemLookup = (json: IDataObject | undefined) => unknown;

/** Whether a parameter holds an expression anywhere, so that its value may differ from item to item. */
export function holdsExpression(parameter: unknown): boolean {
	if (typeof parameter === 'string') return parameter.startsWith('=');
	return typeof parameter === 'object' && parameter !== null && Object.values(parameter).some(holdsExpression);
}

/**
 * Reads a parameter whose expressions only point at fields of the item, such as
 * `={{ $json.phone }}` and `=Order {{ $json["order number"] }} is on its way`, be it one text or
 * a whole list of them.
 *
 * Takes a parameter as the user typed it. Returns what finds its value in an item; undefined for
 * any other parameter. A field is only found where it is text, a number or a boolean of the item's
 * own: n8n's expressions have rules of their own for everything else.
 */
export function itemLookupOf(parameter: unknown): ItemLookup | undefined {
	if (!holdsExpression(parameter)) return () => parameter;
	if (typeof parameter === 'string') return textLookupOf(parameter);
	// What n8n takes out of a locator depends on the mode.
	if (Object.hasOwn(parameter as object, '__rl')) return undefined;
	const lookups: Array<[key: string, lookup: ItemLookup]> = [];
	for (const [key, inner] of Object.entries(parameter as object)) {
		const lookup = itemLookupOf(inner);
		if (lookup === undefined) return undefined;
		lookups.push([key, lookup]);
	}
	return Array.isArray(parameter)
		? (json) => everyValue(lookups, json)?.map(([, value]) => value)
		: (json) => {
				const values = everyValue(lookups, json);
				return values && Object.fromEntries(values);
			};
}

function everyValue(lookups: Array<[key: string, lookup: ItemLookup]>, json: IDataObject | undefined): Array<[string, unknown]> | undefined {
	const values: Array<[string, unknown]> = [];
	for (const [key, lookup] of lookups) {
		const value = lookup(json);
		if (value === undefined) return undefined;
		values.push([key, value]);
	}
	return values;
}

function textLookupOf(expression: string): ItemLookup | undefined {
	if (!EXPRESSION.test(expression)) return undefined;
	// What the fields divide the text into: text, a field's steps, text, steps, and text again.
	const parts = expression
		.slice(1)
		.split(FIELDS)
		.map((part, index) => (index % 2 === 0 ? part : pathOf(part)))
		.filter((part) => part !== '');
	const [first] = parts;
	if (parts.length === 1 && Array.isArray(first)) return (json) => fieldAt(json, first);
	return (json) => {
		const texts = parts.map((part) => (typeof part === 'string' ? part : fieldAt(json, part)));
		return texts.includes(undefined) ? undefined : texts.join('');
	};
}

function pathOf(steps: string): FieldPath {
	return Array.from(steps.matchAll(STEPS), ([step]) => step.replace(AROUND_KEY, ''));
}

/** Follows the keys through an item's JSON, to a value that n8n's expressions would not change. */
function fieldAt(json: IDataObject | undefined, path: FieldPath): string | number | boolean | undefined {
	let value: unknown = json;
	for (const key of path) {
		if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
		value = (value as IDataObject)[key];
	}
	if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
	return typeof value === 'string' || typeof value === 'boolean' ? value : undefined;
}
