import { templatesLeadingTo } from '../../../dev/sandbox/catalogue';
import type { Fault } from '../../../dev/sandbox/sandbox';
import { received } from '../../support/received';
import { answering, NODE_NAME, useScene } from '../../support/scene';

const scene = useScene();

const channelId = { __rl: true, mode: 'id', value: '={{ $json.channel ?? 11 }}' };

const parameters = { resource: 'template', operation: 'getAll', channelId, returnAll: true };

const ids = async (settings: object) =>
	(await scene.run({ ...parameters, ...settings })).items(NODE_NAME).map(({ json }) => json.id);

const ALL = templatesLeadingTo('').map(({ id }) => id);

test.each([
	['the approved ones', {}, ALL.slice(0, 17)],
	['all', { status: 'all' }, ALL],
	['as many as the limit says', { returnAll: false, limit: 3 }, ALL.slice(0, 3)],
])('asks once, without a body, and gives %s', async (_, settings, expected) => {
	expect(await ids(settings)).toEqual(expected);
	expect(received(scene.sandbox)).toEqual([
		{
			method: 'GET',
			path: '/stable/open/whatsapp/get-template-list',
			query: { api_key: scene.sandbox.apiKey, platform_id: '11' },
		},
	]);
});

test('gives each template unchanged, linked to its item, and asks once for each channel', async () => {
	const items = [{ channel: 11 }, { channel: '12' }, { channel: 11 }];
	const limited = { ...parameters, returnAll: false, limit: 1 };
	const execution = await scene.run(limited, items);
	const json = {
		id: 101,
		name: 'order_confirmation',
		status: 'approved',
		buttons: [expect.objectContaining({ verbose: 'Visit website' })],
		attributes: ['1', '2', '3'].map((attribute) => ({ attribute })),
	};
	expect(execution.items(NODE_NAME)).toMatchObject(
		items.map((_, item) => ({ json, pairedItem: { item } })),
	);
	expect(scene.sandbox.requests).toHaveLength(2);
});

test('a template may have any shape and, where nothing says so, counts as approved', async () => {
	const body = [
		{ id: 3, body: 'c', status: 'PAUSED' },
		{ id: 1, body: 'a', header: { type: 'location' } },
		{ id: 2, body: 'b', status: ' APPROVED' },
	];
	scene.sandbox.faults.add({ fault: answering(200, body) });
	expect(await ids({ returnAll: false, limit: 2 })).toEqual([1, 2]);
});

test('a channel without templates gives none', async () => {
	scene.sandbox.faults.add({ fault: answering(200, []) });
	expect(await ids({})).toEqual([]);
});

test.each<[Fault, why: string, what?: string]>([
	[
		answering(404, { detail: 'Not found.' }),
		'The service refused the request with status 404: Not found.',
	],
	[
		answering(405, { detail: 'No such method' }),
		'The service refused the request with status 405: No such method',
	],
	[
		answering(200, [{ id: 11, title: 'Webshop' }]),
		'The service\'s response is not a template: {"id":11,"title":"Webshop"}',
		"'Base URL' in the credential",
	],
])(
	'a service without the list is an error that says so (%j)',
	async (fault, why, what = "'Channel'") => {
		scene.sandbox.faults.add({ fault });
		const { error } = await scene.run(parameters);
		expect(error?.message).toBe(`The service gave no list of templates: ${why}`);
		expect(error?.description).toBe(
			`Check ${what}. If it is right, this service cannot list templates: find a template's ID in its dashboard.`,
		);
	},
);
