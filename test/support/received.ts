import {
	recipientOf,
	type ReceivedPart,
	type ReceivedRequest,
} from '../../dev/sandbox/receivedRequest';
import type { Sandbox } from '../../dev/sandbox/sandbox';

/** All of a request that a test compares, without what every client adds. */
export interface WireRequest {
	method: string;
	path: string;
	query: ReceivedRequest['query'];
	/** Without the boundary of a multipart body. */
	contentType?: string;
	/** The body, parsed; absent where none was sent. */
	body?: unknown;
	/** A multipart body, a file by its hash. */
	parts?: WirePart[];
}

type WirePart =
	| Pick<ReceivedPart, 'name' | 'value'>
	| Pick<ReceivedPart, 'name' | 'fileName' | 'contentType' | 'size' | 'sha256'>;

/**
 * Everything the service received, sorted by recipient: different recipients are served in
 * parallel, so only the order for each of them is certain.
 */
export function received(sandbox: Sandbox): WireRequest[] {
	return [...sandbox.requests]
		.sort((one, other) => order(one).localeCompare(order(other)))
		.map(wireRequest);
}

function order(request: ReceivedRequest): string {
	return recipientOf(request) ?? JSON.stringify(request.query);
}

function wireRequest({
	method,
	path,
	query,
	headers,
	body,
	text,
	parts,
}: ReceivedRequest): WireRequest {
	const contentType = headers['content-type']?.replace(/; boundary=.*$/, '');
	return {
		method,
		path,
		query,
		...(contentType === undefined ? {} : { contentType }),
		...(text === undefined ? {} : { body }),
		...(parts === undefined ? {} : { parts: parts.map(wirePart) }),
	};
}

function wirePart({ name, value, fileName, contentType, size, sha256 }: ReceivedPart): WirePart {
	return value === undefined ? { name, fileName, contentType, size, sha256 } : { name, value };
}
