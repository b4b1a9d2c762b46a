import { expect, test } from '@playwright/test';

import { books } from '../stage/books';
import { executeWorkflow, openWorkflow, useBrowser, page } from '../stage/browser';
import { readyExample } from '../stage/examples';
import { executionsOf, itemsOf, latestExecution, storedExecution } from '../stage/executions';
import { takePicture } from '../stage/picture';
import { rest, stage } from '../stage/stage';
import { post } from '../stage/workflows';
import { until } from '../../support/until';

useBrowser();

/** The editor without its menus. */
const CANVAS = { x: 42, y: 82, width: 1160, height: 684 };

/** Turns the mouse's wheel on the canvas, and waits until n8n has followed. */
async function turnWheel(right: number, down: number): Promise<void> {
	const place = async () => await page.getByTestId('canvas-node').first().boundingBox();
	const before = await place();
	await page.mouse.move(1000, 100);
	await page.mouse.wheel(right, down);
	await expect.poll(place).not.toEqual(before);
}

/** Moves the canvas by pixels: n8n takes half of what the wheel says. */
async function moveCanvas(right: number, down: number): Promise<void> {
	await turnWheel(-2 * right, -2 * down);
}

/** Shows the canvas larger: 500 is twice as large. */
async function zoomIn(by: number): Promise<void> {
	await page.keyboard.down('Control');
	await turnWheel(0, -by);
	await page.keyboard.up('Control');
}

/** The part of the canvas from the first to the last column of nodes, and from the highest to the lowest of the last one. */
async function partOf(first: string, highest: string, lowest: string) {
	const [left, top, end] = await Promise.all(
		[first, highest, lowest].map(async (name) => {
			const node = page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
			return (await node.boundingBox())!;
		}),
	);
	const [x, y] = [left!.x - 40, top!.y - 4];
	// The name stands below the node.
	return { x, y, width: end!.x + end!.width + 40 - x, height: end!.y + 1.7 * end!.height - y };
}

test('the broadcast goes on after the customers whom it cannot reach', async () => {
	await openWorkflow(readyExample('spreadsheet-broadcast.json'));
	await executeWorkflow();
	await page.getByText('Workflow executed successfully').waitFor();
	expect((await books.recipients()).sort()).toEqual(['+12025550101', '+12025550103']);

	// Twice as large, and in the middle.
	await zoomIn(500);
	const ends = ['Send to Everyone', 'Outcome Unknown', 'File to Correct'] as const;
	const { x, y, width, height } = await partOf(...ends);
	await moveCanvas(640 - x - width / 2, 400 - y - height / 2);
	await takePicture(page, 'error-output', await partOf(...ends));
});

for (const [fileName, picture, status] of [
	['crm-order-webhook.json', 'example-order', 'success'],
	['invoice-pdf.json', 'example-invoice', 'success'],
	['replies.json', 'example-replies', 'success'],
	['phone-to-customer-id.json', undefined, 'success'],
	['ask-how-it-was.json', undefined, 'waiting'],
] as const)
	test(`${fileName} ends well at one click, whatever triggers it has`, async () => {
		const id = await openWorkflow(readyExample(fileName));
		if (picture !== undefined) {
			// Off n8n's buttons on the right.
			await moveCanvas(-30, 0);
			await takePicture(page, picture, CANVAS);
		}
		await executeWorkflow();
		await latestExecution(id, status);
	});

test('an agent has the node as its tools', async () => {
	await openWorkflow(readyExample('ai-agent-answers.json'));
	for (const tool of ['List Templates', 'Preview Template', 'Send Template', 'Send Text'])
		await page.locator(`[data-test-id="canvas-node"][data-node-name="${tool}"]`).waitFor();
	// Off the button that opens the chat.
	await zoomIn(-100);
	await takePicture(page, 'example-agent', CANVAS);
});

test.describe('a message that is approved before it is sent', () => {
	const MESSAGE = 'Hello Customer 1, thank you for your order. We will deliver it on Friday.';
	const example = readyExample('preview-and-approve.json');
	const { webhookId } = example.nodes.find(({ type }) => type === 'n8n-nodes-base.formTrigger')!;

	test.beforeAll(async () => {
		await rest.activate(await rest.createWorkflow(example));
	});

	for (const [what, phone, decision, words, sent] of [
		[
			'sends what was shown',
			'+1 (202) 555-0101',
			'Send it',
			'The message to +1 (202) 555-0101 is on its way.',
			[['+12025550101', MESSAGE]],
		],
		[
			'sends nothing that is not approved',
			'+12025550101',
			'Do not send it',
			'Nobody has received the message.',
			[],
		],
		['says why it was not sent', '202-555-0101', 'Send it', 'no plus sign and country code', []],
	] as const)
		test(what, async () => {
			await page.goto(`${stage.address}/form/${String(webhookId)}`);
			await page.getByLabel('Phone').fill(phone);
			await page.getByLabel('Name').fill('Customer 1');
			await page.getByLabel('Order').fill('A-1001');
			await page.getByLabel('Delivery').fill('Friday');
			await page.getByRole('button', { name: 'Submit' }).click();
			await page.getByText(MESSAGE).waitFor();
			expect(await books.accepted()).toEqual([]);

			await page.getByLabel('Decision').selectOption(decision);
			await page.getByRole('button', { name: 'Continue' }).click();

			await page.getByText(words).waitFor();
			const accepted = await books.accepted();
			expect(accepted.map(({ recipient, content }) => [recipient, content.body])).toEqual(sent);
		});
});

test("a customer fills in n8n's own form behind the link, and the workflow goes on with it, once for each order", async ({
	browser,
}) => {
	const workflow = await rest.createWorkflow(readyExample('form-for-the-customer.json'));
	await rest.activate(workflow);
	const placed = { order: 'A-1001', customer: '5001', name: 'Customer 1' };
	await post('delivery-details', placed);
	const { id } = await latestExecution(workflow.id, 'waiting');

	// The same order again is skipped, and nothing waits for it.
	await post('delivery-details', placed);
	await latestExecution(workflow.id, 'success');
	const accepted = await books.accepted();
	expect(accepted).toHaveLength(1);

	const [link] = /http\S+/.exec(String(accepted[0]!.content.body))!;
	// In a page of its own: that of the test before is also one of n8n's forms, which may still load its last page.
	const form = await browser.newPage();
	await form.goto(link);
	await form.getByText('Your order A-1001').waitFor();
	expect(await form.getByText('automated with').count()).toBe(0);
	await form.getByLabel('Name').fill('Customer "1"');
	await form.getByLabel('Date').fill('2030-02-28');
	await form.getByLabel('Leave it at the door').check();
	await form.getByRole('button', { name: 'Submit' }).click();
	await form.getByText('Thank you. We will deliver it as you wish.').waitFor();
	await form.close();

	await until(async () =>
		(await executionsOf(workflow.id)).every(({ status }) => status === 'success'),
	);
	expect(itemsOf(await storedExecution(id), 'Delivery')).toEqual([
		{ order: 'A-1001', name: 'Customer "1"', date: '2030-02-28', atTheDoor: true },
	]);
});
