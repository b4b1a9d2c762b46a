import type { Page } from 'playwright-core';

import type { RestInterface } from '../../../dev/editor/restInterface';
import { books } from '../stage/books';
import { openNode, openWorkflow, visit, type Visit } from '../stage/browser';
import { takePicture } from '../stage/picture';
import { connect } from '../stage/stage';
import { line, MESSAGING, messagingNode, node, spread } from '../stage/workflows';

let rest: RestInterface;
let visited: Visit;
let page: Page;
beforeAll(async () => {
	rest = await connect();
	visited = await visit();
	page = visited.page;
});
afterAll(async () => await visited?.leave());
beforeEach(async () => await books.reset());

/** Executes the node in the editor, for two customers of whom the first has a national number. */
async function execute(options: object): Promise<void> {
	const nodes = [
		node('Start', 'n8n-nodes-base.manualTrigger', 1, {}),
		messagingNode(
			{
				resource: 'template',
				operation: 'send',
				channelId: { __rl: true, mode: 'id', value: '11' },
				templateId: { __rl: true, mode: 'id', value: '105' },
				customerPhone: '={{ $json.phone }}',
				specifyVariables: 'json',
				variablesJson: '{}',
				options,
			},
			{ onError: 'continueErrorOutput' },
		),
	];
	const { id } = await rest.createWorkflow({
		name: 'Hints',
		nodes: spread(nodes),
		connections: line(nodes),
		pinData: { Start: [{ json: { phone: '202 555 0101' } }, { json: { phone: '+12025550102' } }] },
	});
	await openWorkflow(page, id);
	await openNode(page, MESSAGING);
	await page.getByTestId('node-execute-button').click();
}

test('what a run came to stands over its output', async () => {
	await execute({});

	await page.getByText('1 of 2 messages was sent, 1 was not.').waitFor();
	await takePicture(page, 'summary', { x: 851, y: 66, width: 404, height: 300 });
});

test('a template that could not be read is told there, too', async () => {
	await books.addFault({
		operation: 'template.get',
		fault: { kind: 'status', status: 400, body: { error: 'Which one?', success: false } },
	});
	await execute({});

	await page.getByText("The messages were sent without 'Check Variables'").waitFor();
	expect(await books.requests()).toHaveLength(2);
});

test('a test recipient is named', async () => {
	await execute({ testRecipient: '+12025550199' });

	await page
		.getByText(
			"2 of 2 messages were sent. 'Test Recipient' +12025550199 stood in for all customers.",
		)
		.waitFor();
});
