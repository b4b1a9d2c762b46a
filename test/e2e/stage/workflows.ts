import { randomUUID } from 'node:crypto';

import type { RestInterface, SavedWorkflow, WorkflowNode } from '../../../dev/editor/restInterface';
import { stage } from './stage';

/** The name of the node under test. */
export const MESSAGING = 'Customer Messaging';

/** The node under test, with the stage's credential. */
export function messagingNode(parameters: object, settings: object = {}): WorkflowNode {
	const { id, name, type } = stage.credential;
	return node(MESSAGING, 'n8n-nodes-customer-messaging.customerMessaging', 1, parameters, {
		credentials: { [type]: { id, name } },
		...settings,
	});
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

/** A workflow that a webhook starts and that answers with the last node's items. */
export interface Called {
	workflow: SavedWorkflow;
	/** Calls it; gives the status and the parsed answer. */
	call(body: object): Promise<{ status: number; answer: unknown }>;
}

/** Saves nodes as one line behind a webhook, and puts the workflow to work. */
export async function listen(
	rest: RestInterface,
	name: string,
	nodes: WorkflowNode[],
): Promise<Called> {
	const path = randomUUID();
	const webhook = node(
		'Webhook',
		'n8n-nodes-base.webhook',
		2,
		{ httpMethod: 'POST', path, responseMode: 'lastNode', responseData: 'allEntries', options: {} },
		{ webhookId: path },
	);
	const workflow = await activate(rest, name, [webhook, ...nodes]);
	return {
		workflow,
		async call(body) {
			const response = await fetch(`${stage.address}/webhook/${path}`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(body),
			});
			const text = await response.text();
			return {
				status: response.status,
				answer: text === '' ? undefined : (JSON.parse(text) as unknown),
			};
		},
	};
}

/** Saves nodes as one line, and puts the workflow to work. */
export async function activate(
	rest: RestInterface,
	name: string,
	nodes: WorkflowNode[],
): Promise<SavedWorkflow> {
	const workflow = await rest.createWorkflow({
		name,
		nodes: spread(nodes),
		connections: line(nodes),
	});
	await rest.activate(workflow);
	return workflow;
}

/** Connects each node with the next. */
export function line(nodes: WorkflowNode[]): object {
	return Object.fromEntries(
		nodes
			.slice(1)
			.map((next, index) => [
				nodes[index]!.name,
				{ main: [[{ node: next.name, type: 'main', index: 0 }]] },
			]),
	);
}

/** Gives each node a place of its own on the canvas. */
export function spread(nodes: WorkflowNode[]): WorkflowNode[] {
	return nodes.map((one, index) => ({ ...one, position: [index * 240, 0] }));
}
