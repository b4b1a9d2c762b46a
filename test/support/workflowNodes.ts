import { randomUUID } from 'node:crypto';

import type { SavedCredential, WorkflowNode } from '../../dev/editor/restInterface';
import { NODE_VERSION } from './nodeVersion';

/** A node of a workflow. */
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

/** A node that gives out an item with this JSON. */
export function giving(name: string, json: object): WorkflowNode {
	const jsonOutput = JSON.stringify(json);
	return node(name, 'n8n-nodes-base.set', 3.4, { mode: 'raw', jsonOutput, options: {} });
}

/** A node that gives out these fields, each of which may be an expression, as texts, and no others. */
export function noting(name: string, fields: Record<string, string>): WorkflowNode {
	const assignments = Object.entries(fields).map(([field, value]) => ({
		...{ id: field, name: field, value, type: 'string' },
	}));
	return node(name, 'n8n-nodes-base.set', 3.4, { assignments: { assignments }, options: {} });
}

/** What leads from an output to these nodes. */
export function to(...names: string[]) {
	return names.map((name) => ({ node: name, type: 'main', index: 0 }));
}

/** A workflow of nodes each of which leads to the next. */
export function line(name: string, nodes: WorkflowNode[]) {
	const connections = nodes
		.slice(1)
		.map((next, index) => [nodes[index]!.name, { main: [to(next.name)] }]);
	return { name, nodes: spread(nodes), connections: Object.fromEntries(connections) };
}

/** Puts each node somewhere else on the canvas. */
export function spread(nodes: WorkflowNode[]): WorkflowNode[] {
	return nodes.map((one, index) => ({ ...one, position: [index * 240, 0] }));
}
