import { chooseNode, openWorkflow, visit, type Visit } from '../stage/browser';
import { connect } from '../stage/stage';
import { line, node, spread } from '../stage/workflows';

let visited: Visit;
beforeAll(async () => {
	visited = await visit();
});
afterAll(async () => await visited?.leave());

test('an AI agent can be given the node as a tool', async () => {
	const { page } = visited;
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
	const { id } = await (
		await connect()
	).createWorkflow({ name: 'Agent', nodes: spread(nodes), connections: line(nodes) });
	await openWorkflow(page, id);

	await page
		.locator('[data-connection-type="ai_tool"]')
		.getByTestId('canvas-handle-plus-wrapper')
		.click();
	await chooseNode(page, 'customer messaging', 'Customer Messaging Tool');

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
