import type { IDataObject } from 'n8n-workflow';

import { InputError } from '../../delivery/inputError';

/** A date as expressions give it: n8n's own DateTime, or the language's Date. */
interface DateLike {
	toISO?: () => string | null;
	toISOString?: () => string;
}

/**
 * Turns one value into the string the interface wants (section 4.1: string value). Numbers and
 * booleans are written as they are, dates in ISO 8601.
 *
 * Takes the value and how the form shows its field. Throws an InputError for a value that is
 * missing or nested.
 */
export function plainText(value: unknown, shown: string): string {
	if (typeof value === 'string') return value;
	if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
	if (typeof value === 'number' && Number.isFinite(value)) return String(value);
	if (value === undefined || value === null) {
		throw new InputError(`${shown} has no value`, 'Enter a value, or an expression that gives one for every item');
	}
	const date = typeof value === 'object' ? dateText(value) : undefined;
	if (date !== undefined) return date;
	throw new InputError(
		`${shown} is ${kindOf(value)}, not a plain value`,
		'Use text, a number, a date, true or false; to send a part of an object, point the expression at that part',
	);
}

/**
 * Turns a map of values into the map of strings the interface wants.
 *
 * Takes the map, the field's name as the form shows it, and what an entry is called. Throws an
 * InputError where it is no object of plain values. Returns a map without a prototype's keys.
 */
export function plainTexts(values: unknown, fieldName: string, entryName = 'variable'): Record<string, string> {
	if (typeof values !== 'object' || values === null || Array.isArray(values) || dateText(values) !== undefined) {
		throw new InputError(
			`'${fieldName}' is not an object`,
			`Enter a JSON object with the ${entryName}s and their values, such as { "1": "A-1001", "2": "Friday" }`,
		);
	}
	const texts = new Map<string, string>();
	for (const [key, value] of Object.entries(values as IDataObject)) {
		const name = key.trim();
		if (name === '') {
			throw new InputError(`'${fieldName}' has a ${entryName} without a name`, `Give every ${entryName} its name`);
		}
		if (texts.has(name)) throw new InputError(`'${fieldName}' has the ${entryName} '${name}' twice`, 'Keep one of them');
		texts.set(name, plainText(value, `'${fieldName}': ${entryName} '${name}'`));
	}
	return Object.fromEntries(texts);
}

function dateText(value: object): string | undefined {
	const date = value as DateLike;
	try {
		if (typeof date.toISO === 'function') return date.toISO() ?? undefined;
		if (value instanceof Date || typeof date.toISOString === 'function') return date.toISOString?.();
	} catch {
		// An invalid date has no text; it is refused like any other object.
	}
	return undefined;
}

function kindOf(value: unknown): string {
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'object') return 'an object';
	return typeof value === 'number' ? `the number ${value}` : `a ${typeof value}`;
}
