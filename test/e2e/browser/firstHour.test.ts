import { books } from '../stage/books';
import {
	closeNode,
	executeNode,
	executeWorkflow,
	field,
	openNode,
	openWorkflow,
	page,
	useBrowser,
} from '../stage/browser';
import { until } from '../../support/until';
import { latestExecution } from '../stage/executions';
import { manualTrigger, messagingNode, spread } from '../stage/workflows';

const id = (value: string) => ({ __rl: true, mode: 'id', value });

const send = { resource: 'template', operation: 'send', channelId: id('11') };

/** The nodes of the tests: one that sends, and one in which nothing is chosen. */
const NODES = {
	'Send to Everyone': {
		...send,
		templateId: id('104'),
		customerPhone: '={{ $json.phone }}',
		specifyVariables: 'json',
		variablesJson: '={{ { "1": $json.order } }}',
		options: { headerType: 'none', checkVariables: false },
	},
	Untouched: { resource: 'template', operation: 'sendAndWait' },
	'With File': { ...send, operation: 'sendWithFile', templateId: id('103') },
	Text: { resource: 'message', operation: 'sendText' },
	Preview: {
		...send,
		operation: 'preview',
		templateId: id('105'),
		customerPhone: '202 555 0123',
	},
	Unfinished: {
		...send,
		templateId: id('104'),
		customerPhone: '+12025550104',
		options: { checkVariables: false },
	},
};

let workflow: string;
useBrowser(async () => {
	const to = (name: string) => ({ node: name, type: 'main', index: 0 });
	const [everyone, ...others] = Object.entries(NODES).map(([name, parameters]) => ({
		...messagingNode(parameters, { onError: 'continueRegularOutput' }),
		name,
	}));
	workflow = await openWorkflow({
		name: 'First hour',
		nodes: spread([manualTrigger(), everyone!, ...others]),
		connections: { Start: { main: [[to('Send to Everyone')]] } },
	});
});

test('a list of customers is pasted into the trigger, and each is sent to', async () => {
	await openNode('Start');
	await page.getByText('set mock data').first().click();
	const editor = page.getByTestId('ndv-data-container').locator('.cm-content').first();
	await editor.click();
	await page.keyboard.press('Control+a');
	await page.keyboard.insertText(
		'[{ "phone": "+12025550101", "order": "A-1001" }, { "phone": "202 555 0102", "order": "A-1002" }, { "phone": "+12025550103", "order": "A-1003" }]',
	);
	await page.getByRole('button', { name: 'Save', exact: true }).last().click();
	await closeNode();

	await executeWorkflow();
	await latestExecution(workflow, 'success');
	expect((await books.accepted()).map(({ recipient }) => recipient)).toEqual([
		'+12025550101',
		'+12025550103',
	]);
});

describe('in the form', () => {
	afterEach(closeNode);

	test.each([
		[
			'Send to Everyone',
			'customerPhone, specifyVariables, variablesJson, attachmentUrl, testRecipient, messageKey, headerType',
		],
		['With File', 'customerPhone, specifyVariables, binaryPropertyName, testRecipient, messageKey'],
		['Text', 'customerId, text, testRecipient, messageKey'],
	])('%s: the recipient comes first, then the message, then the key', async (name, order) => {
		await openNode(name);
		const expected = order.split(', ');
		await page.getByTestId(`parameter-input-${expected.at(-1)!}`).waitFor();
		const names = await page
			.getByTestId('node-parameters')
			.locator('[data-test-id^="parameter-input-"]')
			.evaluateAll((inputs) =>
				inputs.map((input) => input.getAttribute('data-test-id')!.replace('parameter-input-', '')),
			);
		expect(names.filter((one) => expected.includes(one))).toEqual(expected);
		expect(await field('messageKey').getAttribute('placeholder')).toBe(
			'e.g. {{ $json.orderId }}-shipped, or november-sale',
		);
	});

	test('a test recipient is no expression', async () => {
		await openNode('Send to Everyone');
		for (const [name, count] of [
			['messageKey', 1],
			['testRecipient', 0],
		] as const) {
			await field(name).hover();
			const form = page.getByTestId('node-parameters');
			const row = form
				.getByTestId(`parameter-input-${name}`)
				.locator('xpath=ancestor::*[.//label][1]');
			expect(await row.getByText('Expression', { exact: true }).count()).toBe(count);
		}
	});

	test('where nothing is chosen yet, the list for the link says what to choose first', async () => {
		await openNode('Untouched');
		await field('linkVariable').click();
		await page
			.locator('.el-select-dropdown__item:visible')
			.filter({ hasText: /^Choose 'Channel' and 'Template', then open this list again$/ })
			.first()
			.waitFor();
	});

	test('a preview says that nothing is sent, and what Send would refuse', async () => {
		await openNode('Preview');
		await page
			.getByText("Nothing is sent. You see the message in the output, and whether 'Send'")
			.waitFor();
		await executeNode();
		const output = page.getByTestId('output-panel');
		const refused = output.getByText("Items that 'Send' would refuse: 1 of 1");
		await refused.first().waitFor();
		await output.getByTestId('radio-button-json').click();
		await output.getByText('sendable').waitFor();
		expect(await output.innerText()).toMatch(/"?sendable"?:\s*false/);

		await field('customerPhone').fill('+12025550123');
		await executeNode();
		await refused.first().waitFor({ state: 'detached' });
		await until(async () => /"?sendable"?:\s*true/.test(await output.innerText()));
		expect(await books.accepted()).toEqual([]);
	});

	test('an expression that was not finished, and that n8n leaves fixed, is refused by its field', async () => {
		await openNode('Unfinished');
		await field('1').fill('{{ $json.nombre');
		await executeNode();
		await page
			.getByText(/'Values to Send': '\{\{ \$json\.nombre.*' has an unfinished expression in it/)
			.first()
			.waitFor();
		expect(await books.accepted()).toEqual([]);
	});
});
