import { channels } from '../../../dev/sandbox/catalogue';
import { received } from '../../support/received';
import { answering, NODE_NAME, outputOf, useScene } from '../../support/scene';

const scene = useScene();

const listRequest = () => ({
	method: 'GET',
	path: '/stable/open/whatsapp/get-platform-list',
	query: { api_key: scene.sandbox.apiKey },
});

/** A channel list of any length, as the service would give it. */
function manyChannels(count: number) {
	return Array.from({ length: count }, (_, index) => ({
		id: index + 1,
		title: `Channel ${index + 1}`,
		number: '+12025550199',
	}));
}

test.each([
	['all', { returnAll: true }, 120, 120],
	['as many as the limit says', { returnAll: false, limit: 3 }, 120, 3],
	['fifty where nothing is set', {}, 120, 50],
	['none where the team has none', { returnAll: true }, 0, 0],
])('asks once, without a body, and gives %s', async (_, settings, available, count) => {
	const list = manyChannels(available);
	scene.sandbox.faults.add({ fault: answering(200, list) });
	const execution = await scene.run({ resource: 'channel', operation: 'getAll', ...settings });

	expect(execution.status).toBe('success');
	expect(outputOf(execution)).toEqual(list.slice(0, count));
	expect(received(scene.sandbox)).toEqual([listRequest()]);
});

test.each([
	["'Limit' is '0'", { limit: 0 }],
	["'Limit' is '2.5'", { limit: 2.5 }],
	["'Limit' is 'all'", { limit: 'all' }],
	["'Limit' is 'null'", { limit: null }],
	["'Return All' is 'true'", { returnAll: 'true' }],
])('%s is refused, and nothing is asked', async (what, settings) => {
	const { error } = await scene.run({ resource: 'channel', operation: 'getAll', ...settings });

	expect(error?.message).toBe(`${what}, which is not a valid value`);
	expect(scene.sandbox.requests).toEqual([]);
});

test('asks once for many items and links each channel to the item that it is for', async () => {
	const execution = await scene.run(
		{ resource: 'channel', operation: 'getAll', limit: '={{ $json.limit }}' },
		[{ limit: 1 }, { limit: 2 }],
	);
	expect(execution.items(NODE_NAME)).toEqual([
		{ json: channels[0], pairedItem: { item: 0 } },
		{ json: channels[0], pairedItem: { item: 1 } },
		{ json: channels[1], pairedItem: { item: 1 } },
	]);
	expect(received(scene.sandbox)).toEqual([listRequest()]);
});
