import { readdirSync } from 'node:fs';

import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { examplesFolder, readExample, sandboxCredentials, sandboxSettings } from '../../dev/demo/example';
import type { RunOptions } from '../../dev/engine/engine';
import { startScene, type Scene } from '../support/scene';
import { booksOf } from './acceptedMessages';

let scene: Scene;
beforeAll(async () => {
	scene = await startScene();
});
afterAll(async () => await scene.stop());
beforeEach(() => scene.sandbox.reset());

const TESTED = [
	'ai-agent-answers.json',
	'appointment-confirmation.json',
	'crm-order-webhook.json',
	'invoice-pdf.json',
	'preview-and-approve.json',
	'quick-start.json',
	'spreadsheet-broadcast.json',
];

test('every example is tested here', () => {
	expect(readdirSync(examplesFolder).sort()).toEqual(TESTED);
});

async function run(
	fileName: string,
	settings: Record<string, string> = {},
	options: RunOptions = {},
	workflow = readExample(fileName, settings),
) {
	return await scene.engine.run(workflow, {
		credentials: sandboxCredentials(scene.sandbox),
		...options,
	});
}

/** A call of a webhook with this JSON body. */
function called(startNode: string, body: IDataObject): RunOptions {
	return { mode: 'webhook', startNode, input: [{ json: { headers: {}, params: {}, query: {}, body } }] };
}

const outputOf = (items: INodeExecutionData[]) => items.map(({ json }) => json);

test('the quick start sends every kind of message to each customer', async () => {
	const execution = await run('quick-start.json', sandboxSettings(scene.sandbox));

	expect(execution.error).toBeUndefined();
	expect(execution.items('List Channels')).toHaveLength(5);
	expect(outputOf(execution.items('Read Template'))).toEqual([expect.objectContaining({ id: 101, name: 'order_confirmation' })]);

	const files = `${scene.sandbox.baseUrl}/samples`;
	const templates = (phone: string, customer: Record<'name' | 'order' | 'delivery' | 'invoice' | 'amount' | 'due', string>) => [
		{
			path: 'whatsapp/send-template-message',
			body: {
				template_id: '101',
				channel_id: '11',
				customer_phone: phone,
				attributes: { 1: customer.order, 2: customer.name, 3: customer.delivery },
			},
		},
		{
			path: 'whatsapp/send-template-message',
			body: {
				template_id: '102',
				channel_id: '11',
				customer_phone: phone,
				attributes: { 1: customer.name, 2: '15%' },
				attachment: { image: `${files}/picture.png` },
			},
		},
		{
			path: 'whatsapp/send-template',
			parts: {
				template_id: '103',
				channel_id: '11',
				customer_phone: phone,
				header_type: 'document',
				body_vars: JSON.stringify({
					1: customer.name,
					2: customer.invoice,
					3: customer.amount,
					4: customer.due,
					5: '+1 202-555-0199',
				}),
				customer_attributes: JSON.stringify({ last_invoice: customer.invoice }),
				file: { fileName: `Invoice ${customer.invoice}.pdf`, contentType: 'application/pdf', begins: '%PDF-1.4' },
			},
		},
	];
	const messages = (id: string, name: string, company: string) => [
		{
			path: 'customers/send-text-message',
			body: { customer_id: id, text: `Hello ${name}, is there anything we can do for ${company}?` },
		},
		{
			path: 'customers/send-attachment-message',
			body: { customer_id: id, attachment_type: 'document', attachment_url: `${files}/brochure.pdf` },
		},
	];
	expect(booksOf(scene.sandbox)).toEqual({
		'+12025550101': templates('+12025550101', {
			name: 'Customer 1',
			order: 'A-1001',
			delivery: '6 May 2030',
			invoice: 'INV-2001',
			amount: '129.50 USD',
			due: '20 May 2030',
		}),
		'+12025550102': templates('+12025550102', {
			name: 'Customer 2',
			order: 'A-1002',
			delivery: '7 May 2030',
			invoice: 'INV-2002',
			amount: '48.00 USD',
			due: '21 May 2030',
		}),
		'+12025550103': templates('+12025550103', {
			name: 'Customer 3',
			order: 'A-1003',
			delivery: '7 May 2030',
			invoice: 'INV-2003',
			amount: '1250.75 USD',
			due: '21 May 2030',
		}),
		'5001': messages('5001', 'Customer 1', 'Company A'),
		'5002': messages('5002', 'Customer 2', 'Company A'),
		'5003': messages('5003', 'Customer 3', 'Company B'),
	});
});

