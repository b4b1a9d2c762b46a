import { isObject } from './json';

/** Stands in place of the secret. */
const REPLACEMENT = '***';

/** No service has longer keys, and no pattern can be much longer. */
const MAX_SPELLED = 1000;

/** Removes a secret from a text, or from all texts, numbers and names in JSON. */
export type Redact = <Json>(json: Json) => Json;

/**
 * Makes the function that removes a secret, in the spellings of URLs, forms, JSON and HTML. White space around the secret does not count, as a
 * service may drop it; an empty secret changes nothing.
 */
export function redactionOf(secret: string): Redact {
	const trimmed = secret.trim();
	if (trimmed === '') return (json) => json;
	const number = Number(trimmed);
	// A long number loses its last digits where a service, or JavaScript, reads it as one.
	const asNumber = String(number).length > 6 ? [String(number)] : [];
	// In the header 'Authorization', a word such as Bearer stands in front of the secret.
	const withoutScheme = /^[\w-]+ +(\S.{3,})$/.exec(trimmed)?.slice(1) ?? [];
	const spellings =
		trimmed.length > MAX_SPELLED
			? trimmed
			: new RegExp([trimmed, ...withoutScheme, ...asNumber].map(anySpelling).join('|'), 'gu');

	const redact = (json: unknown): unknown => {
		if (typeof json === 'string') return json.replaceAll(spellings, REPLACEMENT);
		if (json === number) return REPLACEMENT;
		if (Array.isArray(json)) return json.map(redact);
		if (!isObject(json)) return json;
		return Object.fromEntries(
			Object.entries(json).map(([name, value]) => [redact(name) as string, redact(value)]),
		);
	};
	return redact as Redact;
}

/** How HTML and JSON name some characters. */
const NAMES_IN_HTML: Record<string, string> = {
	'"': 'quot',
	'&': 'amp',
	"'": 'apos',
	'<': 'lt',
	'>': 'gt',
};
const NAMES_IN_JSON: Record<string, string> = {
	'\b': 'b',
	'\f': 'f',
	'\n': 'n',
	'\r': 'r',
	'\t': 't',
};

/**
 * A pattern for a text whose characters may stand as they are, or in the escapes of URLs and forms, JSON or HTML, and
 * those escaped again. What is repeated has a limit, so that no long text takes long.
 */
function anySpelling(text: string): string {
	return (text.match(/\\+|[^]/gu) ?? [])
		.map((part) => (/^[A-Za-z\d]$/.test(part) ? part : `(?:${spellingsOf(part).join('|')})`))
		.join('');
}

/** @param part a character, or backslashes in a row */
function spellingsOf(part: string): string[] {
	if (part.startsWith('\\')) {
		const { length } = part;
		return [`(?:${escapesOf('\\').join('|')}){${length}}`, `\\\\{${length},${8 * length}}`];
	}
	const literal = part.replace(/[\^$.*+?()[\]{}|/]/, '\\$&');
	// The longer ones first, or the rest of an escape would be left.
	return [...escapesOf(part), ...(part === ' ' ? ['\\+'] : []), `\\\\{0,7}${literal}`];
}

function escapesOf(character: string): string[] {
	const inJson = Array.from({ length: character.length }, (_, index) =>
		character.charCodeAt(index).toString(16).padStart(4, '0'),
	);
	const code = character.codePointAt(0)!;
	const names = [`#0{0,4}${code}`, `#[xX]0{0,4}${anyCase(code.toString(16))}`];
	const inHtml = NAMES_IN_HTML[character];
	const named = NAMES_IN_JSON[character];
	return [
		[...Buffer.from(character)]
			.map((byte) => `%(?:25){0,3}${anyCase(byte.toString(16).padStart(2, '0'))}`)
			.join(''),
		inJson.map((unit) => `\\\\{1,7}u${anyCase(unit)}`).join(''),
		`&(?:amp;){0,3}(?:${[...names, inHtml ?? []].flat().join('|')});`,
		...(named === undefined ? [] : [`\\\\{1,7}${named}`]),
	];
}

function anyCase(hexadecimal: string): string {
	return hexadecimal.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}
