import type { IncomingHttpHeaders } from 'node:http';

/** One part of a multipart body, in the order it came. */
export interface ReceivedPart {
	name: string;
	/** the text of a part that is no file; all else here is about files */
	value?: string;
	/** as sent, decoded as UTF-8 */
	fileName?: string;
	contentType?: string;
	/** absent when the file was too large to keep */
	content?: Buffer;
	/** bytes */
	size?: number;
	sha256?: string;
}

/** A request to the service, as it came over the wire. */
export interface ReceivedRequest {
	method: string;
	/** without the query */
	path: string;
	/** with `api_key`, if the key came there */
	query: Record<string, string | string[] | undefined>;
	headers: IncomingHttpHeaders;
	/** a JSON body, parsed */
	body?: unknown;
	/** a JSON body as it came */
	text?: string;
	parts?: ReceivedPart[];
	/** by its name in the OpenAPI document; absent when the service has no such endpoint */
	operation?: string;
	/** `none` while there is no answer, and when the connection was cut instead */
	status: number | 'none';
	/** the kind of the fault that hit it */
	fault?: string;
}

/**
 * Whom a request is for, as far as its body has been read.
 *
 * @returns the phone number or customer identifier, or nothing for a read or an incomplete body
 */
export function recipientOf(request: ReceivedRequest): string | undefined {
	const part = request.parts?.find(({ name }) => name === 'customer_phone');
	if (part) return part.value;
	const body = request.body as { customer_phone?: string; customer_id?: string } | null | undefined;
	return body?.customer_phone ?? body?.customer_id;
}
