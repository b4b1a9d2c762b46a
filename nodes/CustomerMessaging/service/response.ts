import {
	holdsNothing,
	isObject,
	listIn,
	objectIn,
	showsNothing,
	textIn,
} from '../../../lib/basics';

export interface ServiceResponse {
	status: number;
	headers: Record<string, unknown>;
	text: string;
}

export function asText(json: unknown): string {
	return typeof json === 'string' ? json : JSON.stringify(json);
}

/** The service's own words in a response (service: Errors); undefined if it has none. */
export function ownWordsIn(json: unknown): string | undefined {
	const body = objectIn(json);
	const field = ['error', 'detail', 'message', 'status'].find(
		(name) => !showsNothing(textIn(body[name])) || isObject(body[name]),
	);
	return field === undefined ? undefined : asText(body[field]);
}

/** The service's own code for an error (service: Errors); undefined if it has none. */
export function codeIn(json: unknown): string | undefined {
	const { code } = objectIn(json);
	return typeof code === 'string' || typeof code === 'number' ? String(code) : undefined;
}

/**
 * Whether JSON shows that a message was taken: by its ID (service: Send result) or an acknowledgement (service:
 * Acknowledgement).
 */
export function isEvidence(json: unknown): boolean {
	const { id, success, data } = objectIn(json);
	return (
		success === true ||
		(typeof id === 'number' && id > 0) ||
		[id, objectIn(data).status].some((text) => !showsNothing(textIn(text)))
	);
}

/** What says that a message failed, though the service gave it an ID or an acknowledgement, and does not say no. */
export function contradictionIn(json: unknown): unknown {
	const whole = objectIn(json);
	if (!holdsNothing(whole.error)) return whole.error;
	if (saysNo(json)) return undefined;
	const { status, data, extra } = whole;
	// What WhatsApp says of it, from the whole to each part (service: Send result).
	const { report } = objectIn(extra);
	const byWhatsApp = [extra, report, ...listIn(objectIn(report).messages)].map(objectIn);
	const failed = [
		...[status, objectIn(data).status],
		...byWhatsApp.map((part) => part.message_status),
	].find((text) => typeof text === 'string' && /^\s*(fail|error|reject|undeliver)/i.test(text));
	return (
		failed ??
		[whole, ...byWhatsApp]
			.flatMap(({ error, errors }) => [error, errors])
			.find((one) => !holdsNothing(one))
	);
}

/** Whether the service says that it was no success. */
export function saysNo(json: unknown): boolean {
	const { success, extra } = objectIn(json);
	return reportsFailure(success) || reportsFailure(objectIn(extra).success);
}

function reportsFailure(success: unknown): boolean {
	return typeof success !== 'object' && /^\s*(false|0)\s*$/i.test(String(success));
}

/** Whether a response is a web page, as from a wrong address or a proxy. */
export function isPage({ headers, text }: Pick<ServiceResponse, 'headers' | 'text'>): boolean {
	return /html/i.test(String(headers['content-type'])) || /^\s*<(!doctype|html)/i.test(text);
}

export function describe(response: ServiceResponse & { json: unknown }): string {
	const { text, json } = response;
	if (showsNothing(text)) return 'an empty response';
	return isPage(response)
		? 'a web page instead of JSON'
		: `unexpected content: ${asText(json ?? text)}`;
}

/** The Retry-After header, which has seconds or a date, as milliseconds from now. */
export function retryAfterOf({ headers }: ServiceResponse): number | undefined {
	const header = textIn(headers['retry-after']);
	if (showsNothing(header)) return undefined;
	const seconds = Number(header);
	const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
	return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}
