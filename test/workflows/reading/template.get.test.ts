import { templates } from '../../../dev/sandbox/catalogue';
import { received } from '../../support/received';
import { answering, continuing, NODE_NAME, outputOf, useScene } from '../../support/scene';

const scene = useScene();

const path = '/stable/open/whatsapp/get-template-detail';

const parameters = {
	resource: 'template',
	operation: 'get',
	channelId: { __rl: true, mode: 'id', value: '={{ $json.channel }}' },
	templateId: '={{ $json.template }}',
};

const items = [
	{ channel: 11, template: 101 },
	{ channel: '15', template: '110' },
];

const template = (id: number) => templates.find((one) => one.id === id)!;

test('asks for each template by channel and ID, without a body, and gives it unchanged', async () => {
	const execution = await scene.run(parameters, items);

	const { apiKey } = scene.sandbox;
	expect(received(scene.sandbox)).toEqual([
		{ method: 'GET', path, query: { platform_id: '11', template_id: '101', api_key: apiKey } },
		{ method: 'GET', path, query: { platform_id: '15', template_id: '110', api_key: apiKey } },
	]);
	expect(execution.items(NODE_NAME)).toEqual([
		{ json: template(101), pairedItem: { item: 0 } },
		{ json: template(110), pairedItem: { item: 1 } },
	]);
});

test('asks once for a template that many items need', async () => {
	const ids = [101, 102, 101, 101, 102];
	const execution = await scene.run(
		{ ...parameters, channelId: { __rl: true, mode: 'list', value: '11' } },
		ids.map((id) => ({ template: id })),
	);
	expect(execution.items(NODE_NAME)).toEqual(
		ids.map((id, item) => ({ json: template(id), pairedItem: { item } })),
	);
	expect(received(scene.sandbox).map(({ query }) => query.template_id)).toEqual(['101', '102']);
});

test('gives a template of any shape, but no other one than it was asked for', async () => {
	const body = { id: 101, name: 'new', body: 'Hello', header: { type: 'location' } };
	scene.sandbox.faults.add({ fault: answering(200, body) });
	const execution = await scene.run(parameters, items, continuing);
	expect(outputOf(execution)).toEqual([
		body,
		expect.objectContaining({ error: "The service gave template '101' instead of '110'" }),
	]);
});

test.each([
	[true, { channel: '11', id: '101' }],
	[false, { platform_id: '11', template_id: '101' }],
])(
	"uses the query names that the credential sets, with 'Custom Template Lookup' at %s",
	async (customTemplateLookup, query) => {
		scene.sandbox.faults.add({ fault: answering(200, template(101)) });
		const credentials = scene.credentials({
			customTemplateLookup,
			platformIdParameter: 'channel',
			templateIdParameter: 'id',
		});
		const execution = await scene.run(parameters, items.slice(0, 1), {}, { credentials });

		expect(execution.items(NODE_NAME)).toMatchObject([{ json: template(101) }]);
		expect(received(scene.sandbox)).toEqual([
			{ method: 'GET', path, query: { ...query, api_key: scene.sandbox.apiKey } },
		]);
	},
);
