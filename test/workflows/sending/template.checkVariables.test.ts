import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Fault } from '../../../dev/sandbox/sandbox';
import { NODE_NAME, startScene, type NodeSettings, type Scene } from '../../support/scene';

let scene: Scene;
beforeAll(async () => {
	scene = await startScene();
});
afterAll(async () => await scene.stop());
beforeEach(() => scene.sandbox.reset());

const channelId = { __rl: true, mode: 'id', value: '11' };

/** A send whose template and values come from the item: `{ template, values }`. */
const send = {
	resource: 'template',
	operation: 'send',
	channelId,
	templateId: '={{ $json.template }}',
	customerPhone: '={{ "+120255501" + String(10 + $itemIndex % 90) }}',
	specifyVariables: 'json',
	variablesJson: '={{ $json.values }}',
	options: { checkVariables: true },
};

const sendWithFile = {
	...send,
	operation: 'sendWithFile',
	binaryPropertyName: '',
	headerType: 'none',
};

interface Outcome {
	hints: string[];
	message?: string;
	description?: string;
	items: INodeExecutionData[];
}

async function run(
	parameters: IDataObject,
	items: Array<IDataObject | INodeExecutionData>,
	settings: NodeSettings = {},
): Promise<Outcome> {
	const execution = await scene.run(parameters, items, settings);
	const { message, description } = (execution.error ?? {}) as {
		message?: string;
		description?: string;
	};
	return {
		message,
		description,
		items: execution.items(NODE_NAME),
		hints: execution.hints(NODE_NAME),
	};
}

const requestsOf = (operation: string) =>
	scene.sandbox.requests.filter((request) => request.operation === operation);

const reads = () =>
	requestsOf('template.get').map(
		({ query }) => `${String(query.platform_id)}/${String(query.template_id)}`,
	);

function nothingWasSent() {
	expect(requestsOf('template.send')).toEqual([]);
	expect(requestsOf('template.sendWithFile')).toEqual([]);
}

async function file(fileName: string, mimeType: string): Promise<INodeExecutionData> {
	return {
		json: {},
		binary: { data: await scene.engine.storeBinary(Buffer.from('content'), fileName, mimeType) },
	};
}

describe('before the first message leaves', () => {
	test('a message that fits goes out, after its template was read', async () => {
		const { message, items } = await run(send, [{ template: '108', values: { 1: 'drill' } }]);
		expect(message).toBeUndefined();
		expect(items).toHaveLength(1);
		expect(scene.sandbox.requests.map(({ operation }) => operation)).toEqual([
			'template.get',
			'template.send',
		]);
	});

	test('every item is checked, so one that does not fit at the end keeps the first from leaving', async () => {
		const items = Array.from({ length: 60 }, (_, index) => ({
			template: '108',
			values: index === 59 ? {} : { 1: `drill ${index}` },
		}));
		const { message, description } = await run(send, items);
		nothingWasSent();
		expect(message).toBe(
			"The variables do not fit the template 'header_variable_only': variable '1' has no value [item 59]",
		);
		expect(description).toBe(
			'The template has these variables: 1 (header): Ticket ____. Nothing was sent.',
		);
	});

	test('all that do not fit are named, not the first alone', async () => {
		const { description } = await run(send, [
			{ template: '108', values: {} },
			{ template: '108', values: { 1: 'a' } },
			{ template: '105', values: { 1: 'a' } },
		]);
		nothingWasSent();
		expect(description).toContain(
			"item 2: The variables do not fit the template 'opening_hours': variable '1' is not in the template",
		);
	});

	test('with continue on error, those that fit are sent and the others say why', async () => {
		const { items } = await run(
			send,
			[
				{ template: '108', values: { 1: 'drill' } },
				{ template: '108', values: { 2: 'drill' } },
			],
			{ onError: 'continueRegularOutput' },
		);
		expect(requestsOf('template.send')).toHaveLength(1);
		expect(items[1]).toEqual({
			json: {
				error:
					"The variables do not fit the template 'header_variable_only': variable '1' has no value; variable '2' is not in the template",
				message:
					"The variables do not fit the template 'header_variable_only': variable '1' has no value; variable '2' is not in the template. The message was not sent. The template has these variables: 1 (header): Ticket ____.",
				details: { status: 'failed', recipient: expect.any(String) as string },
			},
			pairedItem: { item: 1 },
		});
	});

	test('with the option switched off nothing is read and all goes out', async () => {
		await run({ ...send, options: { checkVariables: false } }, [
			{ template: '108', values: { 9: 'x' } },
		]);
		expect(scene.sandbox.requests.map(({ operation }) => operation)).toEqual(['template.send']);
	});
});

