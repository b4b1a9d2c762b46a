import type { AcceptedMessage } from '../../../dev/sandbox/receivedRequest';
import { books } from './books';
import { itemsOf, storedExecution } from './executions';
import { rest } from './stage';
import { MESSAGING } from './workflows';

/** The link that the latest message carries. */
export async function latestLink(): Promise<string> {
	return linkOf((await books.accepted()).at(-1)!);
}

/** The link that a message carries, in its text or its variables. */
export function linkOf({ request }: AcceptedMessage): string {
	return /http[^"\s]+\/webhook-waiting\/[^"\s]+/.exec(JSON.stringify(request.body))![0];
}

/** Sends the form behind a link, as a browser does. */
export async function answer(link: string, given: string): Promise<Response> {
	return await fetch(link, { method: 'POST', body: new URLSearchParams({ answer: given }) });
}

/** Sends a form with several fields, as a browser does. */
export async function fillIn(link: string, given: string[][]): Promise<Response> {
	const body = new FormData();
	for (const [name, value] of [...given, ['answer', 'form']]) body.append(name!, value!);
	return await fetch(link, { method: 'POST', body });
}

/** What the waiting node gave out in the end. */
export async function answersOf(executionId: string, n8n = rest) {
	return itemsOf(await storedExecution(executionId, n8n), MESSAGING);
}
