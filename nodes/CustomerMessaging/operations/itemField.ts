import type { IDataObject } from 'n8n-workflow';

/** An expression that is nothing but a field of the item, as dragging one into the form makes it. */
const FIELD_EXPRESSION = /^=\{\{\s*\$json((?:\.[A-Za-z_]\w*|\["[^"\\{}\r\n]+"\]|\['[^'\\{}\r\n]+'\])+)\s*\}\}$/;

const STEP = /\.([A-Za-z_]\w*)|\["([^"\\{}\r\n]+)"\]|\['([^'\\{}\r\n]+)'\]/g;

/** Where a field of an item's JSON lies: the keys that lead to it. */
export type FieldPath = string[];

/**
 * Reads an expression that only points at a field of the item, such as `={{ $json.phone }}` or
 * `={{ $json["phone number"] }}`.
 *
 * Takes a parameter as the user typed it. Returns the keys; undefined for anything else.
 */
export function fieldPathOf(parameter: unknown): FieldPath | undefined {
	const steps = typeof parameter === 'string' ? FIELD_EXPRESSION.exec(parameter)?.[1] : undefined;
	if (steps === undefined) return undefined;
	return Array.from(steps.matchAll(STEP), ([, afterDot, quoted, singleQuoted]) => afterDot ?? quoted ?? singleQuoted ?? '');
}

/**
 * Follows the keys through an item's JSON.
 *
 * Returns the value where it is text, a number or a boolean of the item's own; undefined for
 * anything else, which n8n's expressions have rules of their own for.
 */
export function fieldAt(json: IDataObject | undefined, path: FieldPath): string | number | boolean | undefined {
	let value: unknown = json;
	for (const key of path) {
		if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
		value = (value as IDataObject)[key];
	}
	return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
}
