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
	...inFields({ 1: '={{ $json.name }}', 2: '={{ $json.discount }}' }),
	attachmentUrl: '={{ $json.picture }}',
	options: { headerType: 'image' },
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

const unchecked = (templateId: string, attachmentUrl: string, headerType: string): IDataObject => ({
	...parameters,
	...asJson('{}'),
	options: { checkVariables: false, headerType },
	templateId,
	attachmentUrl,
});

test.each<[headerType: string, templateId: string, url: string, sent: object]>([
	['image', '102', picture, { attachment: { image: picture } }],
	['document', '103', picture, { attachment: { document: picture } }],
	['video', '104', picture, { attachment: { video: picture } }],
	['audio', '113', picture, { attachment: { audio: picture } }],
	['text', '101', '', {}],
	['none', '105', '', {}],
])(
	'a header of the type %s, chosen or automatic, adds its file, if it has one, and nothing else',
	async (headerType, templateId, url, sent) => {
		const body = { template_id: templateId, channel_id: '11', customer_phone: phone, ...sent };
		await scene.run(unchecked(templateId, url, headerType));
		expect(bodies()).toEqual([body]);
		scene.sandbox.reset();
		await scene.run(unchecked(templateId, url, 'auto'), [{}, {}]);
		// The template is read once, before the first message leaves.
		expect(bodies()).toEqual([undefined, body, body]);
	},
);

test.each([
	['105', 'none', picture, "is filled in, and 'Header Type' says 'None'"],
	['105', 'text', picture, "is filled in, and 'Header Type' says 'Text'"],
	['105', 'video', '', "is empty, and 'Header Type' says 'Video'"],
	['102', 'auto', '', "is empty, and the template 'new_collection' shows an image"],
	['105', 'auto', picture, "is filled in, and the template 'opening_hours' shows no file"],
])(
	"template %s with 'Header Type' at %s and the URL %p: nothing is sent",
	async (templateId, headerType, url, message) => {
		const { error } = await scene.run(unchecked(templateId, url, headerType));
		expect(error?.message).toBe(`'Attachment URL' ${message}`);
		expect(scene.sandbox.requests).toHaveLength(headerType === 'auto' ? 1 : 0);
	},
);
