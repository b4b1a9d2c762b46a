/** Stands where the secret stood. */
export const REPLACEMENT = '***';

/** Takes any text that came from outside and returns it without the secret. */
export type Redact = (text: string) => string;

/** The characters that HTML writes by name. */
const HTML_NAMES: Record<string, string> = {
	'&': 'amp',
	'<': 'lt',
	'>': 'gt',
	'"': 'quot',
	"'": 'apos',
};

/**
 * A row of backslashes, read from its first one only, as to begin at each of them takes quadratic time; and no further
 * than needed, as to read it whole and then go back can fill the engine's stack.
 */
const BACKSLASHES = String.raw`(?<!\\)\\+?`;

/** The most characters in one pattern. One that is too long is an error, whose message would repeat the secret. */
const LONGEST_PIECE = 200;

/**
 * Makes the function that takes a secret out of text, in every spelling a service echoes it in:
 * as it is, percent-encoded (once or more), form-encoded, with JSON escapes (once or more), or as
 * HTML (section 5, rule 5). Twice the text takes twice the time, whatever is in it.
 *
 * Takes the secret's value; white space around it, which a service may drop, does not count.
 * Returns text unchanged where the secret is empty.
 */
export function redactionOf(secret: string): Redact {
	const trimmed = secret.trim();
	// A service that reads many digits as a number gives back the first 16 or so.
	const rounded = /^\d{16,}$/.test(trimmed) ? [String(Number(trimmed))] : [];
	const patterns = [trimmed, ...rounded].flatMap(patternsOf);
	return (text) => patterns.reduce((rest, pattern) => rest.replace(pattern, REPLACEMENT), text);
}

/** The patterns for a text in every spelling, one for each piece of it. */
function patternsOf(text: string): RegExp[] {
	const units = text.match(/\\+|[^\\]/gu) ?? [];
	const pieces = Math.ceil(units.length / LONGEST_PIECE);
	return Array.from({ length: pieces }, (_, index) => {
		const piece = units.slice(
			(index * units.length) / pieces,
			((index + 1) * units.length) / pieces,
		);
		return new RegExp(piece.map(spellings).join(''), 'g');
	});
}

/** A pattern for one character, or for a row of backslashes. */
function spellings(unit: string): string {
	const codePoint = unit.codePointAt(0)!;
	const character = String.fromCodePoint(codePoint);
	// Of all its spellings, only the percent sign's own may go on after it could end.
	const again = character === '%' ? '(?:25)*' : '(?:25)*?';
	const percent = Array.from(
		Buffer.from(character),
		(byte) => `%${again}${hexadecimal(byte, 2)}`,
	).join('');
	const html = `&#(?:0*?${codePoint}|[xX]0*?${hexadecimal(codePoint)});`;
	// Each escaping doubles the backslashes, so a row may stand for any number of them.
	if (character === '\\')
		return `(?:${BACKSLASHES}(?:u005[cC]|(?!\\\\))|${percent}|${html}){1,${unit.length}}`;

	// After a backslash of the secret itself, the row has been taken already.
	const escape = String.raw`(?:${BACKSLASHES}|(?<=\\))`;
	const escapes = character
		.split('')
		.map((half) => `${escape}u${hexadecimal(half.charCodeAt(0), 4)}`);
	const choices = [literally(character), percent, escapes.join(''), html];
	const letter =
		character === '/' ? '/' : /^\\(.)$/.exec(JSON.stringify(character).slice(1, -1))?.[1];
	if (letter !== undefined) choices.push(escape + letter);
	const htmlName = HTML_NAMES[character];
	if (htmlName !== undefined) choices.push(`&${htmlName};`);
	if (character === ' ') choices.push('\\+');
	// Longer spellings of these begin with the character itself: they come first, or their rest would be left.
	if ('%&u'.includes(character)) choices.reverse();
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
