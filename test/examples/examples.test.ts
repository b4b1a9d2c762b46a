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
} from '../../dev/sandbox/example';
import type { Execution, RunOptions, WorkflowFile } from '../../dev/engine/engine';
import type { NodeInEditor } from '../../dev/engine/nodeForm';
import { outputOf, useScene } from '../support/scene';

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
	position: number[];
	parameters: {
		/** of a note */
		width?: number;
		height?: number;
		templateId?: { mode: string; value: string; cachedResultName: string };
		variables?: { schema: object[] };
	};
}

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

/**
 * What n8n still shows with letters of 11 pixels at 1440 × 900: when it opens a workflow, it makes all of it fit, and so the
 * 14 pixels of a note smaller.
 */
const LARGEST = [1480, 845];

test.each(EXAMPLES)('the notes of %s can be read as imported', (fileName) => {
	const sizes = [0, 1].map((axis) => {
		const edges = nodesOf(fileName).map(({ position, parameters: { width = 96, height = 96 } }) => {
			const start = position[axis]!;
			return { start, end: start + (axis === 0 ? width : height) };
		});
		return Math.max(...edges.map(({ end }) => end)) - Math.min(...edges.map(({ start }) => start));
	});
	expect(sizes.filter((size, axis) => size > LARGEST[axis]!)).toEqual([]);
});

const phone = '+12025550101';

const order = { order: 'A-1001', customer: '5001', name: 'Customer 1', phone: '+1 (202) 555-0101' };

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

/** What the customer of an order reads, with its delivery. */
const confirmed = (delivery: string, number = 'A-1001', name = 'Customer 1'): string =>
	`Order ${number} is confirmed | Hello ${name}, thank you for your order. We will deliver it on ${delivery}. | https://shop.example/orders/${number}`;

const containing = (text: string): string => expect.stringContaining(text) as string;

/** Who reads which text, one after the other. */
const texts = (): string[] =>
	scene.sandbox.accepted.map(({ recipient, content }) => `${recipient} ${content.body}`);

const customers = () => scene.engine.dataTables.rowsOf('Customers');

function withoutError(execution: Execution): Execution {
	expect(execution.error).toBeUndefined();
	return execution;
}

/**
 * Goes on with what the customer sends from the page behind the link of this message or, without a number, of the latest, or
 * with the time having run out.
 */
async function goOn(waiting: Execution, sent?: object, message = -1): Promise<Execution> {
	expect(waiting.status).toBe('waiting');
	// The button of a template has the beginning of the link.
	const content = JSON.stringify(scene.sandbox.accepted.at(message)?.content);
	const url = sent && /http[^\s"\\]+\/webhook-waiting\/[^\s"\\]+/.exec(content)![0];
	const answer = sent && (await scene.visit(waiting, sent, url)).answer;
	return withoutError(await scene.engine.resume(waiting, answer));
}

/** What a trigger gives out when it is run by hand: what its example has pinned, with these changes. */
function pinned(fileName: string, startNode: string, changes: IDataObject = {}): RunOptions {
	const pinData = readWorkflow(fileName).pinData as Record<string, INodeExecutionData[]>;
	return { startNode, input: [{ json: { ...pinData[startNode]![0]!.json, ...changes } }] };
}

/** A call of a webhook with this JSON body. */
const called = (startNode: string, body: IDataObject): RunOptions => ({
	mode: 'webhook',
	startNode,
	input: [{ json: { headers: {}, params: {}, query: {}, body } }],
});

/** What the service calls webhooks with (service: Webhooks), with what a test changes of it. */
function event(
	action: string,
	customer: IDataObject = {},
	ticket: IDataObject = {},
	type = 'livechat_messenger',
): IDataObject {
	const [{ json }] = pinned('replies.json', 'Message Received').input as [INodeExecutionData];
	const body = json.body as Record<string, IDataObject>;
	return {
		...body,
		action,
		customer: { ...body.customer, ...customer },
		ticket: { ...body.ticket, ...ticket },
		channel: { ...body.channel, type },
	};
}

const created = (customer: IDataObject = {}, action = 'customer_created', type?: string) =>
	called('Customer Created', event(action, customer, {}, type));
/** On WhatsApp, whose numbers have no plus sign. */
const onWhatsApp = (customer: IDataObject) => created(customer, 'customer_created', 'whatsapp');
const received = (body: IDataObject) => called('Message Received', body);
const wrote = (text: string, customer_id: unknown = 5001) =>
	received({ customer_id, text } as IDataObject);
const shipped = (given: string) => called('Order Shipped', { order: 'A-1001', phone: given });
const newOrder: RunOptions = { startNode: 'New Order' };

const ANSWER =
	'Thank you for your message. We will get back to you soon. To get no more messages, reply STOP.';
