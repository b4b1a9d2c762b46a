import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import { OPERATIONS } from '../../test/support/operations';
import { answering, outputOf, useScene } from '../../test/support/scene';
import { placesOf } from '../../test/support/secrets';
import { templates } from '../sandbox/catalogue';
import {
	type FaultRule,
	type Sandbox,
	type SandboxOptions,
	startSandbox,
} from '../sandbox/sandbox';
import { credentialFor, findingsOf, type Recording } from './findings';
import type { Person } from './person';
import { probe } from './probe';
import { reportOf, settingsOf } from './report';

const PHONE = '+12025550187';
const CUSTOMER = '5001837465';
const PICTURE = 'https://shop.example/pictures/one.png';

/** A person who types this, and agrees to the messages whose question has one of these words in it. */
function somebody(agreedTo: string[] = [], templateId = '') {
	const asked: string[] = [];
	const person: Person = {
		choose: async () => 'other',
		typeUnseen: async () => '',
		tell: () => {},
		async type(question, problemOf) {
			asked.push(question);
			const typed =
				[
					['phone number', PHONE],
					['customer ID', CUSTOMER],
					['picture', PICTURE],
					['template', templateId],
				].find(([word]) => question.includes(word!))?.[1] ?? '';
			expect(problemOf?.(typed)).toBeUndefined();
			return typed;
		},
		async agrees(question) {
			asked.push(question);
			return agreedTo.some((words) => question.includes(words));
		},
	};
	return { person, asked };
}

const run = async (
	{ baseUrl, apiKey }: Pick<Sandbox, 'baseUrl' | 'apiKey'>,
	{ person } = somebody(),
	options: { sends?: boolean; patience?: number; stop?: AbortSignal } = {},
) =>
	await probe({ service: 'other', baseUrl, apiKey, place: 'query' }, person, {
		...{ sends: false, patience: 20, stop: new AbortController().signal },
		...options,
	});

const scene = useScene();

let sandbox: Sandbox;
afterEach(async () => await sandbox.stop());

const start = async (options: SandboxOptions, rules: FaultRule[] = []): Promise<void> => {
	sandbox = await startSandbox(options);
	for (const rule of rules) sandbox.faults.add(rule);
};

const refused = (operation: string): FaultRule => ({ operation, fault: answering(403) });

const plain = { service: 'other', apiKeyIn: 'query' };

test.each<
	[
		shape: string,
		options: SandboxOptions,
		rules: FaultRule[],
		credential: IDataObject | undefined,
		report: string[],
	]
