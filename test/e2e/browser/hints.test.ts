import { books } from '../stage/books';
import { closePage, openNode, openPage, openWorkflow, page } from '../stage/browser';
import { takePicture } from '../stage/picture';
import { line, manualTrigger, MESSAGING, messagingNode } from '../stage/workflows';

beforeAll(openPage);
afterAll(closePage);
beforeEach(books.reset);

test('what a run came to stands over its output, also that a template could not be read', async () => {
	const send = messagingNode(
		{
			resource: 'template',
			operation: 'send',
			channelId: { __rl: true, mode: 'id', value: '11' },
			templateId: { __rl: true, mode: 'id', value: '105' },
			customerPhone: '={{ $json.phone }}',
			specifyVariables: 'json',
			variablesJson: '{}',
		},
		{ onError: 'continueRegularOutput' },
	);
	await openWorkflow({
		...line('Hints', [manualTrigger(), send]),
		pinData: { Start: [{ json: { phone: '202 555 0101' } }, { json: { phone: '+12025550102' } }] },
	});
	await openNode(MESSAGING);
	await page.getByTestId('node-execute-button').click();
	await page.getByText('1 of 2 messages was sent, 1 was not.').waitFor();
	await takePicture(page, 'summary');

	await books.addFault({
		operation: 'template.get',
		fault: { kind: 'status', status: 400, body: { error: 'Which one?', success: false } },
	});
	await page.getByTestId('node-execute-button').click();
	await page.getByText("The messages were sent without 'Check Variables'").waitFor();
});
