import type { Page } from 'playwright-core';

import { books } from '../stage/books';
import { choose, chooseNode, field, locator, visit, type Visit } from '../stage/browser';
import { takePicture } from '../stage/picture';
import { stage } from '../stage/stage';

const visits: Visit[] = [];
afterEach(async () => {
	for (const visited of visits.splice(0)) await visited.leave();
});
beforeEach(async () => await books.reset());

/** Adds a manual trigger and the node, set to send a template, to a new workflow; the node is open. */
async function addNode(page: Page): Promise<void> {
	await page.goto(`${stage.address}/workflow/new`);
	await page.getByTestId('canvas-add-button').click();
	await chooseNode(page, 'manual', 'Manual Trigger');
	await page.getByTestId('canvas-trigger-node').waitFor();
	await page.getByTestId('node-creator-plus-button').click();
	await chooseNode(page, 'customer messaging', 'Customer Messaging');
	await page
		.getByTestId('node-creator-item-name')
		.getByText('Send a template', { exact: true })
		.click();
	await page.getByTestId('ndv').waitFor();
	await page.getByTestId('node-credentials-select').click();
	await page.getByText(stage.credential.name, { exact: true }).last().click();
}

/** The entries of the channel list, once they are as many as expected. */
async function channelsShown(page: Page, count: number): Promise<string[]> {
	const entries = page.getByTestId('rlc-item');
	await entries.nth(count - 1).waitFor();
	await entries.nth(count).waitFor({ state: 'detached' });
	return (await entries.allInnerTexts()).map((text) => text.trim());
}

test.each(['light', 'dark'] as const)(
	'a template is chosen, filled in and sent in the editor (%s)',
	async (colors) => {
		const visited = await visit(colors);
		visits.push(visited);
		const { page } = visited;
		await addNode(page);

		await locator(page, 'channelId').getByTestId('rlc-input').click();
		expect(await channelsShown(page, 5)).toContain('Webshop · +12025550110');
		if (colors === 'light') await takePicture(page, 'channel-list');
		await page.getByTestId('rlc-search').fill('service');
		expect(await channelsShown(page, 1)).toEqual(['Customer Service · +12025550112']);
		await page.getByTestId('rlc-item').click();

		await choose(page, 'templateId', '101', 'order_confirmation');
		await field(page, 'customerPhone').fill('+12025550123');
		await field(page, '3').waitFor();
		const labels = await page.getByTestId('mapping-fields-container').innerText();
		expect(labels).toContain('1 (header)');
		expect(await page.getByTestId('mapping-fields-container').locator('input').count()).toBe(3);

		await field(page, '1').fill('A-1001');
		await field(page, '2').fill('Customer 1');
		await field(page, '3').fill('Friday');
		await page.getByTestId('node-execute-button').click();
		const output = page.getByTestId('output-panel');
		await output.getByText('1 item').waitFor();
		await output.getByTestId('radio-button-json').click();
		await output.getByText('+12025550123').first().waitFor();
		await takePicture(page, `send-template-${colors}`);

		const accepted = await books.accepted();
		expect(accepted).toMatchObject([
			{
				operation: 'template.send',
				recipient: '+12025550123',
				request: {
					body: {
						template_id: '101',
						channel_id: '12',
						attributes: { 1: 'A-1001', 2: 'Customer 1', 3: 'Friday' },
					},
				},
			},
		]);
		expect(await output.innerText()).toContain(`report-${accepted[0]!.id}`);
	},
);

test('the fields for variables follow the template', async () => {
	const visited = await visit();
	visits.push(visited);
	const { page } = visited;
	await addNode(page);
	await page.getByTestId('empty-fields-notice').getByText('to see the template').waitFor();
	await choose(page, 'channelId', 'Web', 'Webshop');

	await choose(page, 'templateId', '104', 'how_to_video');
	await field(page, '1').waitFor();
	await field(page, '2').waitFor({ state: 'detached' });
	await choose(page, 'templateId', '103', 'invoice');
	await field(page, '5').waitFor();
	await choose(page, 'templateId', '105', 'opening_hours');
	await page
		.getByTestId('empty-fields-notice')
		.getByText('This template has no variables')
		.waitFor();

	expect(await books.accepted()).toEqual([]);
});
