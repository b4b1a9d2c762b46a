import { join } from 'node:path';

import { startEngine } from '../../engine/engine';
import type { Engine } from '../../engine/engine';

let engine: Engine;

beforeAll(async () => {
	engine = await startEngine({ packageDirectory: join(__dirname, 'fixture-package') });
});

afterAll(async () => await engine.stop());

test('runs built-in nodes and nodes of the package', async () => {
	const execution = await engine.run({
		name: 'Two nodes',
		nodes: [
			{
				id: 'a',
				name: 'Start',
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			},
			{
				id: 'b',
				name: 'Edit Fields',
				type: 'n8n-nodes-base.set',
				typeVersion: 3.4,
				position: [200, 0],
				parameters: {
					assignments: {
						assignments: [{ id: '1', name: 'sum', value: '={{ 1 + 2 }}', type: 'number' }],
					},
					options: {},
				},
			},
			{
				id: 'c',
				name: 'Count',
				type: 'n8n-nodes-engine-fixture.countingNode',
				typeVersion: 1,
				position: [400, 0],
				parameters: {},
			},
		],
		connections: {
			Start: { main: [[{ node: 'Edit Fields', type: 'main', index: 0 }]] },
			'Edit Fields': { main: [[{ node: 'Count', type: 'main', index: 0 }]] },
		},
	});

	expect(execution.error).toBeUndefined();
	expect(execution.status).toBe('success');
	expect(execution.items('Edit Fields')).toEqual([{ json: { sum: 3 }, pairedItem: { item: 0 } }]);
	expect(execution.items('Count')).toEqual([
		{ json: { runs: 1, items: 1 }, pairedItem: { item: 0 } },
	]);
	expect(engine.logged.join()).toContain('Workflow execution started');
});
