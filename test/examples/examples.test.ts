import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import {
	examplesFolder,
	readExample as readWorkflow,
	sandboxCredentials,
	sandboxSettings,
} from '../../dev/demo/example';
import type { Execution, RunOptions, WorkflowFile } from '../../dev/engine/engine';
import type { NodeInEditor } from '../../dev/engine/nodeForm';
import { useScene } from '../support/scene';

const scene = useScene();

/** Those with a node in which their user enters where the files are. */
const WITH_SETTINGS = ['spreadsheet-broadcast.json', 'tour.json'];

const root = path.join(examplesFolder, '..');

/** The folders of the examples as each published version has saved them: no update may change what these do. */
const SAVED = Array.from(
	readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8').matchAll(
		/^## (\S+)(?= |$)(?! - unreleased)/gm,
	),
	([, version]) => `test/examples/v${version}`,
);

/** What the tests look at in a node of an example. */
interface ExampleNode extends NodeInEditor {
	name: string;
	type: string;
	parameters: {
		templateId?: { mode: string; value: string; cachedResultName: string };
		variables?: { schema: object[] };
	};
}

const order = {
	order: 'A-1001',
	name: 'Customer 1',
	phone: '+1 (202) 555-0101',
	delivery: '2030-05-06',
};

const EXAMPLES = readdirSync(examplesFolder).filter((file) => file.endsWith('.json'));

/** The nodes of an example. */
const nodesOf = (fileName: string) => readWorkflow(fileName).nodes as unknown as ExampleNode[];

test('the fields for variables in an example are those that the form makes today', async () => {
	const filledIn = EXAMPLES.flatMap(nodesOf).filter(
		({ parameters }) => parameters.variables !== undefined,
	);
	expect(filledIn.length).toBeGreaterThan(6);
	const options = { credentials: sandboxCredentials(scene.sandbox) };
	for (const node of filledIn) {
		const { form } = scene.engine;
		const { fields } = await form.resourceMapperFields(node, 'variables', options);
		expect(node.parameters.variables!.schema).toEqual(
			fields.map((field) => ({ ...field, removed: false })),
		);
		const { value, cachedResultName: name } = node.parameters.templateId!;
		const { results } = await form.searchList(node, 'searchTemplates', value, options);
		expect(results).toEqual([{ name, value }]);
	}
});

test.each(EXAMPLES)('%s runs at once, as each of its webhooks has a call pinned', (fileName) => {
	const { pinData = {} } = readWorkflow(fileName);
	const webhooks = nodesOf(fileName).filter(({ type }) => type === 'n8n-nodes-base.webhook');
	expect(Object.keys(pinData)).toEqual(expect.arrayContaining(webhooks.map(({ name }) => name)));
});

test.each(EXAMPLES)(
	'%s has no condition with a regular expression, which n8n gives up after a quarter of a second, however busy the machine is',
	(fileName) => {
		expect(JSON.stringify(readWorkflow(fileName))).not.toMatch(/"operation":"(not)?regex"/i);
	},
);

/** What each customer reads: what stands at the top, be it a file, the text, and where the buttons lead. */
function inbox(): Record<string, string[]> {
	const messages: Record<string, string[]> = {};
	for (const { recipient, content } of scene.sandbox.accepted) {
		const { header, body, buttons } = content;
		const top = header?.text ?? header?.file?.fileName ?? header?.url;
		const seen = [top, body, ...buttons.map(({ value }) => value)].filter(Boolean);
		(messages[recipient] ??= []).push(seen.join(' | '));
	}
	return messages;
}

function withoutError(execution: Execution): Execution {
	expect(execution.error).toBeUndefined();
	return execution;
}

/** Goes on with what the customer sends, or with the time having run out. */
async function goOn(waiting: Execution, sent: unknown): Promise<Execution> {
	return withoutError(await scene.answer(waiting, sent));
}

/** A workflow with another text, wherever the text is. */
function changed(workflow: WorkflowFile, from: string, to: string): WorkflowFile {
	const before = JSON.stringify(workflow);
	expect(before).toContain(from);
	return JSON.parse(before.replaceAll(from, to)) as WorkflowFile;
}