const GOODBYE = 'You will get no more messages from us.';
const ON_6_MAY = confirmed('6 May 2030');
const ON_ITS_WAY = 'Your order A-1001 is on its way to you.';

/** An order with this alone of what may say its customer. */
const shopify = (id: string, changes: IDataObject) => {
	const empty = { shipping_address: null, phone: null, billing_address: null, customer: null };
	const other = { admin_graphql_api_id: id, ...empty, ...changes };
	return pinned('shopify-order.json', 'Order Created', other);
};
/** What a visitor of a live chat typed: with a plus sign in front, it would be a stranger's in New Zealand. */
const TYPED = '(646) 555-0101';
/** An address with a national number, which is as long as a German one. */
const NATIONAL = { phone: '2025550101', country_code: 'US' };
const sheets = (changes?: IDataObject) => pinned('google-sheets-row.json', 'Row Added', changes);

/** All of them are taken as a STOP, the second line as WhatsApp's own button writes it. */
const STOPS = [
	...['STOP', 'stop', ' Stop. ', '»Stop!«', '*STOP*\n', 'ＳＴＯＰ', 'STOP ✋🏽⛔️', '“Stop”'],
	...['Stop promotions', 'STOP PROMOTIONS!', '_stop promotions_'],
	...['STOP ALL', 'Stop-all.', 'stopall', 'UNSUBSCRIBE', 'Unsubscribe 🙏'],
	...['Opt out', 'OPTOUT', 'opt-out.'],
];

/** A STOP from somebody with this phone number. */
const stop = (action: string, given: string, type?: string) =>
	received(
		event(
			action,
			{ last_message_text: 'STOP', phone: given },
			{ conversation_text: 'When?' },
			type,
		),
	);

const NO_STOPS = [
	...['Please stop by tomorrow', 'Nonstop?', 'Не STOP', 'STOP 2', 'Stop it all', 'The end'],
	...['Do your promotions stop?', 'Stop promotions of my shop', 'How do I unsubscribe?'],
	...['I have unsubscribed', 'CANCEL order A-1001'],
];

const said = (action: string, text: string, conversation_text?: string) =>
	received(event(action, { last_message_text: text }, { conversation_text }));

const welcome = (name: string): string =>
	`Hello ${name}, thank you for writing to us. We will get back to you soon.`;

