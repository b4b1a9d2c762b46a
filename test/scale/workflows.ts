import { randomUUID } from 'node:crypto';

import type { WorkflowNode } from '../../dev/editor/restInterface';
import { until } from '../support/until';
import { line, webhook } from '../support/workflowNodes';
import type { N8n } from './n8n';

/** A workflow that a webhook starts, at work. */
export interface Listening {
	id: string;
	/** Calls the webhook, which answers at once. */
	post(body: object): Promise<void>;
	/** Its executions, the first one first. */
	executions(): Promise<StoredExecution[]>;
	/** Waits until it has had this number of executions, and all of them are over. */
	untilOver(count: number): Promise<void>;
}

/** An execution as the database has it. */
export interface StoredExecution {
	id: number;
	status: string;
	/** the name of the call that started it */
	call: string | null;
	/** Whether n8n says that it gave up on it after its worker had gone. */
	isGivenUp: boolean;
	/** Whether the node says of a message that its outcome is unknown. */
	isUnknown: boolean;
}

/** What n8n says of an execution whose worker has gone. */
const GIVEN_UP = 'This execution failed to be processed too many times';

/** The parameters of the node under test that send a call's message. */
export const ORDER_TEMPLATE = {
	resource: 'template',
	operation: 'send',
	channelId: { __rl: true, mode: 'id', value: '11' },
	templateId: '101',
	customerPhone: '={{ $json.body.phone }}',
	specifyVariables: 'json',
	variablesJson: '={{ { "1": "A-1001", "2": $json.body.name, "3": "Friday" } }}',
};

/** Puts nodes to work as one line behind a webhook. */
export async function listen(n8n: N8n, nodes: WorkflowNode[]): Promise<Listening> {
	const path = randomUUID();
	const { rest, postgres } = n8n;
	const trigger = webhook(path, { responseMode: 'onReceived', options: {} });
	const workflow = await rest.createWorkflow(line(path, [trigger, ...nodes]));
	await rest.activate(workflow);
	// n8n answers before its webhook can be called.
	await until(
		async () =>
			(await postgres.rows(`SELECT FROM webhook_entity WHERE "webhookPath" = '${path}'`)).length >
			0,
	);
	return {
		id: workflow.id,
		async post(body) {
			const isForm = body instanceof FormData;
			const response = await until(async () => {
				const answer = await fetch(`${n8n.main.address}/webhook/${path}`, {
					method: 'POST',
					headers: isForm ? {} : { 'content-type': 'application/json' },
					body: isForm ? body : JSON.stringify(body),
				});
				// On a busy machine n8n finds its database not ready for a while, and takes no call.
				return answer.status !== 503 && answer;
			});
			if (!response.ok) throw new Error(`n8n refused a call: ${await response.text()}`);
		},
		executions: () => executionsOf(n8n, workflow.id),
		async untilOver(count) {
			await until(async () => {
				const [state] = await postgres.rows<{ all: number; over: number }>(`
					SELECT count(*) AS all,
						count(*) FILTER (WHERE status NOT IN ('new', 'running', 'waiting')) AS over
					FROM execution_entity WHERE "workflowId" = '${workflow.id}'`);
				return state!.over === state!.all && state!.over >= count;
			});
		},
	};
}

/** A workflow's executions, the first one first. */
export async function executionsOf(
	{ postgres }: N8n,
	workflowId: string,
): Promise<StoredExecution[]> {
	return await postgres.rows(`
		SELECT id, status, substring(data FROM 'call-[0-9]+') AS call,
			coalesce(data LIKE '%${GIVEN_UP}%', false) AS "isGivenUp",
			coalesce(data LIKE '%Outcome unknown%', false) AS "isUnknown"
		FROM execution_entity LEFT JOIN execution_data ON "executionId" = id
		WHERE "workflowId" = '${workflowId}' ORDER BY id`);
}
