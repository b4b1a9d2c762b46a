import { parse } from 'flatted';

import type { SavedWorkflow } from '../../../dev/editor/restInterface';
import { until } from '../../support/until';
import { rest } from './stage';

/** An execution as n8n lists it. */
interface ListedExecution {
	id: string;
	status: string;
}

/** What n8n stores of an execution. */
interface StoredExecution {
	resultData: {
		error?: object;
		runData: Record<
			string,
			Array<{ data?: { main: Array<Array<{ json: Record<string, unknown> }> | null> } }>
		>;
	};
}

/** Starts a saved workflow as its user does in the editor; gives the ID of the execution. */
export async function runByHand(
	workflow: SavedWorkflow,
	trigger = 'n8n-nodes-base.manualTrigger',
): Promise<string> {
	const { name } = workflow.nodes.find(({ type }) => type === trigger)!;
	const { executionId } = await rest.ask<{ executionId: string }>(
		'POST',
		`/workflows/${workflow.id}/run`,
		{ workflowData: workflow, triggerToStartFrom: { name } },
	);
	return executionId;
}

/** The executions of a workflow, the latest first. */
export async function executionsOf(workflowId: string, n8n = rest): Promise<ListedExecution[]> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	const path = `/executions?limit=100&filter=${filter}`;
	return (await n8n.ask<{ results: ListedExecution[] }>('GET', path)).results;
}

/** Waits until a workflow's latest execution is stored with this status, or with one of these. */
export async function latestExecution(
	workflowId: string,
	status: string | string[],
	n8n = rest,
): Promise<ListedExecution> {
	return await until(async () => {
		const [latest] = await executionsOf(workflowId, n8n);
		return latest && [status].flat().includes(latest.status) && latest;
	});
}

/** What n8n has stored of an execution. */
export async function storedExecution(id: string, n8n = rest): Promise<StoredExecution> {
	const { data } = await n8n.ask<{ data: string }>('GET', `/executions/${id}`);
	return parse(data) as StoredExecution;
}

/** The items that a node gave in its last run, by its first output. */
export function itemsOf(execution: StoredExecution, nodeName: string) {
	const last = execution.resultData.runData[nodeName]?.at(-1);
	return (last?.data?.main[0] ?? []).map(({ json }) => json);
}
