import type { Page } from 'playwright-core';

import type { RestInterface } from '../../../dev/editor/restInterface';
import { startSandbox, type Sandbox } from '../../../dev/sandbox/sandbox';
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
import { connect, stage } from '../stage/stage';
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
	await page.getByText("Type a template's whole ID into the search above").click();
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

describe('choosing another credential', () => {
	let stranger: Sandbox;
	beforeAll(async () => {
		const channel = { id: 91, title: 'Another Team', number: '+12025550191' };
		stranger = await startSandbox({ channels: [channel], templates: [] });
		await rest.saveCredential('Same account', stage.credential.type, stage.service);
		await rest.saveCredential('Another account', stage.credential.type, {
			baseUrl: stranger.baseUrl,
			apiKey: stranger.apiKey,
		});
	});
	afterAll(async () => {
		for (const credential of await rest.credentials()) {
			if (credential.id !== stage.credential.id) await rest.deleteCredential(credential);
		}
		await stranger?.kill();
	});

	const shown = async (name: string) =>
		await locator(page, name).getByTestId('rlc-input').inputValue();

	/** Chooses it, and waits until n8n has looked up again what is chosen in the form. */
	async function chooseCredential(name: string): Promise<void> {
		const lookUps = ['searchChannels', 'searchTemplates'].map(
			async (method) =>
				await page.waitForResponse(
					(response) => response.request().postDataJSON()?.methodName === method,
				),
		);
		await page.getByTestId('node-credentials-select').click();
		await page.getByText(name, { exact: true }).last().click();
		await Promise.all(lookUps);
		await until(
			async () =>
				(await shown('templateId')) === '' || (await shown('channelId')) === '' || undefined,
		);
	}

	/** What n8n saves of the node, once it has saved this credential. */
	async function saved(credential: string): Promise<Record<string, { value: string }>> {
		await page.getByTestId('ndv-close-button').click();
		await page.keyboard.press('Control+s');
		const id = new URL(page.url()).pathname.split('/').at(-1);
		return await until(async () => {
			const { nodes } = await rest.ask<{
				nodes: Array<{
					name: string;
					parameters: Record<string, { value: string }>;
					credentials?: Record<string, { name: string }>;
				}>;
			}>('GET', `/workflows/${id}`);
			const saved = nodes.find(({ name }) => name === MESSAGING)!;
			return saved.credentials?.[stage.credential.type]?.name === credential
				? saved.parameters
				: undefined;
		});
	}

	test.each([
		['Same account', 1],
		['Another account', 0],
	])('(%s) never shows anything else than what is saved', async (name, kept) => {
		await openFilledForm();
		await chooseCredential(name);
		const isShown = {
			channelId: (await shown('channelId')) !== '',
			templateId: (await shown('templateId')) !== '',
		};

		const { channelId, templateId, variables } = await saved(name);
		expect({ channelId: channelId!.value !== '', templateId: templateId!.value !== '' }).toEqual(
			isShown,
		);
		expect(variables).toMatchObject({ value: {} });
		// n8n checks the second of the two against a list that it has thrown away because of the first.
		expect(Object.values(isShown).filter(Boolean)).toHaveLength(kept);
	});
});
