import { books } from '../stage/books';
import { executeWorkflow, openWorkflow, useBrowser, page } from '../stage/browser';
import { readyExample } from '../stage/examples';
import { takePicture } from '../stage/picture';
import { rest, stage } from '../stage/stage';

useBrowser();

const recipients = async (): Promise<string[]> =>
	(await books.accepted()).map(({ recipient }) => recipient).sort();

test('the tour sends every kind of message to its three customers', async () => {
	await openWorkflow(readyExample('tour.json'));
	await executeWorkflow();
	await page.getByText('Workflow executed successfully').waitFor();

	const thrice = (recipient: string) => [recipient, recipient, recipient];
	const twice = (recipient: string) => [recipient, recipient];
	expect(await recipients()).toEqual([
		...['+12025550101', '+12025550102', '+12025550103'].flatMap(thrice),
		...['5001', '5002', '5003'].flatMap(twice),
	]);
	const operations = (await books.accepted()).map(({ operation }) => operation);
	expect([...new Set(operations)].sort()).toEqual([
		'message.sendAttachment',
		'message.sendText',
		'template.send',
		'template.sendWithFile',
	]);
});

test('the broadcast goes on after the customers whom it cannot reach', async () => {
	await openWorkflow(readyExample('spreadsheet-broadcast.json'));
	await executeWorkflow();
	await page.getByText('Workflow executed successfully').waitFor();
	await takePicture(page, 'error-output', { x: 790, y: 398, width: 470, height: 280 });

	expect(await recipients()).toEqual(['+12025550101', '+12025550103']);
	const pictures = (await books.accepted()).map(
		({ request }) => (request.body as { attachment: { image: string } }).attachment.image,
	);
	expect([...new Set(pictures)]).toEqual([`${stage.service.baseUrl}/samples/picture.png`]);
});

describe('a message that is approved before it is sent', () => {
	const example = readyExample('preview-and-approve.json');
	const { webhookId } = example.nodes.find(({ type }) => type === 'n8n-nodes-base.formTrigger')!;

	beforeAll(async () => {
		await rest.activate(await rest.createWorkflow(example));
	});

	/** Fills in the form, and waits for the page that shows the message. */
	async function write(phone: string): Promise<void> {
		await page.goto(`${stage.address}/form/${String(webhookId)}`);
		await page.getByLabel('Phone').fill(phone);
		await page.getByLabel('Name').fill('Customer 1');
		await page.getByLabel('Order').fill('A-1001');
		await page.getByLabel('Delivery').fill('Friday');
		await page.getByRole('button', { name: 'Submit' }).click();
		await page
			.getByText('Hello Customer 1, thank you for your order. We will deliver it on Friday.')
			.waitFor();
	}

	async function decide(decision: string): Promise<void> {
		await page.getByLabel('Decision').selectOption(decision);
		await page.getByRole('button', { name: 'Continue' }).click();
	}

	test('is sent as it was shown', async () => {
		await write('+1 (202) 555-0101');
		expect(await recipients()).toEqual([]);
		await decide('Send it');
		await page.getByText('The message to +1 (202) 555-0101 is on its way.').waitFor();

		expect(await books.accepted()).toMatchObject([
			{
				recipient: '+12025550101',
				content: {
					body: 'Hello Customer 1, thank you for your order. We will deliver it on Friday.',
				},
			},
		]);
	});

	test('is sent to nobody who was not approved', async () => {
		await write('+12025550101');
		await decide('Do not send it');
		await page.getByText('Nobody has received the message.').waitFor();

		expect(await recipients()).toEqual([]);
	});

	test('says why it was not sent', async () => {
		await write('202-555-0101');
		await decide('Send it');
		await page.getByText('has no plus sign and country code').waitFor();

		expect(await recipients()).toEqual([]);
	});
});