describe('variables', () => {
	const refusals: Array<[string, string, IDataObject, string]> = [
		[
			'missing',
			'103',
			{ 1: 'a', 2: 'b', 4: 'd' },
			"'invoice': variable '3' has no value; variable '5' has no value",
		],
		[
			'unknown',
			'104',
			{ 1: 'a', name: 'b' },
			"'how_to_video': variable 'name' is not in the template",
		],
		[
			'a gap in the numbering',
			'107',
			{ 1: 'a', 2: 'b' },
			"'parcel_with_numbering_gap': variable '3' has no value; variable '2' is not in the template",
		],
		['only in the header', '108', {}, "'header_variable_only': variable '1' has no value"],
		['only in a button', '109', {}, "'button_variable_only': variable '1' has no value"],
	];
	test.each(refusals)('%s', async (_case, template, values, words) => {
		const { message } = await run(send, [{ template, values }]);
		nothingWasSent();
		expect(message).toBe(`The variables do not fit the template ${words}`);
	});

	test('the message lists the variables that the template has, as the form labels them', async () => {
		const { description } = await run(send, [{ template: '106', values: { 9: 'x' } }]);
		expect(description).toBe(
			'The template has these variables: 1: Hello ____, see you…; 2: …, see you on ____…; 3: … at ____.; 4: button “Confirm”. Nothing was sent.',
		);
	});

	test('a template without any says so', async () => {
		const { description } = await run(send, [{ template: '105', values: { 1: 'x' } }]);
		expect(description).toBe('The template has no variables. Remove the values. Nothing was sent.');
	});

	test('fields whose template has changed since', async () => {
		const schema = [
			{ id: '7', displayName: 'Variable 7', required: true, display: true, type: 'string' },
		];
		const { message } = await run(
			{
				...send,
				specifyVariables: 'fields',
				variables: { mappingMode: 'defineBelow', value: { 7: 'a' }, matchingColumns: [], schema },
			},
			[{ template: '104' }],
		);
		nothingWasSent();
		expect(message).toContain("variable '1' has no value; variable '7' is not in the template");
	});

	test('with a file, the buttons need values of their own', async () => {
		const button = (...names: string[]) => ({
			buttonVariables: { variable: names.map((name) => ({ name, value: 'x' })) },
		});
		const values = { 1: 'a', 2: 'b', 3: 'c' };
		expect((await run({ ...sendWithFile }, [{ template: '101', values }])).message).toBe(
			"The variables do not fit the template 'order_confirmation': variable '1' has no value under 'Button Variables'",
		);
		expect(
			(await run({ ...sendWithFile, ...button('1', '2') }, [{ template: '101', values }])).message,
		).toBe(
			"The variables do not fit the template 'order_confirmation': variable '2' is under 'Button Variables', but no button has it",
		);
		expect(
			(
				await run({ ...sendWithFile, ...button('4') }, [
					{ template: '106', values: { 1: 'a', 2: 'b' } },
				])
			).message,
		).toBe(
			"The variables do not fit the template 'appointment_reminder': variable '3' has no value",
		);
		nothingWasSent();
		expect(
			(await run({ ...sendWithFile, ...button('1') }, [{ template: '101', values }])).message,
		).toBeUndefined();
		expect(
			(await run({ ...sendWithFile, ...button('4') }, [{ template: '106', values }])).message,
		).toBeUndefined();
		expect(
			(await run({ ...sendWithFile, ...button('1') }, [{ template: '109', values: {} }])).message,
		).toBeUndefined();
		for (const { content } of scene.sandbox.accepted)
			expect(JSON.stringify(content)).not.toContain('{{');
	});
});

