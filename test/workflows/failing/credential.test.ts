import type { IDataObject } from 'n8n-workflow';

import { startLoopbackService } from '../../../dev/engine/loopbackService';
import { startSandbox, type Fault } from '../../../dev/sandbox/sandbox';
import { received } from '../../support/received';
import { useScene } from '../../support/scene';

const scene = useScene();

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

	test.each(['/', '///', '/stable/open', '/stable/open/', ' '])(
		'passes with %j after the address',
		async (more) => {
			expect(await testCredential({ baseUrl: scene.sandbox.baseUrl + more })).toEqual(OK);
			expect(received(scene.sandbox).map(({ path }) => path)).toEqual([
				'/stable/open/whatsapp/get-platform-list',
			]);
		},
	);

	test('passes for this machine by its name', async () => {
		const baseUrl = scene.sandbox.baseUrl.replace('127.0.0.1', 'localhost');
		expect(await testCredential({ baseUrl })).toEqual(OK);
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
			'plain http to an address of the local network',
			'http://192.168.1.5:8080',
			"'Base URL' starts with http://, which would send the API key unencrypted. Change it to https:// (http:// is allowed only for this machine itself, such as http://localhost)",
		],
		[
			'no scheme',
			'service.invalid',
			"'Base URL' must start with https://. Put it in front of the address (for this machine itself, such as localhost, http:// will do)",
		],
		[
			'no scheme but a port',
			'service.invalid:8443',
			"'Base URL' must start with https://. Put it in front of the address (for this machine itself, such as localhost, http:// will do)",
		],
		[
			'another scheme',
			'ftp://service.invalid',
			"'Base URL' must start with https://. Change the part before ://",
		],
		[
			'a pasted path',
			'https://service.invalid/stable/open/whatsapp/get-platform-list',
			"'Base URL' contains the path '/stable/open/whatsapp/get-platform-list'. Remove it and leave only the address, https://service.invalid",
		],
		[
			'a pasted query',
			'https://service.invalid/?api_key=abc',
			"'Base URL' contains a ? or a # part. Remove it; the API key has a field of its own",
		],
		[
			'a password',
			'https://user:secret@service.invalid',
			"'Base URL' contains a user name or password. Remove everything between // and @; the API key has a field of its own",
		],
		[
			'nothing',
			'',
			"'Base URL' is empty. Enter the address of your messaging service, starting with https://",
		],
		[
			'no host',
			'https://',
			"'Base URL' is not a valid address. Enter it like https://hub.example.com",
		],
	])('says what to change where the base URL has %s', async (_, baseUrl, message) => {
		expect(await testCredential({ baseUrl })).toEqual({ status: 'Error', message: `${message}.` });
		expect(scene.sandbox.requests).toEqual([]);
	});

	test.each([301, 302, 303, 307, 308] as const)(
		'says that the base URL leads elsewhere after a %i, and does not go there',
		async (status) => {
			const elsewhere = await startLoopbackService();
			try {
				scene.sandbox.faults.add({
					fault: { kind: 'redirect', status, location: `${elsewhere.baseUrl}/home` },
				});
				expect(await testCredential()).toEqual({
					status: 'Error',
					message: `'Base URL' redirects to another address: ${elsewhere.baseUrl}/home. The service returned status ${status}, and redirects are not followed. Set 'Base URL' in the credential to the address where the service itself responds.`,
				});
				expect(elsewhere.received).toEqual([]);
				expect(scene.sandbox.requests).toHaveLength(1);
			} finally {
				await elsewhere.close();
			}
		},
	);

	const WRONG_ADDRESS =
		" Check that 'Base URL' in the credential is the address of the messaging service.";

	test.each<[string, Fault, string]>([
		[
			'a page that is not found',
			{ kind: 'html', status: 404 },
			"The service returned status 404 with a web page titled 'Welcome' instead of JSON.",
		],
		[
			'a web page, such as a dashboard’s',
			{ kind: 'html' },
			"The service returned status 200 with a web page titled 'Welcome' instead of JSON.",
		],
		[
			'JSON that is no list',
			{ kind: 'status', status: 200, body: { status: 'ok' } },
			'The service returned status 200 with unexpected content: {"status":"ok"}.',
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

	test.each([
		[
			'nothing answers',
			'http://127.0.0.1:1',
			/^The service could not be reached: nothing is listening/,
		],
		['the host name is not known', 'https://service.invalid', /reached: its host name/],
	])('says so where %s', async (_, baseUrl, message) => {
		expect(await testCredential({ baseUrl })).toEqual({
			status: 'Error',
			message: expect.stringMatching(message) as string,
		});
	});

	test('says so where the certificate cannot be trusted', async () => {
		const secure = await startSandbox({ tls: true });
		try {
			const { message } = await testCredential({ baseUrl: secure.baseUrl, apiKey: secure.apiKey });
			expect(message).toMatch(/^The service could not be reached: its certificate is self-signed/);
			expect(secure.requests).toEqual([]);
		} finally {
			await secure.stop();
		}
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
	/** n8n's own HTTP Request node with this credential. */
	const request = (url: string, options: IDataObject = {}) => ({
		name: 'Request',
		nodes: [
			{
				id: 'start',
				name: 'Start',
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			},
			{
				id: 'request',
				name: 'HTTP Request',
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: 4.2,
				position: [220, 0],
				parameters: {
					url,
					authentication: 'predefinedCredentialType',
					nodeCredentialType: 'customerMessagingApi',
					options,
				},
				credentials: {
					customerMessagingApi: {
						id: 'Customer Messaging account',
						name: 'Customer Messaging account',
					},
				},
			},
		],
		connections: { Start: { main: [[{ node: 'HTTP Request', type: 'main', index: 0 }]] } },
	});

	test('gives the key to its own address', async () => {
		const execution = await scene.engine.run(
			request(`${scene.sandbox.baseUrl}/stable/open/whatsapp/get-platform-list`),
			{ credentials: scene.credentials() },
		);
		expect(execution.error).toBeUndefined();
		expect(scene.sandbox.requests.map(({ query }) => query)).toEqual([
			{ api_key: scene.sandbox.apiKey },
		]);
	});

	test('gives it to no other, and says which', async () => {
		const elsewhere = await startLoopbackService();
		try {
			const execution = await scene.engine.run(request(`${elsewhere.baseUrl}/list`), {
				credentials: scene.credentials(),
			});
			expect(execution.error?.message).toContain(
				`The API key is only sent to ${scene.sandbox.baseUrl}, the 'Base URL' of the credential, but the request goes to ${elsewhere.baseUrl}`,
			);
			expect(elsewhere.received).toEqual([]);
		} finally {
			await elsewhere.close();
		}
	});

	test('takes it nowhere by a redirect', async () => {
		const elsewhere = await startLoopbackService();
		try {
			scene.sandbox.faults.add({
				fault: { kind: 'redirect', status: 302, location: `${elsewhere.baseUrl}/home` },
			});
			await scene.engine.run(
				request(`${scene.sandbox.baseUrl}/stable/open/whatsapp/get-platform-list`),
				{ credentials: scene.credentials() },
			);
			expect(elsewhere.received).toEqual([]);
			expect(scene.sandbox.requests).toHaveLength(1);
		} finally {
			await elsewhere.close();
		}
	});
});
