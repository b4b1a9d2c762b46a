import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { placesOf } from '../../test/support/secrets';
import { templates } from '../sandbox/catalogue';
import {
	type FaultRule,
	type Sandbox,
	type SandboxOptions,
	startSandbox,
} from '../sandbox/sandbox';
import { probe } from './probe';
import { reportOf, settingsOf } from './report';

const PHONE = '+12025550187';
const CUSTOMER = '5001837465';
const PICTURE = 'https://shop.example/pictures/one.png';

let sandbox: Sandbox;
afterEach(async () => await sandbox?.stop());

const start = async (options: SandboxOptions = {}, rules: FaultRule[] = []): Promise<void> => {
	sandbox = await startSandbox(options);
	for (const rule of rules) sandbox.faults.add(rule);
};

/** Runs it with somebody who agrees to the messages whose question has one of these words in it. */
async function run(baseUrl: string, apiKey: string, agreedTo?: string[]) {
	const asked: string[] = [];
	const answers = {
		'phone number': PHONE,
		'customer ID': CUSTOMER,
		picture: PICTURE,
		template: '101',
	};
	const person = {
		tell: () => {},
		async type(question: string) {
			return Object.entries(answers).find(([word]) => question.includes(word))![1];
		},
		async agrees(question: string) {
			asked.push(question);
			return agreedTo!.some((words) => question.includes(words));
		},
	};
	const options = { patience: 20, stop: new AbortController().signal };
	const sends = agreedTo !== undefined;
	const recording = await probe(baseUrl, apiKey, person, { ...options, sends });
	return { asked, recording, report: reportOf(recording, apiKey) };
}

const NAMES = { platformIdParameter: 'channel', templateIdParameter: 'id' };
const answering = (status: number, body: object = {}) => ({
	kind: 'status' as const,
	status,
	body,
});
const wrapped = answering(200, { data: templates[0] });
const limited = {
	kind: 'status',
	status: 429,
	body: {},
	headers: { 'Retry-After': '30' },
} as const;
const OFF = 'Custom Template Lookup: off';

