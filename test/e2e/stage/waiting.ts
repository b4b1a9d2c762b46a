import type { AcceptedMessage } from '../../../dev/sandbox/books';
import { books } from './books';
import { itemsOf, latestExecution, storedExecution } from './executions';
import { rest } from './stage';
import { listen, MESSAGING, messagingNode } from './workflows';

/** The parameters of the node under test that ask a customer, with the day of the call. */
export const QUESTION = {
	resource: 'message',
	operation: 'sendAndWait',
	customerId: '5001',
	message: '=Is {{ $json.body.day }} fine?',
};

/** Runs a workflow whose node asks a customer about Thursday, up to the wait. */
export async function ask(name: string, parameters: object, settings: object = {}) {
	const { workflow, call } = await listen(`Wait: ${name}`, [
		messagingNode({ ...QUESTION, ...parameters }, settings),
	]);
	await call({ day: 'Thursday' });
	const { id } = await latestExecution(workflow.id, 'waiting');
	return { id, workflow, link: await latestLink() };
}

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

/** What the waiting node gave out in the end. */
export async function answersOf(executionId: string, n8n = rest) {
	return itemsOf(await storedExecution(executionId, n8n), MESSAGING);
}
