import type { RestInterface } from '../../../dev/editor/restInterface';
import { until } from '../../support/until';
import { books } from './books';
import { executionsOf, itemsOf, storedExecution, type ListedExecution } from './executions';
import { MESSAGING } from './workflows';

/** The link that the latest message carries, in its text or its variables. */
export async function latestLink(): Promise<string> {
	const accepted = (await books.accepted()).at(-1)!;
	return /http[^"\s]+\/webhook-waiting\/[^"\s]+/.exec(JSON.stringify(accepted.request.body))![0];
}

/** Waits until a workflow's latest execution is in one of these states. */
export async function latestExecution(
	rest: RestInterface,
	workflowId: string,
	...states: string[]
): Promise<ListedExecution> {
	return await until(async () => {
		const [latest] = await executionsOf(rest, workflowId);
		return latest !== undefined && states.includes(latest.status) ? latest : undefined;
	});
}

/** Sends the form behind a link, as a browser does. */
export async function answer(link: string, given: string): Promise<Response> {
	return await fetch(link, { method: 'POST', body: new URLSearchParams({ answer: given }) });
}

/** What the waiting node gave out in the end, in each of its runs. */
export async function answersOf(rest: RestInterface, executionId: string, nodeName = MESSAGING) {
	return itemsOf(await storedExecution(rest, executionId), nodeName);
}