test.each<[string, SandboxOptions, FaultRule[], settings: string, report: string]>([
	[
		'everything',
		{},
		[],
		OFF,
		'| list by platform_id | query api_key | 200 | success | [{ id: number,',
	],
	['other names', NAMES, [], 'Channel ID Parameter: channel', '| template by channel and id |'],
	[
		'a header',
		{ keyIn: 'header' },
		[],
		'API Key In: Header',
		'| 401 | unauthorized | { detail: text }',
	],
	['no list', { withoutList: true }, [], OFF, '| list by platform_id | status 404 |'],
	[
		'wrapped',
		{},
		[{ operation: 'template.get', fault: wrapped }],
		OFF,
		'additional properties data |',
	],
	['a wrong key', {}, [{ fault: answering(401) }], '', 'early:** With the key in no place'],
	['no channels', {}, [{ fault: answering(200, []) }], '', 'early:** With the key in no place'],
	['limits', {}, [{ after: 3, fault: limited }], OFF, 'retry-after: 30 |'],
	['no answer', {}, [{ fault: { kind: 'resetAfterBody' } }], '', 'gave no answer (noResponse)'],
])('the probe finds out: %s', async (_shape, options, rules, settings, words) => {
	await start(options, rules);
	const { recording, report } = await run(sandbox.baseUrl, sandbox.apiKey);
	expect(settingsOf(recording).join()).toContain(settings);
	expect(report).toContain(words);
	expect(sandbox.requests).toHaveLength(recording.exchanges.length);
	expect(sandbox.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	expect(sandbox.inFlightPeak).toBe(1);
});

test('each message is asked for with its recipient, and sent only if the person agrees', async () => {
	await start();
	const agreed = ['PDF', 'the text', 'dashboard'];
	const { asked, recording, report } = await run(sandbox.baseUrl, sandbox.apiKey, agreed);
	expect(asked).toEqual([
		`Send template 101 with the variables Test 1, Test 2, Test 3 to ${PHONE}?`,
		`Send template 103 with an empty PDF to ${PHONE}?`,
		`Send the text 'This is a test.' to ${CUSTOMER}?`,
		`Send the picture ${PICTURE} to ${CUSTOMER}?`,
		"Send the text 'This is a test.' to customer 404999999999999, whom there should not be?",
		"Look at the service's dashboard. Does it show which of these messages arrived?",
	]);
	expect(report).toContain('which messages arrived? Yes.');
	const sent = sandbox.requests.filter(({ method }) => method === 'POST');
	expect(sent.map(({ operation, status }) => [operation, status])).toEqual([
		['template.sendWithFile', 200],
		['message.sendText', 200],
		['message.sendText', 400],
	]);
	expect(sandbox.accepted.map(({ recipient }) => recipient)).toEqual([PHONE, CUSTOMER]);
	// The sandbox does what the docs say.
	expect(recording.exchanges.flatMap(({ differs }) => differs)).toEqual([]);
});

test('nobody is asked what the dashboard shows if nothing was sent', async () => {
	await start();
	const { asked, report } = await run(sandbox.baseUrl, sandbox.apiKey, []);
	expect(asked.filter((question) => question.includes('dashboard'))).toEqual([]);
	expect(report).toContain('which messages arrived? Not asked.');
});

test.each([
	'the-key-0123456789',
	'84019275630184',
	'onlyletters',
	'Bearer two-words-9876',
	'k/+& "x',
])(
	'of a service that repeats everything, neither the key %s, nor a number or a text is written',
	async (apiKey) => {
		const server = createServer(async (request, response) => {
			const body = (await request.toArray()).join('');
			const whole = `${apiKey} ${request.url} ${JSON.stringify(request.headers)} ${body}`;
			const said = {
				...{ status: apiKey, code: apiKey, type: PHONE, source: CUSTOMER, message_status: whole },
				...{ [apiKey]: whole, [PHONE]: apiKey, id: 11, title: whole, body: `Hello {{${apiKey}}}` },
			};
			response.setHeader('X-RateLimit-Limit', CUSTOMER);
			response.end(JSON.stringify(/-list/.test(request.url!) ? [said] : said));
		}).listen(0, '127.0.0.1');
		await once(server, 'listening');
		const { port } = server.address() as AddressInfo;
		const { recording, report } = await run(`http://127.0.0.1:${port}`, apiKey, ['Send']);
		server.closeAllConnections();
		server.close();
		expect(recording.exchanges.length).toBeGreaterThan(12);
		const hidden = [
			apiKey,
			PHONE.slice(1),
			CUSTOMER,
			'This is a test',
			PICTURE,
			'Hello',
			'127.0.0.1',
		];
		expect(hidden.flatMap((secret) => placesOf(secret, report))).toEqual([]);
	},
);

/** Runs the program as `npm run probe` does; each answer is typed once its question is there. */
async function runProgram(answers: Array<[question: string, typed: string]>) {
	const cwd = mkdtempSync(path.join(tmpdir(), 'probe-'));
	const env = { ...process.env, CUSTOMER_MESSAGING_API_KEY: '' };
	const options = ['--import', require.resolve('tsx'), path.join(__dirname, 'main.ts'), '--send'];
	const child = spawn(process.execPath, options, { cwd, env });
	let shown = '';
	for (const stream of [child.stdout, child.stderr])
		stream.setEncoding('utf8').on('data', (text: string) => {
			shown += text;
			if (answers[0] && shown.includes(answers[0][0])) child.stdin.write(answers.shift()![1]);
		});
	const [code] = (await once(child, 'close')) as [number];
	const files = readdirSync(cwd, { recursive: true, encoding: 'utf8' }).filter((file) =>
		/\.md$/.test(file),
	);
	const written = files.map((file) => readFileSync(path.join(cwd, file), 'utf8'));
	rmSync(cwd, { recursive: true });
	return { code, shown, files, written };
}

test('Ctrl-C at a message sends neither it nor another; what was seen is written, without the key', async () => {
	await start();
	const { code, shown, files, written } = await runProgram([
		['The base URL', `${sandbox.baseUrl}\r`],
		['The API key', `${sandbox.apiKey}\r`],
		['phone number', `${PHONE}\r`],
		['customer ID', '\r'],
		['picture', '\r'],
		['with the variables', 'y'],
		['empty PDF', '\x03'],
	]);
	expect([code, files]).toEqual([1, [expect.stringMatching(/^probe\/\d{4}-\d\d-\d\d\.md$/)]]);
	expect(shown).toContain('It was stopped by hand.');
	expect(shown).toContain('Service: Other');
	expect(sandbox.accepted.map(({ recipient }) => recipient)).toEqual([PHONE]);
	expect(written[0]).toContain('| send.template |');
	expect(placesOf(sandbox.apiKey, [shown, written])).toEqual([]);
});
