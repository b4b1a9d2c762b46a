import { randomUUID } from 'node:crypto';

import { expect } from '@playwright/test';

import type { WorkflowNode } from '../../../dev/editor/restInterface';
import { until } from '../../support/until';
import { books } from './books';
import { latestExecution, storedExecution } from './executions';
import { type LanguageModel, startLanguageModel } from './languageModel';
import { rest } from './stage';
import { messagingNode, node, post, spread, webhook } from './workflows';

/** The name of the node that asks the customer. */
export const REVIEW = 'Ask the Customer';

const TOOL = 'Order';

const to = (name: string, type: string) => ({ [type]: [[{ node: name, type, index: 0 }]] });

/** Runs an agent whose model calls a tool once; gives the workflow once it waits. */
export async function runAgent(call: { tool: string; arguments: object }, tools: WorkflowNode[]) {
	const model = await startLanguageModel([{ calls: [call] }, { says: 'That is all.' }]);
	const path = randomUUID();
	const nodes = [
		webhook(path),
		node('Agent', '@n8n/n8n-nodes-langchain.agent', 3.1, {
			promptType: 'define',
			text: 'The red drill is out of stock: offer the blue one',
			options: {},
		}),
		node(
			'Model',
			'@n8n/n8n-nodes-langchain.lmChatOpenAi',
			1.2,
			{ model: { __rl: true, mode: 'id', value: 'known-beforehand' }, options: {} },
			{ credentials: model.credentials },
		),
		...tools,
	];
	const workflow = await rest.createWorkflow({
		name: 'Agent that asks',
		// Each tool belongs to the one before it, and the first to the agent.
		connections: {
			Webhook: to('Agent', 'main'),
			Model: to('Agent', 'ai_languageModel'),
			...Object.fromEntries(
				tools.map((tool, index) => [tool.name, to(tools[index - 1]?.name ?? 'Agent', 'ai_tool')]),
			),
		},
		nodes: spread(nodes),
		settings: { executionOrder: 'v1' },
	});
	await rest.activate(workflow);
	await post(path, {});
	await latestExecution(workflow.id, ['waiting', 'error', 'success']);
	return { workflow, model };
}

/** The node as an agent's tool, or as the review of one. */
export function tool(name: string, kind: 'Tool' | 'HitlTool', parameters: object): WorkflowNode {
	return {
		...messagingNode(parameters),
		name,
		type: `n8n-nodes-customer-messaging.customerMessaging${kind}`,
	};
}

/** An agent that orders a substitute, if customer 5001 agrees. */
export async function agentThatAsks(options: object = {}) {
	const toolParameters = { Text: 'One blue drill' };
	return await runAgent({ tool: TOOL, arguments: { toolParameters, hitlParameters: {} } }, [
		tool(REVIEW, 'HitlTool', {
			message: '=May we send the substitute? {{ $tool.parameters.Text }}',
			customerId: '5001',
			approvalOptions: { values: { approvalType: 'double' } },
			options,
		}),
		tool(TOOL, 'Tool', {
			resource: 'message',
			operation: 'sendText',
			customerId: '7001',
			text: "={{ $fromAI('Text', `What to order`) }}",
		}),
	]);
}

/** What the agent did in the end, and what it was told of its tool. */
export async function outcome(workflowId: string, { questions }: LanguageModel) {
	const { id } = await latestExecution(workflowId, ['success', 'error']);
	const { resultData } = await storedExecution(id);
	expect(resultData.error).toBeUndefined();
	const last = await until(() => questions[1]);
	return {
		ordered: (await books.accepted()).flatMap(({ recipient, content }) =>
			recipient === '7001' ? [content.body] : [],
		),
		told: JSON.stringify(last.messages.filter(({ role }) => role === 'tool')),
	};
}
