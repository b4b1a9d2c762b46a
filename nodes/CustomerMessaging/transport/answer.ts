import type { IDataObject } from 'n8n-workflow';

import type { Redact } from './redaction';
import { isWebPage, titleOf } from './webPage';

/** A response, which may not be the service's. */
export interface ServiceResponse {
	status: number;
	headers: Record<string, unknown>;
	/** Undefined if the body was too long to be the service's. */
	text: string | undefined;
}

/** How many characters of a text from outside are shown. */
const EXCERPT_LENGTH = 200;

/** What to do about a response that the service would not give. */
export const WRONG_ADDRESS_ADVICE =
	"Check that 'Base URL' in the credential is the address of the messaging service";

/** The response's JSON; undefined if it has none. */
export function jsonIn({ text = '' }: ServiceResponse): unknown {
	try {
		return JSON.parse(text.replace(/^\uFEFF/, ''));
	} catch {
		return undefined;
	}
}

/**
 * The service's own words in a response, on one line and shortened; undefined if it has none.
 *
 * @param json as it came, to find the words in
 * @param shown the same without the API key, to take them from
 */
export function ownWordsIn(json: unknown, shown: unknown): string | undefined {
	const body = objectIn(json);
	const field = ['error', 'detail', 'message', 'status'].find(
		(name) => isText(body[name]) || isObject(body[name]),
	);
	return field === undefined ? undefined : inWords(objectIn(shown)[field]);
}

/** The service's own code for an error (service: Errors); undefined if it has none. */
export function codeIn(json: unknown): string | undefined {
	const { code } = objectIn(json);
	return typeof code === 'string' || typeof code === 'number' ? excerpt(String(code)) : undefined;
}

export function isPage({ headers, text = '' }: ServiceResponse): boolean {
	return isWebPage(String(headers['content-type'] ?? ''), text);
}

/** Describes a response that has no words of the service's. */
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

/** The Retry-After header, which has seconds or a date, as milliseconds from now. */
export function retryAfterOf({ headers }: ServiceResponse): number | undefined {
	const header = headers['retry-after'];
	if (typeof header !== 'string' || header.trim() === '') return undefined;
	const seconds = Number(header);
	const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
	return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

/** A text from outside on one line, shortened. */
export function excerpt(text: string, longest = EXCERPT_LENGTH): string {
	const line = text.replace(/\s+/g, ' ').trim();
	return line.length > longest ? `${line.slice(0, longest)}…` : line;
}

/** JSON on one line, shortened. */
export function inWords(json: unknown): string {
	return excerpt(typeof json === 'string' ? json : JSON.stringify(json));
}

export function isText(value: unknown): boolean {
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