>([
	['as it is', {}, [], plain, ['| Templates can be listed | 200, read |']],
	[
		'other query names',
		{ platformIdParameter: 'channel', templateIdParameter: 'id' },
		[],
		{
			...{ ...plain, customTemplateLookup: true },
			...{ platformIdParameter: 'channel', templateIdParameter: 'id' },
		},
		['| the names of the two | channel and id |', '- Template ID Parameter: id'],
	],
	[
		'the key in a header alone',
		{ keyIn: 'header' },
		[],
		{ service: 'other', apiKeyIn: 'header', apiKeyHeader: 'X-Myalice-Api-Key' },
		['query api_key: 401, not read (unauthorized): detail; header X-Myalice-Api-Key: 200, read'],
	],
	[
		'no list',
		{ withoutList: true },
		[],
		plain,
		['| Templates can be listed | 404, not read (notFound): error, code, success |'],
	],
	[
		'the template wrapped',
		{},
		[{ operation: 'template.get', fault: answering(200, { data: templates[0] }) }],
		plain,
		['| the names of the two | no pair of the likely names', 'data with id, name, body, header'],
	],
	[
		'nothing but channels',
		{},
		[refused('template.get'), refused('template.getAll')],
		plain,
		['| Templates can be listed | 403, not read (refused): error, code, success |'],
	],
	[
		'it hangs',
		{},
		[{ fault: { kind: 'hang' } }],
		undefined,
		['**The probe ended early:** The service gave no answer', 'None was found'],
	],
])('the probe finds out: %s', async (_shape, options, rules, credential, lines) => {
	await start(options, rules);
	const recording = await run(sandbox, somebody([], '101'), {
		patience: credential === undefined ? 0.2 : 20,
	});

	expect(credentialFor(recording)).toEqual(credential);
	const report = reportOf(recording);
	for (const line of lines) expect(report).toContain(line);
	// On a busy machine, the probe may give up a request before it arrives.
	expect(sandbox.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	expect(sandbox.inFlightPeak).toBeLessThan(2);
	if (credential === undefined) return;

	const { baseUrl, apiKey } = sandbox;
	const credentials = scene.credentials({ baseUrl, apiKey, ...credential });
	const list = await scene.run(OPERATIONS['channel.getAll'], [{}], {}, { credentials });
	expect(outputOf(list)).toHaveLength(5);
	const one = { ...OPERATIONS['template.get'], templateId: '101' };
	const read = await scene.run(one, [{}], {}, { credentials });
	// Where only channels may be read, no credential reads a template.
	expect(read.error === undefined).toBe(rules.length < 2);
});

describe('with --send', () => {
	const step = ({ exchanges }: Recording): string[] =>
		exchanges.map((exchange) => exchange.step).filter((name) => name.startsWith('send.'));

	test('each message is asked for with its recipient, and sent if the person agrees', async () => {
		await start({});
		const everything = somebody(['Send']);
		const recording = await run(sandbox, everything, { sends: true });
		expect(everything.asked).toEqual([
			expect.stringContaining('Your own phone number'),
			expect.stringContaining('Your own customer ID'),
			expect.stringContaining('picture'),
			`Send template 101 with the variables Test 1, Test 2, Test 3 to ${PHONE}?`,
			`Send template 101 without its variables to ${PHONE}?`,
			`Send template 101 with a variable that it does not have to ${PHONE}?`,
			`Send template 103 with an empty PDF to ${PHONE}?`,
			`Send the text 'This is a test.' to ${CUSTOMER}?`,
			`Send the picture ${PICTURE} to ${CUSTOMER}?`,
			expect.stringContaining('to customer 404999999999999, whom there should not be?'),
		]);
		expect(recording.exchanges.slice(-7).map(({ node }) => node)).toEqual([
			...['sent', 'sent', 'sent', 'sent', 'sent', 'sent', 'refused'],
		]);
		expect(new Set(sandbox.accepted.map(({ recipient }) => recipient))).toEqual(
			new Set([PHONE, CUSTOMER]),
		);
	});

	test.each([
		[[], []],
		[
			['the text', 'no one else'],
			['send.text', 'send.unknownCustomer'],
		],
		[['without'], ['send.withoutVariables']],
		[['PDF'], ['send.file']],
	])('whoever agrees to %j sends %j', async (agreedTo, steps) => {
		await start({});
		const recording = await run(sandbox, somebody(agreedTo), { sends: true });
		expect(step(recording)).toEqual(steps);
		expect(sandbox.requests.filter(({ method }) => method === 'POST')).toHaveLength(steps.length);
	});
});

test.each<[what: string, rules: FaultRule[], stopped: string, requests: number]>([
	['a web page', [{ fault: { kind: 'html' } }], 'A web page answered, and not the service', 1],
	[
		'too many requests',
		[{ after: 3, fault: { kind: 'rateLimit', retryAfter: 30 } }],
		'The service asked to come back later (429)',
		4,
	],
	[
		'a connection that breaks, twice',
		[{ after: 3, fault: { kind: 'resetAfterBody' } }],
		'The service gave no answer',
		5,
	],
	['a key that is refused everywhere', [{ fault: answering(401) }], 'in no place', 5],
	[
		'no channels',
		[{ operation: 'channel.getAll', fault: answering(200, []) }],
		'no WhatsApp channel yet',
		5,
	],
])('%s ends the probe, which keeps what it has seen', async (_what, rules, stopped, requests) => {
	await start({}, rules);
	const recording = await run(sandbox);
	expect(recording.stopped).toContain(stopped);
	expect(recording.exchanges).toHaveLength(requests);
	expect(sandbox.requests).toHaveLength(requests);
	expect(reportOf(recording)).toContain(`**The probe ended early:** `);
});

test('the rate limit is in the report', async () => {
	const headers = { 'X-RateLimit-Limit': '60', 'Retry-After': '30', 'X-Request-Id': 'abc-1' };
	await start({}, [{ fault: { kind: 'status', status: 429, body: {}, headers } }]);
	expect(reportOf(await run(sandbox))).toContain(
		'| headers about limits: retry-after: 30, x-ratelimit-limit: 60 |',
	);
});

test('for a known service it suggests that one where the key is in its place, and Other elsewhere', async () => {
	await start({ keyIn: 'header' });
	const recording = await run(sandbox);
	expect(settingsOf({ ...recording, service: 'myalice' })).toEqual([
		'Service: MyAlice',
		'Custom Template Lookup: off',
	]);
	expect(settingsOf({ ...recording, service: 'iomnihub' })).toContain('Service: Other');
});

describe('a service that repeats everything', () => {
	/** Answers as the service does, with what it was asked in every place. */
	async function startEcho(): Promise<{ server: Server; baseUrl: string }> {
		const server = createServer((request, response) => {
			let body = '';
			request.on('data', (chunk: Buffer) => (body += chunk.toString()));
			request.on('end', () => {
				const url = request.url!;
				const key =
					String(request.headers['x-myalice-api-key'] ?? request.headers.api_key ?? '') ||
					(new URL(url, 'http://x').searchParams.get('api_key') ?? '');
				const whole = `${url} ${JSON.stringify(request.headers)} ${body}`;
				const said = {
					status: key,
					code: whole,
					type: PHONE,
					source: CUSTOMER,
					function_name: PHONE.slice(1),
					message_status: key,
					error: '',
					[key]: whole,
					[PHONE]: key,
					[CUSTOMER]: PHONE,
					title: whole,
					name: key,
					message: `Hello ${key}, ${PHONE}`,
					detail: whole,
				};
				const variables = [{ attribute: key }, { attribute: PHONE }];
				const template = {
					...said,
					id: 101,
					body: `Hello {{${key}}} {{${PHONE}}} ${whole}`,
					header: {},
					attributes: variables,
				};
				const answer = url.includes('platform-list')
					? [{ ...said, id: 11, number: PHONE }]
					: url.includes('list')
						? [template]
						: url.includes('detail')
							? template
							: {
									...said,
									id: key,
									success: true,
									extra: { ...said, customer_phone: PHONE, customer_id: Number(CUSTOMER) },
								};
				const status = request.method === 'POST' && body.includes('no_such') ? 400 : 200;
				response.writeHead(status, {
					'Content-Type': `application/json; key=${encodeURIComponent(key)}`,
					'X-RateLimit-Limit': CUSTOMER,
					'X-RateLimit-Reset': encodeURIComponent(key),
					'X-Echo': encodeURIComponent(whole),
				});
				response.end(JSON.stringify(answer));
			});
		}).listen(0, '127.0.0.1');
		await new Promise((resolve) => server.once('listening', resolve));
		return { server, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
	}

	test.each([
		'the-key-0123456789',
		'84019275630184',
		'onlyletters',
		'Bearer two-words-9876',
		'k/+& "x',
		'abc',
	])(
		'leaves neither the key %s, nor a phone, an ID or a text in what is written',
		async (apiKey) => {
			await start({});
			const { server, baseUrl } = await startEcho();
			const recording = await run({ baseUrl, apiKey }, somebody(['Send']), { sends: true });
			server.closeAllConnections();
			server.close();
			expect(recording.exchanges.length).toBeGreaterThan(14);
			expect(recording.stopped).toBeUndefined();
			const written = [reportOf(recording), JSON.stringify(recording), recording];
			const hidden = [
				apiKey,
				PHONE,
				PHONE.slice(1),
				CUSTOMER,
				'This is a test',
				PICTURE,
				'Hello',
				'127.0.0.1',
			];
			expect(hidden.flatMap((secret) => placesOf(secret, written))).toEqual([]);
		},
	);
});

describe('docs/service.md', () => {
	const page = readFileSync(path.join(__dirname, '../../docs/service.md'), 'utf8').replace(
		/\s+/g,
		' ',
	);
	const { notKnown, beyond } = findingsOf({ madeBy: '', service: 'other', exchanges: [] });

	test('leaves open what the report has a row for, in the same words and order', () => {
		const open = Array.from(page.matchAll(/\*Not known: (.+?)\.?\*/g), ([, what]) => what);
		expect(open.length).toBeGreaterThan(8);
		expect(notKnown.map(({ what }) => what)).toEqual(open);
	});

	test('knows beyond the specification what the report has a row for', () => {
		const section = page.split('## Beyond the specification')[1]!.split('## ')[0]!;
		expect(beyond.filter(({ what }) => !section.includes(`| ${what} |`))).toEqual([]);
		expect(section.match(/\| (?=[A-Z`].+? \| )/g)!.length).toBeGreaterThan(0);
	});
});
