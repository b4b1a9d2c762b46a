import { expect, test } from '@playwright/test';

import { books } from '../stage/books';
import {
	choose,
	closeNode,
	executeNode,
	field,
	openNode,
	openWorkflow,
	page,
	useBrowser,
} from '../stage/browser';
import { takePicture } from '../stage/picture';
import { giving, manualTrigger, messagingNode, spread, to } from '../stage/workflows';

const id = (value: string) => ({ __rl: true, mode: 'id', value });

const PICTURE = 'https://shop.example/new.png';

const NODES = Object.entries({
	Chosen: {},
	Expression: { templateId: id('={{ $json.template }}') },
	JSON: { specifyVariables: 'json' },
}).map(([name, parameters]) => ({
	...messagingNode({
		...{ resource: 'template', operation: 'send', customerPhone: '+12025550123' },
		channelId: { ...id('11'), mode: 'list', cachedResultName: 'Webshop · +12025550110' },
		...parameters,
	}),
	name,
}));

useBrowser(async () => {
	await openWorkflow({
		name: 'Addresses of files',
		nodes: spread([manualTrigger(), giving('Product', { template: 102 }), ...NODES]),
		connections: {
			Start: { main: [to('Product', 'Chosen', 'JSON')] },
			Product: { main: [to('Expression')] },
		},
	});
});
test.afterEach(closeNode);

const fields = () => page.getByTestId('mapping-fields-container');

const panel = () => page.getByTestId('node-parameters');

const boxOf = async (name: string) => (await field(name).boundingBox())!;

// The first one, while nothing in the workflow has run.
test('the notice of a template from an expression names what JSON needs; then the field is there', async () => {
	await openNode('Expression');
	await page.getByTestId('empty-fields-notice').getByText("'image address'").waitFor();
	await takePicture(page, 'file-address-notice');
	await page.getByTestId('execute-previous-node').click();
	await page.getByTestId('ndv-input-panel').getByText('102').first().waitFor();
	await closeNode();
	await openNode('Expression');
	await field('image address').waitFor();
});

test("a template's file has the first field, which is required, goes with the template, and is seen at once", async () => {
	await page.setViewportSize({ width: 1280, height: 720 });
	await openNode('Chosen');
	await choose('templateId', '102', 'new_collection');
	await fields().getByText('Image address', { exact: true }).waitFor();
	expect((await boxOf('image address')).y).toBeLessThan((await boxOf('1')).y);
	const label = (await fields().getByText('Image address', { exact: true }).boundingBox())!;
	const form = (await panel().boundingBox())!;
	expect(label.y + label.height).toBeLessThan(form.y + form.height);
	for (const { width, height } of [
		{ width: 1280, height: 720 },
		{ width: 1440, height: 900 },
	]) {
		await page.setViewportSize({ width, height });
		await takePicture(page, `file-address-${width}`);
		expect(await panel().evaluate((form) => form.scrollWidth - form.clientWidth)).toBe(0);
	}

	await field('1').fill('Customer 1');
	await field('2').fill('15%');
	await executeNode();
	// Until n8n has refused to run the node, it runs with whatever is filled in next.
	await page.getByText('has issues').first().waitFor();
	await expect(fields().getByTestId('parameter-issues')).toHaveCount(1);
	await takePicture(page, 'file-address-missing');
	expect(await books.requests()).not.toContainEqual(
		expect.objectContaining({ operation: 'template.send' }),
	);

	await field('image address').fill(PICTURE);
	await choose('templateId', '103', 'invoice');
	await field('document address').waitFor();
	await expect(field('image address')).toHaveCount(0);
	expect(await field('document address').inputValue()).toBe('');
	await choose('templateId', '101', 'order_confirmation');
	await field('3').waitFor();
	await expect(fields().locator('input')).toHaveCount(3);
	await choose('templateId', '105', 'opening_hours');
	await page.getByTestId('empty-fields-notice').getByText("'105' has no variables").waitFor();
	await choose('templateId', '102', 'new_collection');
	await field('image address').waitFor();
	expect(await field('image address').inputValue()).toBe('');

	const values = { 'image address': PICTURE, 1: 'Customer 1', 2: '15%' };
	for (const [name, value] of Object.entries(values)) await field(name).fill(value);
	await executeNode();
	await page.getByTestId('output-panel').getByText('1 item').waitFor();
	expect((await books.accepted()).map(({ request }) => request.body)).toEqual([
		{
			...{ template_id: '102', channel_id: '11', customer_phone: '+12025550123' },
			...{ attachment: { image: PICTURE }, attributes: { 1: 'Customer 1', 2: '15%' } },
		},
	]);
});

test("'Variables (JSON)' takes the address by its name, and its description says so", async () => {
	await openNode('JSON');
	await choose('templateId', '102', 'new_collection');
	const json = page.getByTestId('parameter-input-variablesJson');
	await json.locator('.cm-content').fill(`{ "image address": "${PICTURE}", "1": "a", "2": "b" }`);
	await takePicture(page, 'file-address-json');
	await executeNode();
	await page.getByTestId('output-panel').getByText('1 item').waitFor();
	expect(await books.accepted()).toMatchObject([
		{ request: { body: { attachment: { image: PICTURE }, attributes: { 1: 'a', 2: 'b' } } } },
	]);
});
