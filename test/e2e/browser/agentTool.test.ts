import { chooseNode, closePage, openPage, openWorkflow, page } from '../stage/browser';
import { line, node } from '../stage/workflows';

beforeAll(openPage);
afterAll(closePage);

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

	await page
		.locator('[data-connection-type="ai_tool"]')
		.getByTestId('canvas-handle-plus-wrapper')
		.click();
	await chooseNode('customer messaging', 'Customer Messaging Tool');

	const form = page.getByTestId('ndv');
	await form.getByText('Template', { exact: true }).first().waitFor();
	// Next to each field stands the button that lets the agent fill it in.
	await form.getByTestId('from-ai-override-button').first().waitFor();
	await page.getByTestId('ndv-close-button').click();
	expect(
		await page
			.locator('[data-node-type="n8n-nodes-customer-messaging.customerMessagingTool"]')
			.count(),
	).toBe(1);
});
