import type { IDataObject } from 'n8n-workflow';

const EXCERPT_LENGTH = 200;

/** White space and characters that show nothing: zero-width and control characters, fillers, and the blank braille pattern. */
const SHOWS_NOTHING = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Whether a value is missing, or a text in which a person would see nothing. */
export function showsNothing(value: unknown): boolean {
	return (
		value === undefined ||
		value === null ||
		(typeof value === 'string' && SHOWS_NOTHING.test(value))
	);
}

/** A text from outside on one line, shortened, but not in the middle of an emoji. */
export function excerpt(text: string, longest = EXCERPT_LENGTH): string {
	const line = text.replace(/\s+/g, ' ').trim();
	if (line.length <= longest) return line;
	return `${line.slice(0, longest).replace(/[\ud800-\udbff]$/, '')}…`;
}

export function inWords(json: unknown): string {
	return excerpt(typeof json === 'string' ? json : JSON.stringify(json));
}

/** Whether JSON, however deep, has nothing in it but empty texts, objects and lists, null, false and 0. */
export function holdsNothing(json: unknown): boolean {
	if (typeof json === 'string') return json.trim() === '';
	return typeof json === 'object' && json !== null
		? Object.values(json).every(holdsNothing)
		: !json;
}

/** Whether a value is a text with more in it than white space; other signs that show nothing count. */
export function isFilledText(value: unknown): boolean {
	return typeof value === 'string' && value.trim() !== '';
}

/** A value of parsed JSON if it is an object, otherwise an empty object. */
export function objectIn(value: unknown): IDataObject {
	return isObject(value) ? value : {};
}

/** Whether a value of parsed JSON is an object, not a list. */
export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value of parsed JSON if it is a list, otherwise an empty list. */
export function listIn(value: unknown): unknown[] {
	return Array.isArray(value) ? value : [];
}
