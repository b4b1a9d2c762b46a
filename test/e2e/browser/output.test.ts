import { books } from '../stage/books';
import {
	closeNode,
	executeNode,
	executeWorkflow,
	field,
	openNode,
	useBrowser,
	openWorkflow,
	page,
	shownError,
} from '../stage/browser';
import { latestExecution } from '../stage/executions';
import { takePicture } from '../stage/picture';
import { until } from '../../support/until';
import { line, manualTrigger, messagingNode, node, spread } from '../stage/workflows';

const send = {
	resource: 'template',
	operation: 'send',
	channelId: { __rl: true, mode: 'id', value: '11' },
	templateId: { __rl: true, mode: 'id', value: '105' },
	specifyVariables: 'json',
	variablesJson: '{}',
	options: { headerType: 'none' },
};
const to = (name: string) => ({ node: name, type: 'main', index: 0 });

useBrowser(async () => {
	const one = { ...messagingNode({ ...send, customerPhone: '202 555 0123' }), name: 'One' };
	const each = messagingNode(
		{ ...send, customerPhone: '={{ $json.phone }}' },
		{ onError: 'continueErrorOutput' },
	);
	const options = { ...send.options, defaultCountry: 'DE' };
	const abroad = messagingNode({ ...send, customerPhone: '612 34 56 78', options });
	await openWorkflow({
		name: 'Output',
		nodes: spread([manualTrigger(), one, { ...each, name: 'Each' }, { ...abroad, name: 'Abroad' }]),
		connections: { Start: { main: [['One', 'Each', 'Abroad'].map(to)] } },
		pinData: {
			Start: [
				{ json: { phone: '202 555 0101', country: 'ES' } },
				{ json: { phone: '+12025550102', country: 'es' } },
			],
		},
	});
});
afterEach(closeNode);

test('an error stands in the output, with what to do', async () => {
	await openNode('One');

	await executeNode();
	const national = await shownError("'Customer Phone'");
	expect(national[0]).toContain("'202 555 0123' has no plus sign and country code");
	expect(national[1]).toContain('Enter it in international format');
	expect(await books.requests()).toEqual([]);

	await field('customerPhone').fill('+12025550123');
	await books.addFault({ fault: { kind: 'resetAfterBody' }, accepts: true });
	await executeNode();
	const unknown = await shownError('Outcome unknown');
	expect(unknown[0]).toMatch(/^Outcome unknown, the message to \+12025550123 may have arrived/);
	expect(unknown[1]).toContain(
		"Look the message up in the service's dashboard. If it arrived, set 'If Outcome Is Unknown'",
	);
});

test('the summary of a run stands above its output, also that a template could not be read', async () => {
	await openNode('Each');
	await executeNode();
	await page.getByText('1 of 2 messages sent, 1 not sent.').waitFor();
	await takePicture(page, 'summary', { x: 851, y: 112, width: 404, height: 132 });

	for (const operation of ['template.get', 'template.getAll'] as const)
		await books.addFault({
			operation,
			fault: { kind: 'status', status: 400, body: { error: 'Which one?', success: false } },
		});
	await executeNode();
	await page.getByText('The messages were not checked against the template').waitFor();
});

test("'Default Country' takes each item's own country, once it is an expression", async () => {
	await openNode('Abroad');
	await executeNode();
	const [german] = await shownError("'Customer Phone'");
	expect(german).toContain("'612 34 56 78' has no 0 in front");

	const option = page.getByTestId('parameter-input-defaultCountry');
	await option.hover();
	const row = option.locator('xpath=ancestor::*[.//label][1]');
	await row.getByText('Expression', { exact: true }).click();
	await option.locator('.cm-content').fill('{{ $json.country }}');
	// The editor takes what was typed after a moment, and shows what the first item makes of it.
	await page.getByTestId('node-parameters').getByText('ES', { exact: true }).waitFor();
	await executeNode();
	await until(async () => (await books.accepted()).length === 2);
	const recipients = (await books.accepted()).map(({ recipient }) => recipient);
	expect(recipients).toEqual(['+34612345678', '+34612345678']);
});

describe('a pinned list that was lengthened since the workflow ran', () => {
	const SAYS = "Using the $getPairedItem method doesn't work with pinned data in this scenario";
	const phones = (count: number) =>
		Array.from({ length: count }, (_, index) => (index === 5 ? '' : `+1202555010${index}`));
	const toErrors = { onError: 'continueErrorOutput' as const };
	test.each(['Messaging', 'HTTP Request'])(
		"is more than n8n knows for a failed item, in 'Execute step' of the node %s",
		async (name) => {
			const failing =
				name === 'Messaging'
					? messagingNode({ ...send, customerPhone: '={{ $json.phone }}' }, toErrors)
					: node(name, 'n8n-nodes-base.httpRequest', 4.2, { url: 'no address' }, toErrors);
			const id = await openWorkflow({
				...line(`Lengthened: ${name}`, [manualTrigger(), { ...failing, name }]),
				pinData: { Start: phones(3).map((phone) => ({ json: { phone } })) },
			});
			await executeWorkflow();
			await latestExecution(id, 'success');
			await openNode('Start');
			await page.getByTestId('ndv-edit-pinned-data').click();
			const list = JSON.stringify(phones(8).map((phone) => ({ phone })));
			await page.getByTestId('output-panel').locator('.cm-content').fill(list);
			await page.getByText('Save', { exact: true }).filter({ visible: true }).first().click();
			await closeNode();

			await openNode(name);
			await executeNode();
			await page.getByText(SAYS).first().waitFor();
		},
	);
});
