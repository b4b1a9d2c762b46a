import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import express from 'express';

import { books } from '../stage/books';
import { readyExample } from '../stage/examples';
import { latestExecution } from '../stage/executions';
import { chat, startLanguageModel, stopLanguageModels } from '../stage/languageModel';
import { rest, stage } from '../stage/stage';
import { answer, latestLink } from '../stage/waiting';
import { agentThatAsks, outcome, REVIEW, runAgent, tool } from '../stage/review';

beforeEach(books.reset);
afterEach(stopLanguageModels);

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
		expect(page).toContain('>No</button>');

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
		const given = { toolParameters, hitlParameters: {} };
		const { credentials } = await startLanguageModel([
			{ calls: [{ tool: 'Ship_Substitute', arguments: given }] },
			{ says: 'That is all.' },
		]);
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
		await chat(chatId, 'Sold out');
		await latestExecution(workflow.id, 'waiting');
		expect(
			(await books.accepted()).map(({ recipient, content }) => [recipient, content.body]),
		).toEqual([['5001', expect.stringContaining('May we send you this instead: the blue drill?')]]);

		await answer(await latestLink(), 'approve');

		await latestExecution(workflow.id, 'success');
		expect(shipped).toEqual([{ order: 'A-1001', customer: '5001', substitute: 'the blue drill' }]);
	});
});
