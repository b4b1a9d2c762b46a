import type { FaultRule } from '../../../dev/sandbox/faults';
import type { ReceivedRequest } from '../../../dev/sandbox/receivedRequest';
import type { AcceptedMessage } from '../../../dev/sandbox/books';
import { stage } from './stage';

async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
	const response = await fetch(`${stage.service.baseUrl}/sandbox/${path}`, {
		method,
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	if (!response.ok)
		throw new Error(`The sandbox answered ${response.status}: ${await response.text()}`);
	return (await response.json()) as Answer;
}

/** The sandbox's books, from outside its process: what the service has seen and accepted, without keys and files. */
export const books = {
	/** Forgets everything, faults included. */
	reset: () => ask<unknown>('POST', 'reset'),
	requests: () => ask<ReceivedRequest[]>('GET', 'requests'),
	accepted: () => ask<AcceptedMessage[]>('GET', 'accepted'),
	/** Whose messages it has accepted, in that order. */
	recipients: async () => (await books.accepted()).map(({ recipient }) => recipient),
	/** Makes requests go wrong. */
	addFault: (rule: FaultRule) => ask<unknown>('POST', 'faults', rule),
};