describe.each(['examples', ...SAVED])('the workflows in %s', (folder) => {
	/** One that the version did not have yet is read as it is today. */
	const readExample = (fileName: string) =>
		readWorkflow(
			fileName,
			WITH_SETTINGS.includes(fileName) ? sandboxSettings(scene.sandbox) : {},
			existsSync(path.join(root, folder, fileName)) ? path.join(root, folder) : examplesFolder,
		);

	const attempt = async (
		fileName: string,
		options: RunOptions = {},
		workflow: WorkflowFile = readExample(fileName),
	) =>
		await scene.engine.run(workflow, {
			credentials: sandboxCredentials(scene.sandbox),
			...options,
		});

	/** Runs an example to its end, or until it waits. */
	const run = async (...given: Parameters<typeof attempt>) => withoutError(await attempt(...given));

	/** An example whose national numbers are those of the United States. */
	function withCountry(fileName: string, node?: string): WorkflowFile {
		const example = readExample(fileName);
		for (const { name, parameters } of example.nodes as ExampleNode[])
			if ('customerPhone' in parameters && (node ?? name) === name)
				Object.assign(parameters, { options: { defaultCountry: 'US' } });
		return example;
	}

	/** A call of a webhook with this JSON body. */
	function called(startNode: string, body: IDataObject): RunOptions {
		return {
			mode: 'webhook',
			startNode,
			input: [{ json: { headers: {}, params: {}, query: {}, body } }],
		};
	}

	const phone = '+12025550101';

	/** What the service calls webhooks with (service: Webhooks), with what a test changes of it. */
	function event(
		action: string,
		customer: IDataObject = {},
		ticket: IDataObject = {},
	): IDataObject {
		const pinned = readWorkflow('replies.json').pinData as Record<string, INodeExecutionData[]>;
		const body = pinned['Message Received']![0]!.json.body as Record<string, IDataObject>;
		return {
			...body,
			action,
			customer: { ...body.customer, ...customer },
			ticket: { ...body.ticket, ...ticket },
		};
	}

	/** What the customer of an order reads, with its delivery. */
	const orderConfirmation = (delivery: string) =>
		`Order A-1001 is confirmed | Hello Customer 1, thank you for your order. We will deliver it on ${delivery}. | https://shop.example/orders/A-1001`;

	const INVOICE =
		'Invoice INV-2001.pdf | Dear Customer 1,\n\nyour invoice INV-2001 for *129.50 USD* is attached. Please pay by 20 May 2030.\n\nQuestions? Call +1 202-555-0199.';

	/** What the first customer reads of the new collection, with a discount. */
	const collection = (discount: string) =>
		`${scene.sandbox.baseUrl}/samples/picture.png | Hello Customer 1, the new collection is here. Members get ${discount} off this week. | https://shop.example/new`;

	const outputOf = (execution: Execution, node: string) =>
		execution.items(node).map(({ json }) => json);

	/** Those of the nodes that got something. */
	const reached = (execution: Execution, ...nodes: string[]) =>
		nodes.filter((node) => execution.items(node).length > 0);

	test('the quick start sends one template to one customer', async () => {
		await run('quick-start.json');

		expect(inbox()).toEqual({ [phone]: [orderConfirmation('6 May 2030')] });
	});

	test('the tour sends every kind of message to each customer', async () => {
		const execution = await run('tour.json');

		expect(execution.items('List Channels')).toHaveLength(5);
		expect(outputOf(execution, 'Read Template')).toMatchObject([
			{ id: 101, name: 'order_confirmation' },
		]);

		expect(Object.values(inbox()).map(({ length }) => length)).toEqual([2, 2, 2, 3, 3, 3]);
		expect(inbox()).toMatchObject({
			[phone]: [orderConfirmation('6 May 2030'), collection('15%'), INVOICE],
			'5001': [
				'Hello Customer 1, is there anything we can do for Company A?',
				`${scene.sandbox.baseUrl}/samples/brochure.pdf`,
			],
		});
	});

	describe('the order template from a CRM webhook', () => {
		const CRM = 'crm-order-webhook.json';

		test('confirms the sample order at one click, once, and tells the CRM so', async () => {
			const execution = await run(CRM, { startNode: 'Order Placed' });

			expect(inbox()).toEqual({ [phone]: [orderConfirmation('6 May 2030')] });
			expect(outputOf(execution, 'Sent')).toEqual([
				{ status: 'sent', messageId: expect.stringContaining(scene.sandbox.accepted[0]!.id) },
			]);
			expect(reached(execution, 'Sent', 'Outcome Unknown', 'Not Sent')).toEqual(['Sent']);

			const again = await run(CRM, { startNode: 'Order Placed' });
			expect(outputOf(again, 'Sent')).toMatchObject([{ status: 'alreadySent' }]);
			expect(scene.sandbox.accepted).toHaveLength(1);
		});

		test.each([
			[
				'why nothing was sent',
				'202-555-0101',
				'Not Sent',
				'failed',
				"'Customer Phone' '202-555-0101' has no plus sign and country code",
			],
			[
				'to look up a message that may have arrived, and never that it was not sent',
				order.phone,
				'Outcome Unknown',
				'unknown',
				"Look the message up in the service's dashboard before you send it again",
			],
		])('tells the CRM %s', async (_what, given, end, status, reason) => {
			scene.sandbox.faults.add({ recipient: phone, fault: { kind: 'resetAfterBody' } });
			const execution = await run(CRM, called('Order Placed', { ...order, phone: given }));

			expect(inbox()).toEqual({});
			expect(reached(execution, 'Sent', 'Outcome Unknown', 'Not Sent')).toEqual([end]);
			expect(outputOf(execution, end)).toEqual([
				{ status, reason: expect.stringContaining(reason) },
			]);
		});
	});

	describe('the event of another system', () => {
		const confirmed = orderConfirmation('6 May 2030');

		test.each([
			[
				'shopify-order.json',
				'Order Created',
				confirmed.replaceAll('A-1001', '1001').replace('Customer 1', 'Customer'),
			],
			[
				'hubspot-contact.json',
				'Contact Changed',
				'How did we do? Your opinion helps us improve. | https://feedback.example/512',
			],
			['google-sheets-row.json', 'Row Added', confirmed],
		])(
			'%s: messages the customer once, however often it comes',
			async (fileName, startNode, message) => {
				for (let time = 0; time < 2; time++) await run(fileName, { startNode });

				expect(inbox()).toEqual({ [phone]: [message] });
			},
		);

		test('an order may say the phone elsewhere; one that says none gets no message', async () => {
			const without = JSON.stringify(readExample('shopify-order.json')).replaceAll(
				'"(202) 555-0101"',
				'null',
			);
			const ofCustomer = '"tax_exempt":false,"phone":';
			const found = without.replace(`${ofCustomer}null`, `${ofCustomer}"${phone}"`);
			for (const text of [without, found])
				await run(
					'shopify-order.json',
					{ startNode: 'Order Created' },
					JSON.parse(text) as WorkflowFile,
				);
			expect(inbox()[phone]).toHaveLength(1);
		});

		test('a contact that became something else gets no message, and another row one of its own', async () => {
			const other = async (fileName: string, startNode: string, from: string, to: string) =>
				await run(fileName, { startNode }, changed(readExample(fileName), from, to));
			const [was, is] = ['customer', 'lead'].map((stage) => `"propertyValue":"${stage}"`);
			await other('hubspot-contact.json', 'Contact Changed', was!, is!);
			expect(inbox()).toEqual({});

			await run('google-sheets-row.json', { startNode: 'Row Added' });
			await other('google-sheets-row.json', 'Row Added', '"Order":"A-1001"', '"Order":"A-1002"');
			expect(inbox()[phone]).toHaveLength(2);
		});
	});

	test('every outcome of a message takes its own way', async () => {
		const execution = await run('every-outcome.json');

		const ends = ['Sent', 'Outcome Unknown', 'Not Sent'].map((end) =>
			outputOf(execution, end).map(({ name }) => name),
		);
		expect(ends).toEqual([
			['Customer 1', 'Customer 3', 'Customer 6'],
			['Customer 4', 'Customer 5'],
			['Customer 2'],
		]);
		expect(Object.keys(inbox()).sort()).toEqual(
			['0', '2', '3', '5'].map((digit) => `+1555555015${digit}`),
		);
	});

	const BROADCAST = 'spreadsheet-broadcast.json';

	test('the broadcast sends to whom it can; the others are in two files, those that may have arrived apart', async () => {
		scene.sandbox.faults.add({ recipient: '+12025550103', fault: { kind: 'resetAfterBody' } });
		const execution = await run(BROADCAST);

		expect(inbox()[phone]).toEqual([collection('10%')]);
		expect(outputOf(execution, 'Sent')).toEqual([
			{
				name: 'Customer 1',
				messageId: expect.stringContaining(scene.sandbox.accepted[0]!.id),
				outcome: 'ongoing',
			},
		]);
		expect(await fileOf(execution.items('File to Correct'))).toEqual({
			fileName: 'not-sent.csv',
			rows: [
				expect.stringMatching(/^Customer 2,202-555-0102,15%,.*no plus sign and country code/),
				expect.stringMatching(/^Customer 4,,10%,.*'Customer Phone': .* gives nothing/),
			],
		});
		expect(await fileOf(execution.items('File to Look Up'))).toEqual({
			fileName: 'outcome-unknown.csv',
			rows: [
				expect.stringMatching(
					/^Customer 3,\+1 202-555-0103,15%,.*Look the message up in the service's dashboard/,
				),
			],
		});
	});

	test('the broadcast runs again without sending anything twice', async () => {
		await run(BROADCAST);
		const { length } = scene.sandbox.accepted;

		const again = await run(BROADCAST);

		expect(outputOf(again, 'Sent').map(({ name, outcome }) => [name, outcome])).toEqual([
			['Customer 1', 'alreadySent'],
			['Customer 3', 'alreadySent'],
		]);
		expect(scene.sandbox.accepted).toHaveLength(length);
	});

	test('the broadcast leaves out everyone who wrote STOP after the one before, whose number may be a national one', async () => {
		await run(BROADCAST);
		const { customer } = scene.engine.dataTables
			.rowsOf('Customers')
			.find(({ phone }) => phone === '+12025550103')!;
		// One of them has no phone number in the table.
		for (const customer_id of [customer, 5009])
			await run('replies.json', called('Message Received', { customer_id, text: 'STOP' }));
		scene.sandbox.reset();

		const national = changed(withCountry(BROADCAST, 'Preview'), '+1 202-555-0103', '202-555-0103');
		const execution = await run(
			BROADCAST,
			{},
			changed(national, '"new-collection"', '"summer-sale"'),
		);

		expect(Object.keys(inbox()).sort()).toEqual([phone, '+12025550102']);
		expect(outputOf(execution, 'Not Sent').map(({ name }) => name)).toEqual(['Customer 4']);
	});

	/** The one file of these items: its name, and its rows without the titles. */
	async function fileOf([item]: INodeExecutionData[]) {
		const file = item!.binary!.data!;
		const text = (await Container.get(BinaryDataService).getAsBuffer(file)).toString('utf8');
		const [titles, ...rows] = text.trim().split('\n');
		expect(titles).toContain('name,phone,discount,reason');
		return { fileName: file.fileName, rows };
	}

	test('the invoice goes out as a PDF under its own name', async () => {
		const execution = await run('invoice-pdf.json', { startNode: 'Order Paid' });

		expect(inbox()).toEqual({ [phone]: [INVOICE] });
		const { file } = scene.sandbox.accepted[0]!.content.header!;
		expect(file!.content!.toString('latin1')).toMatch(/^%PDF-/);
		expect(outputOf(execution, 'Send Invoice')).toEqual([
			{
				recipient: phone,
				status: 'ongoing',
				text: expect.stringContaining(INVOICE.split(' | ')[1]!) as string,
			},
		]);
		const again = await run('invoice-pdf.json', { startNode: 'Order Paid' });
		expect(outputOf(again, 'Send Invoice')).toMatchObject([{ reason: 'alreadySent' }]);
	});

	describe('the message that is approved before it is sent', () => {
		const written = { Phone: order.phone, Name: 'Customer 1', Order: 'A-1001', Delivery: 'Friday' };

		/** The form's first page sent in, and the answer on the second one, if there is one yet. */
		async function submit(form: IDataObject, decision?: string) {
			const APPROVE = 'preview-and-approve.json';
			const pinData = decision === undefined ? {} : { Approve: [{ json: { Decision: decision } }] };
			return await run(APPROVE, { input: [{ json: form }] }, { ...readExample(APPROVE), pinData });
		}

		test('waits with the message as the customer will read it, and nothing sent', async () => {
			const execution = await submit(written);

			expect(execution.status).toBe('waiting');
			expect(outputOf(execution, 'Preview Template')).toMatchObject([
				{
					text: [
						'Order A-1001 is confirmed',
						'Hello Customer 1, thank you for your order. We will deliver it on Friday.',
						'Reply STOP to unsubscribe',
						'[Track order] https://shop.example/orders/A-1001',
					].join('\n\n'),
				},
			]);
			expect(inbox()).toEqual({});
		});

		test.each([
			['Sent', written.Phone, 'Send it', undefined, { [phone]: [orderConfirmation('Friday')] }],
			['Not Approved', written.Phone, 'Do not send it', undefined, {}],
			['Not Sent', '202-555-0101', 'Send it', undefined, {}],
			[
				'Outcome Unknown',
				written.Phone,
				'Send it',
				'resetAfterBody',
				{ [phone]: [expect.anything()] },
			],
		] as const)(
			"ends on the page '%s', which says what became of it: %s, %s",
			async (page, Phone, decision, kind, sent) => {
				if (kind !== undefined)
					scene.sandbox.faults.add({ recipient: phone, accepts: true, fault: { kind } });
				const execution = await submit({ ...written, Phone }, decision);

				expect(inbox()).toEqual(sent);
				const ends = ['Sent', 'Outcome Unknown', 'Not Sent', 'Not Approved'];
				expect(reached(execution, ...ends)).toEqual([page]);
			},
		);
	});

	describe('the AI agent', () => {
		async function call(tool: string, callArguments: object) {
			return await scene.engine.runTool(readExample('ai-agent-answers.json'), tool, callArguments, {
				through: 'engine',
				credentials: sandboxCredentials(scene.sandbox),
			});
		}

		const gap = { Channel: '12', Template_ID: '107' };

		test.each<[tool: string, given: object, told: string]>([
			['List Channels', {}, 'Customer Service'],
			['List Templates', { Channel: '12' }, 'parcel_with_numbering_gap'],
			[
				'Preview Template',
				{ ...gap, Variables: { 1: '77' } },
				'Parcel 77 is waiting for you at {{3}}.',
			],
			// What is wrong is said to the agent, which can mend it.
			[
				'Send Template',
				{ ...gap, Customer_Phone: phone, Variables: { 1: '77' } },
				"variable '3' has no value",
			],
		])('%s with %j tells it %j, and sends nothing', async (tool, given, told) => {
			expect((await call(tool, given)).text).toContain(told);
			expect(inbox()).toEqual({});
		});

		test('sends a template, and a text', async () => {
			const Variables = { 1: '77', 3: 'Main Street 1' };
			const sent = await call('Send Template', { ...gap, Customer_Phone: phone, Variables });
			const answered = await call('Answer Customer', { Customer_ID: '5001', Text: 'On Friday.' });

			expect([sent.failed, answered.failed]).toEqual([false, false]);
			expect(inbox()).toEqual({
				[phone]: ['Parcel 77 is waiting for you at Main Street 1.'],
				'5001': ['On Friday.'],
			});
		});
	});

	test.each([
		['yes', 'approve', 'Confirm', '5001', 'See you then!'],
		['no', 'disapprove', 'Offer Another', '5001', 'Sorry that time does not work.'],
		[
			'no answer in time',
			undefined,
			'Remind',
			phone,
			'Hello Customer 1, see you on Monday, 6 May at 10:00.',
		],
	])(
		'the customer who is asked about an appointment hears what follows: %s',
		async (_, answer, branch, recipient, text) => {
			const appointment = {
				...{ appointment: '77', customer: '5001', phone },
				...{ name: 'Customer 1', time: '2030-05-06T10:00' },
			};
			const calling = called('Appointment Made', appointment);
			const waiting = await run('appointment-confirmation.json', calling);
			expect(waiting.status).toBe('waiting');
			expect(scene.sandbox.accepted[0]!.content.body).toContain(
				'Hello Customer 1, we have you down for Monday, 6 May, 10:00. Does that time still work?',
			);

			const execution = await goOn(waiting, answer && { answer });

			expect(reached(execution, 'Confirm', 'Offer Another', 'Remind')).toEqual([branch]);
			expect(scene.sandbox.accepted[1]).toMatchObject({
				recipient,
				content: { body: expect.stringContaining(text) },
			});
		},
	);

	describe('the message that does not come at night', () => {
		const at = async (time: string) => {
			const now = `DateTime.fromISO('${time}').setZone`;
			const example = JSON.stringify(readExample('not-at-night.json'));
			expect(example).toContain('$now.setZone');
			const workflow = JSON.parse(example.replaceAll('$now.setZone', now)) as WorkflowFile;
			return await run('not-at-night.json', { startNode: 'Order Placed' }, workflow);
		};

		test.each(['2030-05-06T09:00', '2030-05-06T19:59'])(
			'goes out at once at %s in New York',
			async (time) => {
				expect((await at(`${time}-04:00`)).status).toBe('success');
				expect(inbox()).toEqual({ [phone]: [orderConfirmation('6 May 2030')] });
			},
		);

		test.each([
			['2030-05-06T08:59', '2030-05-06T13:00:00.000Z'],
			['2030-05-06T20:00', '2030-05-07T13:00:00.000Z'],
			// The clocks go forward in the night.
			['2030-03-09T23:00', '2030-03-10T13:00:00.000Z'],
		])('waits at %s in New York until 9 in the morning', async (time, till) => {
			const waiting = await at(`${time}${time.includes('-03-') ? '-05:00' : '-04:00'}`);
			expect(waiting.status).toBe('waiting');
			expect(waiting.readStored().waitTill).toBe(till);
			expect(inbox()).toEqual({});

			await goOn(waiting, undefined);
			expect(inbox()).toEqual({ [phone]: [orderConfirmation('6 May 2030')] });
		});
	});

	describe('the delivery that the customer chooses', () => {
		const slots = ['Thursday, 8 to 12', 'Thursday, 12 to 17', 'Friday, 8 to 12'];
		const packed = { order: 'A-1001', customer: '5001', phone, name: 'Customer 1', slots };

		/** Asks, and goes on with what the customer sends, or with the time having run out. */
		async function deliver(sent?: object) {
			const waiting = await run('delivery-slot.json', called('Order Packed', packed));
			expect(waiting.status).toBe('waiting');
			const { page } = await scene.visit(waiting);
			for (const slot of slots) expect(page).toContain(`>${slot}</button>`);
			return await goOn(waiting, sent);
		}

		test('books the slot that was chosen', async () => {
			const execution = await deliver({ answer: '1' });

			expect(outputOf(execution, 'Book Slot')).toEqual([
				{ order: 'A-1001', slot: 'Thursday, 12 to 17' },
			]);
			expect(execution.items('Release Slots')).toEqual([]);
			expect(scene.sandbox.accepted.map(({ content }) => content.body)).toEqual([
				expect.stringContaining('Hello Customer 1, your order A-1001 is packed.'),
				'Thank you! We will bring your order A-1001: Thursday, 12 to 17.',
			]);
		});

		test('releases the slots where nobody answers in time', async () => {
			const execution = await deliver();

			expect(outputOf(execution, 'Release Slots')).toEqual([{ order: 'A-1001', slots }]);
			expect(execution.items('Book Slot')).toEqual([]);
			expect(inbox()[phone]).toEqual([
				'Parcel A-1001 is waiting for you at our shop, as we have not heard from you.',
			]);
		});
	});

	// Only a real n8n serves the form: test/e2e/browser/examples.test.ts.
	test('a form is waited for once, whose message was sent, however often the shop calls', async () => {
		const placed = called('Order Placed', {
			...{ order: 'A-1001', customer: '5001', name: 'Customer 1' },
		});
		const waiting = await run('form-for-the-customer.json', placed);
		expect(waiting.status).toBe('waiting');
		expect(scene.sandbox.accepted.map(({ content }) => content.body)).toEqual([
			expect.stringMatching(/^Hello Customer 1, .* your order A-1001: http\S+$/),
		]);

		const again = await run('form-for-the-customer.json', placed);
		expect(again.status).toBe('success');
		expect(outputOf(again, 'Ask')).toMatchObject([{ skipped: true, reason: 'alreadySent' }]);
		expect(again.items('Form')).toEqual([]);
		expect(scene.sandbox.accepted).toHaveLength(1);

		expect(outputOf(await goOn(waiting, undefined), 'No Answer')).toEqual([{ order: 'A-1001' }]);
	});

	test('a form whose message failed is not waited for', async () => {
		const example = readExample('form-for-the-customer.json');
		for (const node of example.nodes as Array<{ name: string; onError?: string }>)
			if (node.name === 'Ask') node.onError = 'continueRegularOutput';
		const placed = called('Order Placed', { order: 'A-1002', customer: '', name: 'Customer 1' });
		const failed = await run('form-for-the-customer.json', placed, example);

		expect([failed.status, failed.items('Form')]).toEqual(['success', []]);
	});

	describe('one of many customers who are asked at once', () => {
		const ASK = 'ask-many-at-once.json';

		/** Only a real n8n has sub-workflows, and so the table is made there: test/e2e/server/examples.test.ts. */
		const workflow = { ...readExample(ASK), pinData: { 'Save Answer': [{ json: {} }] } };

		/** What the calling workflow starts for a customer. */
		const ask = async () => {
			const input = [{ json: { id: 5001, name: 'Customer 1', order: 'A-1001' } }];
			return await run(ASK, { startNode: 'One Customer', input }, workflow);
		};

		test.each([
			['the answer', { answer: 'On Friday, please' }, 'On Friday, please'],
			['that the time ran out', undefined, 'No answer'],
		])('is in the table with %s, and not asked again', async (_what, sent, answer) => {
			const waiting = await ask();
			expect(waiting.status).toBe('waiting');
			expect(scene.sandbox.accepted[0]!.content.body).toContain(
				'Hello Customer 1, on which day may we bring your order A-1001?',
			);

			const execution = await goOn(waiting, sent);

			expect(outputOf(execution, 'Answer')).toEqual([
				{ order: 'A-1001', name: 'Customer 1', answer },
			]);
			expect(execution.items('Save Answer')).toHaveLength(1);

			const again = await ask();
			expect([again.status, again.items('Save Answer')]).toEqual(['success', []]);
			expect(scene.sandbox.accepted).toHaveLength(1);
		});
	});

	describe('the customer ID behind a phone number', () => {
		const PHONE = 'phone-to-customer-id.json';
		const newOrder: RunOptions = { startNode: 'New Order' };
		const shipped = (phone: string) => called('Order Shipped', { order: 'A-1001', phone });

		test('is kept when a template goes there, for a later text', async () => {
			const execution = await run(PHONE, newOrder);

			expect(inbox()).toEqual({ [phone]: [orderConfirmation('6 May 2030')] });
			const [{ customerId } = {}] = outputOf(execution, 'Send Template');
			const customer = String(customerId);
			const row = { customer, phone, stopped: null };
			expect(scene.engine.dataTables.rowsOf('Customers')).toEqual([row]);

			await run(PHONE, newOrder);
			expect(scene.engine.dataTables.rowsOf('Customers')).toHaveLength(1);
			for (const given of ['+1 (202) 555-0101', '0012025550101']) await run(PHONE, shipped(given));

			const text = 'Your order A-1001 is on its way to you.';
			expect(inbox()[customer]).toEqual([text]);
		});

		test("is kept when the service reports a new customer, but never without the customer's number", async () => {
			await run(PHONE, newOrder);
			const reported = async (customer: IDataObject) =>
				await run(PHONE, called('Customer Created', event('customer_created', customer)));
			await reported({ id: 5007, phone: '12025550107' });
			await reported({ id: 5008, phone: '' });
			await reported({ id: null, phone: '+12025550109' });

			const rows = scene.engine.dataTables.rowsOf('Customers').slice(1);
			expect(rows).toEqual([{ customer: '5007', phone: '+12025550107', stopped: null }]);
			await run(PHONE, shipped('+1 202 555 0107'));
			expect(scene.sandbox.accepted.at(-1)!.recipient).toBe('5007');
		});

		test('is missed with an error that names the number, and never found by what is no number', async () => {
			await run(PHONE, newOrder);
			const stopped = called('Message Received', { customer_id: 5002, text: 'STOP' });
			await run('replies.json', stopped);
			scene.sandbox.reset();

			for (const given of ['', '12', '+12025550102'])
				expect((await attempt(PHONE, shipped(given))).error?.message).toBe(
					`No customer ID is known for ${given}. Send this number a template first.`,
				);
			expect(scene.sandbox.accepted).toEqual([]);
		});
	});

	describe('a new customer', () => {
		const WELCOME = 'welcome-new-customer.json';
		const created = async (customer: IDataObject = {}, action = 'customer_created') =>
			await run(WELCOME, called('Customer Created', event(action, customer)));
		test('is welcomed as the sample is, at one click, and once', async () => {
			await run(WELCOME, { startNode: 'Customer Created' });
			await Promise.all([created(), created({ phone: '1 (202) 555-0101' })]);

			expect(inbox()).toEqual({
				[phone]: ['Our offices are open Monday to Friday, 9:00 to 17:00.'],
			});
		});

		test('without a phone number gets a text, who has not written either nothing', async () => {
			await created({ phone: '', full_name: '' });
			await created({ phone: null, id: 5002, last_message_text: ' ' });
			await created({}, 'ticket_created');

			const text = 'Hello there, thank you for writing to us. We will get back to you soon.';
			expect(inbox()).toEqual({ '5001': [text] });
		});

		test('without an ID is not welcomed, as nobody could tell who was welcomed before', async () => {
			const body = event('customer_created', { id: null });
			const { error } = await attempt(WELCOME, called('Customer Created', body));
			expect(error?.message).toContain("'Message Key'");
			expect(inbox()).toEqual({});
		});
	});

	describe('the customer of a ticket', () => {
		const ASK = 'ask-how-it-was.json';
		const rows = () => scene.engine.dataTables.rowsOf('Tickets');
		const ticket = async (action: string, is_resolved: boolean, customer: IDataObject = {}) =>
			await run(ASK, called('Ticket Event', event(action, customer, { is_resolved })));
		const bodies = () => scene.sandbox.accepted.map(({ content }) => content.body);

		test.each([
			['the answer', { answer: '2' }, 'Not good'],
			['that there was none', undefined, 'No answer'],
		])(
			'is asked an hour after it was resolved, and %s is in the table',
			async (_, sent, answer) => {
				const resolved = await ticket('ticket_resolved', true);
				expect([resolved.status, bodies()]).toEqual(['waiting', []]);
				const asked = await goOn(resolved, undefined);
				expect(asked.status).toBe('waiting');
				expect(bodies()).toEqual(['Hello Customer, we hope that we could help. How was it?']);
				expect(scene.sandbox.accepted[0]!.recipient).toBe(phone);

				// The button has the beginning of the link.
				const { attributes } = scene.sandbox.accepted[0]!.request.body as {
					attributes: Record<string, string>;
				};
				const url = `http://localhost:5678/${attributes['2']}`;
				const given = sent && (await scene.visit(asked, sent, url)).answer;
				withoutError(await scene.engine.resume(asked, given));
				expect(rows()).toMatchObject([{ ticket: '9001', customer: '5001', answer }]);
			},
		);

		test('is not asked if it was reopened, whatever that event is called, until it is resolved again', async () => {
			const first = await ticket('ticket_resolved', true);
			await ticket('an_event', false);
			expect((await goOn(first, undefined)).status).toBe('success');
			expect(bodies()).toEqual([]);

			const second = await ticket('ticket_resolved', true);
			const third = await ticket('ticket_resolved', true);
			await ticket('an_event', true);
			await ticket('ticket_created', false);
			expect((await goOn(second, undefined)).status).toBe('success');
			expect((await goOn(third, undefined)).status).toBe('waiting');
			const again = await goOn(await ticket('ticket_resolved', true), undefined);
			expect(again.status).toBe('success');
			expect(bodies()).toHaveLength(1);
			expect(again.items('Save Answer')).toEqual([]);
		});

		test('is not asked without a phone number', async () => {
			expect((await ticket('ticket_resolved', true, { phone: '' })).status).toBe('success');
			expect(rows()).toEqual([]);
		});
	});

	describe('the reply of a customer', () => {
		const REPLIES = 'replies.json';
		const ANSWER = 'Thank you for your message. We will get back to you soon.';
		const stopped = () => scene.engine.dataTables.rowsOf('Customers');
		const GOODBYE = 'You will get no more messages from us.';
		const answered = () =>
			scene.sandbox.accepted
				.filter(({ content }) => content.body !== GOODBYE)
				.map(({ recipient }) => recipient);

		/** The service's call of the webhook, on a certain day. */
		const reply = async (body: IDataObject, day = '2030-05-06', how = run) =>
			await how(
				REPLIES,
				called('Message Received', body),
				changed(readExample(REPLIES), '{{ $today.toISODate() }}', day),
			);

		test('is answered as the sample is, at one click', async () => {
			await run(REPLIES, { startNode: 'Message Received' });

			expect(inbox()).toEqual({ '5001': [expect.stringContaining(ANSWER)] });
			expect(stopped()).toEqual([]);
		});

		test.each(['STOP', 'stop', ' Stop. ', '»Stop!«', '*STOP*\n'])(
			'that is %j puts them into the table and is confirmed, both once, and they are not answered any more',
			async (text) => {
				await Promise.all([
					reply({ customer_id: 5001, text }),
					reply({ customer_id: '5001', text }),
				]);
				await reply({ customer_id: 5001, text: 'Why do you still write?' });
				await reply({ customer_id: 5001, text }, '2030-05-07');

				expect(inbox()).toEqual({ '5001': [GOODBYE] });
				expect(stopped()).toEqual([{ customer: '5001', phone: '', stopped: 'yes' }]);
				expect(answered()).toEqual([]);
				await reply({ customer_id: 5002, text: 'Hello' });
				expect(answered()).toEqual(['5002']);
			},
		);

		const wrote = (last_message_text: string) => ({ last_message_text });

		const customer_id = 5001;

		test.each<[what: string, body: IDataObject, answered: boolean]>([
			...['Please stop by tomorrow', 'Nonstop?', 'Не STOP', 'STOP 2'].map(
				(text): [string, IDataObject, boolean] => [text, { customer_id, text }, true],
			),
			['white space', { customer_id, text: ' \n' }, false],
			['a picture', { customer_id, picture: 'https://shop.example/1.png' }, false],
			['nothing at all', {}, false],
			[
				'its own answer',
				{ customer_id, text: `${ANSWER} To get no more messages, reply STOP.` },
				false,
			],
			['what begins a ticket', event('ticket_created', wrote('Hello')), true],
			['in the ticket', event('ticket_created', wrote(''), { conversation_text: 'Hi' }), true],
			...['ticket_resolved', 'customer_created', 'another_event'].map(
				(action): [string, IDataObject, boolean] => [action, event(action, wrote('Hello')), false],
			),
		])('that is no STOP is answered or left alone: %s', async (_what, body, isAnswered) => {
			const execution = await reply(body);
			expect(execution.items('Read Message')).toHaveLength(1);
			expect(answered()).toEqual(isAnswered ? ['5001'] : []);
			expect(stopped()).toEqual([]);
		});

		test.each(['ticket_created', 'ticket_resolved', 'another_event'])(
			'that is STOP counts in every event, with the phone number: %s',
			async (action) => {
				const [begin, stop] = ['When will it arrive?', wrote('STOP')];
				await reply(
					event(action, { ...stop, phone: '1 202 555 0101' }, { conversation_text: begin }),
				);
				const row = { customer: '5001', phone, stopped: 'yes' };
				expect(stopped()).toEqual([row]);
				await reply(event(action, { ...stop, phone: '' }));
				expect(stopped()).toEqual([row]);
				await reply(event('ticket_created', wrote('Hello')));
				expect(answered()).toEqual([]);
			},
		);

		test.each(['Hello', 'STOP'])('fails if nobody knows who wrote it: %j', async (text) => {
			const execution = await reply({ text }, undefined, attempt);
			expect(execution.error?.message).toContain('A call came without a customer ID');
			expect(answered()).toEqual([]);
			expect(stopped()).toEqual([]);
		});

		test('is answered once a day however often it comes, and each customer for themselves', async () => {
			const message = { customer_id: 5001, text: 'Where is my parcel?' };
			await Promise.all([reply(message), reply(message)]);
			await reply({ ...message, delivery: 2 });
			expect(answered()).toEqual(['5001']);

			await reply({ ...message, customer_id: 5002 });
			await reply({ ...message, text: 'Are you there?' });
			expect(answered()).toEqual(['5001', '5002', '5001']);

			await reply(message, '2030-05-07');
			expect(answered()).toEqual(['5001', '5002', '5001', '5001']);
		});
	});
});
