import { excerpt, isObject } from '../../../lib/basics';
import type { Result } from './responsePolicy';
import { BASE_URL_LABEL } from './serviceAddress';

const REPLACEMENT = '***';

/** Shorter parts of a key, such as the word Bearer, are no secret. */
const SHORTEST_PART = 8;

/** No service has longer keys, and no pattern can be much longer. */
const LONGEST_PATTERN = 1000;

/** The characters of a failure's text that are kept. */
const MAX_TEXT = 300;

/** Removes a key from a text, or from all texts, numbers and names in JSON. */
type Redact = <Json>(json: Json) => Json;

/** Makes the function that removes a key and each longer part of it, as they are and escaped once for a URL, JSON or HTML. */
export function redactionOf(key: string): Redact {
	const number = Number(key);
	// JavaScript writes a long number in another way.
	const parts = [...key.split(/[\s=:;"']+/), String(number)].filter(
		({ length }) => length >= SHORTEST_PART,
	);
	const patterns = [...new Set([key, ...parts])]
		.sort((one, other) => other.length - one.length)
		.map((part) =>
			part.length > LONGEST_PATTERN
				? part
				: new RegExp(Array.from(part, anySpelling).join(''), 'giu'),
		);

	const redact = (json: unknown): unknown => {
		if (typeof json === 'string')
			return patterns.reduce<string>((text, found) => text.replaceAll(found, REPLACEMENT), json);
		if (json === number) return REPLACEMENT;
		if (Array.isArray(json)) return json.map(redact);
		if (!isObject(json)) return json;
		return Object.fromEntries(
			Object.entries(json).map(([name, value]) => [redact(name) as string, redact(value)]),
		);
	};
	return redact as Redact;
}

/** Removes the API key from a result, names the address and only then cuts texts: the only way out for what a service says. */
export function redactedResult(result: Result, redact: Redact, addressName: string): Result {
	if (result.ok) return { ok: true, objects: redact(result.objects) };
	const { kind, ...others } = result.failure;
	const safe = Object.entries(others).map(([name, value]) => [
		name,
		typeof value === 'string'
			? excerpt(redact(value).replaceAll(BASE_URL_LABEL, addressName), MAX_TEXT)
			: value,
	]);
	return { ok: false, failure: { kind, ...others, ...Object.fromEntries(safe) } };
}

/** What HTML, URLs and JSON write in place of some characters. */
const NAMES: Record<string, string> = {
	'"': '&quot;',
	'&': '&amp;',
	"'": '&apos;',
	'<': '&lt;',
	'>': '&gt;',
	' ': '+',
	'/': '\\/',
};

/** A pattern for a character as it is or in one escape. */
function anySpelling(character: string): string {
	const code = character.codePointAt(0)!;
	const units = character.split('').map((unit) => `\\u${hexadecimal(unit.charCodeAt(0), 4)}`);
	const bytes = [...Buffer.from(character)].map((byte) => `%${hexadecimal(byte, 2)}`);
	const inJson = JSON.stringify(character).slice(1, -1);
	// The longer ones first, or the rest of an escape would be left.
	const spellings = new Set(
		[units.join(''), bytes.join(''), NAMES[character] ?? inJson, inJson, character].map(literally),
	);
	return `(?:&#0*${code};|&#x0*${hexadecimal(code)};|${[...spellings].join('|')})`;
}

function hexadecimal(number: number, digits = 0): string {
	return number.toString(16).padStart(digits, '0');
}

function literally(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
