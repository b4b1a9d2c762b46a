import { connect } from 'node:net';
import { buffer as readBytes } from 'node:stream/consumers';
import timers from 'node:timers/promises';
import { type Fault, type FaultRule, Faults, givesRightAnswer } from './faults';
import { type Sandbox, startSandbox } from './sandbox';
import {
	encodeParts,
	exchange,
	fileParts,
	get,
	paths,
	phone,
	post,
	postParts,
	type RawAnswer,
	templateMessage,
	withKey,
} from './rawClient';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
});
beforeEach(() => sandbox.reset());
afterAll(async () => await sandbox.stop());

const text = { customer_id: '77', text: 'Hello' };
const attachment = {
	customer_id: '77',
	attachment_type: 'image',
	attachment_url: 'https://files.example/a.png',
};

const sends: Array<[string, () => Promise<RawAnswer>]> = [
	['template.send', async () => await post(sandbox, paths.send, templateMessage)],
	['template.sendWithFile', async () => await postParts(sandbox, fileParts)],
	['message.sendText', async () => await post(sandbox, paths.sendText, text)],
	['message.sendAttachment', async () => await post(sandbox, paths.sendAttachment, attachment)],
];

function isErrorBody(operation: string, body: unknown): boolean {
	const fields = Object.keys(body as object)
		.sort()
		.join();
	return fields === (operation === 'template.sendWithFile' ? 'detail' : 'code,error,success');
}

interface Expected {
	/** whether the message is in the books */
	accepts?: boolean;
	/** the status the request is noted with, where it is not the one that arrives */
	noted?: number | 'none';
	check: (answer: RawAnswer, operation: string) => void;
}

const reset: Expected = {
	noted: 'none',
	check: (answer) => expect(answer).toEqual({ headers: {}, text: '', error: 'ECONNRESET' }),
};

