import { homedir } from 'node:os';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { startEngine } from './engine';
import type { Engine } from './engine';
import { chain, node } from './workflow';

const packageDirectory = join(__dirname, 'fixturePackage');

let engine: Engine;

beforeAll(async () => {
	engine = await startEngine({ packageDirectory });
});

afterAll(async () => await engine.stop());

const editFields = node('n8n-nodes-base.set', {
	assignments: {
		assignments: [{ id: '1', name: 'sum', value: '={{ $json.a + 2 }}', type: 'number' }],
	},
	options: {},
});

test('runs built-in nodes and nodes of the package', async () => {
	const execution = await engine.run(chain(editFields, node('countingNode')), {
		input: [{ json: { a: 1 } }, { json: { a: 2 } }],
	});

	expect(execution.error).toBeUndefined();
	expect(execution.status).toBe('success');
	expect(execution.data.finished).toBe(true);
	expect(execution.items('set')).toEqual([
		{ json: { sum: 3 }, pairedItem: { item: 0 } },
		{ json: { sum: 4 }, pairedItem: { item: 1 } },
	]);
	expect(execution.items('countingNode')).toEqual([
		{ json: { runs: 1, items: 2 }, pairedItem: { item: 0 } },
	]);
	expect(execution.items('countingNode', 1)).toEqual([]);
	expect(execution.items('no such node')).toEqual([]);
});

test('starts the trigger itself where there is no input', async () => {
	const execution = await engine.run(chain(node('countingNode')));
	expect(execution.items('countingNode')).toMatchObject([{ json: { items: 1 } }]);
});

test('uses the pinned data of the workflow in manual executions only', async () => {
	const workflow = { ...chain(editFields), pinData: { set: [{ json: { pinned: true } }] } };
	const input = [{ json: { a: 1 } }];

	const manual = await engine.run(workflow, { input });
	expect(manual.items('set')).toMatchObject([{ json: { pinned: true } }]);

	const published = await engine.run(workflow, { input, mode: 'trigger' });
	expect(published.items('set')).toMatchObject([{ json: { sum: 3 } }]);
	expect(published.data.mode).toBe('trigger');
});

test('leaves the given workflow as it is', async () => {
	const workflow = chain(editFields, node('countingNode'));
	const before = JSON.stringify(workflow);
	await engine.run(workflow, { input: [{ json: { a: 1 } }] });
	expect(JSON.stringify(workflow)).toBe(before);
});

test('tells the nodes as they start', async () => {
	const started: string[] = [];
	await engine.run(chain(editFields, node('countingNode')), {
		input: [{ json: { a: 1 } }],
		onNodeStarted: (name) => started.push(name),
	});
	expect(started).toEqual(['manualTrigger', 'set', 'countingNode']);
});

test('gives a failed execution with what n8n stores of it', async () => {
	const execution = await engine.run(
		chain(node('failingNode', { failures: 1 }), node('countingNode')),
	);

	expect(execution.status).toBe('error');
	expect(execution.error).toMatchObject({ message: 'Try 1 failed' });
	expect(execution.data.finished).not.toBe(true);
	expect(execution.items('countingNode')).toEqual([]);
	expect(execution.readStored().resultData).toMatchObject({
		lastNodeExecuted: 'failingNode',
		error: { message: 'Try 1 failed' },
	});
});

test('gives a workflow with a wrong setting back as failed, before a node runs', async () => {
	const started: string[] = [];
	const execution = await engine.run(
		chain(node('n8n-nodes-base.splitOut', { fieldToSplitOut: '' })),
		{ onNodeStarted: (name) => started.push(name) },
	);
	expect(execution.status).toBe('error');
	expect(execution.error?.message).toContain('Parameter "Fields To Split Out" is required');
	expect(started).toEqual([]);
});

test('refuses a node that is not installed', async () => {
	await expect(engine.run(chain(node('not-installed.node')))).rejects.toThrow(
		'Unrecognized node type: not-installed.node',
	);
});

test('finds node types by name, and as the tools of an agent', () => {
	expect(engine.nodeType('n8n-nodes-base.set', 3.4).description.displayName).toBe(
		'Edit Fields (Set)',
	);
	const { name, inputs, outputs } = engine.nodeType(
		'n8n-nodes-engine-fixture.requestNodeTool',
	).description;
	expect({ name, inputs, outputs }).toEqual({
		name: 'requestNodeTool',
		inputs: [],
		outputs: ['ai_tool'],
	});
	expect(engine.nodeType('n8n-nodes-engine-fixture.requestNode').description.name).toBe(
		'requestNode',
	);
	expect(() => engine.nodeType('n8n-nodes-engine-fixture.countingNodeTool')).toThrow(
		'Node cannot be used as a tool',
	);
});

test('evaluates expressions with an engine of n8n', () => {
	// The isolates of the other one are a native module built for Node 24 and newer.
	const major = Number(process.versions.node.split('.')[0]);
	expect(engine.expressionEngine).toBe(major >= 24 ? 'vm' : 'legacy');
});

test('collects what n8n logs, debug messages included', () => {
	expect(engine.logged.some((line) => line.includes('Workflow execution started'))).toBe(true);
	expect(engine.logged.every((line) => typeof JSON.parse(line).level === 'string')).toBe(true);
});

test('keeps out of the home folder and cleans up after itself', async () => {
	const userFolder = process.env.N8N_USER_FOLDER ?? '';
	expect(existsSync(join(userFolder, '.n8n', 'config'))).toBe(true);
	expect(userFolder.startsWith(join(homedir(), '.n8n'))).toBe(false);

	await expect(startEngine({ packageDirectory })).rejects.toThrow('stop it first');

	await engine.stop();
	expect(existsSync(userFolder)).toBe(false);
	expect(process.env.N8N_USER_FOLDER).toBeUndefined();

	engine = await startEngine({ packageDirectory });
	expect((await engine.run(chain(node('countingNode')))).status).toBe('success');
});

test('leaves no timer of n8n running when it stops', async () => {
	await engine.stop();
	const started = jest.spyOn(globalThis, 'setInterval');
	const cleared = jest.spyOn(globalThis, 'clearInterval');
	try {
		engine = await startEngine({ packageDirectory });
		await engine.run(chain(node('countingNode')));
		await engine.stop();
		const ended = cleared.mock.calls.map(([timer]) => timer);
		const hasEnded = started.mock.results.map(({ value }) =>
			ended.includes(value as NodeJS.Timeout),
		);
		expect(hasEnded).not.toEqual([]);
		expect(hasEnded).not.toContain(false);
	} finally {
		started.mockRestore();
		cleared.mockRestore();
	}
	engine = await startEngine({ packageDirectory });
});

test('says what is wrong with a directory that holds no package', async () => {
	await engine.stop();
	await expect(startEngine({ packageDirectory: __dirname })).rejects.toThrow('package.json');
	engine = await startEngine({ packageDirectory });
});
