import {
	recipientOf,
	type ReceivedPart,
	type ReceivedRequest,
} from '../../dev/sandbox/receivedRequest';
import type { Sandbox } from '../../dev/sandbox/sandbox';

/**
 * Everything the service received, sorted by recipient: different recipients are served in
 * parallel, so only the order for each of them is certain.
 */
export function received(sandbox: Sandbox) {
	return [...sandbox.requests]
		.sort((one, other) => order(one).localeCompare(order(other)))
		.map(wireRequest);
}

function order(request: ReceivedRequest): string {
	return recipientOf(request) ?? JSON.stringify(request.query);
}

/** All of a request that a test compares, without what every client adds; a file by its hash. */
function wireRequest({ method, path, query, headers, body, text, parts }: ReceivedRequest) {
	return {
		...{ method, path, query },
		contentType: headers['content-type']?.replace(/; boundary=.*$/, ''),
		body: text === undefined ? undefined : (body as unknown),
		parts: parts?.map(wirePart),
	};
}

function wirePart({ name, value, fileName, contentType, size, sha256 }: ReceivedPart) {
	return value === undefined ? { name, fileName, contentType, size, sha256 } : { name, value };
}
