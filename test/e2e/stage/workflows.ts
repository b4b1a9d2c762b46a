import { randomUUID } from 'node:crypto';

import type { SavedWorkflow, WorkflowNode } from '../../../dev/editor/restInterface';
import { line, messagingNode as nodeUnderTest, webhook } from '../../support/workflowNodes';
import { rest, stage } from './stage';

export {
	giving,
	line,
	manualTrigger,
	MESSAGING,
	node,
	spread,
	to,
	webhook,
} from '../../support/workflowNodes';

/** The node under test, with the stage's credential. */
export function messagingNode(parameters: object, settings: object = {}): WorkflowNode {
	return nodeUnderTest(stage.credential, parameters, settings);
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
