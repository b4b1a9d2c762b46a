import type { IDataObject } from 'n8n-workflow';

import { startLoopbackService, type LoopbackService } from '../../../dev/engine/loopbackService';
import type { Fault } from '../../../dev/sandbox/sandbox';
import { received } from '../../support/received';
import { messagingWorkflow, useScene } from '../../support/scene';

const scene = useScene();

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
		apiKey: scene.sandbox.apiKey,
		...data,
	});

const OK = { status: 'OK', message: 'Connection successful!' };

describe('the test of a credential', () => {
	test('passes with the right key, after one request that lists the channels', async () => {
		expect(await testCredential()).toEqual(OK);
		expect(received(scene.sandbox)).toEqual([
			{
				method: 'GET',
				path: '/stable/open/whatsapp/get-platform-list',
				query: { api_key: scene.sandbox.apiKey },
			},
		]);
	});

	test('passes with what people paste behind the address', async () => {
		expect(await testCredential({ baseUrl: `${scene.sandbox.baseUrl}/stable/open/ ` })).toEqual(OK);
		expect(received(scene.sandbox).map(({ path }) => path)).toEqual([
			'/stable/open/whatsapp/get-platform-list',
		]);
	});

	test('passes where the names of the template look-up are set', async () => {
		expect(
			await testCredential({
				customTemplateLookup: true,
				platformIdParameter: 'channel',
				templateIdParameter: 'id',
			}),
		).toEqual(OK);
		expect(received(scene.sandbox)[0]?.query).toEqual({ api_key: scene.sandbox.apiKey });
	});

	test('says where the key is found when it is wrong', async () => {
		expect(await testCredential({ apiKey: 'wrong' })).toEqual({
			status: 'Error',
			message:
				"The service rejected the API key: An invalid API key was provided. Copy the API Key from the team settings of the service's dashboard into 'API Key' in the credential. If it was replaced, ask the service's support for the new one.",
		});
	});

	test.each([
		[
			'plain http elsewhere',
			'http://service.invalid',
			"'Base URL' starts with http://, which would send the API key unencrypted. Change it to https:// (http:// is allowed only for this machine itself, such as http://localhost)",
		],
		[
			'nothing',
			'',
			"'Base URL' is empty. Enter the address of your messaging service, starting with https://",
		],
	])('says what to change where the base URL has %s', async (_, baseUrl, message) => {
		expect(await testCredential({ baseUrl })).toEqual({ status: 'Error', message: `${message}.` });
		expect(scene.sandbox.requests).toEqual([]);
	});

	test('says that the base URL leads elsewhere, and does not go there', async () => {
		const location = `${elsewhere.baseUrl}/home`;
		scene.sandbox.faults.add({ fault: { kind: 'redirect', status: 302, location } });
		expect(await testCredential()).toEqual({
			status: 'Error',
			message: `'Base URL' redirects to another address: ${location}. The service returned status 302, and redirects are not followed. Set 'Base URL' in the credential to the address where the service itself responds.`,
		});
		expect(elsewhere.received).toEqual([]);
		expect(scene.sandbox.requests).toHaveLength(1);
	});

	const WRONG_ADDRESS =
		" Check that 'Base URL' in the credential is the address of the messaging service.";

	test.each<[string, Fault, string]>([
		[
			'a web page, such as a dashboard’s',
			{ kind: 'html' },
			"The service returned status 200 with a web page titled 'Welcome' instead of JSON.",
		],
		[
			'a list of something else',
			{ kind: 'status', status: 200, body: [{ name: 'n8n' }] },
			'The service\'s response is not a list of channels: {"name":"n8n"}.',
		],
	])('fails with %s', async (_case, fault, message) => {
		scene.sandbox.faults.add({ fault });
		expect(await testCredential()).toEqual({ status: 'Error', message: message + WRONG_ADDRESS });
	});

	test('says to try again after a 429, as a credential has no options', async () => {
		scene.sandbox.faults.add({ fault: { kind: 'rateLimit' } });
		expect(await testCredential()).toEqual({
			status: 'Error',
			message: expect.stringMatching(
				/ too many requests \(429\): .* Try again in a moment\.$/,
			) as string,
		});
	});

	test('passes for a team that has no channels yet', async () => {
		scene.sandbox.faults.add({ fault: { kind: 'status', status: 200, body: [] } });
		expect(await testCredential()).toEqual(OK);
	});

	test('passes with white space around the key, as it is used', async () => {
		expect(await testCredential({ apiKey: ` ${scene.sandbox.apiKey}\n` })).toEqual(OK);
		const execution = await scene.run(
			{ resource: 'channel', operation: 'getAll' },
			[{}],
			{},
			{ credentials: scene.credentials({ apiKey: ` ${scene.sandbox.apiKey} ` }) },
		);
		expect(execution.error).toBeUndefined();
	});

	test('says so where nothing answers', async () => {
		expect(await testCredential({ baseUrl: 'http://127.0.0.1:1' })).toEqual({
			status: 'Error',
			message: expect.stringMatching(
				/^The service could not be reached: nothing is listening/,
			) as string,
		});
	});

	test('leaves no key in the log, whatever the outcome', async () => {
		await testCredential();
		await testCredential({ apiKey: 'wrong-key-0123456789' });
		await testCredential({ baseUrl: 'http://127.0.0.1:1' });
		for (const line of scene.engine.logged) {
			expect(line).not.toContain(scene.sandbox.apiKey);
			expect(line).not.toContain('wrong-key-0123456789');
		}
	});
});

describe('the credential in another node', () => {
	/** Runs n8n's own HTTP Request node with this credential. */
	const request = async (baseUrl: string) => {
		const { nodes, ...workflow } = messagingWorkflow({
			url: `${baseUrl}/stable/open/whatsapp/get-platform-list`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'customerMessagingApi',
			options: {},
		});
		const asRequest = { type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2 };
		return await scene.engine.run(
			{ ...workflow, nodes: [nodes[0]!, { ...nodes[1]!, ...asRequest }] },
			{ credentials: scene.credentials() },
		);
	};

	test('gives the key to its own address', async () => {
		expect((await request(scene.sandbox.baseUrl)).error).toBeUndefined();
		expect(scene.sandbox.requests.map(({ query }) => query)).toEqual([
			{ api_key: scene.sandbox.apiKey },
		]);
	});

	test('gives it to no other, and says which', async () => {
		const { error } = await request(elsewhere.baseUrl);
		expect(error?.message).toContain(
			`The API key is only sent to ${scene.sandbox.baseUrl}, the 'Base URL' of the credential, but the request goes to ${elsewhere.baseUrl}`,
		);
		expect(elsewhere.received).toEqual([]);
	});

	test('takes it nowhere by a redirect', async () => {
		const location = `${elsewhere.baseUrl}/home`;
		scene.sandbox.faults.add({ fault: { kind: 'redirect', status: 302, location } });
		await request(scene.sandbox.baseUrl);
		expect(elsewhere.received).toEqual([]);
		expect(scene.sandbox.requests).toHaveLength(1);
	});
});
