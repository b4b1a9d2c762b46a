const REPLACEMENT = '***';

/** Takes any text that came from outside and returns it without the secret. */
export type Redact = (text: string) => string;

/** The characters that HTML writes by name. */
const HTML_NAMES: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

/**
 * Makes the function that takes a secret out of text, in every spelling a service echoes it in:
 * as it is, percent-encoded (once or more), form-encoded, with JSON escapes (once or more), or as
 * HTML (section 5, rule 5).
 *
 * Takes the secret's value; white space around it, which a service may drop, does not count.
 * Returns text unchanged where the secret is empty.
 */
export function redactionOf(secret: string): Redact {
	const characters = Array.from(secret.trim());
	if (characters.length === 0) return (text) => text;
	const pattern = new RegExp(characters.map(spellings).join(''), 'g');
	return (text) => text.replace(pattern, REPLACEMENT);
}

/** A pattern for one character: its longer spellings come first, so that none is left half. */
function spellings(character: string): string {
	const codePoint = character.codePointAt(0)!;
	const percent = Array.from(Buffer.from(character), (byte) => `%(?:25)*${hexadecimal(byte, 2)}`).join('');
	const escaped = Array.from({ length: character.length }, (_, unit) => `\\\\+u${hexadecimal(character.charCodeAt(unit), 4)}`).join('');
	const choices = [percent, escaped, `&#(?:0*${codePoint}|[xX]0*${hexadecimal(codePoint)});`];
	const htmlName = HTML_NAMES[character];
	if (htmlName !== undefined) choices.push(`&${htmlName};`);
	if (character === ' ') choices.push('\\+');
	// Text that was put into JSON more than once has more than one backslash.
	if (/["\\/]/.test(character)) choices.push(`\\\\+${literally(character)}`);
	choices.push(literally(JSON.stringify(character).slice(1, -1)), literally(character));
	return `(?:${choices.join('|')})`;
}

function literally(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** Hexadecimal digits come in either case; the rest of the secret does not. */
function hexadecimal(value: number, digits = 1): string {
	return value
		.toString(16)
		.padStart(digits, '0')
		.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/**
 * Takes the secret out of every string and every key of a parsed JSON value, and where it is a
 * number.
 *
 * Returns the same value where there is nothing to take out.
 */
export function redactJson<Value>(value: Value, redact: Redact): Value {
	if (typeof value === 'string') return redact(value) as Value;
	// A secret of digits comes back as a number; a longer number only happens to contain it.
	if (typeof value === 'number') return (redact(String(value)) === REPLACEMENT ? REPLACEMENT : value) as Value;
	if (Array.isArray(value)) return value.map((entry) => redactJson<unknown>(entry, redact)) as Value;
	if (typeof value === 'object' && value !== null) {
		return Object.fromEntries(
			Object.entries(value).map(([key, entry]) => [redact(key), redactJson<unknown>(entry, redact)]),
		) as Value;
	}
	return value;
}
