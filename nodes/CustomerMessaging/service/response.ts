import type { Redact } from './redaction';
import { excerpt, inWords, isObject, isText, objectIn } from './values';

/** A response, which may not be the service's. */
export interface ServiceResponse {
	status: number;
	headers: Record<string, unknown>;
	/** Undefined if the body was too long to be the service's. */
	text: string | undefined;
}

/** How many characters of a response are looked at: a page has its title near its beginning. */
const BEGINNING = 64 * 1024;

/** What to do about a response that the service would not give. */
export const WRONG_ADDRESS_ADVICE =
	"Check that 'Base URL' in the credential is the address of the messaging service";

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

/**
 * Whether a response is a web page, as from a wrong address or a proxy.
 *
 * @param contentType the header; empty if there is none
 */
export function isWebPage(contentType: string, text: string): boolean {
	return /html/i.test(contentType) || /^\s*<(!doctype|html)/i.test(text.slice(0, BEGINNING));
}

/** The title of a web page as it is written, trimmed; undefined if it is empty or not near the page's beginning. */
export function titleOf(page: string): string | undefined {
	// Nothing in the pattern reads past the next <, so that many unfinished titles do not take quadratic time.
	const title = /<title\b[^<>]*>([^<]*)<\/title\b/i.exec(page.slice(0, BEGINNING))?.[1];
	return title?.trim() || undefined;
}