/** What comes in, what each customer reads then, and what is in the table 'Customers'. */
const EVENTS: Array<[string, RunOptions[], Record<string, string[]>, object[]?]> = [
	['quick-start: one click', [{}], { [phone]: [ON_6_MAY] }],
	[
		'shopify-order: the same order twice, others without a name and with the phone elsewhere, one without',
		[
			...Array<RunOptions>(2).fill({ startNode: 'Order Created' }),
			shopify('1', { shipping_address: { phone } }),
			shopify('2', { phone }),
			shopify('3', { billing_address: { phone } }),
			shopify('4', { customer: { phone } }),
			shopify('5', {}),
		],
		{
			[phone]: ['Customer', ...Array<string>(4).fill('customer')].map((name) =>
				confirmed('6 May 2030', '1001', name),
			),
		},
	],
	[
		"shopify-order: a national number has the country of its own address, or the customer's",
		[
			shopify('1', { shipping_address: NATIONAL, billing_address: { country_code: 'DE' } }),
			shopify('2', { shipping_address: { country_code: 'DE' }, billing_address: NATIONAL }),
			shopify('3', {
				billing_address: { country_code: 'DE' },
				customer: { phone: NATIONAL.phone, default_address: { country_code: 'US' } },
			}),
		],
		{ [phone]: Array<string>(3).fill(confirmed('6 May 2030', '1001', 'customer')) },
	],
	[
		'hubspot-contact: the same change twice',
		Array<RunOptions>(2).fill({ startNode: 'Contact Changed' }),
		{ [phone]: ['How did we do? Your opinion helps us improve. | https://feedback.example/512'] },
	],
	[
		'hubspot-contact: not a customer',
		[pinned('hubspot-contact.json', 'Contact Changed', { propertyValue: 'lead' })],
		{},
	],
	[
		'google-sheets-row: the same row twice, and another',
		[sheets(), sheets(), sheets({ Order: 'A-1002' })],
		{ [phone]: [ON_6_MAY, confirmed('6 May 2030', 'A-1002')] },
	],
	[
		'phone-to-customer-id: numbers in other shapes',
		[newOrder, newOrder, shipped('+1 (202) 555-0101'), shipped('0012025550101')],
		{ [phone]: [ON_6_MAY, ON_6_MAY], '25550101': [ON_ITS_WAY] },
		[{ customer: '25550101', phone, stopped: null }],
	],
	[
		'phone-to-customer-id: new customers, three of them without what is needed',
		[
			newOrder,
			onWhatsApp({ id: 5007, phone: '12025550107' }),
			onWhatsApp({ id: 5006, phone: '00 1 (202) 555-0106' }),
			onWhatsApp({ id: 5008, phone: '' }),
			onWhatsApp({ id: null, phone: '+12025550109' }),
			created({ id: 5010, phone: TYPED }),
			shipped('+1 202 555 0107'),
		],
		{ [phone]: [ON_6_MAY], '5007': [ON_ITS_WAY] },
		[
			{ customer: '25550101', phone, stopped: null },
			{ customer: '5007', phone: '+12025550107', stopped: null },
			{ customer: '5006', phone: '+12025550106', stopped: null },
		],
	],
	[
		"phone-to-customer-id: a visitor of the live chat who types another's number does not get what is theirs",
		[newOrder, created({ id: 666, phone }), shipped(phone)],
		{ [phone]: [ON_6_MAY], '25550101': [ON_ITS_WAY] },
		[{ customer: '25550101', phone, stopped: null }],
	],
	[
		'welcome-new-customer: the sample, and the same customer again',
		[
			{ startNode: 'Customer Created' },
			onWhatsApp({ phone: '12025550101' }),
			onWhatsApp({ phone: '001 (202) 555-0101' }),
		],
		{ [phone]: ['Our offices are open Monday to Friday, 9:00 to 17:00.'] },
	],
	[
		'welcome-new-customer: no phone number, one that a visitor typed, nothing written either, and another event',
		[
			created({ phone: '', full_name: '' }),
			created({ phone: null, id: 5002, last_message_text: ' ' }),
			onWhatsApp({ id: 5003, phone: '' }),
			created({ id: 5004, phone }),
			created({ id: 5005, phone: TYPED, last_message_text: '' }),
			created({ id: 5006 }, 'ticket_created'),
		],
		{
			'5001': [welcome('there')],
			'5003': [welcome('Customer 1')],
			'5004': [welcome('Customer 1')],
		},
	],
	['replies: the sample', [{ startNode: 'Message Received' }], { '5001': [ANSWER] }, []],
	[
		'replies: each STOP twice, and then something else',
		STOPS.flatMap((text, index) => [
			wrote(text, 5001 + index),
			wrote(text, `${5001 + index}`),
			wrote('Why do you still write?', 5001 + index),
		]),
		Object.fromEntries(STOPS.map((_, index) => [5001 + index, [GOODBYE]])),
		STOPS.map((_, index) => ({ customer: `${5001 + index}`, phone: '', stopped: 'yes' })),
	],
	...['ticket_created', 'ticket_resolved', 'another_event'].map(
		(action): (typeof EVENTS)[number] => [
			`replies: STOP in ${action}, with a number that stays`,
			// The last as if the service wrote the same number in another way.
			['1 202 555 0101', '', '112025550101'].map((given) => stop(action, given, 'whatsapp')),
			{ '5001': [GOODBYE] },
			[{ customer: '5001', phone, stopped: 'yes' }],
		],
	),
	[
		'replies: a STOP in a live chat marks the visitor alone, and not the customer whose number they typed',
		[stop('ticket_created', phone)],
		{ '5001': [GOODBYE] },
		[{ customer: '5001', phone: '', stopped: 'yes' }],
	],
	...[
		...NO_STOPS.map((text) => wrote(text)),
		said('ticket_created', 'Hello'),
		said('ticket_created', '', 'Hi'),
	].map((one): (typeof EVENTS)[number] => ['replies: no STOP', [one], { '5001': [ANSWER] }, []]),
	[
		'replies: nothing to answer',
		[
			wrote(' \n'),
			wrote(ANSWER),
			received({ customer_id: 5001, picture: 'https://shop.example/1.png' }),
			received({}),
			...['ticket_resolved', 'customer_created', 'another_event'].map((action) =>
				said(action, 'Hello'),
			),
		],
		{},
		[],
	],
];

const APPOINTMENT = 'appointment-confirmation';
const ASK_MANY = 'ask-many-at-once';
const HOW_IT_WAS = 'ask-how-it-was';
const slots = ['Thursday, 8 to 12', 'Thursday, 12 to 17', 'Friday, 8 to 12'];
const at = (time: string) =>
	called('Appointment Made', { appointment: '77', phone, name: 'Customer 1', time });
