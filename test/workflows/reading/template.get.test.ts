import { templates } from '../../../dev/sandbox/catalogue';
import { startSandbox } from '../../../dev/sandbox/sandbox';
import { received } from '../../support/received';
import { NODE_NAME, useScene } from '../../support/scene';

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

test('uses the query names that the credential sets', async () => {
	const sandbox = await startSandbox({ platformIdParameter: 'channel', templateIdParameter: 'id' });
	try {
		const own = {
			baseUrl: sandbox.baseUrl,
			apiKey: sandbox.apiKey,
			platformIdParameter: 'channel',
			templateIdParameter: 'id',
		};
		const execution = await scene.run(
			parameters,
			items,
			{},
			{ credentials: scene.credentials({ ...own, customTemplateLookup: true }) },
		);
		expect(execution.status).toBe('success');
		expect(received(sandbox).map(({ query }) => query)).toEqual([
			{ channel: '11', id: '101', api_key: sandbox.apiKey },
			{ channel: '15', id: '110', api_key: sandbox.apiKey },
		]);

		sandbox.reset();
		await scene.run(
			parameters,
			items,
			{},
			{ credentials: scene.credentials({ ...own, customTemplateLookup: false }) },
		);
		expect(sandbox.requests[0]?.query).toEqual({
			platform_id: '11',
			template_id: '101',
			api_key: sandbox.apiKey,
		});
	} finally {
		await sandbox.stop();
	}
});
