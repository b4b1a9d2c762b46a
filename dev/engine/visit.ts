import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

import { WebhookContext } from 'n8n-core';
import type {
	INodeExecutionData,
	IWebhookData,
	IWorkflowExecuteAdditionalData,
	Workflow,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { createAdditionalData } from './additionalData';
import type { Execution } from './execution';
import type { StoredCredentials } from './storedCredentials';

/** A request to the link of a waiting execution. */
export interface VisitRequest {
	method: 'GET' | 'POST';
	/** The link; its signature is checked by n8n's server, and so not here. */
	url: string;
	/** What a form sends, as n8n parses it. */
	body?: unknown;
	/** What n8n's server waits for before it resumes the execution; where it throws, the server says so in place of the page. */
	resumesAfter?: () => Promise<void>;
	/** Whether the connection breaks before that. */
	breaksOff?: boolean;
}

export interface Visit {
	status: number;
	headers: Record<string, string>;
	page: string;
	/** The output of the waiting node, where the visit ends the wait. */
	answer: INodeExecutionData[][] | undefined;
}

/** Calls the webhook of a waiting node, as n8n's server does for its link. */
export async function visit(
	waiting: Execution,
	workflow: Workflow,
	credentials: StoredCredentials,
	{ method, url, body = {}, resumesAfter = async () => {}, breaksOff = false }: VisitRequest,
): Promise<Visit> {
	const runExecutionData = waiting.readStored();
	const due = runExecutionData.executionData?.nodeExecutionStack[0];
	const node = due && workflow.getNode(due.node.name);
	const nodeType = node && workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	if (!node || !nodeType?.webhook) throw new UserError('The execution waits at no webhook.');

	const visit: Visit = { status: 200, headers: {}, page: '', answer: undefined };
	const response = new ServerResponse(new IncomingMessage(new Socket()));
	const sending = Object.assign(response, {
		status(status: number) {
			response.statusCode = status;
			return sending;
		},
		set(headers: Record<string, string>) {
			Object.assign(visit.headers, headers);
			return sending;
		},
		send(page: string) {
			visit.page = page;
			response.writeHead(response.statusCode);
			// n8n compresses its pages, and what is compressed never ends where the connection is gone.
			if (response.destroyed) return;
			response.end(page);
			response.emit('finish');
			response.emit('close');
		},
	});
	const additionalData: IWorkflowExecuteAdditionalData = {
		...createAdditionalData({ credentials, executionId: waiting.id, workflowId: workflow.id }),
		httpRequest: {
			method,
			body,
			headers: {},
			query: Object.fromEntries(new URL(url).searchParams),
		} as unknown as IWorkflowExecuteAdditionalData['httpRequest'],
		httpResponse: sending as unknown as IWorkflowExecuteAdditionalData['httpResponse'],
	};
	const context = new WebhookContext(
		workflow,
		node,
		additionalData,
		waiting.data.mode,
		{} as IWebhookData,
		[],
		runExecutionData,
	);
	const { workflowData, webhookResponse } = await workflow.expression.withIsolate(
		async () => await nodeType.webhook!.call(context),
	);
	if (breaksOff) {
		response.destroyed = true;
		response.emit('close');
	}
	let isResumed = workflowData !== undefined;
	if (isResumed)
		await resumesAfter().catch(() => {
			isResumed = false;
			sending.status(500).send('');
		});
	if (isResumed && typeof webhookResponse === 'string') sending.send(webhookResponse);
	return {
		...visit,
		status: response.statusCode,
		answer: isResumed ? workflowData : undefined,
	};
}