const made = at('2030-05-06T10:00');
const packed = called('Order Packed', { ...order, slots });
const placed = called('Order Placed', order);
const resolved = called(
	'Ticket Event',
	event('ticket_resolved', { phone: '12025550101' }, { is_resolved: true }, 'whatsapp'),
);
const oneCustomer = { startNode: 'One Customer', input: [{ json: { ...order, id: 5001 } }] };
const DOWN = `${phone} Hello Customer 1, we have you down for Monday, 6 May at 10:00. Does that time still work?`;
const WHEN = '5001 Hello Customer 1, your order A-1001 is packed. When may we bring it?';
const FORM = '5001 Hello Customer 1, please tell us how we may deliver your order A-1001: http';
const DAY = '5001 Hello Customer 1, on which day may we bring your order A-1001?';
const HOW = `${phone} Hello Customer, we hope that we could help. How was it?`;
const REMINDER = `${phone} Hello Customer 1, see you on Monday, 6 May at 10:00.`;
const BOOKED = '5001 Thank you! We will bring your order A-1001: Thursday, 12 to 17.';
const AT_SHOP = `${phone} Parcel A-1001 is waiting for you at our shop, as we have not heard from you.`;
const booked = { order: 'A-1001', slot: slots[1] };
const released = { order: 'A-1001', slots };
const appointment = { appointment: '77', time: '2030-05-06T10:00' };
const toCall = { appointment: '77', name: 'Customer 1', phone };
const ticket9001 = { ticket: '9001', customer: '5001' };

/** What the customer answers, if they do in time, what is read in the end and by whom, and what nodes give out. */
const QUESTIONS: Array<
	[string, RunOptions, string | undefined, string[], Record<string, object[]>]
> = [
	[APPOINTMENT, made, 'approve', [DOWN], { Confirmed: [appointment], 'Call the Customer': [] }],
	[APPOINTMENT, made, 'disapprove', [DOWN], { Confirmed: [], 'Call the Customer': [toCall] }],
	[APPOINTMENT, made, undefined, [DOWN, REMINDER], { Confirmed: [], 'Call the Customer': [] }],
	['delivery-slot', packed, '1', [WHEN, BOOKED], { 'Book Slot': [booked], 'Release Slots': [] }],
	[
		'delivery-slot',
		packed,
		undefined,
		[WHEN, AT_SHOP],
		{ 'Book Slot': [], 'Release Slots': [released] },
	],
	[
		'form-for-the-customer',
		placed,
		undefined,
		[FORM],
		{ 'No Answer': [{ order: 'A-1001' }], Delivery: [] },
	],
	[
		ASK_MANY,
		oneCustomer,
		undefined,
		[DAY],
		{ Answer: [{ order: 'A-1001', name: 'Customer 1', answer: 'No answer' }] },
	],
	[HOW_IT_WAS, resolved, '2', [HOW], { Tickets: [{ ...ticket9001, answer: 'Not good' }] }],
	[HOW_IT_WAS, resolved, undefined, [HOW], { Tickets: [{ ...ticket9001, answer: 'No answer' }] }],
];

/** The examples with a date in it, and the day that a customer then reads of. */
const DATES: Array<[fileName: string, date: string, day: string]> = [
	['crm-order-webhook.json', '2030-05-06', 'on 6 May 2030'],
	['shopify-order.json', '2030-05-03T10:00:00-04:00', 'on 6 May 2030'],
	['invoice-pdf.json', '2030-05-20', 'by 20 May 2030'],
	['tour.json', '2030-05-06', 'on 6 May 2030'],
	['tour.json', '2030-05-20', 'by 20 May 2030'],
	['appointment-confirmation.json', '2030-05-06T10:00', 'you down for Monday, 6 May at'],
	['appointment-confirmation.json', '2030-05-06T10:00', 'see you on Monday, 6 May at'],
];

/** In New York, where n8n is by default, each but the last two is a time of the day before or after. */
const TIMES = ['T08:00:00+09:00', 'T23:30:00-08:00', 'T00:00:00.000Z', 'T10:00', ''];

const noCustomerId = 'A call came without a customer ID';

