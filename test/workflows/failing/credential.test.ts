import dns from 'node:dns';

import type { IDataObject } from 'n8n-workflow';

import { startLoopbackService, type LoopbackService } from '../../../dev/engine/loopbackService';
import {
	type Fault,
	type ReceivedRequest,
	type Sandbox,
	startSandbox,
} from '../../../dev/sandbox/sandbox';
import { received } from '../../support/received';
import { OPERATIONS } from '../../support/operations';
import { answering, messagingNode, useScene } from '../../support/scene';
import { line, manualTrigger, node } from '../../support/workflowNodes';
import { placesInStored, placesOf } from '../../support/secrets';
import { openChannels } from '../form/editor';

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
		service: 'other',
		baseUrl: scene.sandbox.baseUrl,
		apiKey: API_KEY,
		...data,
	});

const OK = { status: 'OK', message: 'Connection successful!' };

const NOT_FOUND = { code: 'ENOTFOUND', syscall: 'getaddrinfo' };

const failed = (message: unknown) => ({ status: 'Error', message });

const KEY_REFUSED = failed(
	"The service rejected the API key: An invalid API key was provided. Copy the API Key from the team settings of the service's dashboard into the credential, and check the 'Service' and, with 'Other', 'API Key In'.",
);

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

	test.each(['query', 'header'] as const)(
		'with the key in the wrong place, %s, it says to check the service',
		async (place) => {
			const sandbox = await startSandbox({ keyIn: place === 'query' ? 'header' : 'query' });
			const { baseUrl, apiKey } = sandbox;
			const result = await testCredential({ baseUrl, apiKey, apiKeyIn: place });
			await sandbox.stop();
			expect(result).toEqual(KEY_REFUSED);
			expect(placesOf(apiKey, [result, scene.engine.logged])).toEqual([]);
		},
	);

	test.each<[what: string, data: IDataObject, result: object]>([
		['no service chosen', { service: '' }, failed("Choose the 'Service' in the credential.")],
		['a wrong key', { apiKey: 'wrong' }, KEY_REFUSED],
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
		['no channels yet', answering(200, []), OK],
		[
			'a list of something else',
			answering(200, [{ name: 'n8n' }]),
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
				"'Base URL' redirects to another address. In the credential, enter the address where the service itself responds, with 'Other' as the 'Service'.",
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

test('without a service, a run sends nothing, and says what to choose', async () => {
	for (const service of ['', 'constructor', undefined]) {
		const credentials = scene.credentials({ service });
		const { error } = await scene.run(OPERATIONS['message.sendText']!, [{}], {}, { credentials });
		expect([error?.message, error?.description]).toEqual([
			"Choose the 'Service' in the credential",
			expect.stringContaining('Open the Customer Messaging API credential of this node'),
		]);
	}
	expect(scene.sandbox.requests).toEqual([]);
});

describe.each([
	['iomnihub', 'api.iomnihub.ai'],
	['myalice', 'api.myalice.ai'],
])('the credential of %s', (service, host) => {
	/** The hosts that were looked for; none is found. */
	const lookedUp = new Set<string>();
	beforeEach(() => {
		lookedUp.clear();
		const lookup = (name: string, ...others: unknown[]): void => {
			lookedUp.add(name);
			const answer = others.at(-1) as (error: Error) => void;
			answer(Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), NOT_FOUND));
		};
		jest.spyOn(dns, 'lookup').mockImplementation(lookup as typeof dns.lookup);
	});
	afterEach(() => jest.restoreAllMocks());

	const NOT_REACHED = [
		'The service could not be reached: its host name was not found',
		`Check 'Service' (https://${host}) in the credential and the network between n8n and the service.`,
	];

	test('asks its own host alone, whatever address is stored beside it, and names it', async () => {
		expect(await testCredential({ service })).toEqual(failed(`${NOT_REACHED.join('. ')}`));
		const credentials = scene.credentials({ service });
		const { error } = await scene.run(OPERATIONS['channel.getAll']!, [{}], {}, { credentials });
		expect([error?.message, error?.description]).toEqual(NOT_REACHED);
		expect([...lookedUp]).toEqual([host]);
		expect(scene.sandbox.requests).toEqual([]);
	});
});

/** Runs n8n's own HTTP Request node with a credential. */
async function requestFromAnotherNode(address: string, credential: IDataObject) {
	const parameters = {
		url: `${address}/stable/open/whatsapp/get-platform-list`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'customerMessagingApi',
		sendHeaders: true,
		headerParameters: { parameters: [{ name: 'x-MYALICE-api-key', value: 'an old one' }] },
		options: {},
	};
	const { credentials } = messagingNode({});
	const http = node('Request', 'n8n-nodes-base.httpRequest', 4.2, parameters, { credentials });
	const workflow = line('Request', [manualTrigger(), http]);
	return await scene.runWorkflow(workflow, [{}], { credentials: scene.credentials(credential) });
}

describe('a base URL with a path', () => {
	let gateway: Sandbox;
	beforeAll(async () => {
		gateway = await startSandbox({ apiKey: API_KEY, basePath: '/hub' });
	});
	afterAll(async () => await gateway.stop());

	test.each(['', '/', '/stable/open', '/stable/open/'])(
		'with %j behind it, has the test, the lists and the messages below that path',
		async (ending) => {
			gateway.reset();
			const credential = { baseUrl: `${gateway.baseUrl}${ending}` };
			const credentials = scene.credentials(credential);
			expect(await testCredential(credential)).toEqual(OK);
			const { results } = await openChannels(scene, 'North', { credential });
			expect(results).toMatchObject([{ value: '13' }]);
			const text = OPERATIONS['message.sendText'];
			const { error } = await scene.run(text, [{ customer: 5000 }], {}, { credentials });
			expect(error).toBeUndefined();
			expect(gateway.requests.map(({ operation, status }) => [operation, status])).toEqual([
				['channel.getAll', 200],
				['channel.getAll', 200],
				['message.sendText', 200],
			]);
		},
	);
});

describe.each(['query', 'header'])(
	'the credential in another node, its key in the %s',
	(apiKeyIn) => {
		const request = async (baseUrl: string) => await requestFromAnotherNode(baseUrl, { apiKeyIn });

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
				`The API key is only sent to ${scene.sandbox.baseUrl}, the address in the credential, but the request goes to ${elsewhere.baseUrl}`,
			);
			expect(elsewhere.received).toEqual([]);
		});

		test.each<Fault>([answering(400), { kind: 'resetAfterBody' }])(
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
