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
