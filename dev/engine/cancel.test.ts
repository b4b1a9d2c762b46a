import { join } from 'node:path';

import { startEngine } from './engine';
import type { Engine } from './engine';
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

const workflow = chain(
	node(
		'requestNode',
		{ path: '=/{{ $json.a }}' },
		{ credentials: { functionApi: { id: '1', name: 'Key' } } },
	),
	node('countingNode'),
);

test('a cancelled node sees the signal, sends nothing more and runs to its end; no other node runs', async () => {
	const controller = new AbortController();
	service.onRequest = () => controller.abort();

	const execution = await engine.run(workflow, {
		input: [1, 2, 3].map((a) => ({ json: { a } })),
		credentials: {
			'1': { type: 'functionApi', data: { baseUrl: service.baseUrl, apiKey: 'secret' } },
		},
		cancel: controller.signal,
	});

	expect(execution.status).toBe('canceled');
	expect(execution.error).toMatchObject({ message: expect.stringMatching(/cancel/i) });
	expect(service.received.map(({ url }) => url)).toEqual(['/1?api_key=secret&region=everywhere']);
	expect(execution.items('requestNode').map(({ json }) => json)).toEqual([
		{ cancelled: true, message: expect.any(String) },
		{ cancelled: true, message: expect.any(String) },
		{ cancelled: true, message: expect.any(String) },
	]);
	expect(execution.items('countingNode')).toEqual([]);

	// n8n stores the execution at the moment it is cancelled: the node is no longer due, and
	// what it noted afterwards is lost.
	const stored = execution.readStored();
	expect(stored.executionData?.nodeExecutionStack).toEqual([]);
	expect(stored.executionData?.contextData).toEqual({ 'node:requestNode': {} });
	expect(execution.data.data.executionData?.contextData).toEqual({
		'node:requestNode': { sent: 3 },
	});
});

test('an execution cancelled before it begins runs no node', async () => {
	const started: string[] = [];
	const execution = await engine.run(workflow, {
		cancel: AbortSignal.abort(),
		credentials: { Key: { type: 'functionApi', data: {} } },
		onNodeStarted: (name) => started.push(name),
	});
	expect(execution.status).toBe('canceled');
	expect(started).toEqual([]);
});

test('a node that fails while it is cancelled is still tried again', async () => {
	const controller = new AbortController();
	const execution = await engine.run(
		chain(
			node('failingNode', { failures: 9 }, { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 }),
		),
		{
			cancel: controller.signal,
			onNodeStarted: (name) => {
				if (name === 'failingNode') controller.abort();
			},
		},
	);
	expect(execution.status).toBe('canceled');
	expect(execution.error).toMatchObject({ message: 'Try 3 failed' });
});
