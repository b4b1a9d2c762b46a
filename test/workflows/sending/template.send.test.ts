import type { IDataObject } from 'n8n-workflow';

import { OPERATIONS } from '../../support/operations';
import { received } from '../../support/received';
import { useScene } from '../../support/scene';
import { asJson, inFields } from '../../support/variables';

const scene = useScene({ withoutList: true });

const path = '/stable/open/whatsapp/send-template-message';

const phone = '+12025550101';

const parameters = {
	...OPERATIONS['template.send'],
	customerPhone: phone,
};

/** The new collection, with an image, to two customers. */
const collection = {
	...parameters,
	simplify: false,
	channelId: { __rl: true, mode: 'list', value: '11' },
	templateId: { __rl: true, mode: 'list', value: '102' },
	customerPhone: '={{ $json.phone }}',
	...inFields({
		'image address': '={{ $json.picture }}',
		...{ 1: '={{ $json.name }}', 2: '={{ $json.discount }}' },
	}),
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
});

test('sends what comes in as numbers as text, item by item, also from JSON with expressions in it', async () => {
	await scene.run(
		{
			...parameters,
			templateId: '={{ $json.template }}',
			channelId: { __rl: true, mode: 'id', value: '={{ $json.channel }}' },
			...asJson('={ "1": "{{ $json.name }}", "2": {{ $json.count }} }'),
		},
		[
			{ template: 105, channel: 11, name: 'Customer 1', count: 1 },
			{ template: 108, channel: 12, name: 'Customer 2', count: 2 },
		],
	);
	expect(scene.sandbox.requests.map(({ text }) => text)).toEqual([
		`{"template_id":"105","channel_id":"11","customer_phone":"${phone}","attributes":{"1":"Customer 1","2":"1"}}`,
		`{"template_id":"108","channel_id":"12","customer_phone":"${phone}","attributes":{"1":"Customer 2","2":"2"}}`,
	]);
});

const picture = 'https://shop.example/file';

test.each([
	['image', '102'],
	['document', '103'],
	['video', '104'],
	['audio', '113'],
	[undefined, '101'],
	[undefined, '105'],
])(
	'the address of a file of the type %s goes by its type, and nothing is read for it',
	async (type, templateId) => {
		const values = type === undefined ? {} : { [`${type} address`]: picture };
		for (const variables of [asJson(values), inFields(values)]) {
			scene.sandbox.reset();
			const { error } = await scene.run({ ...parameters, ...variables, templateId });
			expect(error).toBeUndefined();
			const body = { template_id: templateId, channel_id: '11', customer_phone: phone };
			expect(bodies()).toEqual([
				type === undefined ? body : { ...body, attachment: { [type]: picture } },
			]);
		}
	},
);

test.each<[templateId: string, values: IDataObject, problem: string]>([
	['102', { 1: 'a', 2: 'b' }, "variable 'image address' has no value"],
	['105', { 'image address': picture }, "variable 'image address' is not in the template"],
	[
		'104',
		{ 1: 'a', 'image address': picture },
		"variable 'video address' has no value; variable 'image address' is not in the template",
	],
])(
	'an address that does not fit template %s is refused: %j',
	async (templateId, values, problem) => {
		const { error } = await scene.run({
			...parameters,
			...asJson(values),
			templateId,
			options: {},
		});
		expect(error?.message).toMatch(
			new RegExp(`^The message does not fit the template '.*': ${problem}$`),
		);
		expect(scene.sandbox.accepted).toEqual([]);
	},
);
