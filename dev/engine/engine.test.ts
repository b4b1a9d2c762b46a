import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { stringify } from 'flatted';

import { startEngine } from './engine';
import type { Engine, WorkflowFile } from './engine';
import { Execution } from './execution';

const packageDirectory = join(__dirname, 'fixturePackage');

let engine: Engine;
beforeAll(async () => {
	engine = await startEngine({ packageDirectory });
});
afterAll(async () => await engine.stop());

/** A workflow that gives each item a sum, and then fails as often as it is told. */
function workflowOf(failures: number, settings: object = {}): WorkflowFile {
	const sum = { id: '1', name: 'sum', value: '={{ $json.a + 2 }}', type: 'number' };
	const nodes = [
		['Start', 'n8n-nodes-base.manualTrigger', 1, {}],
		['Set', 'n8n-nodes-base.set', 3.4, { assignments: { assignments: [sum] }, options: {} }],
		['Fail', 'n8n-nodes-engine-fixture.failingNode', 1, { failures }],
	] as const;
	return {
		nodes: nodes.map(([name, type, typeVersion, parameters]) => ({
			...{ id: name, name, type, typeVersion, position: [0, 0], parameters },
			...(name === 'Fail' ? settings : {}),
		})),
		connections: {
			Start: { main: [[{ node: 'Set', type: 'main', index: 0 }]] },
			Set: { main: [[{ node: 'Fail', type: 'main', index: 0 }]] },
		},
	};
}

const input = [{ json: { a: 1 } }, { json: { a: 2 } }];
const RETRY_ON_FAIL = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

test('runs built-in nodes and nodes of the package, and tells them as they start', async () => {
	const workflow = workflowOf(0);
	const before = JSON.stringify(workflow);
	const started: string[] = [];
	const execution = await engine.run(workflow, {
		input,
		onNodeStarted: (name) => started.push(name),
	});
	expect([execution.status, execution.error, execution.data.finished]).toEqual([
		'success',
		undefined,
		true,
	]);
	expect(execution.items('Fail').map(({ json }) => json)).toEqual([
		{ sum: 3, tries: 1, ofThisRun: 1 },
		{ sum: 4, tries: 1, ofThisRun: 1 },
	]);
	expect([execution.items('Fail', 1), execution.items('None')]).toEqual([[], []]);
	expect(started).toEqual(['Start', 'Set', 'Fail']);
	expect(JSON.stringify(workflow)).toBe(before);
	expect(engine.logged.some((line) => line.includes('Workflow execution started'))).toBe(true);
	// The isolates of the vm engine are a native module built for Node 24 and newer.
	expect(engine.expressionEngine).toBe(
		Number(process.versions.node.split('.')[0]) >= 24 ? 'vm' : 'legacy',
	);
});

test('uses the pinned data of the workflow in manual executions only', async () => {
	const workflow = { ...workflowOf(0), pinData: { Set: [{ json: { sum: 100 } }] } };
	expect((await engine.run(workflow, { input })).items('Fail')).toMatchObject([
		{ json: { sum: 100 } },
	]);
	const published = await engine.run(workflow, { input, mode: 'trigger' });
	expect(published.items('Fail')).toMatchObject([{ json: { sum: 3 } }, { json: { sum: 4 } }]);
});

test.each(['manual', 'trigger'] as const)(
	'a failed execution is retried at the failed node, with its items and its context (first run: %s)',
	async (mode) => {
		const first = await engine.run(workflowOf(2), { input, mode });
		expect([first.status, first.error?.message]).toEqual(['error', 'Try 1 failed, 1 of this run']);
		// The context written during the run that threw is in what n8n stores.
		expect(first.readStored().executionData?.contextData).toEqual({ 'node:Fail': { tries: 1 } });

		const started: string[] = [];
		const second = await engine.retry(first, { onNodeStarted: (name) => started.push(name) });
		expect([second.error?.message, started]).toEqual(['Try 2 failed, 1 of this run', ['Fail']]);
		const third = await engine.retry(second);
		expect([third.status, third.data.mode]).toEqual(['success', 'retry']);
		expect(third.items('Fail')).toMatchObject([
			{ json: { sum: 3, tries: 3 } },
			{ json: { sum: 4 } },
		]);
		expect(third.data.data.resultData.runData.Fail).toHaveLength(1);
		await expect(engine.retry(third)).rejects.toThrow('The execution succeeded');
	},
);

