import { join } from 'node:path';

import { startEngine } from './engine';
import type { BinaryDataMode, Engine } from './engine';
import { startLoopbackService } from './loopbackService';
import type { LoopbackService } from './loopbackService';
import { chain, node } from './workflow';

let engine: Engine;
let service: LoopbackService;

beforeAll(async () => {
	engine = await startEngine({ packageDirectory: join(__dirname, 'fixturePackage') });
	service = await startLoopbackService();
});

afterAll(async () => {
	await engine.stop();
	await service.close();
});

const modes: Array<[BinaryDataMode, RegExp | undefined]> = [
	['default', undefined],
	[
		'filesystem-v2',
		/^filesystem-v2:workflows\/imported\/executions\/[^/]+\/binary_data\/[-0-9a-f]{36}$/,
	],
	['database', /^database:[-0-9a-f]{36}$/],
];

describe.each(modes)('binary data mode %s', (mode, id) => {
	beforeAll(async () => await engine.setBinaryDataMode(mode));

	beforeEach(() => {
		service.received.length = 0;
	});

	const upload = () =>
		node('n8n-nodes-base.httpRequest', {
			method: 'POST',
			url: `${service.baseUrl}/upload`,
			sendBody: true,
			contentType: 'binaryData',
			inputDataFieldName: 'data',
			options: {},
		});

	test('a node stores a file, another sends it over loopback, also after a retry', async () => {
		const execution = await engine.run(
			chain(
				node('n8n-nodes-base.convertToFile', {
					operation: 'toText',
					sourceProperty: 'text',
					options: { fileName: 'note.txt' },
				}),
				node('failingNode', { failures: 1 }),
			),
			{ input: [{ json: { text: 'häß' } }] },
		);
		const file = execution.items('convertToFile')[0]?.binary?.data;
		expect(file).toMatchObject({ fileName: 'note.txt', mimeType: 'text/plain' });
		if (id) {
			expect(file?.id).toMatch(id);
			expect(file?.data).toBe(mode);
		} else {
			expect(file?.id).toBeUndefined();
			expect(file?.data).toBe(Buffer.from('häß').toString('base64'));
		}

		const retried = await engine.retry(execution, {
			workflow: {
				...chain(upload()),
				nodes: [...chain(upload()).nodes.slice(1), { ...upload(), name: 'failingNode' }],
				connections: {},
			},
		});
		expect(retried.error).toBeUndefined();
		expect(service.received.map(({ body }) => body.toString())).toEqual(['häß']);
		expect(service.received[0]?.headers['content-type']).toContain('text/plain');
	});

	test('a file given as input reaches the node', async () => {
		const data = await engine.storeBinary(Buffer.from([0, 255, 1]), 'three.bin', 'image/png');
		const execution = await engine.run(chain(upload()), {
			input: [{ json: {}, binary: { data } }],
		});
		expect(execution.error).toBeUndefined();
		expect([...(service.received[0]?.body ?? [])]).toEqual([0, 255, 1]);
	});
});