describe('the header', () => {
	const header = (headerAttachment: string) => ({
		...send,
		headerAttachment,
		attachmentUrl: 'https://shop.example/file',
	});

	test.each<[string, string, IDataObject, string, string]>([
		[
			'none',
			'103',
			{ 1: 'a', 2: 'b', 3: 'c', 4: 'd', 5: 'e' },
			"'Header Type' is 'None', but the template 'invoice' has a header of the type 'Document'",
			"Set 'Header Type' to 'Document' and enter the file's 'Attachment URL'. Nothing was sent.",
		],
		[
			'image',
			'104',
			{ 1: 'a' },
			"'Header Type' is 'Image', but the template 'how_to_video' has a header of the type 'Video'",
			"Set 'Header Type' to 'Video' and enter the file's 'Attachment URL'. Nothing was sent.",
		],
		[
			'video',
			'108',
			{ 1: 'a' },
			"'Header Type' is 'Video', but the template 'header_variable_only' has no header that shows a file",
			"Set 'Header Type' to 'None'. Nothing was sent.",
		],
		[
			'document',
			'105',
			{},
			"'Header Type' is 'Document', but the template 'opening_hours' has no header that shows a file",
			"Set 'Header Type' to 'None'. Nothing was sent.",
		],
	])('%s for template %s is refused', async (headerAttachment, template, values, words, advice) => {
		const { message, description } = await run(header(headerAttachment), [{ template, values }]);
		nothingWasSent();
		expect({ message, description }).toEqual({ message: words, description: advice });
	});

	test.each<[string, string, IDataObject]>([
		['image', '102', { 1: 'a', 2: 'b' }],
		['document', '103', { 1: 'a', 2: 'b', 3: 'c', 4: 'd', 5: 'e' }],
		['video', '104', { 1: 'a' }],
		['audio', '113', { 1: 'a' }],
		['none', '105', {}],
		['none', '108', { 1: 'a' }],
	])('%s for template %s goes out', async (headerAttachment, template, values) => {
		expect((await run(header(headerAttachment), [{ template, values }])).message).toBeUndefined();
		expect(scene.sandbox.accepted).toHaveLength(1);
	});

	const withFile = (templateId: string, headerType: string, values: IDataObject) => ({
		...sendWithFile,
		templateId,
		headerType,
		binaryPropertyName: 'data',
		variablesJson: JSON.stringify(values),
	});

	test.each<[string, string, string, IDataObject, string, string, string]>([
		[
			'a picture for a document header',
			'103',
			'auto',
			{ 1: 'a', 2: 'b', 3: 'c', 4: 'd', 5: 'e' },
			'image/png',
			"'Header Type' comes to 'Image', but the template 'invoice' has a header of the type 'Document'",
			"Set 'Header Type' to 'Document' and give a file of that type. Nothing was sent.",
		],
		[
			'a document for a video header',
			'104',
			'document',
			{ 1: 'a' },
			'application/pdf',
			"'Header Type' comes to 'Document', but the template 'how_to_video' has a header of the type 'Video'",
			"Set 'Header Type' to 'Video' and give a file of that type. Nothing was sent.",
		],
		[
			'a file for a template without a header',
			'105',
			'auto',
			{},
			'application/pdf',
			"'Header Type' comes to 'Document', but the template 'opening_hours' has no header that shows a file",
			"Use the operation 'Send', which sends no file. Nothing was sent.",
		],
		[
			'a sound',
			'113',
			'document',
			{ 1: 'a' },
			'audio/mpeg',
			"'Header Type' comes to 'Document', but the template 'voice_note' has a header of the type 'Audio'",
			"Use the operation 'Send' with 'Header Type' set to 'Audio': a template with a file has no audio header. Nothing was sent.",
		],
	])('%s is refused', async (_case, template, headerType, values, mimeType, words, advice) => {
		const { message, description } = await run(withFile(template, headerType, values), [
			await file('file', mimeType),
		]);
		nothingWasSent();
		expect({ message, description }).toEqual({ message: words, description: advice });
	});

	test('a file that fits goes out', async () => {
		const { message } = await run(withFile('104', 'auto', { 1: 'a' }), [
			await file('clip.mp4', 'video/mp4'),
		]);
		expect(message).toBeUndefined();
		expect(scene.sandbox.accepted).toHaveLength(1);
	});
});