describe('the order template from a CRM webhook', () => {
	const order = { order: 'A-1001', name: 'Customer 1', phone: '+1 (202) 555-0101', delivery: '2030-05-06' };

	test('sends the template and tells the CRM so', async () => {
		const execution = await run('crm-order-webhook.json', {}, called('Order Placed', order));

		expect(execution.error).toBeUndefined();
		expect(booksOf(scene.sandbox)).toEqual({
			'+12025550101': [
				{
					path: 'whatsapp/send-template-message',
					body: {
						template_id: '101',
						channel_id: '11',
						customer_phone: '+12025550101',
						attributes: { 1: 'A-1001', 2: 'Customer 1', 3: '6 May 2030' },
					},
				},
			],
		});
		expect(outputOf(execution.items('Sent'))).toEqual([{ sent: true, message: scene.sandbox.accepted[0]!.id }]);
		expect(execution.items('Not Sent')).toEqual([]);
	});

	test('tells the CRM why nothing was sent', async () => {
		const execution = await run('crm-order-webhook.json', {}, called('Order Placed', { ...order, phone: '202-555-0101' }));

		expect(execution.error).toBeUndefined();
		expect(scene.sandbox.requests).toEqual([]);
		expect(execution.items('Sent')).toEqual([]);
		expect(outputOf(execution.items('Not Sent'))).toEqual([
			{ sent: false, reason: expect.stringContaining("'Customer Phone' '202-555-0101' has no plus sign and country code") },
		]);
	});
});

test('the broadcast reaches whom it can and writes down whom it cannot, and why', async () => {
	scene.sandbox.faults.add({ recipient: '+12025550103', fault: { kind: 'resetAfterBody' } });
	const execution = await run('spreadsheet-broadcast.json', sandboxSettings(scene.sandbox));

	expect(execution.error).toBeUndefined();
	expect(booksOf(scene.sandbox)['+12025550101']).toEqual([
		{
			path: 'whatsapp/send-template-message',
			body: {
				template_id: '102',
				channel_id: '11',
				customer_phone: '+12025550101',
				attributes: { 1: 'Customer 1', 2: '10%' },
				attachment: { image: `${scene.sandbox.baseUrl}/samples/picture.png` },
			},
		},
	]);
	expect(outputOf(execution.items('Reached'))).toEqual([{ name: 'Customer 1', message: scene.sandbox.accepted[0]!.id }]);
	expect(outputOf(execution.items('Not Reached'))).toEqual([
		{
			name: 'Customer 2',
			phone: '202-555-0102',
			discount: '15%',
			status: 'failed',
			reason: expect.stringContaining('no plus sign and country code'),
		},
		{
			name: 'Customer 3',
			phone: '+1 202-555-0103',
			discount: '15%',
			status: 'unknown',
			reason: expect.stringContaining('Outcome unknown, the message to '),
		},
		{ name: 'Customer 4', phone: '', discount: '10%', status: 'failed', reason: expect.stringContaining("'Customer Phone' is empty") },
	]);
	const [file] = execution.items('Write Down').map(({ binary }) => binary?.data);
	expect(file).toMatchObject({ fileName: 'not-reached.csv', mimeType: 'text/csv' });
	const [titles, ...rows] = (await Container.get(BinaryDataService).getAsBuffer(file!)).toString('utf8').trim().split('\n');
	expect(titles).toContain('name,phone,discount,status,reason');
	expect(rows.map((row) => row.split(',').slice(0, 4))).toEqual([
		['Customer 2', '202-555-0102', '15%', 'failed'],
		['Customer 3', '+1 202-555-0103', '15%', 'unknown'],
		['Customer 4', '', '10%', 'failed'],
	]);
});

