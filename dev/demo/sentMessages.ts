import { basename } from 'node:path';

import type { AcceptedMessage } from '../sandbox/books';

/** How much of a message is shown, in characters. */
const MOST_SHOWN = 80;

/** A line for each message: whom it went to and what was in it, in the order of the recipients. */
export function listMessages(
	accepted: ReadonlyArray<Pick<AcceptedMessage, 'recipient' | 'content'>>,
): string[] {
	return [...accepted]
		.sort((one, other) => one.recipient.localeCompare(other.recipient))
		.map(({ recipient, content: { header, body } }) => {
			const to = recipient.startsWith('+') ? recipient : `customer ID ${recipient}`;
			const file = header?.file?.fileName ?? (header?.url && basename(header.url));
			const what = [file, body.replace(/\s+/g, ' ')].filter(Boolean).join(': ');
			return `${to}: ${what.length > MOST_SHOWN ? `${what.slice(0, MOST_SHOWN - 1)}…` : what}`;
		});
}
