import type { IDataObject } from 'n8n-workflow';

import type { Redact } from './redaction';
import { isWebPage, titleOf } from './webPage';

/** A response of the service, whatever it says. */
export interface ServiceResponse {
	status: number;
	headers: Record<string, unknown>;
	/** The body's text; undefined where it was longer than any response of the interface can be. */
	text: string | undefined;
}

/** The most of a foreign text that is worth showing, in characters. */
const EXCERPT_LENGTH = 200;

/** What to do about a response that the service would not give. */
export const WRONG_ADDRESS_ADVICE =
	"Check that 'Base URL' in the credential is the address of the messaging service";

/** The JSON of a response; undefined where it has none. */
export function jsonIn({ text = '' }: ServiceResponse): unknown {
	try {
		return JSON.parse(text.replace(/^\uFEFF/, ''));
	} catch {
		return undefined;
	}
}

/**
 * The service's own words in JSON, on one line and cut to a length worth showing; undefined where it has none. They are
 * looked for in the JSON as it came, and taken from it as it may be shown.
 */
export function ownWordsIn(json: unknown, shown: unknown): string | undefined {
	const body = objectIn(json);
	const field = ['error', 'detail', 'message', 'status'].find(
		(name) => isText(body[name]) || isObject(body[name]),
	);
	return field === undefined ? undefined : inWords(objectIn(shown)[field]);
}

/** The service's own code in JSON (section 7.1); undefined where it has none. */
export function codeIn(json: unknown): string | undefined {
	const { code } = objectIn(json);
	return typeof code === 'string' || typeof code === 'number' ? excerpt(String(code)) : undefined;
}

/** Whether a response is a web page, as a wrong address or a proxy gives it. */
export function isPage({ headers, text = '' }: ServiceResponse): boolean {
	return isWebPage(String(headers['content-type'] ?? ''), text);
}

/** What a response is, where it says nothing in the service's own words. */
export function describe(response: ServiceResponse, redact: Redact): string {
	const { text } = response;
	if (text === undefined) return 'a response that is far too long';
	if (text.trim() === '') return 'an empty response';
	if (!isPage(response)) return `unexpected content: ${excerpt(redact(text))}`;
	const title = titleOf(text);
	return title === undefined
		? 'a web page instead of JSON'
		: `a web page titled '${excerpt(redact(title))}' instead of JSON`;
}

/** Where a redirect leads, without the query, which may repeat the key. */
export function locationOf({ headers: { location } }: ServiceResponse, redact: Redact): string {
	if (typeof location !== 'string' || location === '') return 'the service does not say where';
	return excerpt(redact(location.split(/[?#]/)[0] ?? ''));
}

/** The Retry-After header as milliseconds from now: seconds, or a date. */
export function retryAfterOf({ headers }: ServiceResponse): number | undefined {
	const header = headers['retry-after'];
	if (typeof header !== 'string' || header.trim() === '') return undefined;
	const seconds = Number(header);
	const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
	return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

/** A foreign text on one line, cut to a length worth showing. */
export function excerpt(text: string, longest = EXCERPT_LENGTH): string {
	const line = text.replace(/\s+/g, ' ').trim();
	return line.length > longest ? `${line.slice(0, longest)}…` : line;
}

/** JSON on one line, cut to a length worth showing. */
export function inWords(json: unknown): string {
	return excerpt(typeof json === 'string' ? json : JSON.stringify(json));
}

export function isText(value: unknown): boolean {
	return typeof value === 'string' && value.trim() !== '';
}

/** A value of parsed JSON where it is an object; else one without fields. */
export function objectIn(value: unknown): IDataObject {
	return isObject(value) ? value : {};
}

/** Whether a value of parsed JSON is an object, and no list. */
export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
