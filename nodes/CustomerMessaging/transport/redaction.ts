const REPLACEMENT = '***';

/** Takes any text that came from outside and returns it without the secret. */
export type Redact = (text: string) => string;

/**
 * Makes the function that takes a secret out of text, in every spelling a service echoes it in:
 * as it is, percent-encoded, form-encoded, or with JSON escapes (section 5, rule 5).
 *
 * Takes the secret's value. Returns text unchanged where the secret is empty.
 */
export function redactionOf(secret: string): Redact {
	if (secret === '') return (text) => text;
	const pattern = new RegExp(Array.from(secret, spellings).join(''), 'g');
	return (text) => text.replace(pattern, REPLACEMENT);
}

function spellings(character: string): string {
	const literal = character.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
	const percent = encodeURIComponent(character) === character ? asciiPercent(character) : encodeURIComponent(character);
	const escaped = Array.from({ length: character.length }, (_, unit) =>
		caseless(`\\\\u${character.charCodeAt(unit).toString(16).padStart(4, '0')}`),
	).join('');
	const choices = [literal, caseless(percent), escaped];
	if (character === ' ') choices.push('\\+');
	if (/["\\/]/.test(character)) choices.push(`\\\\${literal}`);
	return `(?:${choices.join('|')})`;
}

function asciiPercent(character: string): string {
	return `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
}

/** Hexadecimal digits come in either case; the rest of the secret does not. */
function caseless(escape: string): string {
	return escape.replace(/[a-f]/gi, (digit) => `[${digit.toLowerCase()}${digit.toUpperCase()}]`);
}

/**
 * Takes the secret out of every string and every key of a parsed JSON value.
 *
 * Returns the same value where there is nothing to take out.
 */
export function redactJson<Value>(value: Value, redact: Redact): Value {
	if (typeof value === 'string') return redact(value) as Value;
	if (Array.isArray(value)) return value.map((entry) => redactJson<unknown>(entry, redact)) as Value;
	if (typeof value === 'object' && value !== null) {
		return Object.fromEntries(
			Object.entries(value).map(([key, entry]) => [redact(key), redactJson<unknown>(entry, redact)]),
		) as Value;
	}
	return value;
}