const kinds: Array<[string, Fault, Expected]> = [
	...[400, 401, 403, 404, 408, 429, 500, 502, 503, 504].map((status): [string, Fault, Expected] => [
		`status ${status}`,
		{ kind: 'status', status },
		{
			check(answer, operation) {
				expect(answer.status).toBe(status);
				expect(answer.headers['content-type']).toContain('application/json');
				expect(
					isErrorBody(
						status === 401 ? 'template.sendWithFile' : operation,
						JSON.parse(answer.text),
					),
				).toBe(true);
			},
		},
	]),
	[
		'status with a text and headers',
		{
			kind: 'status',
			status: 503,
			body: 'Down for maintenance',
			headers: { 'Retry-After': '7', 'X-Reason': 'test' },
		},
		{
			check: (answer) =>
				expect(answer).toMatchObject({
					status: 503,
					text: 'Down for maintenance',
					headers: { 'retry-after': '7', 'x-reason': 'test', 'content-type': 'text/plain' },
				}),
		},
	],
	[
		'status with JSON',
		{ kind: 'status', status: 422, body: { reason: ['a', 'b'] } },
		{
			check: (answer) =>
				expect(answer).toMatchObject({ status: 422, text: '{"reason":["a","b"]}' }),
		},
	],
	...[
		{},
		{ message: 'Welcome' },
		{ detail: 'An invalid API key was provided.' },
		{ success: 'false' },
		{ code: 'E1', success: 0 },
	].map((body): [string, Fault, Expected] => [
		`status 200 with ${JSON.stringify(body)}`,
		{ kind: 'status', status: 200, body },
		{
			check: (answer) => expect(answer).toMatchObject({ status: 200, text: JSON.stringify(body) }),
		},
	]),
	[
		'rateLimit in seconds',
		{ kind: 'rateLimit', retryAfter: 2 },
		{
			check: (answer) =>
				expect(answer).toMatchObject({ status: 429, headers: { 'retry-after': '2' } }),
		},
	],
	[
		'rateLimit with a date',
		{ kind: 'rateLimit', retryAfter: 'Wed, 21 Oct 2015 07:28:00 GMT' },
		{
			check: (answer) =>
				expect(answer).toMatchObject({
					status: 429,
					headers: { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' },
				}),
		},
	],
	[
		'rateLimit without a time',
		{ kind: 'rateLimit' },
		{
			check(answer) {
				expect(answer.status).toBe(429);
				expect(answer.headers).not.toHaveProperty('retry-after');
			},
		},
	],
	[
		'slow',
		{ kind: 'slow', milliseconds: 5 },
		{ accepts: true, check: (answer, operation) => expectRightAnswer(answer, operation) },
	],
	['resetBeforeBody', { kind: 'resetBeforeBody' }, reset],
	['resetAfterBody', { kind: 'resetAfterBody' }, reset],
	[
		'halfAnswer',
		{ kind: 'halfAnswer' },
		{
			noted: 'none',
			check(answer) {
				expect(answer).toMatchObject({ status: 200, error: 'ECONNRESET' });
				expect(answer.text.length).toBe(Math.floor(Number(answer.headers['content-length']) / 2));
				expect(answer.text).toMatch(/^\{"/);
			},
		},
	],
	[
		'html',
		{ kind: 'html' },
		{
			check(answer) {
				expect(answer.status).toBe(200);
				expect(answer.headers['content-type']).toContain('text/html');
				expect(answer.text).toMatch(/^<!DOCTYPE html>/);
			},
		},
	],
	[
		'html with a status',
		{ kind: 'html', status: 502 },
		{ check: ({ status }) => expect(status).toBe(502) },
	],
	[
		'emptyBody',
		{ kind: 'emptyBody' },
		{
			check: (answer) =>
				expect(answer).toMatchObject({ status: 200, text: '', headers: { 'content-length': '0' } }),
		},
	],
	[
		'wrongContentType',
		{ kind: 'wrongContentType' },
		{
			accepts: true,
			check(answer, operation) {
				expect(answer.headers['content-type']).toBe('text/plain');
				expectRightAnswer(answer, operation);
			},
		},
	],
	[
		'byteOrderMark',
		{ kind: 'byteOrderMark' },
		{
			accepts: true,
			check(answer, operation) {
				expect(answer.text).toMatch(/^\uFEFF[[{]/);
				expectRightAnswer({ ...answer, text: answer.text.slice(1) }, operation);
			},
		},
	],
	...['', 0, null, false, 'It was queued, but the queue is full', { reason: 'full' }].map(
		(error): [string, Fault, Expected] => [
			`successWithError ${JSON.stringify(error)}`,
			{ kind: 'successWithError', error },
			{
				accepts: true,
				check(answer, operation) {
					const { error: given, ...rest } = JSON.parse(answer.text) as { error: unknown };
					expect(given).toEqual(error);
					expectRightAnswer({ ...answer, text: JSON.stringify(rest) }, operation);
				},
			},
		],
	),
	[
		'hugeBody',
		{ kind: 'hugeBody', bytes: 3_000_000 },
		{
			check(answer) {
				expect(answer.status).toBe(200);
				expect(answer.text.length).toBeGreaterThan(3_000_000);
				expect(JSON.parse(answer.text)).toHaveProperty('data');
			},
		},
	],
	...([301, 302, 303, 307, 308] as const).map((status): [string, Fault, Expected] => [
		`redirect ${status}`,
		{ kind: 'redirect', status },
		{
			check(answer) {
				expect(answer.status).toBe(status);
				expect(answer.headers.location).toBe(`/stable/open/elsewhere?api_key=${sandbox.apiKey}`);
			},
		},
	]),
	[
		'redirect to another host without the query',
		{ kind: 'redirect', status: 302, location: 'https://elsewhere.example/', keepQuery: false },
		{ check: (answer) => expect(answer.headers.location).toBe('https://elsewhere.example/') },
	],
	[
		'successFalse',
		{ kind: 'successFalse', message: 'No credit left' },
		{
			check(answer, operation) {
				expect(answer.status).toBe(200);
				const body = JSON.parse(answer.text) as { success?: boolean; extra?: { success: boolean } };
				expect(answer.text).toContain('No credit left');
				expect(operation === 'template.sendWithFile' ? body.success : body.extra?.success).toBe(
					false,
				);
			},
		},
	],
	[
		'successFalse as an error object',
		{ kind: 'successFalse', shape: 'errorObject', message: 'No credit left' },
		{
			check: (answer) =>
				expect(JSON.parse(answer.text)).toEqual({
					error: 'No credit left',
					code: 'fault',
					success: false,
				}),
		},
	],
	...[400, 401, 500].map((status): [string, Fault, Expected] => [
		`echoUrl ${status}`,
		{ kind: 'echoUrl', status },
		{
			check(answer) {
				expect(answer.status).toBe(status);
				expect(answer.text).toContain(`${sandbox.baseUrl}/stable/open/`);
				expect(answer.text).toContain(`?api_key=${sandbox.apiKey}`);
			},
		},
	]),
];

function expectRightAnswer(answer: RawAnswer, operation: string) {
	expect(answer.status).toBe(200);
	const body = JSON.parse(answer.text) as { id?: string };
	if (operation === 'template.sendWithFile')
		expect(body).toEqual({ success: true, data: { status: 'ongoing' } });
	else expect(body.id).toBe(sandbox.accepted.at(-1)!.id);
}

describe.each(sends)('%s', (operation, send) => {
	test.each(kinds)('%s', async (_name, fault, { accepts = false, noted, check }) => {
		sandbox.faults.add({ fault });
		const answer = await send();
		check(answer, operation);
		expect(sandbox.requests).toHaveLength(1);
		expect(sandbox.requests[0]).toMatchObject({
			operation,
			fault: fault.kind,
			status: noted ?? answer.status,
		});
		expect(sandbox.accepted).toHaveLength(accepts ? 1 : 0);

		sandbox.faults.clear();
		expect((await send()).status).toBe(200);
		expect(sandbox.requests[1]).toMatchObject({ status: 200, inFlight: 1 });
		expect(sandbox.accepted).toHaveLength(accepts ? 2 : 1);
	});

	const accepting = [
		'status 500',
		'resetAfterBody',
		'halfAnswer',
		'html',
		'emptyBody',
		'hugeBody',
		'redirect 302',
	];

	test.each(kinds.filter(([name]) => accepting.includes(name)))(
		'%s that accepts',
		async (_name, fault, { check }) => {
			sandbox.faults.add({ fault, accepts: true });
			check(await send(), operation);
			expect(sandbox.accepted).toMatchObject([{ operation, request: { fault: fault.kind } }]);
		},
	);

	test.each([false, true])('hang, accepting: %p', async (accepts) => {
		sandbox.faults.add({ fault: { kind: 'hang' }, accepts });
		const waiting = startWaiting(operation);
		await until(() => sandbox.requests[0]?.fault === 'hang');
		expect(waiting.answer).toEqual({ headers: {}, text: '' });
		expect(sandbox.requests).toMatchObject([{ status: 'none', fault: 'hang' }]);
		expect(sandbox.accepted).toHaveLength(accepts ? 1 : 0);
		await waiting.abort();
	});

	test.each([false, true, undefined])('stall, accepting: %p', async (accepts) => {
		sandbox.faults.add({ fault: { kind: 'stall' }, accepts });
		const waiting = startWaiting(operation);
		await until(() => waiting.answer.status !== undefined);
		expect(waiting.answer).toMatchObject({
			status: 200,
			text: '',
			headers: { 'content-type': expect.stringContaining('json') as string },
		});
		expect(Number(waiting.answer.headers['content-length'])).toBeGreaterThan(10);
		expect(sandbox.requests).toMatchObject([{ status: 'none', fault: 'stall', inFlight: 1 }]);
		expect(sandbox.accepted).toHaveLength(accepts === false ? 0 : 1);
		await waiting.abort();
	});

	test('drip', async () => {
		sandbox.faults.add({ fault: { kind: 'drip', milliseconds: 0 } });
		expectRightAnswer(await send(), operation);
		expect(sandbox.requests).toMatchObject([{ status: 200, fault: 'drip' }]);
		expect(sandbox.accepted).toHaveLength(1);
	});

	test.each([false, true, undefined])('drip without end, accepting: %p', async (accepts) => {
		sandbox.faults.add({ fault: { kind: 'drip', milliseconds: 0, endless: true }, accepts });
		const waiting = startWaiting(operation);
		await until(() => waiting.answer.text.length > 20);
		expect(waiting.answer.text.trim()).toBe('');
		expect(waiting.answer).toMatchObject({
			status: 200,
			headers: { 'transfer-encoding': 'chunked' },
		});
		expect(sandbox.accepted).toHaveLength(accepts === false ? 0 : 1);
		await waiting.abort();
		await until(() => sandbox.requests[0]!.status === 'none');
	});
});

/** Sends a request whose answer comes late or never: what has arrived of it, all of it, and a way to end it. */
function startWaiting(operation: string) {
	const [path, body, contentType] = bodyOf(operation);
	const abort = new AbortController();
	const answer: RawAnswer = { headers: {}, text: '' };
	const options = { signal: abort.signal, answer };
	const whole = exchange(
		sandbox,
		'POST',
		withKey(sandbox, path),
		body,
		{ 'Content-Type': contentType },
		options,
	);
	return {
		answer,
		whole,
		async abort() {
			abort.abort();
			expect((await whole).error).toBe('ABORT_ERR');
		},
	};
}

function bodyOf(operation: string): [string, string | Buffer, string] {
	if (operation === 'template.send')
		return [paths.send, JSON.stringify(templateMessage), 'application/json'];
	if (operation === 'message.sendText')
		return [paths.sendText, JSON.stringify(text), 'application/json'];
	if (operation === 'message.sendAttachment')
		return [paths.sendAttachment, JSON.stringify(attachment), 'application/json'];
	const { body, contentType } = encodeParts(fileParts);
	return [paths.sendWithFile, body, contentType];
}

async function until(isSo: () => boolean) {
	while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
	// A turn more, for what follows in the same breath.
	await new Promise((resolve) => setImmediate(resolve));
}

describe('reads', () => {
	test.each(kinds)('%s', async (_name, fault, { check, noted }) => {
		if (givesRightAnswer(fault) || fault.kind === 'successFalse') return await readsDiffer(fault);
		sandbox.faults.add({ fault, times: 1 });
		const answer = await get(sandbox, paths.getAll);
		check(answer, 'channel.getAll');
		expect(sandbox.requests[0]).toMatchObject({
			fault: fault.kind,
			status: noted ?? answer.status,
		});
		expect((await get(sandbox, paths.getAll)).status).toBe(200);
	});

	async function readsDiffer(fault: Fault) {
		const right = await get(sandbox, paths.getAll);
		sandbox.faults.add({ fault, times: 1 });
		const answer = await get(sandbox, paths.getAll);
		expect(answer.status).toBe(200);
		if (fault.kind === 'successFalse')
			expect(JSON.parse(answer.text)).toMatchObject({ success: false });
		else expect(answer.text).toBe((fault.kind === 'byteOrderMark' ? '\uFEFF' : '') + right.text);
		expect(sandbox.requests[1]!.fault).toBe(fault.kind);
	}

	test('successWithError, where the answer is no list', async () => {
		const query = { platform_id: '11', template_id: '101' };
		const right = await get(sandbox, paths.get, query);
		sandbox.faults.add({ fault: { kind: 'successWithError', error: '' }, times: 1 });
		const answer = await get(sandbox, paths.get, query);
		expect(JSON.parse(answer.text)).toEqual({ ...(JSON.parse(right.text) as object), error: '' });
	});

	test('drip gives each byte by itself', async () => {
		const right = await get(sandbox, paths.getAll);
		sandbox.faults.add({ fault: { kind: 'drip', milliseconds: 0 } });
		const socket = connect(Number(new URL(sandbox.baseUrl).port), '127.0.0.1');
		socket.write(
			`GET ${withKey(sandbox, paths.getAll)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
		);
		const wire = (await readBytes(socket)).toString('latin1');
		const bytes = Buffer.from(right.text).toString('latin1');
		const chunks = Array.from(bytes, (byte) => `1\r\n${byte}\r\n`).join('');
		expect(wire.slice(wire.indexOf('\r\n\r\n') + 4)).toBe(`${chunks}0\r\n\r\n`);
	});

	test('stall', async () => {
		sandbox.faults.add({ fault: { kind: 'stall' } });
		const abort = new AbortController();
		const answer: RawAnswer = { headers: {}, text: '' };
		const waiting = exchange(
			sandbox,
			'GET',
			withKey(sandbox, paths.getAll),
			undefined,
			{},
			{ signal: abort.signal, answer },
		);
		await until(() => answer.status === 200);
		abort.abort();
		expect(await waiting).toMatchObject({ text: '', error: 'ABORT_ERR' });
	});
});

describe('TLS that breaks', () => {
	let secure: Sandbox;
	beforeAll(async () => {
		secure = await startSandbox({ tls: true });
	});
	beforeEach(() => secure.reset());
	afterAll(async () => await secure.stop());

	const securely = [
		['template.send', async () => await post(secure, paths.send, templateMessage)],
		['template.sendWithFile', async () => await postParts(secure, fileParts)],
		['channel.getAll', async () => await get(secure, paths.getAll)],
	] as const;
	const ways = [
		['badRecord', ['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC']],
		// Node 24 looks at the type of a record before its version.
		['plainText', ['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_BAD_RECORD_TYPE']],
		['alert', ['ERR_SSL_BAD_RECORD_TYPE']],
	] as const;

	describe.each(securely)('%s', (operation, send) => {
		test.each(ways)('with %s, after the request and before the answer', async (way, codes) => {
			for (const accepts of [false, true]) {
				secure.reset();
				secure.faults.add({ fault: { kind: 'breakTls', with: way }, accepts, times: 1 });
				const { error, ...rest } = await send();
				expect(codes).toContain(error);
				expect(rest).toEqual({ headers: {}, text: '' });
				expect(secure.requests).toMatchObject([{ operation, status: 'none', fault: 'breakTls' }]);
				expect(secure.accepted).toHaveLength(accepts && operation !== 'channel.getAll' ? 1 : 0);
				expect((await send()).status).toBe(200);
				expect(secure.requests[1]!.inFlight).toBe(1);
			}
		});
	});

	test('needs TLS', () => {
		expect(() => sandbox.faults.add({ fault: { kind: 'breakTls', with: 'alert' } })).toThrow(
			'started with tls',
		);
	});
});

describe('which requests a fault is for', () => {
	const fault: Fault = { kind: 'status', status: 503 };

	async function statuses(...recipients: string[]): Promise<Array<number | undefined>> {
		const answers = [];
		for (const customer_phone of recipients) {
			answers.push(
				(await post(sandbox, paths.send, { ...templateMessage, customer_phone })).status,
			);
		}
		return answers;
	}

	test('the first ones go by, then so many are hit', async () => {
		sandbox.faults.add({ fault, after: 2, times: 1 });
		expect(await statuses(phone, phone, phone, phone)).toEqual([200, 200, 503, 200]);
	});

	test('those of a recipient', async () => {
		sandbox.faults.add({ fault, recipient: '+12025550124' });
		expect(await statuses(phone, '+12025550124', phone)).toEqual([200, 503, 200]);
		sandbox.reset();
		sandbox.faults.add({ fault, recipient: phone });
		expect((await postParts(sandbox, fileParts)).status).toBe(503);
		sandbox.faults.add({ fault, recipient: '77' });
		expect((await post(sandbox, paths.sendText, text)).status).toBe(503);
	});

	test('those of an operation or a path', async () => {
		sandbox.faults.add({ fault, operation: 'message.sendText' });
		sandbox.faults.add({ fault: { kind: 'status', status: 502 }, path: paths.getAll });
		expect(await statuses(phone)).toEqual([200]);
		expect((await post(sandbox, paths.sendText, text)).status).toBe(503);
		expect((await get(sandbox, paths.getAll)).status).toBe(502);
	});

	test('rules apply in the order they were added, the next one when one is used up', async () => {
		sandbox.faults.add({ fault, times: 1 });
		sandbox.faults.add({ fault: { kind: 'status', status: 500 }, times: 1 });
		expect(await statuses(phone, phone, phone)).toEqual([503, 500, 200]);
	});

	test.each([
		['JSON', async () => await post(sandbox, paths.send, templateMessage)],
		['multipart', async () => await postParts(sandbox, fileParts)],
	])('a reset before the body of a recipient, %s', async (_name, send) => {
		sandbox.faults.add({ fault: { kind: 'resetBeforeBody' }, recipient: phone, times: 1 });
		sandbox.faults.add({ fault: { kind: 'resetBeforeBody' }, recipient: '+12025550199' });
		reset.check(await send(), '');
		expect(sandbox.requests[0]).toMatchObject({ status: 'none', fault: 'resetBeforeBody' });
		expect((await send()).status).toBe(200);
		expect(sandbox.accepted).toHaveLength(1);
	});

	test('a reset before the body does not wait for it', async () => {
		sandbox.faults.add({ fault: { kind: 'resetBeforeBody' } });
		const socket = connect(Number(new URL(sandbox.baseUrl).port), '127.0.0.1');
		const code = await new Promise((resolve) => {
			socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
			socket.write(
				`POST ${withKey(sandbox, paths.send)} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n`,
			);
		});
		expect(code).toBe('ECONNRESET');
		expect(sandbox.requests[0]!.body).toBeUndefined();
	});

	test('an invalid request is refused even where a fault accepts', async () => {
		sandbox.faults.add({ fault: { kind: 'status', status: 500 }, accepts: true });
		expect((await post(sandbox, paths.send, { ...templateMessage, extra: 1 })).status).toBe(400);
		expect(sandbox.accepted).toHaveLength(0);
	});

	test('a slow service may not accept before it answers', async () => {
		sandbox.faults.add({ fault: { kind: 'slow', milliseconds: 500 }, accepts: false, times: 1 });
		sandbox.faults.add({ fault: { kind: 'slow', milliseconds: 600 } });
		const abort = new AbortController();
		const path = withKey(sandbox, paths.send);
		const body = JSON.stringify(templateMessage);
		const headers = { 'Content-Type': 'application/json' };
		const waiting = exchange(sandbox, 'POST', path, body, headers, { signal: abort.signal });
		await until(() => sandbox.requests[0]?.fault === 'slow');
		abort.abort();
		await waiting;
		expect((await post(sandbox, paths.send, templateMessage)).status).toBe(200);
		expect(sandbox.accepted.map(({ request }) => request)).toEqual([sandbox.requests[1]]);
	});

	test('a slow service stops waiting when its caller hangs up', async () => {
		const hour = 3_600_000;
		sandbox.faults.add({
			fault: { kind: 'slow', milliseconds: hour },
			operation: 'message.sendText',
			times: 1,
		});
		sandbox.faults.add({
			fault: { kind: 'slow', milliseconds: hour },
			operation: 'message.sendText',
			accepts: false,
		});
		const waits = jest.spyOn(timers, 'setTimeout');
		const abort = new AbortController();
		const headers = { 'Content-Type': 'application/json' };
		const path = withKey(sandbox, paths.sendText);
		const send = async () =>
			await exchange(sandbox, 'POST', path, JSON.stringify(text), headers, {
				signal: abort.signal,
			});
		const waiting = Promise.all([send(), send()]);
		await until(() => waits.mock.results.length === 2);
		abort.abort();
		await waiting;
		await Promise.allSettled(waits.mock.results.map(({ value }) => value as unknown));
		waits.mockRestore();
	}, 10_000);

	test.each<[string, unknown, string]>([
		['no fault', {}, 'needs a fault'],
		['an unknown kind', { fault: { kind: 'explode' } }, 'explode'],
		['an unknown field of the rule', { fault: { kind: 'hang' }, time: 1 }, 'time'],
		['an unknown field of the fault', { fault: { kind: 'hang', seconds: 1 } }, 'seconds'],
		['a status that is missing', { fault: { kind: 'status' } }, 'status'],
		['milliseconds that are missing', { fault: { kind: 'drip' } }, 'milliseconds'],
		['an error that is missing', { fault: { kind: 'successWithError' } }, 'error'],
		['an unknown way to break TLS', { fault: { kind: 'breakTls', with: 'hammer' } }, 'badRecord'],
		['accepting before reading', { fault: { kind: 'resetBeforeBody' }, accepts: true }, 'accepted'],
	])('a rule with %s is no rule', (_name, rule, word) => {
		expect(() => new Faults().add(rule as FaultRule)).toThrow(word);
	});
});
