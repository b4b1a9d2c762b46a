import { expect, test } from '@playwright/test';

import { startLoopbackService } from '../../../dev/engine/loopbackService';
import type { WorkflowFile } from '../../../dev/editor/restInterface';
import { books } from '../stage/books';
import { readyExample } from '../stage/examples';
import { latestExecution } from '../stage/executions';
import { stopLanguageModels, tellAgent } from '../stage/languageModel';
import { agentThatAsks, outcome, REVIEW, runAgent, tool } from '../stage/review';
import { answer, latestLink } from '../stage/waiting';

test.beforeEach(books.reset);
test.afterEach(stopLanguageModels);

test.describe('an agent', () => {
	test('does not use a tool that a customer has to agree to when the customer declines', async () => {
		const { workflow, model } = await agentThatAsks();
		const page = await (await fetch(await latestLink())).text();
		expect(page).toContain('May we send the substitute? One blue drill');
		expect(page).toContain('>No</button>');

		await answer(await latestLink(), 'disapprove');

		const { ordered, told } = await outcome(workflow.id, model);
		expect(ordered).toEqual([]);
		expect(told).toContain('User rejected the tool call');
	});

	test('that asks a customer by a tool is told the answer', async () => {
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

	test('of the example ships the substitute after the customer has agreed', async () => {
		const shop = await startLoopbackService();
		const example = JSON.stringify(readyExample('ai-agent-asks-first.json'));
		const toolParameters = { Order: 'A-1001', Customer_ID: '5001', Substitute: 'the blue drill' };
		const given = { toolParameters, hitlParameters: {} };
		const { workflow } = await tellAgent(
			JSON.parse(example.replace(/"url":"[^"]*"/, `"url":"${shop.baseUrl}"`)) as WorkflowFile,
			[{ calls: [{ tool: 'Ship_Substitute', arguments: given }] }, { says: 'That is all.' }],
			'Sold out',
		);
		await latestExecution(workflow.id, 'waiting');
		expect(
			(await books.accepted()).map(({ recipient, content }) => [recipient, content.body]),
		).toEqual([['5001', expect.stringContaining('May we send you this instead: the blue drill?')]]);
		expect(shop.received).toEqual([]);

		await answer(await latestLink(), 'approve');

		await latestExecution(workflow.id, 'success');
		await shop.close();
		expect(shop.received.map(({ body }) => JSON.parse(body.toString()) as unknown)).toEqual([
			{ order: 'A-1001', customer: '5001', substitute: 'the blue drill' },
		]);
	});
});
