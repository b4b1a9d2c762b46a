import { randomUUID } from 'node:crypto';

import type { SavedWorkflow, WorkflowFile, WorkflowNode } from '../../../dev/editor/restInterface';
import { NODE_VERSION } from '../../support/nodeVersion';
import { rest, stage } from './stage';

/** The name of the node under test. */
export const MESSAGING = 'Customer Messaging';

/** The node under test, with the stage's credential. */
export function messagingNode(parameters: object, settings: object = {}): WorkflowNode {
	const { id, name, type } = stage.credential;
	return node(
		MESSAGING,
		'n8n-nodes-customer-messaging.customerMessaging',
		NODE_VERSION,
		parameters,
		{
			credentials: { [type]: { id, name } },
			...settings,
		},
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

/** A trigger that someone starts in the editor. */
export function manualTrigger(): WorkflowNode {
	return node('Start', 'n8n-nodes-base.manualTrigger', 1, {});
}

/** A trigger that a call of `/webhook/<path>` starts. */
export function webhook(path: string, parameters: object = {}): WorkflowNode {
	return node(
		'Webhook',
		'n8n-nodes-base.webhook',
		2,
		{ httpMethod: 'POST', path, ...parameters },
		{ webhookId: path },
	);
}

/** Calls a webhook of n8n. */
export async function post(path: string, body: object, address = stage.address): Promise<Response> {
	return await fetch(`${address}/webhook/${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
}

/** A workflow that a webhook starts and that answers with the last node's items. */
export interface Called {
	workflow: SavedWorkflow;
	/** Calls it; gives the status and the parsed answer. */
	call(body: object): Promise<{ status: number; answer: unknown }>;
}

/** Saves nodes as one line behind a webhook, and puts the workflow to work. */
export async function listen(name: string, nodes: WorkflowNode[]): Promise<Called> {
	const path = randomUUID();
	const answering = { responseMode: 'lastNode', responseData: 'allEntries', options: {} };
	const workflow = await activate(name, [webhook(path, answering), ...nodes]);
	return {
		workflow,
		async call(body) {
			const response = await post(path, body);
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
	name: string,
	nodes: WorkflowNode[],
	n8n = rest,
): Promise<SavedWorkflow> {
	const workflow = await n8n.createWorkflow(line(name, nodes));
	await n8n.activate(workflow);
	return workflow;
}

/** A workflow of nodes each of which leads to the next. */
export function line(name: string, nodes: WorkflowNode[]): WorkflowFile {
	const connections = nodes
		.slice(1)
		.map((next, index) => [
			nodes[index]!.name,
			{ main: [[{ node: next.name, type: 'main', index: 0 }]] },
		]);
	return { name, nodes: spread(nodes), connections: Object.fromEntries(connections) };
}

/** Puts each node somewhere else on the canvas. */
export function spread(nodes: WorkflowNode[]): WorkflowNode[] {
	return nodes.map((one, index) => ({ ...one, position: [index * 240, 0] }));
}
