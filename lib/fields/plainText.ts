import { asSeen, InputError, objectIn, showsNothing } from '../basics';

/** A value with its name, and what an error calls it. */
export interface NamedValue {
	name: string;
	shown: string;
	value: unknown;
}

const WHAT_TO_ENTER = 'Enter a value, or an expression that gives one for every item';

/**
 * Turns a value into a text, a date in ISO 8601. Throws an InputError for a value that is missing, nested or a boolean.
 * @param shown what an error calls the value
 */
export function plainText(value: unknown, shown: string, mayBeBoolean = false): string {
	if (typeof value === 'string') return value;
	if (value === undefined || value === null)
		throw new InputError(`${shown} has no value`, WHAT_TO_ENTER);
	const flaw = flawOf(value, mayBeBoolean);
	if (flaw === undefined) return textOf(value);
	throw new InputError(`${shown} is ${flaw.what}`, flaw.advice);
}

/** The text of a value without a flaw: 4.99 * 5 is 24.950000000000003 for JavaScript. */
export function textOf(value: unknown): string {
	const isPrecise = typeof value !== 'number' || Number.isInteger(value);
	return dateText(value) ?? String(isPrecise ? value : Number(value.toPrecision(12)));
}

/** Odoo gives `false` for every empty field. */
const ABOUT_BOOLEANS =
	"Some programs give false for an empty field: check the item. To send a word, use an expression such as {{ $json.paid ? 'yes' : 'no' }}";

const ABOUT_DIGITS = 'Store it as text where it comes from';

const ABOUT_OBJECTS =
	'Use text, a number or a date; to send a part of an object, point the expression at that part';

export interface Flaw {
	what: string;
	advice: string;
}

/** Why a value that is not missing is no text; undefined if it is one. @param isExact whether each digit of a number counts */
export function flawOf(value: unknown, mayBeBoolean = false, isExact = false): Flaw | undefined {
	if (['string', 'bigint'].includes(typeof value)) return undefined;
	if (typeof value === 'boolean')
		return mayBeBoolean ? undefined : { what: `${value}, not a text`, advice: ABOUT_BOOLEANS };
	if (isExact && Number.isInteger(value) && !Number.isSafeInteger(value))
		return {
			what: `the number ${String(value)}, which may have lost its last digits`,
			advice: ABOUT_DIGITS,
		};
	if (Number.isFinite(value) || dateText(value) !== undefined) return undefined;
	if (isDate(value))
		return { what: 'an invalid date', advice: 'Check the value that the date is made from' };
	return { what: `${kindOf(value)}, not a plain value`, advice: ABOUT_OBJECTS };
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
	const what = `${shown} is too long: it has ${text.length} characters`;
	throw new InputError(what, `Enter at most ${LONGEST_LINE}`);
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
	const names = values.map(({ name }) => name);
	refuseRepeated(names, `'${fieldName}'`);
	const entries = values.map(({ name, shown, value }) => [name, check(value, shown, name)]);
	return Object.fromEntries(entries) as Record<string, string>;
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
function isDate(
	value: unknown,
): value is Partial<Record<'toISO' | 'toISOString', () => string | null>> {
	const { toISO, toISOString } = objectIn(value);
	return typeof toISO === 'function' || typeof toISOString === 'function';
}

function kindOf(value: unknown): string {
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'object') return 'an object';
	return typeof value === 'number' ? `the number ${value}` : `a ${typeof value}`;
}
