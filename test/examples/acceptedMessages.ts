import type { AcceptedMessage, Sandbox } from '../../dev/sandbox/sandbox';

/** What one accepted message was, in the words of the request. */
export interface Entry {
	path: string;
	/** a JSON body */
	body?: unknown;
	/** the parts of a multipart body: text by name, a file by its name, type and first bytes */
	parts?: Record<string, unknown>;
}

/**
 * What the service accepted, in a stable order: parallel sends arrive as they come.
 *
 * @returns for each recipient, its messages in the order they were accepted
 */
export function booksOf({ accepted }: Pick<Sandbox, 'accepted'>): Record<string, Entry[]> {
	const books: Record<string, Entry[]> = {};
	for (const message of accepted) (books[message.recipient] ??= []).push(entryOf(message));
	return books;
}

function entryOf({ request: { path, body, parts } }: AcceptedMessage): Entry {
	const endpoint = path.replace('/stable/open/', '');
	if (parts === undefined) return { path: endpoint, body };
	return {
		path: endpoint,
		parts: Object.fromEntries(
			parts.map(({ name, value, fileName, contentType, content }) => [
				name,
				value ?? { fileName, contentType, begins: content?.subarray(0, 8).toString('latin1') },
			]),
		),
	};
}
