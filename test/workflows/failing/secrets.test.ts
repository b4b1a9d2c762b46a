import type { IDataObject } from 'n8n-workflow';

import type { Execution } from '../../../dev/engine/execution';
import { startSandbox, type Fault } from '../../../dev/sandbox/sandbox';
import { OPERATION_NAMES, operationItem, OPERATIONS } from '../../support/operations';
import { answering, type NodeSettings, outputOf, useScene } from '../../support/scene';
import { placesInStored, placesOf, spellingsOf } from '../../support/secrets';

/** A key with everything in it that URLs, forms and JSON write differently, and that a header can carry. */
const API_KEY = 'key+of/the=test %41&x="e"\\:$,~(1)';

/** Where a credential says that its key travels. */
const PLACES = ['query', 'header'] as const;

const scene = useScene({ apiKey: API_KEY });

const PARAMETERS: Record<string, IDataObject> = {
	'message.sendText': { ...OPERATIONS['message.sendText'], customerId: '={{ $json.id }}' },
	'template.sendWithFile': {
		...OPERATIONS['template.sendWithFile'],
		customerPhone: '=+12025550{{ $json.id }}',
	},
	'template.get': { ...OPERATIONS['template.get'], templateId: '={{ $json.id }}' },
};

const MODES = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;

async function run(
	operation: string,
	settings: NodeSettings,
	credential: IDataObject = {},
	parameters: IDataObject = {},
	ids = ['101', '102'],
): Promise<Execution> {
	const { binary } = await operationItem(scene, 0);
	return await scene.run(
		{ ...PARAMETERS[operation], ...parameters },
		ids.map((id) => ({ json: { id }, binary })),
		settings,
		{ credentials: scene.credentials(credential) },
	);
}

/** Where the key is in everything that an execution leaves behind. */
function placesIn({ data, stored, error }: Execution): string[] {
	const shown =
		error === undefined
			? []
			: [
					...[error.message, error.description, error.stack, error.cause],
					JSON.stringify(error),
					JSON.stringify(error, Object.getOwnPropertyNames(error)),
				];
	return [
		...placesOf(API_KEY, { data, shown, logged: scene.engine.logged }),
		...placesInStored(API_KEY, stored),
	];
}

function expectNoKey(execution: Execution): void {
	expect(placesIn(execution)).toEqual([]);
}

test('the search itself finds the key in each of these places', () => {
	const [plain, inUrl, ...others] = spellingsOf(API_KEY);
	expect(plain).toBe(API_KEY);
	expect(inUrl).toBe(encodeURIComponent(API_KEY));
	expect(others.length).toBeGreaterThan(4);
	for (const spelling of spellingsOf(API_KEY))
		expect(placesOf(API_KEY, { text: `…${spelling}…` })).toEqual(['value.text']);

	const hidden = Object.defineProperty(new Error('failed'), 'config', {
		value: { qs: new Map([['api_key', API_KEY]]) },
		enumerable: false,
	});
	expect(placesOf(API_KEY, { cause: hidden })).toEqual(['value.cause.config.qs<map>.0.1']);
	expect(placesOf(API_KEY, { [API_KEY]: 1 })).toEqual(['value.<key>']);
	expect(placesOf(API_KEY, [Buffer.from(`?api_key=${encodeURIComponent(API_KEY)}`)])).toEqual([
		'value.0',
	]);
	expect(placesOf(API_KEY, new Error(`at ${API_KEY}`)).sort()).toEqual([
		'value.message',
		'value.stack',
	]);
});

test.each(PLACES.flatMap((place) => OPERATION_NAMES.map((name) => [place, name] as const)))(
	'in the %s, the key reaches the service unharmed, and nothing else has it: %s',
	async (apiKeyIn, name) => {
		const items = [await operationItem(scene, 0), await operationItem(scene, 1)];
		// A question goes to one customer.
		const input = name.endsWith('sendAndWait') ? items.slice(0, 1) : items;
		const credentials = scene.credentials({ apiKeyIn });
		const execution = await scene.run(OPERATIONS[name], input, {}, { credentials });

		expect(execution.error).toBeUndefined();
		expect(scene.sandbox.requests.map(({ status }) => status)).toContain(200);
		for (const { query, headers, text, parts } of scene.sandbox.requests) {
			const { api_key: inQuery, ...otherQuery } = query;
			const { 'x-myalice-api-key': inHeader, ...otherHeaders } = headers;
			const expected = apiKeyIn === 'query' ? [API_KEY, undefined] : [undefined, API_KEY];
			expect([inQuery, inHeader]).toEqual(expected);
			expect(placesOf(API_KEY, { otherQuery, otherHeaders, text, parts })).toEqual([]);
		}
		expectNoKey(execution);
	},
);

