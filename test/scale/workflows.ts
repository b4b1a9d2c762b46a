import { randomUUID } from 'node:crypto';

import type { WorkflowNode } from '../../dev/editor/restInterface';
import { NODE_VERSION } from '../support/nodeVersion';
import { until } from '../support/until';
import type { N8n } from './n8n';

/** A workflow that a webhook starts, at work. */
export interface Listening {
	id: string;
	/** Calls the webhook, which answers at once. */
	post(body: object): Promise<void>;
	/** Its executions, the first one first. */
	executions(): Promise<StoredExecution[]>;
	/** The median, the 95th percentile and the maximum of a number, an SQL expression, over its executions. */
	percentiles(expression: string): Promise<[number, number, number]>;
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
	const parameters = { httpMethod: 'POST', path, responseMode: 'onReceived', options: {} };
	const webhook = node('Webhook', 'n8n-nodes-base.webhook', 2, parameters, { webhookId: path });
	const line = [webhook, ...nodes];
	const connections = nodes.map((next, index) => [
		line[index]!.name,
		{ main: [[{ node: next.name, type: 'main', index: 0 }]] },
	]);
	const { rest, postgres } = n8n;
	const workflow = await rest.createWorkflow({
		...{ name: path, nodes: line, connections: Object.fromEntries(connections) },
		settings: {},
	});
	await rest.activate(workflow);
	// n8n answers before its webhook can be called.
	await until(
		async () =>
			(await postgres.rows(`SELECT FROM webhook_entity WHERE "webhookPath" = '${path}'`)).length >
			0,
	);
	const executions = `execution_entity LEFT JOIN execution_data ON "executionId" = id
		WHERE "workflowId" = '${workflow.id}'`;
	return {
		id: workflow.id,
		async post(body) {
			const isForm = body instanceof FormData;
			const response = await fetch(`${n8n.main.address}/webhook/${path}`, {
				method: 'POST',
				headers: isForm ? {} : { 'content-type': 'application/json' },
				body: isForm ? body : JSON.stringify(body),
			});
			if (!response.ok) throw new Error(`n8n refused a call: ${await response.text()}`);
		},
		executions: () =>
			postgres.rows(`
				SELECT id, status, substring(data FROM 'call-[0-9]+') AS call,
					coalesce(data LIKE '%${GIVEN_UP}%', false) AS "isGivenUp",
					coalesce(data LIKE '%Outcome unknown%', false) AS "isUnknown"
				FROM ${executions} ORDER BY id`),
		async percentiles(expression) {
			const [row] = await postgres.rows<{ percentiles: [number, number, number] }>(`
				SELECT percentile_disc(ARRAY[0.5, 0.95, 1]) WITHIN GROUP (ORDER BY ${expression}) AS percentiles
				FROM ${executions}`);
			return row!.percentiles;
		},
		async untilOver(count) {
			await until(async () => {
				const [state] = await postgres.rows<{ all: number; over: number }>(`
					SELECT count(*) AS all,
						count(*) FILTER (WHERE status NOT IN ('new', 'running', 'waiting')) AS over
					FROM ${executions}`);
				return state!.over === state!.all && state!.over >= count;
			});
		},
	};
}

/** The node under test. */
export function messagingNode(
	{ credential: { id, name, type } }: N8n,
	parameters: object,
	settings: object = {},
): WorkflowNode {
	return node(
		'Customer Messaging',
		'n8n-nodes-customer-messaging.customerMessaging',
		NODE_VERSION,
		parameters,
		{ credentials: { [type]: { id, name } }, ...settings },
	);
}

/** A node of n8n. */
export function node(
	name: string,
	type: string,
	typeVersion: number,
	parameters: object,
	settings: object = {},
): WorkflowNode {
	return { id: randomUUID(), name, type, typeVersion, position: [0, 0], parameters, ...settings };
}
