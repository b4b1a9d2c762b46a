import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { installedPackage as packageDirectory } from '../../test/support/installedPackage';
import { startEngine } from './engine';
import type { Engine, WorkflowFile } from './engine';

let engine: Engine;
beforeAll(async () => {
	engine = await startEngine({ packageDirectory });
});
afterAll(async () => await engine.stop());

const nodeOf = (name: string, type: string, typeVersion: number, parameters: object) => ({
	...{ id: name, name, type, typeVersion, position: [0, 0], parameters },
});

const sum = { id: '1', name: 'sum', value: '={{ $json.a + 2 }}', type: 'number' };
const assignments = { assignments: [sum] };
const start = nodeOf('Start', 'n8n-nodes-base.manualTrigger', 1, {});
const set = nodeOf('Set', 'n8n-nodes-base.set', 3.4, { assignments, options: {} });
const noOp = nodeOf('End', 'n8n-nodes-base.noOp', 1, {});

/** A workflow that gives each item a sum. */
const workflow: WorkflowFile = {
	nodes: [start, set, noOp],
	connections: {
		Start: { main: [[{ node: 'Set', type: 'main', index: 0 }]] },
		Set: { main: [[{ node: 'End', type: 'main', index: 0 }]] },
	},
};

const input = [{ json: { a: 1 } }, { json: { a: 2 } }];

test('runs nodes, and tells them as they start', async () => {
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
	expect(execution.items('End').map(({ json }) => json)).toEqual([{ sum: 3 }, { sum: 4 }]);
	expect([execution.items('End', 1), execution.items('None')]).toEqual([[], []]);
	expect(started).toEqual(['Start', 'Set', 'End']);
	expect(JSON.stringify(workflow)).toBe(before);
	expect(engine.logged.some((line) => line.includes('Workflow execution started'))).toBe(true);
	await expect(engine.retry(execution)).rejects.toThrow('The execution succeeded');
	// The isolates of the vm engine are a native module built for Node 24 and newer.
	expect(engine.expressionEngine).toBe(
		Number(process.versions.node.split('.')[0]) >= 24 ? 'vm' : 'legacy',
	);
});

test('uses the pinned data of the workflow in manual executions only', async () => {
	const pinned = { ...workflow, pinData: { Set: [{ json: { sum: 100 } }] } };
	const manual = await engine.run(pinned, { input });
	expect(manual.items('End').map(({ json }) => json)).toEqual([{ sum: 100 }]);
	const published = await engine.run(pinned, { input, mode: 'trigger' });
	expect(published.items('End').map(({ json }) => json)).toEqual([{ sum: 3 }, { sum: 4 }]);
});

test('an execution that is cancelled before it begins, or has a wrong setting, runs no node', async () => {
	const started: string[] = [];
	const onNodeStarted = (name: string): number => started.push(name);
	const cancel = AbortSignal.abort();
	expect((await engine.run(workflow, { cancel, onNodeStarted })).status).toBe('canceled');
	const unset = nodeOf('Set', 'n8n-nodes-base.splitOut', 1, {});
	const execution = await engine.run(
		{ ...workflow, nodes: [start, unset, noOp] },
		{ onNodeStarted },
	);
	expect([execution.status, started]).toEqual(['error', []]);
	expect(execution.error?.message).toContain('Parameter "Fields To Split Out" is required');
	const unknown = { ...workflow, nodes: [start, set, nodeOf('End', 'not-installed.node', 1, {})] };
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
	await engine.run(workflow, { input });
	await engine.stop();
	const ended = cleared.mock.calls.map(([timer]) => timer);
	const timers = started.mock.results.map(({ value }) => value as NodeJS.Timeout);
	jest.restoreAllMocks();
	expect(timers).not.toEqual([]);
	expect(timers.filter((timer) => !ended.includes(timer))).toEqual([]);
});