test('the invoice goes out as a PDF under its own name', async () => {
	const paid = { name: 'Customer 1', phone: '+12025550101', invoice: 'INV-2001', amount: 129.5, due: '2030-05-20' };
	const execution = await run('invoice-pdf.json', {}, called('Order Paid', paid));

	expect(execution.error).toBeUndefined();
	expect(booksOf(scene.sandbox)).toEqual({
		'+12025550101': [
			{
				path: 'whatsapp/send-template',
				parts: {
					template_id: '103',
					channel_id: '11',
					customer_phone: '+12025550101',
					header_type: 'document',
					body_vars: JSON.stringify({ 1: 'Customer 1', 2: 'INV-2001', 3: '129.50 USD', 4: '20 May 2030', 5: '+1 202-555-0199' }),
					customer_attributes: JSON.stringify({ last_invoice: 'INV-2001' }),
					file: { fileName: 'Invoice INV-2001.pdf', contentType: 'application/pdf', begins: '%PDF-1.4' },
				},
			},
		],
	});
	expect(outputOf(execution.items('Send Invoice'))).toEqual([{ success: true, data: { status: 'ongoing' } }]);
});

describe('the message that is approved before it is sent', () => {
	const written = { Phone: '+1 (202) 555-0101', Name: 'Customer 1', Order: 'A-1001', Delivery: 'Friday' };

	/** The form's first page sent in, and the answer on the second one, if there is one yet. */
	async function submit(form: IDataObject, decision?: string) {
		const workflow = readExample('preview-and-approve.json');
		const pinData = decision === undefined ? {} : { Approve: [{ json: { Decision: decision } }] };
		return await run('preview-and-approve.json', {}, { input: [{ json: form }] }, { ...workflow, pinData });
	}

	test('waits with the message as the customer will read it, and nothing sent', async () => {
		const execution = await submit(written);

		expect(execution.error).toBeUndefined();
		expect(execution.status).toBe('waiting');
		expect(outputOf(execution.items('Preview Template'))).toEqual([
			expect.objectContaining({
				text: [
					'Order A-1001 is confirmed',
					'Hello Customer 1, thank you for your order. We will deliver it on Friday.',
					'Reply STOP to unsubscribe',
					'[Track order] https://shop.example/orders/A-1001',
				].join('\n\n'),
			}),
		]);
		expect(booksOf(scene.sandbox)).toEqual({});
	});

	test('sends what was shown, once it is approved', async () => {
		const execution = await submit(written, 'Send it');

		expect(execution.error).toBeUndefined();
		expect(booksOf(scene.sandbox)).toEqual({
			'+12025550101': [
				{
					path: 'whatsapp/send-template-message',
					body: {
						template_id: '101',
						channel_id: '11',
						customer_phone: '+12025550101',
						attributes: { 1: 'A-1001', 2: 'Customer 1', 3: 'Friday' },
					},
				},
			],
		});
		const [message] = scene.sandbox.accepted;
		const [preview] = outputOf(execution.items('Preview Template'));
		expect([preview!.body, preview!.footer]).toEqual([message!.content.body, message!.content.footer]);
		expect(outputOf(execution.items('Send Template'))).toHaveLength(1);
	});

	test('sends nothing that is not approved', async () => {
		const execution = await submit(written, 'Do not send it');

		expect(execution.error).toBeUndefined();
		expect(booksOf(scene.sandbox)).toEqual({});
		expect(execution.items('Send Template')).toEqual([]);
	});

	test('tells why an approved message was not sent', async () => {
		const execution = await submit({ ...written, Phone: '202-555-0101' }, 'Send it');

		expect(booksOf(scene.sandbox)).toEqual({});
		expect(outputOf(execution.items('Send Template', 1))).toEqual([
			expect.objectContaining({ message: expect.stringContaining('no plus sign and country code') }),
		]);
	});
});