/** Answers in which a service repeats what it was asked, key included. */
const ECHOES: Array<[string, Fault]> = [
	['the URL in a 400', { kind: 'echoUrl' }],
	[
		'the key in the path of a redirect',
		{ kind: 'redirect', status: 307, location: `/at/${encodeURIComponent(API_KEY)}/home` },
	],
	['the key in a detail', answering(401, { detail: `Wrong key: ${API_KEY}` })],
	['the key in a web page', answering(502, `<!doctype html><title>${API_KEY}</title>`)],
	[
		'the key in a header',
		{ kind: 'status', status: 400, headers: { 'x-request': encodeURIComponent(API_KEY) } },
	],
	[
		'the key all over a 200',
		answering(200, {
			id: 'message-1',
			status: 'ongoing',
			url: spellingsOf(API_KEY),
			[API_KEY]: 'key of an entry',
			extra: { success: true, deep: [{ deeper: { [encodeURIComponent(API_KEY)]: API_KEY } }] },
		}),
	],
];

describe.each([
	// An address is told in more places than a header.
	...MODES.map((onError) => ['query', onError] as const),
	['header', 'stopWorkflow'] as const,
])('with the key in the %s, and On Error at %s,', (apiKeyIn, onError) => {
	test.each(['message.sendText', 'template.sendWithFile'])(
		'%s shows no key, whatever the answer',
		async (operation) => {
			const shown = await Promise.all(
				ECHOES.map(async ([name, fault], index) => {
					const id = String(101 + index);
					const recipient = `${operation === 'message.sendText' ? '' : '+12025550'}${id}`;
					scene.sandbox.faults.add({ fault, recipient });
					const execution = await run(operation, { onError }, { apiKeyIn }, {}, [id]);
					return { name, places: placesIn(execution) };
				}),
			);
			expect(shown.filter(({ places }) => places.length > 0)).toEqual([]);
			const hit = scene.sandbox.requests.filter(({ fault }) => fault !== undefined);
			expect(hit).toHaveLength(ECHOES.length);
		},
	);

	test('shows no key after a read was answered with it', async () => {
		const answer = {
			footer: 1,
			body: `See ${scene.sandbox.baseUrl}/?api_key=${encodeURIComponent(API_KEY)}`,
			[API_KEY]: [API_KEY],
		};
		scene.sandbox.faults.add({ fault: answering(200, answer) });
		const execution = await run('template.get', { onError }, { apiKeyIn });
		expectNoKey(execution);
		expect(outputOf(execution)[0]).toEqual({
			footer: 1,
			body: `See ${scene.sandbox.baseUrl}/?api_key=***`,
			'***': ['***'],
		});
	});

	test('shows no key where no answer comes', async () => {
		const secure = await startSandbox({ tls: true, apiKey: API_KEY });
		scene.sandbox.faults.add({ fault: { kind: 'hang' } });
		const inUrl = encodeURIComponent(API_KEY);
		const addresses = [
			'http://127.0.0.1:1',
			'https://service.invalid',
			secure.baseUrl,
			// This one cannot be used.
			`http://localhost:1/?api_key=${inUrl}`,
		];
		const executions = await Promise.all([
			...addresses.map(
				async (baseUrl) => await run('message.sendText', { onError }, { apiKeyIn, baseUrl }),
			),
			run('template.sendWithFile', { onError }, { apiKeyIn, baseUrl: secure.baseUrl }),
			run('message.sendText', { onError }, { apiKeyIn }, { options: { timeout: 1 } }),
		]);
		await secure.stop();
		for (const execution of executions) expectNoKey(execution);
	});
});

test('a key that is a word of the interface does not change what an answer says', async () => {
	const sandbox = await startSandbox({ apiKey: 'false' });
	sandbox.faults.add({ fault: answering(200, { success: false }) });
	const { baseUrl, apiKey } = sandbox;
	const execution = await run('message.sendText', {}, { baseUrl, apiKey }, {}, ['101']);
	await sandbox.stop();
	expect(execution.error?.message).toBe('The service refused the request');
});

test('a cancelled execution shows no key', async () => {
	const cancelling = new AbortController();
	scene.latency = () => {
		cancelling.abort();
		return 1000;
	};
	const execution = await scene.run(
		PARAMETERS['message.sendText']!,
		[{ id: '101' }],
		{},
		{ cancel: cancelling.signal },
	);
	expect(execution.status).toBe('canceled');
	expectNoKey(execution);
});
