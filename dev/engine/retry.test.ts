import { join } from 'node:path';

import { parse, stringify } from 'flatted';

import { startEngine } from './engine';
import type { Engine } from './engine';
import { Execution } from './execution';
import { chain, node } from './workflow';

let engine: Engine;

beforeAll(async () => {
	engine = await startEngine({ packageDirectory: join(__dirname, 'fixturePackage') });
});

afterAll(async () => await engine.stop());

const input = [{ json: { a: 1 } }, { json: { a: 2 } }];

describe('a failed execution retried from the executions list', () => {
	const workflow = chain(
		node('countingNode'),
		node('failingNode', { failures: 2 }),
		node('n8n-nodes-base.noOp'),
	);

	test.each(['manual', 'trigger'] as const)(
		'goes on at the failed node, with its items and its context (first run: %s)',
		async (mode) => {
			const first = await engine.run(workflow, { input, mode });
			expect(first.error).toMatchObject({ message: 'Try 1 failed' });

			// The context written during the run that threw is in what n8n stores.
			const stored = parse(first.stored) as ReturnType<typeof first.readStored>;
			expect(stored.executionData?.contextData).toEqual({
				'node:countingNode': { runs: 1 },
				'node:failingNode': { tries: 1 },
			});

			const started: string[] = [];
			const second = await engine.retry(first, { onNodeStarted: (name) => started.push(name) });
			expect(second.status).toBe('error');
			expect(second.error).toMatchObject({ message: 'Try 2 failed' });
			expect(started).toEqual(['failingNode']);

			const third = await engine.retry(second);
			expect(third.status).toBe('success');
			expect(third.data.mode).toBe('retry');
			expect(third.items('noOp')).toMatchObject([{ json: { runs: 1, items: 2, tries: 3 } }]);
			expect(third.data.data.resultData.runData.failingNode).toHaveLength(1);
		},
	);

	test('needs nothing but what is stored', async () => {
		const first = await engine.run(workflow, { input });
		const fromAnotherProcess = new Execution(
			first.id,
			first.status,
			JSON.parse(JSON.stringify({ ...first.data, data: {} })),
			first.stored,
			JSON.parse(JSON.stringify(first.workflow)),
			{},
		);
		const retried = await engine.retry(fromAnotherProcess);
		expect(retried.error).toMatchObject({ message: 'Try 2 failed' });
	});

	test('leaves the failed execution untouched', async () => {
		const first = await engine.run(workflow, { input });
		const { stored } = first;
		await engine.retry(first);
		expect(stringify(first.data.data)).toBe(stored);
		expect((await engine.retry(first)).error).toMatchObject({ message: 'Try 2 failed' });
	});

	test('takes the parameters of the saved workflow where that is asked for', async () => {
		const first = await engine.run(workflow, { input });
		const repaired = chain(node('countingNode'), node('failingNode', { failures: 0 }));

		expect((await engine.retry(first)).status).toBe('error');
		const retried = await engine.retry(first, { workflow: repaired });
		expect(retried.items('failingNode')).toMatchObject([{ json: { tries: 2 } }]);
	});

	test('is refused when the failed node is gone, or nothing failed', async () => {
		const first = await engine.run(workflow, { input });
		await expect(engine.retry(first, { workflow: chain(node('countingNode')) })).rejects.toThrow(
			'no node "failingNode" any more',
		);
		const succeeded = await engine.run(chain(node('countingNode')));
		await expect(engine.retry(succeeded)).rejects.toThrow('The execution succeeded');
	});
});

describe('Retry On Fail', () => {
	const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

	test('hands every try the same execute data', async () => {
		const execution = await engine.run(chain(node('triesNode', { succeedOn: 3 }, retrying)));
		expect(execution.items('triesNode')).toMatchObject([{ json: { tries: 3 } }]);
	});

	test('hands the first try of a retried execution other execute data', async () => {
		const first = await engine.run(chain(node('triesNode', { succeedOn: 4 }, retrying)));
		expect(first.error).toMatchObject({ message: 'Try 3 failed' });
		expect((await engine.retry(first)).error).toMatchObject({ message: 'Try 3 failed' });
	});

	test('keeps the context from try to try, and over a retried execution', async () => {
		const workflow = chain(node('failingNode', { failures: 4 }, retrying));
		const first = await engine.run(workflow);
		expect(first.error).toMatchObject({ message: 'Try 3 failed' });
		const retried = await engine.retry(first);
		expect(retried.items('failingNode')).toMatchObject([{ json: { tries: 5 } }]);
	});
});
