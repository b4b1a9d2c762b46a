import { expect, test } from '@playwright/test';

import type { SavedCredential, WorkflowFile } from '../../../dev/editor/restInterface';
import { startSandbox, type Sandbox } from '../../../dev/sandbox/sandbox';
import { books } from '../stage/books';
import {
	choose,
	closeNode,
	executeNode,
	field,
	locator,
	openNode,
	openWorkflow,
	useBrowser,
	page,
	refreshVariables,
} from '../stage/browser';
import { takePicture } from '../stage/picture';
import { rest, stage } from '../stage/stage';
import { until } from '../../support/until';
import { manualTrigger, messagingNode, spread, to } from '../stage/workflows';

const id = (value: string) => ({ __rl: true, mode: 'id', value });

const send = {
	resource: 'template',
	operation: 'send',
	channelId: { __rl: true, mode: 'list', value: '11', cachedResultName: 'Webshop · +12025550110' },
	customerPhone: '+12025550123',
};

const TEMPLATES = ['101', '112'];

/** Each test's own node. */
const FORMS = Object.entries({
	'Looked up': {},
	'Not found': {},
	Moved: {},
	Link: { operation: 'sendAndWait', templateId: id('107'), customerPhone: undefined },
	...Object.fromEntries(
		TEMPLATES.map((template) => [`Template ${template}`, { templateId: id(template) }]),
	),
}).map(([name, parameters]) => ({ ...messagingNode({ ...send, ...parameters }), name }));

const ANOTHER = 'Another account';

let stranger: Sandbox;
let credential: SavedCredential;
let workflow: string;
useBrowser(async () => {
	const channel = { id: 91, title: 'Another Team', number: '+12025550191' };
	stranger = await startSandbox({ channels: [channel], templates: [] });
	const { baseUrl, apiKey } = stranger;
	credential = await rest.saveCredential(ANOTHER, stage.credential.type, {
		...stage.service,
		...{ baseUrl, apiKey },
	});
	workflow = await openWorkflow({
		name: 'Forms',
		nodes: spread([manualTrigger(), ...FORMS]),
		connections: { Start: { main: [to(...FORMS.map(({ name }) => name))] } },
	});
});
test.afterEach(closeNode);
test.afterAll(async () => {
	await rest.deleteCredential(credential.id);
	await stranger.stop();
});

const VALUES = ['A-1001', 'Customer 1', 'Friday'];

async function fillIn(): Promise<void> {
	for (const [index, value] of VALUES.entries()) await field(String(index + 1)).fill(value);
}

async function values(): Promise<string[]> {
	return await Promise.all(
		VALUES.map(async (_, index) => await field(String(index + 1)).inputValue()),
	);
}

test('a template is chosen from the list by its name, and a search given up clears nothing', async () => {
	await openNode('Looked up');
	await locator('templateId').getByTestId('rlc-input').click();
	const search = page.getByTestId('rlc-search').filter({ visible: true });
	const entries = page.getByTestId('rlc-item').filter({ visible: true });
	await entries.filter({ hasText: 'voice_note' }).waitFor();
	await search.fill('winter');
	await entries.filter({ hasText: 'winter_sale · pending' }).waitFor();
	await search.fill('order c');
	await expect(entries).toHaveCount(1);
	await takePicture(page, 'template-look-up');
	await entries.click();
	const name = locator('templateId').getByTestId('rlc-input');
	expect(await name.inputValue()).toMatch(/^order_confirmation · Hello \{\{2\}\}, thank you/);
	await fillIn();

	await locator('templateId').getByTestId('rlc-input').click();
	await search.fill('1');
	await page.keyboard.press('Escape');

	expect(await values()).toEqual(VALUES);
});

test('a look-up that fails clears nothing that is filled in', async () => {
	await openNode('Not found');
	await choose('templateId', '101', 'order_confirmation');
	await fillIn();
	await books.addFault({ operation: 'template.get', fault: { kind: 'status', status: 503 } });
	await refreshVariables();
	await expect.poll(books.requests).toContainEqual(expect.objectContaining({ status: 503 }));
	await closeNode();
	await books.reset();
	await openNode('Not found');

	expect(await values()).toEqual(VALUES);
	await executeNode();
	await page.getByTestId('output-panel').getByText('1 item').waitFor();
	expect(await books.accepted()).toMatchObject([
		{ request: { body: { attributes: { 1: 'A-1001', 2: 'Customer 1', 3: 'Friday' } } } },
	]);
});

test('what another account does not have is emptied, in the form and in what is saved', async () => {
	const LOCATORS = ['channelId', 'templateId'];
	const shown = async () =>
		await Promise.all(
			LOCATORS.map(async (name) => await locator(name).getByTestId('rlc-input').inputValue()),
		);
	await openNode('Moved');
	await choose('templateId', '101', 'order_confirmation');
	await page.getByTestId('node-credentials-select').click();
	await page.getByText(ANOTHER, { exact: true }).last().click();
	// n8n looks up one after the other.
	await expect.poll(shown).toEqual(['', '']);
	await closeNode();

	await page.keyboard.press('Control+s');
	await until(async () => {
		const { nodes } = await rest.ask<WorkflowFile>('GET', `/workflows/${workflow}`);
		const { parameters, credentials } = nodes.find(({ name }) => name === 'Moved')!;
		const saved = parameters as Record<string, { value?: unknown } | undefined>;
		return (
			credentials?.[credential.type]?.name === ANOTHER &&
			LOCATORS.every((name) => !saved[name]?.value)
		);
	});
	await openNode('Moved');
	expect(await shown()).toEqual(['', '']);
});

test('the fields for variables follow the operation', async () => {
	const chooseOperation = async (name: string) => {
		await page.getByTestId('parameter-input-operation').click();
		await page
			.locator('.el-select-dropdown__item:visible')
			.getByText(name, { exact: true })
			.click();
	};
	await openNode('Template 101');
	await field('3').waitFor();

	for (const other of ['Send', 'Send and Wait for Response']) {
		await chooseOperation('Send with File');
		await field('button 1').waitFor();
		await chooseOperation(other);
		await field('button 1').waitFor({ state: 'detached' });
		await field('3').waitFor();
	}
});

test("the template's own variables are offered for the link, and the one that is chosen needs no value", async () => {
	await openNode('Link');
	await field('linkVariable').click();
	await page
		.locator('.el-select-dropdown__item:visible')
		.getByText('3: …for you at ___', { exact: true })
		.click();

	const fields = page.getByTestId('mapping-fields-container');
	await fields.getByText('1: Parcel').waitFor();
	await field('3').waitFor({ state: 'detached' });
	await expect(fields.locator('input')).toHaveCount(1);
});

for (const template of TEMPLATES)
	test(`every missing value of template ${template} is marked where it can be seen`, async () => {
		await openNode(`Template ${template}`);
		await field('1').waitFor();
		await executeNode();
		const marks = page.getByTestId('mapping-fields-container').getByTestId('parameter-issues');
		await marks.first().waitFor();

		const panel = (await page.getByTestId('node-parameters').boundingBox())!;
		for (const mark of await marks.all()) {
			const { x, width } = (await mark.boundingBox())!;
			expect(x + width).toBeLessThanOrEqual(panel.x + panel.width);
		}
	});
