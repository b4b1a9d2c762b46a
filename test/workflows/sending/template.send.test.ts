import type { IDataObject } from 'n8n-workflow';

import { received } from '../../support/received';
import { useScene } from '../../support/scene';
import { asJson, inFields } from '../../support/variables';

const scene = useScene();

const path = '/stable/open/whatsapp/send-template-message';

const phone = '+12025550101';

const parameters = {
	resource: 'template',
	operation: 'send',
	channelId: { __rl: true, mode: 'id', value: '11' },
	templateId: '105',
	customerPhone: phone,
	// So that any variables will do.
	headerAttachment: 'none',
	options: { checkVariables: false },
};

/** The new collection, with an image, to two customers. */
const collection = {
	...parameters,
	simplify: false,
	channelId: { __rl: true, mode: 'list', value: '11' },
	templateId: { __rl: true, mode: 'list', value: '102' },
	customerPhone: '={{ $json.phone }}',
	...inFields({ 1: '={{ $json.name }}', 2: '={{ $json.discount }}' }),
	headerAttachment: 'image',
	attachmentUrl: '={{ $json.picture }}',
	options: {},
};

const items = [
	{
		name: 'Customer 1',
		phone: '+12025550101',
		discount: '20%',
		picture: 'https://shop.example/new/front.png',
	},
	{
		name: 'عميل ٢ 🙂',
		phone: '+1 (202) 555-0102',
		discount: 15,
		picture: 'https://shop.example/new/größe.png',
	},
];

const bodies = () => received(scene.sandbox).map(({ body }) => body);

test('sends each customer the template with their own values, and nothing more', async () => {
	await scene.run(collection, items);

	const request = {
		method: 'POST',
		path,
		query: { api_key: scene.sandbox.apiKey },
		contentType: 'application/json',
	};
	expect(received(scene.sandbox)).toEqual([
		// Read once, before the first message leaves.
		{
			method: 'GET',
			path: '/stable/open/whatsapp/get-template-detail',
			query: { api_key: scene.sandbox.apiKey, platform_id: '11', template_id: '102' },
		},
		{
			...request,
			body: {
				template_id: '102',
				channel_id: '11',
				customer_phone: '+12025550101',
				attributes: { 1: 'Customer 1', 2: '20%' },
				attachment: { image: 'https://shop.example/new/front.png' },
			},
		},
		{
			...request,
			body: {
				template_id: '102',
				channel_id: '11',
				customer_phone: '+12025550102',
				attributes: { 1: 'عميل ٢ 🙂', 2: '15' },
				attachment: { image: 'https://shop.example/new/gr%C3%B6%C3%9Fe.png' },
			},
		},
	]);
	expect(scene.sandbox.requests[0]!.operation).toBe('template.get');
});

test('sends nothing for what is left empty', async () => {
	await scene.run({
		...parameters,
		headerAttachment: 'none',
		attachmentUrl: 'https://shop.example/old.png',
		...asJson('{}'),
	});
	await scene.run({ ...parameters, ...asJson('') });
	await scene.run({ ...parameters, ...inFields({}) });
	await scene.run({
		...parameters,
		specifyVariables: 'fields',
		variables: { mappingMode: 'defineBelow', value: null },
	});

	const body = { template_id: '105', channel_id: '11', customer_phone: phone };
	expect(bodies()).toEqual([body, body, body, body]);
});

test.each([
	[
		'chosen from the list',
		{ __rl: true, mode: 'list', value: '12', cachedResultName: 'Customer Service' },
	],
	['given by its ID', { __rl: true, mode: 'id', value: ' 12 ' }],
	[
		'given by an ID that an expression reads',
		{ __rl: true, mode: 'id', value: '={{ $json.channel.id }}' },
	],
])('takes a channel %s', async (_, channelId) => {
	await scene.run({ ...parameters, channelId: channelId as IDataObject }, [
		{ channel: { id: 12 } },
	]);
	expect(bodies()).toEqual([{ template_id: '105', channel_id: '12', customer_phone: phone }]);
});

test('sends identifiers that come in as numbers as text', async () => {
	await scene.run(
		{
			...parameters,
			templateId: '={{ $json.template }}',
			channelId: { __rl: true, mode: 'id', value: '={{ $json.channel }}' },
		},
		[{ template: 105, channel: 11 }],
	);
	expect(scene.sandbox.requests.map(({ text }) => text)).toEqual([
		`{"template_id":"105","channel_id":"11","customer_phone":"${phone}"}`,
	]);
});

test('JSON text may have expressions in it, item by item', async () => {
	await scene.run(
		{
			...parameters,
			customerPhone: '={{ $json.phone }}',
			...asJson('={ "1": "{{ $json.name }}", "2": {{ $json.count }} }'),
		},
		[
			{ phone: '+12025550101', name: 'Customer 1', count: 1 },
			{ phone: '+12025550102', name: 'Customer 2', count: 2 },
		],
	);
	expect(bodies()).toMatchObject([
		{ attributes: { 1: 'Customer 1', 2: '1' } },
		{ attributes: { 1: 'Customer 2', 2: '2' } },
	]);
});