describe('the template is read', () => {
	test('once for each channel and template in an execution, however many items there are', async () => {
		const items = Array.from({ length: 100 }, (_, index) => ({
			template: index % 2 === 0 ? '108' : 109,
			channel: index % 4 < 2 ? 11 : 'customer service',
			values: { 1: 'a' },
		}));
		const { message } = await run(
			{ ...send, channelId: { __rl: true, mode: 'id', value: '={{ $json.channel }}' } },
			items,
		);
		expect(message).toBeUndefined();
		expect(reads().sort()).toEqual(['11/108', '11/109', '12/108', '12/109']);
		expect(requestsOf('channel.getAll')).toHaveLength(1);
		expect(scene.sandbox.accepted).toHaveLength(100);
	});

	test('again in the next execution', async () => {
		await run(send, [{ template: '108', values: { 1: 'a' } }]);
		await run(send, [{ template: '108', values: { 1: 'a' } }]);
		expect(reads()).toEqual(['11/108', '11/108']);
	});

	test('by each credential on its own, in the same workflow too', async () => {
		const node = (name: string, credential: string) => ({
			id: name,
			name,
			type: 'n8n-nodes-customer-messaging.customerMessaging',
			typeVersion: 1,
			position: [0, 0],
			parameters: { ...send, templateId: '108', variablesJson: '{ "1": "a" }' },
			credentials: { customerMessagingApi: { id: credential, name: credential } },
		});
		const data = { baseUrl: scene.sandbox.baseUrl, apiKey: scene.sandbox.apiKey };
		const execution = await scene.engine.run(
			{
				nodes: [
					{
						id: 'start',
						name: 'Start',
						type: 'n8n-nodes-base.manualTrigger',
						typeVersion: 1,
						position: [0, 0],
						parameters: {},
					},
					node('One', 'right'),
					node('Other', 'wrong'),
				],
				connections: {
					Start: { main: [[{ node: 'One', type: 'main', index: 0 }]] },
					One: { main: [[{ node: 'Other', type: 'main', index: 0 }]] },
				},
			},
			{
				credentials: {
					right: { type: 'customerMessagingApi', data },
					wrong: { type: 'customerMessagingApi', data: { ...data, apiKey: 'wrong' } },
				},
				input: [{ json: {} }],
			},
		);
		expect(execution.error?.message).toMatch(/^The service rejected the API key/);
		expect(requestsOf('template.get').map(({ query }) => query.api_key)).toEqual([
			scene.sandbox.apiKey,
			'wrong',
		]);
		expect(scene.sandbox.accepted).toHaveLength(1);
	});

	test.each([1, 3])('never more than %i at once, the parallel limit', async (parallelSends) => {
		scene.sandbox.faults.add({
			operation: 'template.get',
			fault: { kind: 'slow', milliseconds: 20 },
		});
		const templates = [101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112];
		await run(
			{ ...send, options: { checkVariables: true, parallelSends } },
			templates.map((template) => ({ template, values: {} })),
		);
		nothingWasSent();
		expect(requestsOf('template.get')).toHaveLength(templates.length);
		expect(scene.sandbox.inFlightPeak).toBe(parallelSends);
	});
});

describe('a template that cannot be read', () => {
	const items = Array.from({ length: 100 }, () => ({ template: '108', values: { 1: 'a' } }));

	test.each<[string, Fault, string]>([
		[
			'there is none',
			{ kind: 'status', status: 404, body: { error: 'No such template', success: false } },
			"There is no template '108' in this channel [item 0]",
		],
		[
			'the key is rejected',
			{ kind: 'status', status: 401, body: { detail: 'Invalid' } },
			'The service rejected the API key: Invalid',
		],
	])('because %s: nothing is sent', async (_case, fault, words) => {
		scene.sandbox.faults.add({ operation: 'template.get', fault });
		const { message, description } = await run(send, items);
		nothingWasSent();
		expect(reads()).toHaveLength(1);
		expect(message).toBe(words);
		expect(description).toMatch(/The message was not sent|Nothing was sent/);
	});

	// The names of the two query parameters that choose a template are not public.
	test.each<[string, Fault, number, string]>([
		['is refused', { kind: 'status', status: 400, body: { error: 'Odd' } }, 1, 'status 400: Odd'],
		['leads elsewhere', { kind: 'redirect', status: 302 }, 1, 'leads elsewhere'],
		['breaks off, each time', { kind: 'resetAfterBody' }, 4, 'The connection broke'],
		['is no template', { kind: 'status', status: 200, body: { id: 7 } }, 1, 'is not a template'],
		['is a web page', { kind: 'html' }, 4, 'a web page'],
	])(
		'because its answer %s: the messages are sent, and a hint says that they were not checked',
		async (_case, fault, times, words) => {
			scene.sandbox.faults.add({ operation: 'template.get', fault });
			const { message, hints } = await run(send, items);
			expect(message).toBeUndefined();
			expect(requestsOf('template.send')).toHaveLength(items.length);
			expect(reads()).toHaveLength(times);
			expect(hints).toHaveLength(1);
			expect(hints[0]).toContain(words);
			expect(hints[0]).toMatch(/^The messages were sent without 'Check Variables', as/);
		},
	);

	test('a key that is wrong for one template is not tried with every other', async () => {
		const { message } = await run(
			{ ...send, options: { checkVariables: true, parallelSends: 1 } },
			[101, 102, 103, 104, 105].map((template) => ({ template, values: {} })),
			{},
		);
		expect(message).toContain('do not fit');
		scene.sandbox.reset();
		scene.sandbox.faults.add({
			fault: { kind: 'status', status: 401, body: { detail: 'Invalid' } },
		});
		await run(
			{ ...send, options: { checkVariables: true, parallelSends: 1 } },
			[101, 102, 103, 104, 105].map((template) => ({ template, values: {} })),
		);
		expect(scene.sandbox.requests).toHaveLength(1);
	});

	test('is read again where that can help', async () => {
		scene.sandbox.faults.add({
			operation: 'template.get',
			times: 2,
			fault: { kind: 'status', status: 503 },
		});
		expect((await run(send, items)).message).toBeUndefined();
		expect(reads()).toHaveLength(3);
		expect(scene.sandbox.accepted).toHaveLength(100);
	});
});
