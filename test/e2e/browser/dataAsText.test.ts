import { expect, test } from '@playwright/test';

import { OPERATIONS } from '../../support/operations';
import { books } from '../stage/books';
import {
	closeNode,
	executeNode,
	openNode,
	openWorkflow,
	page,
	shownError,
	useBrowser,
} from '../stage/browser';
import { manualTrigger, messagingNode, spread, to } from '../stage/workflows';

/** What n8n would take for HTML, in a hint or in an error's description. */
const ODD = '<img src=x onerror="window.hasRun = true"> a<b & "x"';

/** One that no other test sends, because the node knows for minutes what it has looked up. */
const TEMPLATE = 1105;

const template = {
	resource: 'template',
	operation: 'send',
	channelId: { __rl: true, mode: 'id', value: '11' },
	templateId: { __rl: true, mode: 'id', value: String(TEMPLATE) },
	customerPhone: '={{ $json.phone }}',
};

const WHO = [
	{ phone: '+12025550101', customer: '5001' },
	{ phone: ODD, customer: ODD },
	{ phone: '+12025550102', customer: '5002' },
];

useBrowser(async () => {
	const continuing = { onError: 'continueRegularOutput' };
	await openWorkflow({
		name: 'Data as text',
		nodes: spread([
			manualTrigger(),
			{ ...messagingNode(OPERATIONS['message.sendText'], continuing), name: 'Text' },
			{ ...messagingNode(template), name: 'Stops' },
			{
				...messagingNode({ ...template, operation: 'preview', customerPhone: ODD }),
				name: 'Preview',
			},
		]),
		connections: { Start: { main: [to('Text', 'Stops', 'Preview')] } },
		pinData: { Start: WHO.map((json) => ({ json })) },
	});
});
test.afterEach(async () => {
	expect(await page.locator('img[src="x"]').count()).toBe(0);
	expect(await page.evaluate("'hasRun' in window")).toBe(false);
	await closeNode();
});

/** Has the service give this name to the template, which it says cannot be sent. */
const nameTemplate = async () =>
	await books.addFault({
		operation: 'template.get',
		fault: {
			kind: 'status',
			status: 200,
			body: { id: TEMPLATE, name: ODD, body: `Hello ${ODD}`, status: 'paused' },
		},
	});

/** What stands in the list that the summary opens to. */
async function lines(): Promise<string[]> {
	await page.getByTestId('node-hint-toggle').click();
	return await page.getByTestId('node-hint-message').allInnerTexts();
}

test('a customer and the words of the service, in hints', async () => {
	await books.addFault({
		recipient: '5001',
		fault: { kind: 'status', status: 400, body: { error: `No: ${ODD}` } },
	});
	await openNode('Text');
	await executeNode();
	expect(await lines()).toEqual([
		`Item 0, 5001: the service refused the request with status 400: No: ${ODD}.`,
		`Item 1, ${ODD}: the service refused the request with status 400: There is no customer ${ODD} (code unknown_customer).`,
	]);
});

test('both, in what happened and in what to do, with each item on a line of its own', async () => {
	await nameTemplate();
	await openNode('Stops');
	await executeNode();
	const [message, description] = await shownError();
	expect(message).toContain(`The message does not fit the template '${ODD}': `);
	const [advice, second, third] = description.split('\n');
	expect(advice).toBe('Nothing was sent. Choose an approved template.');
	expect(second).toBe(`• Item 1: 'Customer Phone' '${ODD}' has letters in it.`);
	expect(third).toContain(
		`• Item 2, +12025550102: the message does not fit the template '${ODD}': `,
	);
});

test("a template's text, in a preview", async () => {
	await nameTemplate();
	await openNode('Preview');
	await executeNode();
	const shown = await page.getByTestId('node-hint').last().innerText();
	expect(shown.match(/.*<img.*/g)).toEqual([`Hello ${ODD}`]);
});
