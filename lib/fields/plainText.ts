import { asSeen, InputError, objectIn, showsNothing } from '../basics';

/** Whether a number is so large that it may have lost digits before it got here. */
export function mayHaveLostDigits(value: unknown): boolean {
	return Number.isInteger(value) && !Number.isSafeInteger(value);
}

/** A value with its name, and what an error calls it. */
export interface NamedValue {
	name: string;
	shown: string;
	value: unknown;
}

const WHAT_TO_ENTER = 'Enter a value, or an expression that gives one for every item';

/**
 * Turns a value into a text: numbers as they are, dates in ISO 8601.
 * Throws an InputError for a value that is missing, nested or a boolean, or a number too large to be exact.
 * @param shown what an error calls the value
 * @param mayBeBoolean whether a boolean is a text like any other
 */
export function plainText(value: unknown, shown: string, mayBeBoolean = false): string {
	if (typeof value === 'string') return value;
	if (value === undefined || value === null)
		throw new InputError(`${shown} has no value`, WHAT_TO_ENTER);
	const flaw = flawOf(value, mayBeBoolean);
	if (flaw === undefined) return textOf(value);
	throw new InputError(`${shown} is ${flaw.what}`, flaw.advice);
}

/** The text of a value without a flaw. */
export function textOf(value: unknown): string {
	return dateText(value) ?? String(value);
}

/** Odoo gives `false` for every empty field. */
const ABOUT_BOOLEANS =
	"Some programs give false for an empty field: check the item. To send a word, use an expression such as {{ $json.paid ? 'yes' : 'no' }}";

export interface Flaw {
	what: string;
	advice: string;
}

/** Why a value that is not missing is no text; undefined if it is one. */
export function flawOf(value: unknown, mayBeBoolean = false): Flaw | undefined {
	if (['string', 'bigint'].includes(typeof value)) return undefined;
	if (typeof value === 'boolean')
		return mayBeBoolean ? undefined : { what: `${value}, not a text`, advice: ABOUT_BOOLEANS };
	if (mayHaveLostDigits(value)) {
		return {
			what: `the number ${value as number}, which may have lost its last digits`,
			advice: 'Store it as text where it comes from',
		};
	}
	if (Number.isFinite(value) || dateText(value) !== undefined) return undefined;
	if (isDate(value))
		return { what: 'an invalid date', advice: 'Check the value that the date is made from' };
	return {
		what: `${kindOf(value)}, not a plain value`,
		advice:
			'Use text, a number or a date; to send a part of an object, point the expression at that part',
	};
}

/** Like `plainText`, for a value that must not be empty either. */
export function filledText(value: unknown, shown: string): string {
	if (showsNothing(value)) throw new InputError(`${shown} is empty`, WHAT_TO_ENTER);
	return plainText(value, shown);
}

/** In characters, of what stands on one line: anybody may have filled in a form, and looking at a longer text takes long. */
const LONGEST_LINE = 2000;

/** Like `filledText`, for what stands on one line, such as a number, an ID or an address. */
export function filledLine(value: unknown, shown: string): string {
	const text = filledText(value, shown);
	if (text.length <= LONGEST_LINE) return text;
	throw new InputError(
		`${shown} is too long: it has ${text.length} characters`,
		`Enter at most ${LONGEST_LINE}`,
	);
}

/** Throws an InputError if two names look the same. */
export function refuseRepeated(names: string[], shown: string): void {
	const seen = new Set<string>();
	for (const name of names) {
		const looks = asSeen(name).replace(/\s+/g, ' ');
		if (seen.has(looks)) throw new InputError(`${shown} has '${name}' twice`, 'Keep one of them');
		seen.add(looks);
	}
}

/** Turns named values into a map of texts. */
export function textsByName(
	values: NamedValue[],
	fieldName: string,
	check: (value: unknown, shown: string, name: string) => string,
): Record<string, string> {
	refuseRepeated(
		values.map(({ name }) => name),
		`'${fieldName}'`,
	);
	return Object.fromEntries(
		values.map(({ name, shown, value }) => [name, check(value, shown, name)]),
	);
}

/** All texts anywhere in a value, but not the names of its fields. */
export function textsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null || isDate(value)) return [];
	return Object.values(value).flatMap(textsIn);
}

/** A date in ISO 8601; undefined for anything else, and for an invalid date. */
export function dateText(value: unknown): string | undefined {
	if (!isDate(value)) return undefined;
	try {
		return (value.toISO ?? value.toISOString)?.call(value) ?? undefined;
	} catch {
		return undefined;
	}
}

/** Whether a value is n8n's own DateTime, or JavaScript's Date; neither need be of this program's own class. */
export function isDate(
	value: unknown,
): value is { toISO?: () => string | null; toISOString?: () => string } {
	const { toISO, toISOString } = objectIn(value);
	return typeof toISO === 'function' || typeof toISOString === 'function';
}

function kindOf(value: unknown): string {
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'object') return 'an object';
	return typeof value === 'number' ? `the number ${value}` : `a ${typeof value}`;
}