describe.each(['examples', ...SAVED])('the workflows in %s', (folder) => {
	test('are there', () => expect(existsSync(path.join(root, folder))).toBe(true));

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

	/** An example with another text, wherever the text is. */
	function changed(fileName: string, ...changes: Array<[from: string, to: string]>): WorkflowFile {
		let text = JSON.stringify(readExample(fileName));
		for (const [from, to] of changes) {
			expect(text).toContain(from);
			text = text.replaceAll(from, to);
		}
		return JSON.parse(text) as WorkflowFile;
	}

	test.each(EVENTS)('%s (%#)', async (...[title, events, messages, table]) => {
		for (const one of events) await run(title.replace(/:.*/s, '.json'), one);

		expect(inbox()).toEqual(messages);
		if (table) expect(customers()).toEqual(table);
	});

	test.each(QUESTIONS)('%s: %#', async (name, start, answer, messages, outputs) => {
		const example = readExample(`${name}.json`);
		// Only a real n8n has sub-workflows, and so the table is made there: test/e2e/server/examples.test.ts.
		if (name === ASK_MANY) example.pinData = { 'Save Answer': [{ json: {} }] };
		const started = await run(`${name}.json`, start, example);
		// An hour has to pass.
		const asked = name === HOW_IT_WAS ? await goOn(started) : started;
		const execution = await goOn(asked, answer === undefined ? answer : { answer });

		expect(texts()).toEqual(messages.map(containing));
		const given = (node: string) =>
			node === 'Tickets' ? scene.engine.dataTables.rowsOf(node) : outputOf(execution, 0, node);
		for (const [node, items] of Object.entries(outputs)) expect(given(node)).toMatchObject(items);
	});

	test.each(DATES.flatMap((row) => TIMES.map((time) => [...row, time] as const)))(
		'%s promises the day that is written in %s: %s, with the time %j',
		async (fileName, date, day, time) => {
			const [written] = date.split('T') as [string];
			const example = changed(fileName, [`"${date}`, `"${written}${time}`]);
			const execution = await run(
				fileName,
				{ startNode: Object.keys(example.pinData ?? {})[0] },
				example,
			);
			if (execution.status === 'waiting') await goOn(execution);

			const read = Object.values(inbox()).flat();
			expect(read.filter((one) => one.includes(day))).not.toEqual([]);
		},
	);

	test.each([
		[APPOINTMENT, made, DOWN],
		['delivery-slot', packed, WHEN],
	])(
		'%s asks once although the event comes twice, and sends nothing else',
		async (name, event, question) => {
			await run(`${name}.json`, event);
			const second = await run(`${name}.json`, event);

			expect(second.status).toBe('success');
			expect(texts()).toEqual([containing(question)]);
		},
	);

	test.each<[fileName: string, event: RunOptions, message: string]>([
		['replies.json', received({ text: 'Hello' }), noCustomerId],
		['replies.json', received({ text: 'STOP' }), noCustomerId],
		['welcome-new-customer.json', onWhatsApp({ id: null }), "'Message Key'"],
		// A number that belongs to no address, and one of a customer without an address.
		...[{ phone: NATIONAL.phone }, { customer: { phone: NATIONAL.phone } }].map(
			(given): [string, RunOptions, string] => [
				'shopify-order.json',
				shopify('1', { billing_address: { country_code: 'DE' }, ...given }),
				"'Default Country': ",
			],
		),
		['phone-to-customer-id.json', shipped(phone), `Two customers have the number ${phone}`],
		...['', '12', '+12025550102'].map((given): [string, RunOptions, string] => [
			'phone-to-customer-id.json',
			shipped(given),
			`No customer ID is known for ${given}. Send this number a template first.`,
		]),
	])('%s fails where nobody knows the customer: %#', async (fileName, one, message) => {
		await run('phone-to-customer-id.json', newOrder);
		await run('phone-to-customer-id.json', onWhatsApp({ phone }));
		await run('phone-to-customer-id.json', created({ id: 666, phone: '+12025550102' }));
		await run('replies.json', wrote('STOP', 5002));
		scene.sandbox.reset();

		expect((await attempt(fileName, one)).error?.message).toContain(message);
		expect(inbox()).toEqual({});
		expect(customers()).toHaveLength(3);
	});

	test.each([
		['crm-order-webhook.json', called('Order Placed', { ...order, delivery: '2030-05-06' })],
		[
			'preview-and-approve.json',
			{
				input: [
					{ json: { Phone: phone, Name: 'Customer 1', Order: 'A-1001', Delivery: '6 May 2030' } },
				],
			},
		],
	])(
		'%s never says of a message that may have arrived that it was not sent',
		async (fileName, one) => {
			const fault = { kind: 'resetAfterBody' } as const;
			scene.sandbox.faults.add({ recipient: phone, accepts: true, fault });
			const example = readExample(fileName);
			const approved = { Approve: [{ json: { Decision: 'Send it' } }] };
			const execution = await run(fileName, one, { ...example, pinData: approved });

			expect(inbox()).toEqual({ [phone]: [ON_6_MAY] });
			const ends = ['Sent', 'Outcome Unknown', 'Not Sent', 'Not Approved'];
			expect(ends.filter((end) => execution.items(end).length > 0)).toEqual(['Outcome Unknown']);
			const says = {
				'Outcome Unknown': { status: 'unknown', reason: containing('Look up the message ') },
				'Preview Template': { text: containing('Order A-1001 is confirmed') },
			};
			const node = fileName.startsWith('crm') ? 'Outcome Unknown' : 'Preview Template';
			expect(outputOf(execution, 0, node)).toMatchObject([says[node]]);
		},
	);

	const invoice =
		'Dear Customer 1,\n\nyour invoice INV-2001 for *129.50 USD* is attached. Please pay by 20 May 2030.\n\nQuestions? Call +1 202-555-0199.';

	/** What the first customer reads of the new collection, with a discount. */
	const collection = (discount: string) =>
		`${scene.sandbox.baseUrl}/samples/picture.png | Hello Customer 1, the new collection is here. Members get ${discount} off this week. | https://shop.example/new`;

	test('the tour sends every kind of message to each customer', async () => {
		const execution = await run('tour.json');

		expect(execution.items('List Channels')).toHaveLength(5);
		expect(outputOf(execution, 0, 'Read Template')).toMatchObject([
			{ id: 101, name: 'order_confirmation' },
		]);
		expect(Object.values(inbox()).map(({ length }) => length)).toEqual([2, 2, 2, 3, 3, 3]);
		expect(inbox()).toMatchObject({
			[phone]: [ON_6_MAY, collection('15%'), `Invoice INV-2001.pdf | ${invoice}`],
			'5001': [
				'Hello Customer 1, is there anything we can do for Company A?',
				`${scene.sandbox.baseUrl}/samples/brochure.pdf`,
			],
		});
	});

	test('the invoice goes out as a PDF under its own name, once', async () => {
		const [execution, again] = [
			await run('invoice-pdf.json', { startNode: 'Order Paid' }),
			await run('invoice-pdf.json', { startNode: 'Order Paid' }),
		];

		expect(inbox()).toEqual({ [phone]: [`Invoice INV-2001.pdf | ${invoice}`] });
		const { file } = scene.sandbox.accepted[0]!.content.header!;
		expect(file!.content!.toString('latin1')).toMatch(/^%PDF-/);
		expect(outputOf(execution, 0, 'Send Invoice')).toEqual([
			{ recipient: phone, status: 'ongoing', text: containing(invoice) },
		]);
		expect(outputOf(again, 0, 'Send Invoice')).toMatchObject([{ reason: 'alreadySent' }]);
	});

	describe('the broadcast', () => {
		const BROADCAST = 'spreadsheet-broadcast.json';
		const sentTo = (execution: Execution) =>
			outputOf(execution, 0, 'Sent').map(({ name, outcome }) => [name, outcome]);

		test('has the others in two files, those that may have arrived apart, and sends nothing twice', async () => {
			const fault = { kind: 'resetAfterBody' } as const;
			scene.sandbox.faults.add({ recipient: '+12025550103', fault });
			const execution = await run(BROADCAST);

			expect(inbox()).toEqual({ [phone]: [collection('10%')] });
			const { id } = scene.sandbox.accepted[0]!;
			expect(outputOf(execution, 0, 'Sent')).toEqual([
				{ name: 'Customer 1', messageId: containing(id), outcome: 'ongoing' },
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
						/^Customer 3,\+1 202-555-0103,15%,.*Look up the message in the service's dashboard/,
					),
				],
			});

			expect(sentTo(await run(BROADCAST))).toEqual([['Customer 1', 'alreadySent']]);
			expect(scene.sandbox.accepted).toHaveLength(1);
		});

		test('says in the file why the service refused a message whose values are right', async () => {
			scene.sandbox.faults.add({ recipient: phone, fault: { kind: 'status', status: 400 } });
			const execution = await run(BROADCAST);

			const { rows } = await fileOf(execution.items('File to Correct'));
			expect(rows[0]).toMatch(/^Customer 1,.*refused the request with status 400/);
		});

		test('leaves out who wrote STOP after the one before, whose number may be a national one', async () => {
			await run(BROADCAST);
			// One of them has no phone number in the table.
			for (const customer of ['25550103', 5009]) await run('replies.json', wrote('STOP', customer));
			// A visitor of the live chat who typed the number of another customer.
			await run('replies.json', stop('ticket_created', phone));
			scene.sandbox.reset();

			const national = changed(
				BROADCAST,
				['+1 202-555-0103', '202-555-0103'],
				['"new-collection"', '"summer-sale"'],
			);
			const preview = (national.nodes as ExampleNode[]).find(({ name }) => name === 'Preview')!;
			Object.assign(preview.parameters, { options: { defaultCountry: 'US' } });
			const execution = await run(BROADCAST, {}, national);

			expect(Object.keys(inbox()).sort()).toEqual([phone, '+12025550102']);
			expect(outputOf(execution, 0, 'Not Sent').map(({ name }) => name)).toEqual(['Customer 4']);
		});

		/** The one file of these items: its name, and its rows without the titles. */
		async function fileOf([item]: INodeExecutionData[]) {
			const file = item!.binary!.data!;
			const text = (await Container.get(BinaryDataService).getAsBuffer(file)).toString('utf8');
			const [titles, ...rows] = text.trim().split('\n');
			expect(titles).toContain('name,phone,discount,reason');
			return { fileName: file.fileName, rows };
		}
	});

	const callTool = async (tool: string, callArguments: object) =>
		await scene.engine.runTool(readExample('ai-agent-answers.json'), tool, callArguments, {
			through: 'engine',
			credentials: sandboxCredentials(scene.sandbox),
		});

	test('the AI agent can list the templates of a channel', async () => {
		const { text } = await callTool('List Templates', { Channel: '12' });
		expect(text).toContain('parcel_with_numbering_gap');
	});

	/** The example at this moment, with this in the place of the pinned time zone. */
	const atNight = (time: string, zone: string) =>
		changed(
			'not-at-night.json',
			['$now.setZone', `DateTime.fromISO('${time}').setZone`],
			['"timeZone":"America/New_York"', `"timeZone":${zone}`],
		);

	test.each([
		// In New York, the clocks go forward in the night of the fifth, and back in that of the others.
		['America/New_York', '2030-05-06T09:00-04:00', undefined],
		['America/New_York', '2030-05-06T19:59-04:00', undefined],
		['America/New_York', '2030-05-06T08:59-04:00', '2030-05-06T13:00:00.000Z'],
		['America/New_York', '2030-05-06T20:00-04:00', '2030-05-07T13:00:00.000Z'],
		['America/New_York', '2030-03-09T23:00-05:00', '2030-03-10T13:00:00.000Z'],
		['America/New_York', '2030-11-02T20:00-04:00', '2030-11-03T14:00:00.000Z'],
		['America/New_York', '2030-11-03T01:30-04:00', '2030-11-03T14:00:00.000Z'],
		['America/New_York', '2030-11-03T08:59-05:00', '2030-11-03T14:00:00.000Z'],
		['Europe/Madrid', '2030-05-06T09:00-04:00', undefined],
		['Europe/Madrid', '2030-05-06T14:00-04:00', '2030-05-07T07:00:00.000Z'],
		['Asia/Tokyo', '2030-05-05T20:00-04:00', undefined],
		['Asia/Tokyo', '2030-05-06T09:00-04:00', '2030-05-07T00:00:00.000Z'],
	])('the message in %s of %s waits until %s', async (zone, time, till) => {
		const workflow = atNight(time, `"${zone}"`);
		const execution = await run('not-at-night.json', { startNode: 'Order Placed' }, workflow);
		if (till !== undefined) {
			expect(execution.readStored().waitTill).toBe(till);
			expect(inbox()).toEqual({});
			await goOn(execution);
		}

		expect(inbox()).toEqual({ [phone]: [ON_6_MAY] });
	});

	test.each(['null', '""', '" "', '"Madrid"', '"GMT+99"', '7'])(
		'not-at-night asks for the time zone if it is %s, instead of taking its own',
		async (zone) => {
			const workflow = atNight('2030-05-06T09:00-04:00', zone);
			const { error } = await attempt('not-at-night.json', { startNode: 'Order Placed' }, workflow);
			expect(error?.message).toContain("'timeZone' has to be the customer's time zone, such as");
			expect(inbox()).toEqual({});
		},
	);

	test('the customer is reminded of an appointment before it, however near it is', async () => {
		const time = new Date(Date.now() + 2 * 3_600_000).toISOString();
		const asked = await run('appointment-confirmation.json', at(time));
		expect(Date.parse(String(asked.readStored().waitTill))).toBeLessThan(Date.parse(time));
	});

	describe('an appointment that is moved', () => {
		const ask = async (time: string) => await run(`${APPOINTMENT}.json`, at(time));
		const [first, second] = ['2030-05-06T10:00', '2030-05-07T11:30'] as const;
		const reminders = () => texts().filter((text) => text.includes('see you on'));

		test('is reminded of with the new time alone', async () => {
			const [old, moved] = [await ask(first), await ask(second)];
			expect((await goOn(old)).status).toBe('success');
			expect(reminders()).toEqual([]);

			await goOn(moved);
			expect(reminders()).toEqual([containing('see you on Tuesday, 7 May at 11:30.')]);
		});

		test('and back again is reminded of with the time that it has', async () => {
			const [old, moved, back] = [await ask(first), await ask(second), await ask(first)];
			expect(back.status).toBe('success');
			for (const one of [moved, old]) await goOn(one);
			expect(reminders()).toEqual([containing('see you on Monday, 6 May at 10:00.')]);
		});

		test('is not confirmed by an answer about the old time, nor another by it', async () => {
			const old = await ask(first);
			const another = await run(
				`${APPOINTMENT}.json`,
				called('Appointment Made', { ...toCall, appointment: '78', time: first }),
			);
			await ask(second);
			const late = await goOn(old, { answer: 'approve' }, 0);
			expect(late.items('Confirmed')).toEqual([]);

			expect((await goOn(another)).items('Remind')).toHaveLength(1);
			expect(reminders()).toEqual([containing('see you on Monday, 6 May at 10:00.')]);
		});
	});

	test('a form whose message failed is not waited for', async () => {
		const FORM = 'form-for-the-customer.json';
		const example = readExample(FORM);
		for (const node of example.nodes as Array<{ name: string; onError?: string }>)
			if (node.name === 'Ask') node.onError = 'continueRegularOutput';
		const failed = await run(FORM, called('Order Placed', { ...order, customer: '' }), example);

		expect([failed.status, failed.items('Form')]).toEqual(['success', []]);
	});

	test('a ticket is asked about once, unless it was reopened, whatever that event is called, or has no number of WhatsApp', async () => {
		const ticket = async (
			action: string,
			is_resolved: boolean,
			customer: IDataObject = {},
			type = 'whatsapp',
		) =>
			await run(
				'ask-how-it-was.json',
				called('Ticket Event', event(action, customer, { is_resolved }, type)),
			);
		await ticket('ticket_resolved', true, { phone: '' });
		for (const typed of [phone, TYPED])
			await ticket('ticket_resolved', true, { phone: typed }, 'livechat_messenger');
		expect(scene.engine.dataTables.rowsOf('Tickets')).toEqual([]);

		const first = await ticket('ticket_resolved', true);
		await ticket('an_event', false);
		expect((await goOn(first)).status).toBe('success');
		expect(inbox()).toEqual({});

		const second = await ticket('ticket_resolved', true);
		const third = await ticket('ticket_resolved', true);
		await ticket('an_event', true);
		await ticket('ticket_created', false);
		expect((await goOn(second)).status).toBe('success');
		expect((await goOn(third)).status).toBe('waiting');
		const again = await goOn(await ticket('ticket_resolved', true));
		expect([again.status, again.items('Save Answer')]).toEqual(['success', []]);
		expect(texts()).toEqual([containing(HOW)]);
	});

	test.each(['hubspot-contact.json', 'google-sheets-row.json'])(
		'%s refuses a national number, which would be a stranger’s with a plus sign in front',
		async (file) => {
			const [startNode] = Object.keys(readExample(file).pinData!);
			const workflow = changed(file, ['+1 (202) 555-0101', '491 570 006']);
			const { error } = await attempt(file, { startNode }, workflow);
			expect(error?.message).toContain('no plus sign and country code');
			expect(inbox()).toEqual({});
		},
	);

	test.each([
		['end', 'END.'],
		['arrêtez', 'Arrêtez !'],
		['बंदकरो', 'बंद करो'],
	])('%s in the rule STOP makes a STOP of %s', async (word, text) => {
		const rule = changed('replies.json', ["'unsubscribe'", `'unsubscribe', '${word}'`]);
		await run('replies.json', wrote(text), rule);
		await run('replies.json', wrote('The end'), rule);
		expect(inbox()).toEqual({ '5001': [GOODBYE] });
	});

	test('a reply is answered once a day however often it comes, each customer for themselves, and STOP but once', async () => {
		const on = async (day: string, text: string, customer = 5001) =>
			await run(
				'replies.json',
				wrote(text, customer),
				changed('replies.json', ['{{ $today.toISODate() }}', day]),
			);
		for (const [customer, text] of [
			[5001, 'Where is it?'],
			[5001, 'Where is it?'],
			[5002, 'Where is it?'],
			[5001, 'Are you there?'],
		] as const)
			await on('2030-05-06', text, customer);
		expect(inbox()).toEqual({ '5001': [ANSWER, ANSWER], '5002': [ANSWER] });

		await on('2030-05-07', 'Where is it?');
		for (const day of ['2030-05-07', '2030-05-08']) await on(day, 'STOP');
		expect(inbox()).toMatchObject({ '5001': [ANSWER, ANSWER, ANSWER, GOODBYE] });
	});

	test('every outcome comes out where the example says, and a second run sends nothing twice', async () => {
		const ends = async () => {
			const execution = await run('every-outcome.json');
			return ['Sent', 'Outcome Unknown', 'Not Sent'].map((end) =>
				outputOf(execution, 0, end).map(({ name, status }) =>
					[name, status].filter(Boolean).join(' '),
				),
			);
		};
		const sent = (status: string) => [1, 3, 6].map((number) => `Customer ${number} ${status}`);
		const others = [['Customer 4', 'Customer 5'], ['Customer 2']];

		expect(await ends()).toEqual([sent('ongoing'), ...others]);
		expect(await ends()).toEqual([sent('alreadySent'), ...others]);
		const recipients = scene.sandbox.accepted.map(({ recipient }) => recipient);
		expect(recipients.sort()).toEqual(['0', '2', '3', '5'].map((digit) => `+1555555015${digit}`));
	});

	// That of today runs in the real n8n: test/e2e/server/agent.test.ts.
	if (folder !== 'examples')
		test('the agent sends a template and a text', async () => {
			const template = {
				Channel: '12',
				Template_ID: '107',
				Variables: { 1: '77', 3: 'Main Street 1' },
			};
			await callTool('Send Template', { ...template, Customer_Phone: phone });
			await callTool('Send Text', { Customer_ID: '5001', Text: 'On Friday.' });
			expect(inbox()).toEqual({
				[phone]: ['Parcel 77 is waiting for you at Main Street 1.'],
				'5001': ['On Friday.'],
			});
		});
});
