import type { Page } from 'playwright-core';

import type { RestInterface } from '../../../dev/editor/restInterface';
import { books } from '../stage/books';
import { openNode, openWorkflow, visit, type Visit } from '../stage/browser';
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

/** Executes the node in the editor; gives what the output panel says about the error. */
async function errorOf(parameters: object): Promise<{ message: string; description: string }> {
	const nodes = [node('Start', 'n8n-nodes-base.manualTrigger', 1, {}), messagingNode(parameters)];
	const { id } = await rest.createWorkflow({
		name: 'Errors',
		nodes: spread(nodes),
		connections: line(nodes),
	});
	await openWorkflow(page, id);
	await openNode(page, MESSAGING);
	await page.getByTestId('node-execute-button').click();
	return {
		message: await page.getByTestId('node-error-message').innerText(),
		description: await page.getByTestId('node-error-description').innerText(),
	};
}

const send = {
	resource: 'template',
	operation: 'send',
	channelId: { __rl: true, mode: 'id', value: '11' },
	templateId: { __rl: true, mode: 'id', value: '105' },
	customerPhone: '+12025550123',
	specifyVariables: 'json',
	variablesJson: '{}',
};

test('what the service refuses is shown in its words, with what to do', async () => {
	const { message, description } = await errorOf({ ...send, templateId: '9999' });

	expect(message).toBe(
		'The service refused the request with status 400: There is no template 9999 (code unknown_template)',
	);
	expect(description).toContain('The message was not sent. Correct the values');
});

test('a national phone number is refused before anything is sent', async () => {
	const { message } = await errorOf({ ...send, customerPhone: '202 555 0123' });

	expect(message).toContain("'Customer Phone' '202 555 0123' has no plus sign and country code");
	expect(await books.requests()).toEqual([]);
});

test('a message whose outcome is unknown says so, and what to do before it is sent again', async () => {
	await books.addFault({ fault: { kind: 'resetAfterBody' }, accepts: true });

	const { message, description } = await errorOf(send);

	expect(message).toMatch(/^Outcome unknown, the message to \+\d+ may have arrived/);
	expect(description).toContain("Look it up in the service's dashboard before you send it again");
});
