import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import express from 'express';

import type { RestInterface, WorkflowNode } from '../../../dev/editor/restInterface';
import { until } from '../../support/until';
import { books } from '../stage/books';
import { readyExample } from '../stage/examples';
import { storedExecution } from '../stage/executions';
import { type LanguageModel, startLanguageModel } from '../stage/languageModel';
import { connect, stage } from '../stage/stage';
import { answer, latestExecution, latestLink } from '../stage/waiting';
import { messagingNode, node, spread } from '../stage/workflows';

let rest: RestInterface;
beforeAll(async () => {
	rest = await connect();
});
const models: LanguageModel[] = [];
afterEach(async () => {
	for (const model of models.splice(0)) await model.stop();
});
beforeEach(async () => await books.reset());

const REVIEW = 'Ask the Customer';
const TOOL = 'Order';

const to = (name: string, type: string) => ({ [type]: [[{ node: name, type, index: 0 }]] });

/** A model that calls a tool once, and n8n's credential for it. */
async function modelThatCalls(tool: string, given: object) {
	const model = await startLanguageModel([
		{ calls: [{ tool, arguments: given }] },
		{ says: 'That is all.' },
	]);
	models.push(model);
	const { id, name } = await rest.saveCredential(
		`Model ${model.credential.url}`,
		'openAiApi',
		model.credential,
	);
	return { model, credentials: { openAiApi: { id, name } } };
}

/** Runs an agent whose model calls a tool once; gives the workflow once it waits. */
async function runAgent(call: { tool: string; arguments: object }, tools: WorkflowNode[]) {
	const { model, credentials } = await modelThatCalls(call.tool, call.arguments);
	const path = randomUUID();
	const nodes = [
		node('Webhook', 'n8n-nodes-base.webhook', 2, { httpMethod: 'POST', path }, { webhookId: path }),
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
			{ credentials },
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
	await fetch(`${stage.address}/webhook/${path}`, { method: 'POST' });
	await latestExecution(rest, workflow.id, 'waiting', 'error', 'success');
	return { workflow, model };
}

/** The node as an agent's tool, or as the review of one. */
function tool(name: string, kind: 'Tool' | 'HitlTool', parameters: object): WorkflowNode {
	return {
		...messagingNode(parameters),
		name,
		type: `n8n-nodes-customer-messaging.customerMessaging${kind}`,
	};
}

/** An agent that orders a substitute, if customer 5001 agrees. */
async function agentThatAsks(options: object = {}) {
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
async function outcome(workflowId: string, { questions }: LanguageModel) {
	const { id } = await latestExecution(rest, workflowId, 'success', 'error');
	const { resultData } = await storedExecution(rest, id);
	expect(resultData.error).toBeUndefined();
	const last = await until(() => questions[1]);
	return {
		ordered: (await books.accepted()).flatMap(({ recipient, content }) =>
			recipient === '7001' ? [content.body] : [],
		),
		told: JSON.stringify(last.messages.filter(({ role }) => role === 'tool')),
	};
}

// n8n 1 has no human review.
const describeReview = stage.line === '1.123' ? describe.skip : describe;

describeReview('an agent whose tool needs the consent of a customer', () => {
	test('finds the node under Human in the Loop', async () => {
		const types = (await (
			await fetch(`${stage.address}/types/nodes.json`, { headers: rest.session })
		).json()) as Array<{ name: string; codex?: { subcategories?: object } }>;
		const review = types.find(({ name }) => name.endsWith('.customerMessagingHitlTool'));
		expect(review?.codex?.subcategories).toMatchObject({ Tools: ['Human in the Loop'] });
	});

	test('uses the tool when the customer agrees', async () => {
		const { workflow, model } = await agentThatAsks();
		const page = await (await fetch(await latestLink())).text();
		expect(page).toContain('May we send the substitute? One blue drill');
		expect(page).toContain('Decline');

		await answer(await latestLink(), 'approve');

		const { ordered } = await outcome(workflow.id, model);
		expect(ordered).toEqual(['One blue drill']);
	});

	test('does not use it when the customer declines', async () => {
		const { workflow, model } = await agentThatAsks();

		await answer(await latestLink(), 'disapprove');

		const { ordered, told } = await outcome(workflow.id, model);
		expect(ordered).toEqual([]);
		expect(told).toContain('User rejected the tool call');
	});

	test('does not use it when the customer never answers', async () => {
		const { workflow, model } = await agentThatAsks({
			limitWaitTime: { values: { resumeAmount: 0.02, resumeUnit: 'minutes' } },
		});

		const { ordered, told } = await outcome(workflow.id, model);
		expect(ordered).toEqual([]);
		expect(told).toContain('User rejected the tool call');
	});
});

describeReview('an agent that asks a customer by a tool of its own', () => {
	test('is told the answer', async () => {
		const { workflow, model } = await runAgent(
			{ tool: REVIEW.replaceAll(' ', '_'), arguments: { Question: 'Is the blue drill fine?' } },
			[
				tool(REVIEW, 'Tool', {
					resource: 'message',
					operation: 'sendAndWait',
					customerId: '5001',
					message: "={{ $fromAI('Question', `What to ask`) }}",
					responseType: 'freeText',
				}),
			],
		);

		await answer(await latestLink(), 'Only if it is cheaper');

		const { told } = await outcome(workflow.id, model);
		expect(told).toContain('Only if it is cheaper');
	});
});

describeReview('the example of an agent that asks first', () => {
	const toolParameters = { Order: 'A-1001', Customer_ID: '5001', Substitute: 'the blue drill' };
	const shipped: unknown[] = [];
	let shop: Server;
	beforeAll(async () => {
		const application = express();
		application.post('/substitutes', express.json(), (request, response) => {
			shipped.push(request.body);
			response.json({ shipped: true });
		});
		shop = application.listen(0, '127.0.0.1');
		await once(shop, 'listening');
	});
	afterAll(() => shop.close());

	test('ships the substitute after the customer has agreed', async () => {
		const { credentials } = await modelThatCalls('Ship_Substitute', {
			toolParameters,
			hitlParameters: {},
		});
		const example = readyExample('ai-agent-asks-first.json');
		const chatId = randomUUID();
		const settings: Record<string, object> = {
			Model: { credentials },
			Tell: { webhookId: chatId, parameters: { public: true, options: {} } },
		};
		const nodes = example.nodes.map((one) => {
			const { parameters } = one as { parameters?: { url?: string } };
			const url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/substitutes`;
			return parameters?.url === undefined
				? { ...one, ...settings[one.name] }
				: { ...one, parameters: { ...parameters, url } };
		});
		const workflow = await rest.createWorkflow({ ...example, nodes });
		await rest.activate(workflow);
		await fetch(`${stage.address}/webhook/${chatId}/chat`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ action: 'sendMessage', sessionId: chatId, chatInput: 'Sold out' }),
		});
		await latestExecution(rest, workflow.id, 'waiting');
		expect(
			(await books.accepted()).map(({ recipient, content }) => [recipient, content.body]),
		).toEqual([['5001', expect.stringContaining('May we send you this instead: the blue drill?')]]);

		await answer(await latestLink(), 'approve');

		await latestExecution(rest, workflow.id, 'success');
		expect(shipped).toEqual([{ order: 'A-1001', customer: '5001', substitute: 'the blue drill' }]);
	});
});
