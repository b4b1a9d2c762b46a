import { parse } from 'flatted';

/**
 * Every spelling in which a secret may show up in a text: as it is, in a URL as the browser, as a form and as n8n's
 * HTTP client write it, in HTML, and with JSON escapes, PHP's and Java's among them.
 */
export function spellingsOf(secret: string): string[] {
	const encoded = encodeURIComponent(secret);
	const inUrl = [
		encoded,
		encoded.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase()),
		new URLSearchParams({ secret }).toString().slice('secret='.length),
		encoded.replace(/%(3A|24|2C)/g, decodeURIComponent).replace(/%20/g, '+'),
		encodeURI(secret),
	];
	const special = (escape: (character: string) => string): string =>
		secret.replace(/[^A-Za-z\d]/gu, escape);
	const inHtml = [
		special((character) => `&#${character.codePointAt(0)};`),
		special((character) => `&#x${character.codePointAt(0)!.toString(16).toUpperCase()};`),
		secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&apos;'),
	];
	const plain = [secret, ...inUrl, ...inHtml];
	const escaped = [
		...plain.map((spelling) => JSON.stringify(spelling).slice(1, -1)),
		JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/'),
		secret.replace(
			/[^A-Za-z\d]/g,
			(unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
		),
	];
	return [...new Set([...plain, ...escaped])];
}

/**
 * The path of each place in a value where a secret lies, however deep: in own properties of every kind, shown or
 * hidden, in the keys and values of maps and sets, and in bytes.
 */
export function placesOf(secret: string, value: unknown): string[] {
	const spellings = spellingsOf(secret);
	const holds = (text: string): boolean => spellings.some((spelling) => text.includes(spelling));
	const places: string[] = [];
	const seen = new Set<object>();
	const queue: Array<{ path: string; value: unknown }> = [{ path: 'value', value }];

	for (let entry = queue.pop(); entry !== undefined; entry = queue.pop()) {
		const { path, value: found } = entry;
		if (typeof found === 'string' && holds(found)) places.push(path);
		if (
			(typeof found !== 'object' && typeof found !== 'function') ||
			found === null ||
			seen.has(found)
		)
			continue;
		seen.add(found);
		if (ArrayBuffer.isView(found)) {
			if (holds(Buffer.from(found.buffer, found.byteOffset, found.byteLength).toString('latin1')))
				places.push(path);
			continue;
		}
		if (found instanceof Map) queue.push({ path: `${path}<map>`, value: [...found] });
		if (found instanceof Set) queue.push({ path: `${path}<set>`, value: [...found] });
		for (const key of Reflect.ownKeys(found)) {
			if (typeof key === 'string' && holds(key)) places.push(`${path}.<key>`);
			queue.push({ path: `${path}.${String(key)}`, value: read(found, key) });
		}
	}
	return places;
}

/** Finds a secret in execution data as n8n stores it: in its text, and in what that text says. */
export function placesInStored(secret: string, stored: string): string[] {
	const inText = spellingsOf(secret).some((spelling) => stored.includes(spelling)) ? ['text'] : [];
	return [...inText, ...placesOf(secret, parse(stored))];
}

function read(holder: object, key: PropertyKey): unknown {
	try {
		return (holder as Record<PropertyKey, unknown>)[key];
	} catch {
		// A getter that throws shows nothing.
		return undefined;
	}
}
