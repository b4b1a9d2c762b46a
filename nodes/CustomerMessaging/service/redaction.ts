import { isObject } from './values';

/** Stands in place of the secret. */
const REPLACEMENT = '***';

/** Removes a secret from a text, or from all texts, numbers and names in JSON. */
export type Redact = <Json>(json: Json) => Json;

/**
 * Makes the function that removes a secret, as it is, as URLs and forms encode it, and with JSON escapes, once or
 * twice. White space around the secret does not count, as a service may drop it; an empty secret changes nothing.
 */
export function redactionOf(secret: string): Redact {
	const trimmed = secret.trim();
	if (trimmed === '') return (json) => json;
	const spellings = spellingsOf(trimmed);
	const number = Number(trimmed);

	const redact = (json: unknown): unknown => {
		if (typeof json === 'string')
			return spellings.reduce((text, spelling) => text.replaceAll(spelling, REPLACEMENT), json);
		if (json === number) return REPLACEMENT;
		if (Array.isArray(json)) return json.map(redact);
		if (!isObject(json)) return json;
		return Object.fromEntries(
			Object.entries(json).map(([name, value]) => [redact(name) as string, redact(value)]),
		);
	};
	return redact as Redact;
}

/** How a secret may be written in a response, the longest spelling first. */
function spellingsOf(secret: string): string[] {
	const form = new URLSearchParams([['', secret]]).toString().slice(1);
	const inUrl = form.replaceAll('+', '%20');
	const decoded = (escapes: RegExp): string => inUrl.replace(escapes, decodeURIComponent);
	const encoded = [
		form,
		inUrl,
		// As encodeURIComponent, encodeURI and n8n's own client write it.
		decoded(/%(21|27|28|29|7E)/g),
		decoded(/%(21|27|28|29|7E|23|24|26|2B|2C|2F|3A|3B|3D|3F|40)/g),
		decoded(/%(21|27|28|29|7E|24|2C|3A)/g).replaceAll('%20', '+'),
	];
	const plain = [secret, ...encoded, ...encoded.map(withSmallEscapes)];
	// A long number loses its last digits where a service, or JavaScript, reads it as one.
	if (String(Number(secret)).length > 6) plain.push(String(Number(secret)));
	const escaped = plain.map(withEscapes);
	return Array.from(new Set([...plain, ...escaped, ...escaped.map(withEscapes)])).sort(
		(one, other) => other.length - one.length,
	);
}

function withSmallEscapes(encoded: string): string {
	return encoded.replace(/%[\dA-F]{2}/g, (escape) => escape.toLowerCase());
}

function withEscapes(text: string): string {
	return JSON.stringify(text).slice(1, -1);
}
