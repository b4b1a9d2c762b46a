import { expect, test } from '@playwright/test';

import { books } from '../stage/books';
import { chooseNode, field, locator, useBrowser, page } from '../stage/browser';
import { takePicture } from '../stage/picture';
import { stage } from '../stage/stage';

useBrowser();

/** Adds a manual trigger and the node, set to send a template, to a new workflow; the node is open. */
async function addNode(): Promise<void> {
	await page.goto(`${stage.address}/workflow/new`);
	await page.getByTestId('canvas-add-button').click();
	await chooseNode('manual', 'Manual Trigger');
	await page.getByTestId('canvas-trigger-node').waitFor();
	await page.getByTestId('node-creator-plus-button').click();
	await chooseNode('customer messaging', 'Customer Messaging');
	const actions = page.getByTestId('node-creator-item-name');
	await actions.getByText('Send template', { exact: true }).click();
	await page.getByTestId('ndv').waitFor();
	await page.getByTestId('node-credentials-select').click();
	await page.getByText(stage.credential.name, { exact: true }).last().click();
}

/** The entries of the channel list, once they are as many as expected. */
async function channelsShown(count: number): Promise<string[]> {
	const entries = page.getByTestId('rlc-item');
	await entries.nth(count - 1).waitFor();
	await entries.nth(count).waitFor({ state: 'detached' });
	return (await entries.allInnerTexts()).map((text) => text.trim());
}

test('a template is chosen, filled in and sent in the editor', async () => {
	await addNode();

	await locator('channelId').getByTestId('rlc-input').click();
	expect(await channelsShown(5)).toContain('Webshop · +12025550110');
	await page.getByTestId('rlc-search').fill('service');
	expect(await channelsShown(1)).toEqual(['Customer Service · +12025550112']);
	await takePicture(page, 'channel-list');
	await page.getByTestId('rlc-item').click();

	await locator('templateId').getByTestId('rlc-input').click();
	await page.getByTestId('rlc-search').filter({ visible: true }).fill('order conf');
	await page
		.getByTestId('rlc-item')
		.filter({ visible: true, hasText: 'order_confirmation' })
		.click();
	await field('customerPhone').fill('+12025550123');
	await field('3').waitFor();
	await field('3').evaluate((last) => last.scrollIntoView({ block: 'center' }));
	const labels = await page.getByTestId('mapping-fields-container').innerText();
	expect(labels).toContain('1 (header)');
	expect(await page.getByTestId('mapping-fields-container').locator('input').count()).toBe(3);

	const values = { 1: 'A-1001', 2: 'Customer 1', 3: 'Friday' };
	for (const [variable, value] of Object.entries(values)) {
		await field(variable).fill(value);
	}
	await page.getByTestId('node-execute-button').click();
	const output = page.getByTestId('output-panel');
	await output.getByText('1 item').waitFor();
	await output.getByTestId('radio-button-json').click();
	await output.getByText('+12025550123').first().waitFor();

	const accepted = await books.accepted();
	expect(accepted).toMatchObject([
		{
			operation: 'template.send',
			recipient: '+12025550123',
			request: {
				body: {
					template_id: '101',
					channel_id: '12',
					attributes: values,
				},
			},
		},
	]);
	expect(await output.innerText()).toContain(`report-${accepted[0]!.id}`);

	await page.goto(`${stage.service.baseUrl}/inbox`);
	await page.getByText('Order A-1001 is confirmed').waitFor();
});