test.each([
	['image', '102'],
	['document', '103'],
	['video', '104'],
	['audio', '113'],
])('puts a header attachment of the type %s under that name alone', async (type, templateId) => {
	const attachmentUrl = 'https://shop.example/file';
	const execution = await scene.run({
		...parameters,
		templateId,
		headerAttachment: type,
		attachmentUrl,
	});
	expect(execution.error).toBeUndefined();
	expect(bodies()).toEqual([
		{
			template_id: templateId,
			channel_id: '11',
			customer_phone: phone,
			attachment: { [type]: attachmentUrl },
		},
	]);
});

test('runs in a published workflow too, where nothing is pinned', async () => {
	const execution = await scene.run(parameters, [{}, {}], {}, { mode: 'trigger' });
	expect(execution.status).toBe('success');
	expect(bodies()).toHaveLength(2);
});

describe("with 'Header Type' at 'Automatic'", () => {
	const picture = 'https://shop.example/file';
	const automatic = (templateId: string, attachmentUrl = ''): IDataObject => ({
		...parameters,
		headerAttachment: 'auto',
		templateId,
		attachmentUrl,
	});

	test.each([
		['image', '102'],
		['document', '103'],
		['video', '104'],
		['audio', '113'],
	])('the template says that it takes a file of the type %s', async (type, templateId) => {
		await scene.run(automatic(templateId, picture), [{}, {}]);
		const body = { template_id: templateId, channel_id: '11', customer_phone: phone };
		// The template is read once, before the first message leaves.
		expect(bodies()).toEqual([
			undefined,
			...[1, 2].map(() => ({ ...body, attachment: { [type]: picture } })),
		]);
	});

	test.each(['105', '101'])('template %s shows no file, so none is sent', async (templateId) => {
		await scene.run(automatic(templateId));
		expect(bodies().slice(1)).toEqual([
			{ template_id: templateId, channel_id: '11', customer_phone: phone },
		]);
	});

	test.each<[string, string, string, string]>([
		[
			'102',
			'',
			"'Attachment URL' is empty, but the template 'new_collection' has a header of the type 'Image'",
			'Enter the whole public address of the file, starting with https://',
		],
		[
			'105',
			picture,
			"'Attachment URL' is filled in, but the template 'opening_hours' shows no file at the top",
			"Empty 'Attachment URL', or choose the template that shows the file",
		],
	])('template %s with the URL %p: nothing is sent', async (templateId, url, message, advice) => {
		const { error } = await scene.run(automatic(templateId, url));
		expect(error?.message).toBe(message);
		expect(error?.description).toContain(advice);
		expect(scene.sandbox.accepted).toEqual([]);
	});

	test.each([
		[
			404,
			"There is no template '105' in this channel",
			"set 'Header Type', and switch off 'Check Variables' under 'Options'.",
		],
		[
			400,
			'The template could not be read, so nobody can tell which header it has: The service refused the request with status 400: No such template',
			"set 'Header Type' to what it shows at the top, or to 'None' if it shows no file.",
		],
	])(
		'a template refused with %i: nothing is sent, and both ways on are named',
		async (status, message, wayOut) => {
			scene.sandbox.faults.add({
				operation: 'template.get',
				fault: { kind: 'status', status, body: { error: 'No such template' } },
			});
			const { error } = await scene.run(automatic('105'));
			expect(error?.message).toBe(message);
			expect(error?.description).toMatch(
				/^(Nothing was sent\. |The message was not sent\. )?Check 'Channel' and 'Template'; /,
			);
			expect(error?.description).toContain(
				`set the names under 'Custom Template Lookup' in the credential. To send without reading the template, ${wayOut}`,
			);
			expect(scene.sandbox.accepted).toEqual([]);
		},
	);

	test.each<[string, IDataObject, string]>([
		[
			'cannot be read',
			{ error: 'Odd', success: false },
			'The template could not be read, so nobody can tell which header it has: The service reported an error: Odd',
		],
		[
			'has a header that is not known',
			{ id: 105, body: 'Hello', name: 'somewhere', header: { type: 'Location', value: '' } },
			"The template 'somewhere' has a header of the type 'location', which this node does not know",
		],
		[
			'has a header that makes no sense',
			{ id: 105, body: 'Hello', name: 'odd', header: { type: { toString: 1 }, value: '' } },
			`The template 'odd' has a header of the type '{"toString":1}', which this node does not know`,
		],
	])(
		'a template that %s: nothing is sent until the user says which',
		async (_what, body, words) => {
			scene.sandbox.faults.add({
				operation: 'template.get',
				fault: { kind: 'status', status: 200, body },
			});
			const { error } = await scene.run(automatic('105'));
			expect(error?.message).toBe(words);
			expect(error?.description).toContain("or to 'None' if it shows no file");
			expect(scene.sandbox.accepted).toEqual([]);
			expect((await scene.run(parameters)).status).toBe('success');
		},
	);
});
