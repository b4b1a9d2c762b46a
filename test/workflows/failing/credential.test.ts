import type { IDataObject } from 'n8n-workflow';

import { startLoopbackService, type LoopbackService } from '../../../dev/engine/loopbackService';
import { type Fault, type ReceivedRequest, startSandbox } from '../../../dev/sandbox/sandbox';
import { received } from '../../support/received';
import { messagingWorkflow, useScene } from '../../support/scene';
import { placesInStored, placesOf } from '../../support/secrets';

const API_KEY = 'the-key-0123456789';

const scene = useScene({ apiKey: API_KEY });

let elsewhere: LoopbackService;
beforeAll(async () => {
	elsewhere = await startLoopbackService();
});
beforeEach(() => {
	elsewhere.received.length = 0;
});
afterAll(async () => await elsewhere.close());

const testCredential = async (data: IDataObject = {}) =>
	await scene.engine.testCredential('customerMessagingApi', {
		baseUrl: scene.sandbox.baseUrl,
		apiKey: API_KEY,
		...data,
	});

const OK = { status: 'OK', message: 'Connection successful!' };

const failed = (message: unknown) => ({ status: 'Error', message });

const body = (body: unknown): Fault => ({ kind: 'status', status: 200, body });

const WRONG_ADDRESS = "Check 'Base URL' in the credential.";

describe('the test of a credential', () => {
	test('passes after one request that lists the channels', async () => {
		expect(await testCredential()).toEqual(OK);
		expect(received(scene.sandbox)).toEqual([
			{
				method: 'GET',
				path: '/stable/open/whatsapp/get-platform-list',
				query: { api_key: API_KEY },
			},
		]);
	});

	test('passes with the key in a header, and then no address has it', async () => {
		expect(await testCredential({ apiKeyIn: 'header' })).toEqual(OK);
		expect(scene.sandbox.requests).toMatchObject([
			{ path: '/stable/open/whatsapp/get-platform-list', query: {} },
		]);
		expect(scene.sandbox.requests[0]!.headers['x-myalice-api-key']).toBe(API_KEY);
	});

	test.each([
		['query', 'Header'],
		['header', 'Query Parameter'],
	] as const)(
		'with the key in the wrong place, %s, it says to try the other',
		async (place, other) => {
			const sandbox = await startSandbox({ keyIn: place === 'query' ? 'header' : 'query' });
			const { baseUrl, apiKey } = sandbox;
			const result = await testCredential({ baseUrl, apiKey, apiKeyIn: place });
			// As a service may say no that asks who is there before it looks for a key.
			sandbox.faults.add({
				fault: { kind: 'status', status: 403, body: { detail: 'No credentials.' } },
			});
			const forbidden = await testCredential({ baseUrl, apiKey, apiKeyIn: place });
			await sandbox.stop();
			const advice = `If the API key is right, try 'API Key In' → '${other}'.`;
			expect(result.message).toContain(
				`The service rejected the API key: An invalid API key was provided. ${advice} Copy the API Key`,
			);
			expect(forbidden.message).toContain(`No credentials. ${advice}`);
			expect(placesOf(apiKey, [result, scene.engine.logged])).toEqual([]);
		},
	);

	test.each<[what: string, data: IDataObject, result: object]>([
		[
			'a wrong key',
			{ apiKey: 'wrong' },
			failed(
				"The service rejected the API key: An invalid API key was provided. If the API key is right, try 'API Key In' → 'Header'. Copy the API Key from the team settings of the service's dashboard into the credential.",
			),
		],
		[
			'plain http elsewhere',
			{ baseUrl: 'http://service.invalid' },
			failed(
				"'Base URL' starts with http://, which would send the API key unencrypted. Change it to https:// (http:// is allowed only for this machine itself, such as http://localhost).",
			),
		],
		[
			'an address where nothing answers',
			{ baseUrl: 'http://127.0.0.1:1' },
			failed(
				expect.stringMatching(/^The service could not be reached: no connection could be made/),
			),
		],
	])('says what to change where there is %s', async (_what, data, result) => {
		expect(await testCredential(data)).toEqual(result);
	});

	test.each<[answer: string, fault: Fault, result: object]>([
		['no channels yet', body([]), OK],
		[
			'a list of something else',
			body([{ name: 'n8n' }]),
			failed(`The service's response is not a list of channels: {"name":"n8n"}. ${WRONG_ADDRESS}`),
		],
	])('says what it makes of %s', async (_answer, fault, result) => {
		scene.sandbox.faults.add({ fault });
		expect(await testCredential()).toEqual(result);
	});

	test('says that the base URL leads elsewhere, and does not go there', async () => {
		const location = `${elsewhere.baseUrl}/home`;
		scene.sandbox.faults.add({ fault: { kind: 'redirect', status: 302, location } });
		expect(await testCredential()).toEqual(
			failed(
				"'Base URL' redirects to another address. Set 'Base URL' in the credential to the address where the service itself responds.",
			),
		);
		expect(elsewhere.received).toEqual([]);
		expect(scene.sandbox.requests).toHaveLength(1);
	});

	test('leaves no key in the log, whatever the outcome', async () => {
		const wrong = 'wrong-key-0123456789';
		await testCredential();
		await testCredential({ apiKey: wrong });
		await testCredential({ baseUrl: 'http://127.0.0.1:1' });
		for (const key of [API_KEY, wrong]) expect(placesOf(key, scene.engine.logged)).toEqual([]);
	});
});

describe.each(['query', 'header'])(
	'the credential in another node, its key in the %s',
	(apiKeyIn) => {
		/** Runs n8n's own HTTP Request node with this credential. */
		const request = async (baseUrl: string) => {
			const { nodes, ...workflow } = messagingWorkflow({
				url: `${baseUrl}/stable/open/whatsapp/get-platform-list`,
				authentication: 'predefinedCredentialType',
				nodeCredentialType: 'customerMessagingApi',
				sendHeaders: true,
				headerParameters: { parameters: [{ name: 'x-MYALICE-api-key', value: 'an old one' }] },
				options: {},
			});
			const asRequest = { type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2 };
			return await scene.engine.run(
				{ ...workflow, nodes: [nodes[0]!, { ...nodes[1]!, ...asRequest }] },
				{ credentials: scene.credentials({ apiKeyIn }) },
			);
		};

		test('gives the key to its own address', async () => {
			expect((await request(scene.sandbox.baseUrl)).error).toBeUndefined();
			const [{ query, headers }] = scene.sandbox.requests as [ReceivedRequest];
			expect([query, headers['x-myalice-api-key']]).toEqual(
				apiKeyIn === 'header' ? [{}, API_KEY] : [{ api_key: API_KEY }, 'an old one'],
			);
		});

		test('gives it to no other, and says which', async () => {
			const { error } = await request(elsewhere.baseUrl);
			expect(error?.message).toContain(
				`The API key is only sent to ${scene.sandbox.baseUrl}, the 'Base URL' of the credential, but the request goes to ${elsewhere.baseUrl}`,
			);
			expect(elsewhere.received).toEqual([]);
		});

		test.each<Fault>([{ kind: 'status', status: 400 }, { kind: 'resetAfterBody' }])(
			'leaves the key in nothing that n8n stores after %j',
			async (fault) => {
				scene.sandbox.faults.add({ fault });
				const { stored, error } = await request(scene.sandbox.baseUrl);
				expect(scene.sandbox.requests).not.toEqual([]);
				expect(placesInStored(API_KEY, stored)).toEqual([]);
				expect(`${error?.message} ${error?.description}`).not.toContain(API_KEY);
			},
		);
	},
);
