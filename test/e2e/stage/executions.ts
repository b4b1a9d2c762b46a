import { parse } from 'flatted';

import type { RestInterface } from '../../../dev/editor/restInterface';
import { until } from '../../support/until';

/** An execution as n8n lists it. */
export interface ListedExecution {
	id: string;
	status: string;
	retryOf?: string | null;
	retrySuccessId?: string | null;
}

/** An item as n8n stores it. */
export interface StoredItem {
	json: Record<string, unknown>;
	pairedItem?: unknown;
}

/** What n8n stores of an execution. */
export interface StoredExecution {
	resultData: {
		error?: { message: string; description?: string };
		runData: Record<
			string,
			Array<{ data?: { main: Array<StoredItem[] | null> }; error?: { message: string } }>
		>;
	};
}

/** The executions of a workflow, the latest first. */
export async function executionsOf(
	rest: RestInterface,
	workflowId: string,
): Promise<ListedExecution[]> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	return (await rest.ask<{ results: ListedExecution[] }>('GET', `/executions?filter=${filter}`))
		.results;
}

/** Waits until a workflow's latest execution is over and stored with this status. */
export async function executionThatEnded(
	rest: RestInterface,
	workflowId: string,
	status: string,
): Promise<ListedExecution> {
	return await until(async () =>
		(await executionsOf(rest, workflowId)).find((execution) => execution.status === status),
	);
}

/** What n8n has stored of an execution. */
export async function storedExecution(rest: RestInterface, id: string): Promise<StoredExecution> {
	const { data } = await rest.ask<{ data: string }>('GET', `/executions/${id}`);
	return parse(data) as StoredExecution;
}

/** The items that a node gave, by the output: 0, or 1 for its error output. */
export function itemsOf(
	execution: StoredExecution,
	nodeName: string,
	output = 0,
): Array<Record<string, unknown>> {
	const last = execution.resultData.runData[nodeName]?.at(-1);
	return (last?.data?.main[output] ?? []).map(({ json }) => json);
}
