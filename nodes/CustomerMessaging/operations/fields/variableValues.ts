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

/** What to do about a variable whose value is missing. */
export type MissingValues = 'refuse' | 'leaveOut';

/** Names that n8n's HTTP helper takes out of a JSON body without a word. */
const LOST_NAMES = ['__proto__', 'constructor', 'prototype'];

/**
 * Turns a map of variables into the map of strings the interface wants.
 *
 * Takes the map, the field's name as the form shows it, and what to do about missing values.
 * Throws an InputError where it is no object of plain values.
 */
export function plainTexts(values: unknown, fieldName: string, missing: MissingValues = 'refuse'): Record<string, string> {
	if (typeof values !== 'object' || values === null || Array.isArray(values) || dateText(values) !== undefined) {
		throw new InputError(
			`'${fieldName}' is not an object`,
			'Enter a JSON object with the variables and their values, such as { "1": "A-1001", "2": "Friday" }',
		);
	}
	const texts = new Map<string, string>();
	for (const [key, value] of Object.entries(values as IDataObject)) {
		const name = key.trim();
		if (missing === 'leaveOut' && (value === null || value === undefined)) continue;
		if (name === '') throw new InputError(`'${fieldName}' has a variable without a name`, 'Give every variable its name');
		if (texts.has(name)) throw new InputError(`'${fieldName}' has the variable '${name}' twice`, 'Keep one of them');
		refuseLostName(name, fieldName);
		texts.set(name, plainText(value, `'${fieldName}': variable '${name}'`));
	}
	return Object.fromEntries(texts);
}

/** Throws an InputError for a variable's name that would not arrive. */
export function refuseLostName(name: string, fieldName: string): void {
	if (!LOST_NAMES.includes(name)) return;
	throw new InputError(
		`'${fieldName}' has a variable named '${name}', which n8n cannot send`,
		"Remove it; a template's variables are named by their numbers, such as 1",
	);
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
