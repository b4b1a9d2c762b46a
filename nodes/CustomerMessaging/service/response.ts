import { isFilledText, isObject, objectIn } from './json';

/** A response, which may not be the service's. */
export interface ServiceResponse {
	status: number;
	headers: Record<string, unknown>;
	/** Undefined if the body was too long to be the service's. */
	text: string | undefined;
}

/** How many characters of a response are looked at: a page has its title near its beginning. */
const BEGINNING = 64 * 1024;

/** How many levels of JSON are kept: n8n copies and stores output recursively, and would run out of stack. */
const MAX_LEVELS = 100;

/** What to do about a response that the service would not give. */
export const WRONG_ADDRESS_ADVICE =
	"Check that 'Base URL' in the credential is the address of the messaging service";

/** The JSON of a response, cut off where it is nested too deeply; undefined if it is none. */
export function jsonIn({ text = '' }: ServiceResponse): unknown {
	try {
		return withoutDepths(JSON.parse(text.replace(/^\uFEFF/, '')), MAX_LEVELS);
	} catch {
		return undefined;
	}
}

function withoutDepths(json: unknown, levels: number): unknown {
	if (typeof json !== 'object' || json === null) return json;
	if (levels === 0) return '[nested too deeply]';
	if (Array.isArray(json)) return json.map((entry) => withoutDepths(entry, levels - 1));
	return Object.fromEntries(
		Object.entries(json).map(([name, value]) => [name, withoutDepths(value, levels - 1)]),
	);
}

export function asText(json: unknown): string {
	return typeof json === 'string' ? json : JSON.stringify(json);
}

/** The service's own words in a response (service: Errors); undefined if it has none. */
export function ownWordsIn(json: unknown): string | undefined {
	const body = objectIn(json);
	const field = ['error', 'detail', 'message', 'status'].find(
		(name) => isFilledText(body[name]) || isObject(body[name]),
	);
	return field === undefined ? undefined : asText(body[field]);
}

/** The service's own code for an error (service: Errors); undefined if it has none. */
export function codeIn(json: unknown): string | undefined {
	const { code } = objectIn(json);
	return typeof code === 'string' || typeof code === 'number' ? String(code) : undefined;
}

/** Whether a response is a web page, as from a wrong address or a proxy. */
export function isPage({ headers, text = '' }: Pick<ServiceResponse, 'headers' | 'text'>): boolean {
	return (
		/html/i.test(String(headers['content-type'])) ||
		/^\s*<(!doctype|html)/i.test(text.slice(0, BEGINNING))
	);
}

export function describe(response: ServiceResponse): string {
	const { text } = response;
	if (text === undefined) return 'a response that is far too long';
	if (text.trim() === '') return 'an empty response';
	if (!isPage(response)) return `unexpected content: ${asText(jsonIn(response) ?? text)}`;
	const title = titleOf(text);
	return title === undefined
		? 'a web page instead of JSON'
		: `a web page titled '${title}' instead of JSON`;
}

/** Where a redirect leads, without the query. */
export function locationOf({ headers: { location } }: ServiceResponse): string {
	if (typeof location !== 'string' || location === '') return 'the service does not say where';
	return location.split(/[?#]/)[0] ?? '';
}

/** The Retry-After header, which has seconds or a date, as milliseconds from now. */
export function retryAfterOf({ headers }: ServiceResponse): number | undefined {
	const header = headers['retry-after'];
	if (typeof header !== 'string' || header.trim() === '') return undefined;
	const seconds = Number(header);
	const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
	return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

/** The title of a web page as it is written, trimmed; undefined if it is empty or not near the page's beginning. */
export function titleOf(page: string): string | undefined {
	// Nothing in the pattern reads past the next <, so that many unfinished titles do not take quadratic time.
	const title = /<title\b[^<>]*>([^<]*)<\/title\b/i.exec(page.slice(0, BEGINNING))?.[1];
	return title?.trim() || undefined;
}
