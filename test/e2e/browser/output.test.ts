import { books } from '../stage/books';
import {
	closeNode,
	closePage,
	field,
	openNode,
	openPage,
	openWorkflow,
	page,
} from '../stage/browser';
import { takePicture } from '../stage/picture';
import { manualTrigger, messagingNode, spread } from '../stage/workflows';

const send = {
	resource: 'template',
	operation: 'send',
	channelId: { __rl: true, mode: 'id', value: '11' },
	templateId: { __rl: true, mode: 'id', value: '105' },
	specifyVariables: 'json',
	variablesJson: '{}',
};
const to = (name: string) => ({ node: name, type: 'main', index: 0 });

beforeAll(async () => {
	await openPage();
	const one = { ...messagingNode({ ...send, customerPhone: '202 555 0123' }), name: 'One' };
	const each = messagingNode(
		{ ...send, customerPhone: '={{ $json.phone }}' },
		{ onError: 'continueErrorOutput' },
	);
	await openWorkflow({
		name: 'Output',
		nodes: spread([manualTrigger(), one, { ...each, name: 'Each' }]),
		connections: { Start: { main: [['One', 'Each'].map(to)] } },
		pinData: { Start: [{ json: { phone: '202 555 0101' } }, { json: { phone: '+12025550102' } }] },
	});
});
afterAll(closePage);
beforeEach(books.reset);
afterEach(closeNode);

/** Executes the node that is open; gives what the output panel says about the error that begins like this. */
async function errorOf(beginning: string): Promise<{ message: string; description: string }> {
	await page.getByTestId('node-execute-button').click();
	const message = page.getByTestId('node-error-message').filter({ hasText: beginning });
	return {
		message: await message.innerText(),
		description: await page.getByTestId('node-error-description').innerText(),
	};
}

test('an error stands in the output, with what to do', async () => {
	await openNode('One');

	const national = await errorOf("'Customer Phone'");
	expect(national.message).toContain("'202 555 0123' has no plus sign and country code");
	expect(national.description).toContain('Enter it in international format');
	expect(await books.requests()).toEqual([]);

	await field('customerPhone').fill('+12025550123');
	await books.addFault({ fault: { kind: 'resetAfterBody' }, accepts: true });
	const unknown = await errorOf('Outcome unknown');
	expect(unknown.message).toMatch(
		/^Outcome unknown, the message to \+12025550123 may have arrived/,
	);
	expect(unknown.description).toContain(
		"Look the message up in the service's dashboard. If it arrived, set 'If Outcome Is Unknown'",
	);
});

test('what a run came to stands over its output, also that a template could not be read', async () => {
	await openNode('Each');
	await page.getByTestId('node-execute-button').click();
	await page.getByText('1 of 2 messages was sent, 1 was not.').waitFor();
	await takePicture(page, 'summary', { x: 851, y: 66, width: 404, height: 300 });

	await books.addFault({
		operation: 'template.get',
		fault: { kind: 'status', status: 400, body: { error: 'Which one?', success: false } },
	});
	await page.getByTestId('node-execute-button').click();
	await page.getByText('The messages were not checked against the template').waitFor();
});
