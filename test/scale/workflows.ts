import { randomUUID } from 'node:crypto';

import type { WorkflowNode } from '../../dev/editor/restInterface';
import type { QueueMode } from './queueMode';
import { NODE_VERSION } from '../support/nodeVersion';
import { until } from '../support/until';

/** A workflow that is at work. */
export interface Listening {
	id: string;
	/** of its webhook */
	address: string;
}

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

/** Saves nodes as one line behind a webhook that answers at once, and puts the workflow to work. */
export async function listen(
	{ rest, main, postgres }: QueueMode,
	name: string,
	nodes: WorkflowNode[],
): Promise<Listening> {
	const path = randomUUID();
	const line = [webhook(path), ...nodes];
	const connections = Object.fromEntries(
		nodes.map((next, index) => [
			line[index]!.name,
			{ main: [[{ node: next.name, type: 'main', index: 0 }]] },
		]),
	);
	const workflow = await rest.createWorkflow({ name, nodes: line, connections });
	await rest.activate(workflow);
	// n8n answers before its webhook can be called.
	await until(
		async () =>
			(await postgres.rows(`SELECT FROM webhook_entity WHERE "webhookPath" = '${path}'`)).length >
			0,
	);
	return { id: workflow.id, address: `${main.address}/webhook/${path}` };
}

/** A webhook that answers at once. */
export function webhook(path: string): WorkflowNode {
	const parameters = { httpMethod: 'POST', path, responseMode: 'onReceived', options: {} };
	return { ...node('Webhook', 'n8n-nodes-base.webhook', 2, parameters), webhookId: path };
}

/** The node under test. */
export function messagingNode(
	{ credential: { id, name, type } }: Pick<QueueMode, 'credential'>,
	parameters: object,
): WorkflowNode {
	const messaging = node(
		'Customer Messaging',
		'n8n-nodes-customer-messaging.customerMessaging',
		NODE_VERSION,
		parameters,
	);
	return { ...messaging, credentials: { [type]: { id, name } } };
}

/** A node of n8n. */
export function node(
	name: string,
	type: string,
	typeVersion: number,
	parameters: object,
): WorkflowNode {
	return { id: randomUUID(), name, type, typeVersion, position: [0, 0], parameters };
}
