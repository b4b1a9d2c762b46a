import { join } from 'node:path';

import { startEngine } from './engine';
import type { Engine, ToolOptions } from './engine';
import { startLoopbackService } from './loopbackService';
import type { LoopbackService } from './loopbackService';
import { node } from './workflow';

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

/** As exported from an editor where the node is connected to an agent that is not installed. */
const workflow = {
	nodes: [
		node('@n8n/n8n-nodes-langchain.agent'),
		node(
			'requestNodeTool',
			{ path: "={{ $fromAI('Path', 'Where the request goes', 'string') }}" },
			{ credentials: { functionApi: { id: '1', name: 'Key' } } },
		),
	],
	connections: {
		requestNodeTool: { ai_tool: [[{ node: 'agent', type: 'ai_tool', index: 0 }]] },
	},
};

const call = async (callArguments: object, through?: ToolOptions['through']) =>
	await engine.runTool(workflow, 'requestNodeTool', callArguments, {
		through,
		credentials: {
			'1': { type: 'functionApi', data: { baseUrl: service.baseUrl, apiKey: 'secret' } },
		},
	});

const answer = {
	response: { url: '/from-model?api_key=secret&region=everywhere' },
	cancelled: false,
};

describe('invoked as a tool', () => {
	test('the node gets the arguments of the model and answers with its items', async () => {
		const { text, failed, tool } = await call({ Path: '/from-model' });
		expect(failed).toBe(false);
		expect(JSON.parse(text)).toEqual([answer]);
		expect(tool).toEqual({
			name: 'requestNodeTool',
			description: 'Sends a request',
			arguments: { Path: 'Where the request goes' },
		});
	});

	test('its error is the text, with the description', async () => {
		expect(await call({ Path: '/fail' })).toMatchObject({
			failed: true,
			text: 'This path fails\n\nDetails: Choose another one',
		});
	});

	test('arguments that do not fit are refused before the node runs', async () => {
		service.received.length = 0;
		const { text, failed } = await call({ Wrong: 1 });
		expect(failed).toBe(true);
		expect(text).toContain('did not match expected schema');
		expect(service.received).toEqual([]);
	});
});

describe('run by the engine for an agent', () => {
	test('the node gets the arguments of the model and answers with its items', async () => {
		const { text, failed } = await call({ Path: '/from-model' }, 'engine');
		expect(failed).toBe(false);
		expect(JSON.parse(text)).toEqual([answer]);
	});

	test('its error is the text', async () => {
		const { text, failed, execution } = await call({ Path: '/fail' }, 'engine');
		expect({ text, failed }).toEqual({ text: '[{"error":"This path fails"}]', failed: true });
		expect(execution.status).toBe('success');
	});
});

test('refuses a node that is not in the workflow', async () => {
	await expect(engine.runTool(workflow, 'agent', {})).rejects.toThrow('no tool node "agent"');
});
