import type { Page } from 'playwright-core';

import type { RestInterface } from '../../../dev/editor/restInterface';
import { books } from '../stage/books';
import {
	choose,
	field,
	locator,
	openNode,
	openWorkflow,
	visit,
	type Visit,
} from '../stage/browser';
import { takePicture } from '../stage/picture';
import { connect } from '../stage/stage';
import { until } from '../../support/until';
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

const send = {
	resource: 'template',
	operation: 'send',
	channelId: { __rl: true, mode: 'list', value: '11', cachedResultName: 'Webshop · +12025550110' },
	customerPhone: '+12025550123',
};

const VALUES = ['A-1001', 'Customer 1', 'Friday'];

/** Opens the node, set like this, in a workflow whose first node gives the number of a template. */
async function openForm(parameters: object): Promise<void> {
	const nodes = [
		node('Start', 'n8n-nodes-base.manualTrigger', 1, {}),
		node('Order', 'n8n-nodes-base.set', 3.4, {
			mode: 'raw',
			jsonOutput: '{ "template": 101 }',
			options: {},
		}),
		messagingNode({ ...send, ...parameters }),
	];
	const { id } = await rest.createWorkflow({
		name: 'Form',
		nodes: spread(nodes),
		connections: line(nodes),
	});
	await openWorkflow(page, id);
	await openNode(page, MESSAGING);
}

/** Opens the node with template 101 looked up and its variables filled in. */
async function openFilledForm(): Promise<void> {
	await openForm({});
	await choose(page, 'templateId', '101', 'order_confirmation');
	for (const [index, value] of VALUES.entries()) await field(page, String(index + 1)).fill(value);
}

async function values(): Promise<string[]> {
	return await Promise.all(
		VALUES.map(async (_, index) => await field(page, String(index + 1)).inputValue()),
	);
}

test('a template is looked up by its ID, shows its name, and a search given up clears nothing', async () => {
	await openForm({});
	await locator(page, 'templateId').getByTestId('rlc-input').click();
	const search = page.getByTestId('rlc-search').filter({ visible: true });
	await search.fill('10');
	await page.getByText('No results').filter({ visible: true }).waitFor();
	await search.fill('101');
	await page.getByTestId('rlc-item').filter({ visible: true }).first().waitFor();
	await takePicture(page, 'template-look-up');
	await page.getByTestId('rlc-item').filter({ visible: true }).first().click();
	const name = locator(page, 'templateId').getByTestId('rlc-input');
	expect(await name.inputValue()).toMatch(/^order_confirmation · Hello \{\{2\}\}, thank you/);
	for (const [index, value] of VALUES.entries()) await field(page, String(index + 1)).fill(value);

	await locator(page, 'templateId').getByTestId('rlc-input').click();
	await search.fill('1');
	await page.keyboard.press('Escape');

	expect(await values()).toEqual(VALUES);
});

test('a look-up that fails clears nothing that is filled in', async () => {
	await openFilledForm();
	await books.addFault({ operation: 'template.get', fault: { kind: 'status', status: 503 } });
	await page.getByTestId('mapping-fields-container').getByTestId('action-toggle').first().click();
	await page.getByText('Refresh variable list').filter({ visible: true }).click();
	await until(
		async () => (await books.requests()).some(({ status }) => status === 503) || undefined,
	);
	await page.getByTestId('ndv-close-button').click();
	await books.reset();
	await openNode(page, MESSAGING);

	expect(await values()).toEqual(VALUES);
	await page.getByTestId('node-execute-button').click();
	await page.getByTestId('output-panel').getByText('1 item').waitFor();
	expect(await books.accepted()).toMatchObject([
		{ request: { body: { attributes: { 1: 'A-1001', 2: 'Customer 1', 3: 'Friday' } } } },
	]);
});

test('a template from an expression has its fields once the nodes before have run', async () => {
	await openForm({ templateId: { __rl: true, mode: 'id', value: '={{ $json.template }}' } });
	await page
		.getByTestId('empty-fields-notice')
		.getByText('Run the nodes before this one to see its variables here')
		.waitFor();

	await page.getByTestId('execute-previous-node').click();
	await page.getByText('101').first().waitFor();
	await page.getByTestId('ndv-close-button').click();
	await openNode(page, MESSAGING);

	await field(page, '3').waitFor();
});

test('empty fields show what belongs into them', async () => {
	await openForm({
		channelId: { __rl: true, mode: 'id', value: '' },
		specifyVariables: 'json',
		options: { messagesPerSecond: 0, timeout: 60 },
	});

	await locator(page, 'channelId').getByPlaceholder('e.g. 11').waitFor();
	await page.getByText('For example: { "1": "A-1001", "2": "Friday" }').waitFor();
	expect(await field(page, 'messagesPerSecond').inputValue()).toBe('0');
	await page.getByText('Timeout (Seconds)').waitFor();
});

test.each(['101', '102', '103', '106', '111', '112'])(
	'every missing value of template %s is marked where it can be seen',
	async (template) => {
		await openForm({ templateId: { __rl: true, mode: 'id', value: template } });
		await field(page, '1').waitFor();
		await page.getByTestId('node-execute-button').click();
		const marks = page.getByTestId('mapping-fields-container').getByTestId('parameter-issues');
		await marks.first().waitFor();

		const panel = (await page.getByTestId('node-parameters').boundingBox())!;
		for (const mark of await marks.all()) {
			const { x, width } = (await mark.boundingBox())!;
			expect(x + width).toBeLessThanOrEqual(panel.x + panel.width);
		}
	},
);