describe.each(['tool', 'engine'] as const)('the AI agent, through the %s', (through) => {
	async function call(tool: string, callArguments: object) {
		return await scene.engine.runTool(readExample('ai-agent-answers.json'), tool, callArguments, {
			through,
			credentials: sandboxCredentials(scene.sandbox),
		});
	}

	test('answers a customer', async () => {
		const { failed } = await call('Answer Customer', { Customer_ID: '5001', Text: 'Your parcel comes on Friday.' });
		expect(failed).toBe(false);
		expect(booksOf(scene.sandbox)).toEqual({
			'5001': [{ path: 'customers/send-text-message', body: { customer_id: '5001', text: 'Your parcel comes on Friday.' } }],
		});
	});

	test('lists the channels, previews a template and sends it', async () => {
		const template = { Channel: 'Customer Service', Template_ID: '107' };
		expect((await call('List Channels', {})).text).toContain('Customer Service');
		expect((await call('Preview Template', { ...template, Variables: { 1: '77' } })).text).toContain('Parcel 77 waits for you at {{3}}.');
		expect(booksOf(scene.sandbox)).toEqual({});

		const phone = '+12025550101';
		const { failed } = await call('Send Template', { ...template, Customer_Phone: phone, Variables: { 1: '77', 3: 'Main Street 1' } });
		expect(failed).toBe(false);
		expect(booksOf(scene.sandbox)).toEqual({
			[phone]: [
				{
					path: 'whatsapp/send-template-message',
					body: { template_id: '107', channel_id: '12', customer_phone: phone, attributes: { 1: '77', 3: 'Main Street 1' } },
				},
			],
		});
	});

	test('is told which variables a template has, before anything is sent', async () => {
		const { text } = await call('Send Template', { Channel: '11', Template_ID: '107', Customer_Phone: '+12025550101', Variables: { 1: '77' } });
		expect(text).toContain('"status":"failed"');
		expect(text).toContain("variable '3' has no value");
		expect(text).toContain('The template has these variables: ');
		expect(booksOf(scene.sandbox)).toEqual({});
	});

	test('reads what each tool is for', async () => {
		const { tool } = await call('Answer Customer', { Customer_ID: '5001', Text: 'Hello' });
		expect(tool.description).toBe('Send a text to a customer, on whatever platform they use.');
		expect(tool.arguments).toEqual({ Customer_ID: 'The ID of the customer, a number', Text: 'The text the customer will read' });
	});
});

describe('the appointment that the customer is asked about', () => {
	const appointment = { customer: '5001', name: 'Customer 1', time: '2030-05-06T10:00' };

	test.each([
		['yes', 'approve', 'Confirm', 'See you then!'],
		['no', 'disapprove', 'Offer Another', 'That is a pity.'],
		['no answer in time', undefined, 'Remind', 'We have not heard from you'],
	])('the customer hears what follows: %s', async (_, button, branch, text) => {
		const waiting = await run('appointment-confirmation.json', {}, called('Appointment Made', appointment));
		expect(waiting.status).toBe('waiting');
		const { body } = scene.sandbox.accepted[0]!.content;
		expect(body).toContain('Hello Customer 1, we have you down for Monday, 6 May, 10:00. Is that fine?');

		const url = body!.split('\n').at(-1)!;
		const visited = button === undefined ? undefined : await scene.engine.visit(waiting, { method: 'POST', url, body: { answer: button } });
		const execution = await scene.engine.resume(waiting, visited?.answer);

		expect(execution.error).toBeUndefined();
		for (const name of ['Confirm', 'Offer Another', 'Remind']) expect(execution.items(name)).toHaveLength(name === branch ? 1 : 0);
		expect(scene.sandbox.accepted[1]).toMatchObject({ recipient: '5001', content: { body: expect.stringContaining(text) } });
	});
});
