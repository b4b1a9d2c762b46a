import { randomUUID } from 'node:crypto';

import { expect, test } from '@playwright/test';

import { makeTable } from '../../../dev/editor/dataTables';
import { books } from '../stage/books';
import { page, useBrowser } from '../stage/browser';
import { readyExample } from '../stage/examples';
import { rest, stage } from '../stage/stage';

useBrowser();

test('a customer who writes in the inbox is answered there, by a workflow', async () => {
	const path = randomUUID();
	const example = readyExample('replies.json');
	await makeTable(rest, example);
	const replies = await rest.createWorkflow({
		...example,
		nodes: example.nodes.map((node) =>
			node.type === 'n8n-nodes-base.webhook'
				? { ...node, webhookId: path, parameters: { ...(node.parameters as object), path } }
				: node,
		),
	});
	await rest.activate(replies);

	await page.goto(`${stage.service.baseUrl}/inbox`);
	await page.getByLabel('webhook').fill(`${stage.address}/webhook/${path}`);
	await page.getByRole('button', { name: 'Save' }).click();

	// A number that no other test has: all of them share the table.
	const phone = '+12025550161';
	const stranger = page.locator('section', { hasText: 'Somebody else' });
	await stranger.getByLabel('Phone or customer ID').fill(phone);
	await stranger.getByLabel('Text').fill('When will it arrive?');
	await stranger.getByRole('button', { name: 'Send' }).click();

	const chat = page.locator('section', { hasText: phone });
	await chat.getByText('When will it arrive?').waitFor();
	// The page shows what is new by itself.
	await chat.getByText('Thank you for your message.').waitFor();
	expect(await books.recipients()).toEqual(['25550161']);
	expect(await page.locator('.problem').count()).toBe(0);
});
