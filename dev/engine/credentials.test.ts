import { join } from 'node:path';

import { startEngine } from './engine';
import type { CredentialInputs, Engine } from './engine';
import { startLoopbackService } from './loopbackService';
import type { LoopbackService } from './loopbackService';
import { chain, node } from './workflow';

let engine: Engine;
let service: LoopbackService;

beforeAll(async () => {
	engine = await startEngine({ packageDirectory: join(__dirname, 'fixturePackage') });
	service = await startLoopbackService();
});

beforeEach(() => {
	service.received.length = 0;
	service.answer = undefined;
});

afterAll(async () => {
	await engine.stop();
	await service.close();
});

const apiKey = 'key-of-the-test';

function sending(type: string, reference: object) {
	return chain(node('requestNode', { path: '/path' }, { credentials: { [type]: reference } }));
}

describe('a credential in a workflow', () => {
	test('attaches its key with a function, with the defaults of its form', async () => {
		const execution = await engine.run(sending('functionApi', { id: 'f1', name: 'My key' }), {
			credentials: { f1: { type: 'functionApi', data: { baseUrl: service.baseUrl, apiKey } } },
		});
		expect(execution.items('requestNode')[0]?.json).toMatchObject({
			response: { url: `/path?api_key=${apiKey}&region=everywhere` },
		});
	});

	test('attaches its key as the generic form describes', async () => {
		await engine.run(sending('genericApi', { id: 'g1', name: 'My key' }), {
			credentials: { g1: { type: 'genericApi', data: { baseUrl: service.baseUrl, apiKey } } },
		});
		expect(service.received[0]?.headers['x-api-key']).toBe(`key ${apiKey}`);
	});

	test('is found by its name, and its expressions are resolved', async () => {
		await engine.run(sending('functionApi', { id: 'unknown', name: 'My key' }), {
			credentials: {
				'My key': {
					type: 'functionApi',
					data: { baseUrl: service.baseUrl, apiKey: '={{ "a" + "b" }}' },
				},
			},
		});
		expect(service.received[0]?.url).toBe('/path?api_key=ab&region=everywhere');
	});

	test('comes back when the execution is retried', async () => {
		const workflow = chain(
			node('failingNode', { failures: 1 }),
			node(
				'requestNode',
				{ path: '/retried' },
				{ credentials: { functionApi: { id: 'f1', name: 'My key' } } },
			),
		);
		const failed = await engine.run(workflow, {
			credentials: { f1: { type: 'functionApi', data: { baseUrl: service.baseUrl, apiKey } } },
		});
		expect((await engine.retry(failed)).status).toBe('success');
		expect(service.received).toHaveLength(1);
		expect(failed.stored).not.toContain(apiKey);
	});

	test('is missed when it is not there, or of another type', async () => {
		const workflow = sending('functionApi', { id: 'f1', name: 'My key' });
		const saved: CredentialInputs[] = [{}, { f1: { type: 'genericApi', data: {} } }];
		for (const credentials of saved) {
			const execution = await engine.run(workflow, { credentials });
			expect(execution.items('requestNode')[0]?.json.message).toBe(
				'Credential with ID "f1" does not exist for type "functionApi".',
			);
		}
		expect(service.received).toEqual([]);
	});
});

describe('the test of a credential', () => {
	const testWith = async (data: object = {}) =>
		await engine.testCredential('functionApi', { baseUrl: service.baseUrl, apiKey, ...data });

	test('sends the request of the credential type, authenticated', async () => {
		expect(await testWith()).toEqual({ status: 'OK', message: 'Connection successful!' });
		expect(service.received[0]?.url).toBe(`/test?api_key=${apiKey}&region=everywhere`);
	});

	test.each([
		['a rule for the status', 418, {}, 'The service is a teapot'],
		['a rule for the body', 200, { account: { active: false } }, 'The account is inactive'],
		['no rule', 500, {}, 'Internal Server Error'],
	])('fails by %s', async (_rule, status, body, message) => {
		service.answer = () => ({ status, body });
		expect(await testWith()).toEqual({ status: 'Error', message });
	});

	test('fails where nothing listens, and where the type has no test', async () => {
		expect(await testWith({ baseUrl: 'http://127.0.0.1:9' })).toEqual({
			status: 'Error',
			message: 'ECONNREFUSED',
		});
		expect(await engine.testCredential('genericApi', {})).toEqual({
			status: 'Error',
			message: 'No testing function found for this credential.',
		});
	});
});
