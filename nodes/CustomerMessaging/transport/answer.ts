import type { IDataObject } from 'n8n-workflow';

import type { Failure, FailureKind } from './failure';
import { redactJson, type Redact } from './redaction';
import { isWebPage, titleOf } from './webPage';

/** What one request came to: the JSON of a 2xx answer, whatever it says, or what went wrong. */
export type ServiceAnswer =
	| { ok: true; httpCode: string; json: IDataObject | IDataObject[] }
	| {
			ok: false;
			failure: Failure;
			/** Whether it came in JSON all the same, as the service answers. */
			isJson?: boolean;
	  };

/** An answer as it came over the wire. */
export interface RawAnswer {
	status: number;
	headers: Record<string, unknown>;
	/** The body's text; undefined where it was longer than any answer of the interface can be. */
	text: string | undefined;
}

/** The most of a foreign text that is worth showing, in characters. */
const EXCERPT_LENGTH = 200;

/** What to do about an answer that the service would not give. */
export const WRONG_ADDRESS_ADVICE =
	"Check that 'Base URL' in the credential is the address of the messaging service";

const UNAUTHORIZED_ADVICE =
	"Copy the API Key from the team settings of the service's dashboard into 'API Key' in the credential. If it was replaced, ask the service's support for the new one";

/**
 * Reads what the service said: the JSON of a 2xx answer, whatever it says, else a failure in the user's words with the
 * service's own (sections 7.1 and 7.2).
 *
 * Takes the raw answer and the redaction of the API key. Never throws. Statuses that the interface does not show are
 * read by their class.
 */
export function readAnswer(raw: RawAnswer, redact: Redact): ServiceAnswer {
	const httpCode = String(raw.status);
	const body = parse(raw.text, redact);
	const failed = (
		kind: FailureKind,
		message: string,
		advice: string,
		more: Partial<Failure> = {},
	): ServiceAnswer => ({
		ok: false,
		failure: { kind, message, advice, httpCode, ...more },
		isJson: isObject(body),
	});

	if (raw.status >= 200 && raw.status < 300) {
		if (isObject(body) || (Array.isArray(body) && body.every(isObject)))
			return { ok: true, httpCode, json: body };
		return failed(
			// Text that only says it is HTML may be a service's own answer that broke.
			isWebPage('', raw.text ?? '') ? 'webPage' : 'unreadable',
			`The service returned status ${httpCode} with ${describe(raw, redact)}`,
			WRONG_ADDRESS_ADVICE,
		);
	}

	const said = wordsOf(body) ?? describe(raw, redact);
	if (raw.status >= 300 && raw.status < 400) {
		const location = locationOf(raw, redact);
		return failed(
			'redirected',
			`'Base URL' redirects to another address: ${location}`,
			`The service returned status ${httpCode}, and redirects are not followed. Set 'Base URL' in the credential to the address where the service itself responds`,
		);
	}
	if (raw.status === 401) {
		return failed(
			'unauthorized',
			`The service rejected the API key: ${said}`,
			UNAUTHORIZED_ADVICE,
			codeOf(body),
		);
	}
	if (raw.status === 429) {
		return failed(
			'rateLimited',
			`The service is receiving too many requests (429): ${said}`,
			"Try again in a moment. For many messages, lower 'Parallel Sends' or set 'Messages per Second' under 'Options'",
			{
				...codeOf(body),
				adviceForRead: 'Try again in a moment',
				retryAfter: retryAfterOf(raw),
			},
		);
	}
	if (raw.status >= 400 && raw.status < 500) {
		const code = codeOf(body);
		const suffix = code.code === undefined ? '' : ` (code ${code.code})`;
		const is404 = raw.status === 404;
		const hasWords = wordsOf(body) !== undefined;
		const isPage = !hasWords && isWebPage(contentTypeOf(raw), raw.text ?? '');
		return failed(
			is404 && hasWords ? 'notFound' : 'refused',
			isPage
				? `The service returned status ${httpCode} with ${said}`
				: `The service refused the request with status ${httpCode}: ${said}${suffix}`,
			isPage || (is404 && !hasWords)
				? WRONG_ADDRESS_ADVICE
				: 'Correct the values that the service names, then try again',
			{ ...code, said: wordsOf(body) },
		);
	}
	if (raw.status >= 500) {
		return failed(
			'serverError',
			`The service failed with status ${httpCode}: ${said}`,
			"Check the service's status",
			codeOf(body),
		);
	}
	return failed(
		'unreadable',
		`The service returned the unexpected status ${httpCode}`,
		"Check 'Base URL' in the credential",
	);
}

function parse(text: string | undefined, redact: Redact): unknown {
	if (text === undefined) return undefined;
	try {
		const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
		// Text without the secret and without escapes cannot hold it once parsed either.
		const isClean = !text.includes('\\') && redact(text) === text;
		return isClean ? value : redactJson(value, redact);
	} catch {
		return undefined;
	}
}

/** The service's own words in an answer, on one line and cut to a length worth showing; undefined where it has none. */
export function wordsOf(body: unknown): string | undefined {
	if (!isObject(body)) return undefined;
	for (const key of ['error', 'detail', 'message', 'status']) {
		const value = body[key];
		if (typeof value === 'string' && value.trim() !== '') return excerpt(value);
		if (isObject(value)) return excerpt(JSON.stringify(value));
	}
	return undefined;
}

/** The service's own code in an answer (section 7.1), where it has one. */
export function codeOf(body: unknown): { code?: string } {
	if (!isObject(body)) return {};
	return typeof body.code === 'string' || typeof body.code === 'number'
		? { code: excerpt(String(body.code)) }
		: {};
}

function describe(raw: RawAnswer, redact: Redact): string {
	if (raw.text === undefined) return 'a response that is far too long';
	if (raw.text.trim() === '') return 'an empty response';
	if (isWebPage(contentTypeOf(raw), raw.text)) {
		const title = titleOf(raw.text);
		return title === undefined
			? 'a web page instead of JSON'
			: `a web page titled '${excerpt(redact(title))}' instead of JSON`;
	}
	return `unexpected content: ${excerpt(redact(raw.text))}`;
}

function contentTypeOf({ headers }: RawAnswer): string {
	return String(headers['content-type'] ?? '');
}

/** Where a redirect leads, without the query, which may repeat the key. */
function locationOf(raw: RawAnswer, redact: Redact): string {
	const location = raw.headers.location;
	if (typeof location !== 'string' || location === '') return 'the service does not say where';
	return excerpt(redact(location.split(/[?#]/)[0] ?? ''));
}

/** The Retry-After header as milliseconds from now: seconds, or a date. */
function retryAfterOf(raw: RawAnswer): number | undefined {
	const header = raw.headers['retry-after'];
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

/** Whether a value of parsed JSON is an object, and no list. */
export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
