import { expect, test } from '@playwright/test';

import { chooseNode, useBrowser, openWorkflow, page } from '../stage/browser';
import { line, node } from '../stage/workflows';

useBrowser();

test('an AI agent can be given the node as a tool', async () => {
	const nodes = [
		node(
			'Chat',
			'@n8n/n8n-nodes-langchain.chatTrigger',
			1.1,
			{ options: {} },
			{ webhookId: 'agent-tool' },
		),
		node('Agent', '@n8n/n8n-nodes-langchain.agent', 2, { options: {} }),
	];
	await openWorkflow(line('Agent', nodes));

	// The editor loads its list of nodes when it is first opened, and forgets meanwhile what for.
	await page.getByTestId('node-creator-plus-button').click();
	const search = page.getByTestId('node-creator-search-bar');
	await search.waitFor();
	await search.press('Escape');
	await search.waitFor({ state: 'detached' });

	await page
		.locator('[data-connection-type="ai_tool"]')
		.getByTestId('canvas-handle-plus-wrapper')
		.click();
	await page.getByTestId('nodes-list-header').getByText('Tools', { exact: true }).waitFor();
	await chooseNode('customer messaging', 'Customer Messaging Tool');

	const form = page.getByTestId('ndv');
	await form.getByText('Template', { exact: true }).first().waitFor();
	// Next to each field stands the button that lets the agent fill it in.
	const byModel = (name: string) =>
		form
			.getByTestId(`parameter-input-${name}`)
			.locator('xpath=ancestor::*[.//label][1]')
			.getByTestId('from-ai-override-button');
	await byModel('customerPhone').waitFor();
	expect(await byModel('testRecipient').count()).toBe(0);
	await page.getByTestId('ndv-close-button').click();
	expect(
		await page
			.locator('[data-node-type="n8n-nodes-customer-messaging.customerMessagingTool"]')
			.count(),
	).toBe(1);
});