test('a retry needs nothing but what is stored, leaves it as it is, and may take a repaired workflow', async () => {
	const first = await engine.run(workflowOf(2), { input });
	const { id, status, stored, workflow } = first;
	const data = JSON.parse(JSON.stringify({ ...first.data, data: {} })) as Execution['data'];
	const elsewhere = new Execution(id, status, data, stored, structuredClone(workflow), {});
	expect((await engine.retry(elsewhere)).error?.message).toMatch(/^Try 2 failed/);
	expect(stringify(first.data.data)).toBe(stored);
	const repaired = await engine.retry(first, { workflow: workflowOf(0) });
	expect(repaired.items('Fail')).toMatchObject([{ json: { tries: 2 } }, { json: { tries: 2 } }]);
});

test('Retry On Fail hands every try the same execute data and context; a retried execution has other data', async () => {
	const first = await engine.run(workflowOf(4, RETRY_ON_FAIL), { input });
	expect(first.error?.message).toBe('Try 3 failed, 3 of this run');
	const retried = await engine.retry(first);
	expect(retried.items('Fail')).toMatchObject([{ json: { tries: 5, ofThisRun: 2 } }, {}]);
});

test('an execution that is cancelled before it begins, or has a wrong setting, runs no node', async () => {
	const started: string[] = [];
	const onNodeStarted = (name: string): number => started.push(name);
	const cancel = AbortSignal.abort();
	expect((await engine.run(workflowOf(0), { cancel, onNodeStarted })).status).toBe('canceled');
	const unset = {
		id: 'x',
		name: 'x',
		type: 'n8n-nodes-base.splitOut',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const wrong = { ...workflowOf(0), nodes: [workflowOf(0).nodes[0]!, { ...unset, name: 'Set' }] };
	const execution = await engine.run(
		{ ...wrong, connections: { Start: (workflowOf(0).connections as { Start: object }).Start } },
		{ onNodeStarted },
	);
	expect([execution.status, started]).toEqual(['error', []]);
	expect(execution.error?.message).toContain('Parameter "Fields To Split Out" is required');
	const unknown = { ...wrong, nodes: [...wrong.nodes, { ...unset, type: 'not-installed.node' }] };
	await expect(engine.run(unknown)).rejects.toThrow('Unrecognized node type: not-installed.node');
});

test('keeps out of the home folder and leaves nothing behind, not even a timer of n8n', async () => {
	const userFolder = process.env.N8N_USER_FOLDER ?? '';
	expect(existsSync(join(userFolder, '.n8n', 'config'))).toBe(true);
	expect(userFolder.startsWith(join(homedir(), '.n8n'))).toBe(false);
	await expect(startEngine({ packageDirectory })).rejects.toThrow('stop it first');
	await engine.stop();
	expect([existsSync(userFolder), process.env.N8N_USER_FOLDER]).toEqual([false, undefined]);
	await expect(startEngine({ packageDirectory: __dirname })).rejects.toThrow('package.json');

	const started = jest.spyOn(globalThis, 'setInterval');
	const cleared = jest.spyOn(globalThis, 'clearInterval');
	engine = await startEngine({ packageDirectory });
	await engine.run(workflowOf(0), { input });
	await engine.stop();
	const ended = cleared.mock.calls.map(([timer]) => timer);
	const timers = started.mock.results.map(({ value }) => value as NodeJS.Timeout);
	jest.restoreAllMocks();
	expect(timers).not.toEqual([]);
	expect(timers.filter((timer) => !ended.includes(timer))).toEqual([]);
});
