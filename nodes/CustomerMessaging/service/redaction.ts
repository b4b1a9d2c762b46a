/** Stands in place of the secret. */
export const REPLACEMENT = '***';

export type Redact = (text: string) => string;

/** Characters that HTML writes by name. */
const HTML_NAMES: Record<string, string> = {
	'&': 'amp',
	'<': 'lt',
	'>': 'gt',
	'"': 'quot',
	"'": 'apos',
};

/**
 * A row of backslashes. It is matched only from its first one, as trying each would take quadratic time, and lazily,
 * as backtracking over a long row can overflow the engine's stack.
 */
const BACKSLASHES = String.raw`(?<!\\)\\+?`;

/** Maximum characters in one pattern: a pattern that is too long causes an error whose message repeats the secret. */
const LONGEST_PIECE = 200;

/**
 * Makes the function that removes a secret from text, in every spelling in which a service might echo it: as it is,
 * percent-encoded (once or more), form-encoded, with JSON escapes (once or more), or as HTML. It takes linear time,
 * whatever the text. White space around the secret does not count, as a service may drop it; an empty secret leaves
 * text unchanged.
 */
export function redactionOf(secret: string): Redact {
	const trimmed = secret.trim();
	// A service that reads a long number as such keeps only its first 16 digits or so.
	const rounded = /^\d{16,}$/.test(trimmed) ? [String(Number(trimmed))] : [];
	const patterns = [trimmed, ...rounded].flatMap(patternsOf);
	return (text) => patterns.reduce((rest, pattern) => rest.replace(pattern, REPLACEMENT), text);
}

/** The patterns for a text in every spelling, one for each piece. */
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
	const codePoint = unit.codePointAt(0) ?? 0;
	const character = String.fromCodePoint(codePoint);
	// Only a percent sign's own spelling may go on where it could also end, so only it is greedy.
	const again = character === '%' ? '(?:25)*' : '(?:25)*?';
	const percent = Array.from(
		Buffer.from(character),
		(byte) => `%${again}${hexadecimal(byte, 2)}`,
	).join('');
	const html = `&#(?:0*?${codePoint}|[xX]0*?${hexadecimal(codePoint)});`;
	// Each round of escaping doubles the backslashes, so a row may stand for any number of them.
	if (character === '\\')
		return `(?:${BACKSLASHES}(?:u005[cC]|(?!\\\\))|${percent}|${html}){1,${unit.length}}`;

	// After a backslash of the secret itself, the row has already been matched.
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
	// Longer spellings of these begin with the character itself, so they come first, or their rest would remain.
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
