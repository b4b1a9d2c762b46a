import { randomUUID } from 'node:crypto';

import type { SavedCredential, WorkflowFile, WorkflowNode } from '../../dev/editor/restInterface';
import { NODE_VERSION } from './nodeVersion';

/** A node for a workflow of a real n8n. */
export function node(
	name: string,
	type: string,
	typeVersion: number,
	parameters: object,
	settings: object = {},
): WorkflowNode {
	return { id: randomUUID(), name, type, typeVersion, position: [0, 0], parameters, ...settings };
}

/** The name of the node under test. */
export const MESSAGING = 'Customer Messaging';

/** The node under test, with a credential. */
export function messagingNode(
	{ id, name, type }: SavedCredential,
	parameters: object,
	settings: object = {},
): WorkflowNode {
	return node(
		MESSAGING,
		'n8n-nodes-customer-messaging.customerMessaging',
		NODE_VERSION,
		parameters,
		{ credentials: { [type]: { id, name } }, ...settings },
	);
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
