import timers from 'node:timers/promises';
import { until } from '../../test/support/until';
import type { Fault, FaultRule } from './faults';
import {
	exchange,
	fileParts,
	get,
	paths,
	phone,
	post,
	postParts,
	type RawAnswer,
	templateMessage,
	useSandbox,
	withKey,
} from './rawClient';
import { startSandbox } from './sandbox';

const sandbox = useSandbox();

const send = async (message: object = {}): Promise<RawAnswer> =>
	await post(sandbox, paths.send, { ...templateMessage, ...message });

const text = (words: RegExp): string => expect.stringMatching(words) as string;

const RIGHT = text(/^\uFEFF?\{"id":"message-\d+",.*"success":true/);
const RESET = { headers: {}, text: '', error: 'ECONNRESET' };

test.each<[accepts: boolean, fault: Fault, answer: object]>([
	...[400, 404, 408, 429, 500, 503].map((status): [boolean, Fault, object] => [
		false,
		{ kind: 'status', status },
		{ status, text: text(/^\{"error":".+","code":"fault","success":false\}$/) },
	]),
	[false, { kind: 'status', status: 401 }, { status: 401, text: text(/^\{"detail":/) }],
	[
		false,
		{ kind: 'status', status: 503, body: 'Down', headers: { 'Retry-After': '7' } },
		{ status: 503, text: 'Down', headers: { 'retry-after': '7', 'content-type': 'text/plain' } },
	],
	[false, { kind: 'status', status: 200, body: { a: [1] } }, { status: 200, text: '{"a":[1]}' }],
	[false, { kind: 'rateLimit', retryAfter: 2 }, { status: 429, headers: { 'retry-after': '2' } }],
	[
		false,
		{ kind: 'rateLimit' },
		{
			status: 429,
			headers: expect.not.objectContaining({ 'retry-after': expect.anything() }) as object,
		},
	],
	[true, { kind: 'slow', milliseconds: 5 }, { status: 200, text: RIGHT }],
	[false, { kind: 'resetBeforeBody' }, RESET],
	[false, { kind: 'resetAfterBody' }, RESET],
	[false, { kind: 'halfAnswer' }, { status: 200, error: 'ECONNRESET', text: text(/^\{"[^}]+$/) }],
	[
		false,
		{ kind: 'html' },
		{ status: 200, headers: { 'content-type': text(/html/) }, text: text(/^<!DOCTYPE html>/) },
	],
	[false, { kind: 'html', status: 502 }, { status: 502 }],
	[false, { kind: 'emptyBody' }, { status: 200, text: '', headers: { 'content-length': '0' } }],
	[true, { kind: 'wrongContentType' }, { text: RIGHT, headers: { 'content-type': 'text/plain' } }],
	[true, { kind: 'byteOrderMark' }, { status: 200, text: RIGHT }],
	[true, { kind: 'drip', milliseconds: 0 }, { status: 200, text: RIGHT }],
	[
		true,
		{ kind: 'successWithError', error: { reason: 'full' } },
		{ text: text(/"success":true.*"error":\{"reason":"full"\}/) },
	],
	[
		false,
		{ kind: 'hugeBody', bytes: 300_000 },
		{ status: 200, text: text(/^\{"data":\[.{300000}/) },
	],
	...([301, 302, 303, 307, 308] as const).map((status): [boolean, Fault, object] => [
		false,
		{ kind: 'redirect', status },
		{ status, headers: { location: text(/^\/stable\/open\/elsewhere\?api_key=./) } },
	]),
	[
		false,
		{ kind: 'redirect', status: 302, location: 'https://elsewhere.example/', keepQuery: false },
		{ headers: { location: 'https://elsewhere.example/' } },
	],
	[
		false,
		{ kind: 'successFalse', message: 'No credit' },
		{ status: 200, text: text(/"message":"No credit".*"success":false/) },
	],
	[
		false,
		{ kind: 'successFalse', shape: 'errorObject', message: 'No credit' },
		{ status: 200, text: '{"error":"No credit","code":"fault","success":false}' },
	],
	[
		false,
		{ kind: 'echoUrl', status: 500 },
		{ status: 500, text: text(/http:\/\/127\.0\.0\.1:\d+\/stable\/open\/\S+\?api_key=./) },
	],
	[false, { kind: 'explode' } as never, { status: 500, text: text(/explode/) }],
])('takes a message on (%p) with the fault %j', async (accepts, fault, expected) => {
	sandbox.faults.add({ fault, times: 1 });
	const answer = await send();
	expect(answer).toMatchObject(expected);
	expect(sandbox.requests).toMatchObject([
		{
			operation: 'template.send',
			fault: fault.kind,
			status: answer.error ? 'none' : answer.status,
		},
	]);
	expect(sandbox.accepted).toHaveLength(accepts ? 1 : 0);
	expect((await send()).status).toBe(200);
	expect(sandbox.requests[1]).toMatchObject({ status: 200, inFlight: 1 });
});

test('a fault that accepts takes the message on, and an invalid one is refused all the same', async () => {
	for (const kind of ['resetAfterBody', 'halfAnswer', 'emptyBody'] as const) {
		sandbox.reset();
		sandbox.faults.add({ fault: { kind }, accepts: true });
		await send();
		expect(sandbox.accepted).toMatchObject([
			{ operation: 'template.send', request: { fault: kind } },
		]);
	}
	expect((await send({ extra: 1 })).status).toBe(400);
	expect(sandbox.accepted).toHaveLength(1);
});

test.each<[fault: Fault, accepts: boolean | undefined, arrived: object]>([
	[{ kind: 'hang' }, undefined, { text: '' }],
	[{ kind: 'hang' }, true, { text: '' }],
	[{ kind: 'stall' }, undefined, { status: 200, text: '' }],
	[{ kind: 'stall' }, false, { status: 200, text: '' }],
	[
		{ kind: 'drip', milliseconds: 0, endless: true },
		undefined,
		{ status: 200, text: text(/^\s{20}/) },
	],
])('an answer that does not end: %j, accepting %p', async (fault, accepts, arrived) => {
	sandbox.faults.add({ fault, accepts });
	const abort = new AbortController();
	const answer: RawAnswer = { headers: {}, text: '' };
	const options = { signal: abort.signal, answer };
	const body = JSON.stringify(templateMessage);
	const waiting = exchange(
		sandbox,
		'POST',
		withKey(sandbox, paths.send),
		body,
		{ 'Content-Type': 'application/json' },
		options,
	);
	await until(
		() =>
			sandbox.requests.length === 1 &&
			(fault.kind === 'hang' ||
				(answer.status && (fault.kind === 'stall' || answer.text.length > 20))),
	);
	expect(answer).toMatchObject(arrived);
	expect(sandbox.accepted).toHaveLength((accepts ?? fault.kind !== 'hang') ? 1 : 0);
	abort.abort();
	expect((await waiting).error).toBe('ABORT_ERR');
	await until(() => sandbox.requests[0]!.status === 'none');
});

test('a read has the same faults; a list has no place for an error', async () => {
	const right = (await get(sandbox, paths.getAll)).text;
	for (const [kind, answer] of [
		['byteOrderMark', `\uFEFF${right}`],
		['successWithError', right],
		['successFalse', '{"error":"No","code":"fault","success":false}'],
	] as const) {
		sandbox.faults.add({ fault: { kind, error: 'No', message: 'No' } as Fault, times: 1 });
		expect((await get(sandbox, paths.getAll)).text).toBe(answer);
	}
});

test.each([
	['badRecord', /^ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC$/],
	// Node 24 looks at the type of a record before its version.
	['plainText', /^ERR_SSL_(WRONG_VERSION_NUMBER|BAD_RECORD_TYPE)$/],
	['alert', /^ERR_SSL_BAD_RECORD_TYPE$/],
] as const)('TLS breaks with %s, after the request and before the answer', async (way, code) => {
	const rule: FaultRule = { fault: { kind: 'breakTls', with: way }, accepts: true, times: 1 };
	expect(() => sandbox.faults.add(rule)).toThrow('started with tls');
	const secure = await startSandbox({ tls: true });
	secure.faults.add(rule);
	expect(await post(secure, paths.send, templateMessage)).toEqual({
		headers: {},
		text: '',
		error: text(code),
	});
	expect(secure.accepted).toHaveLength(1);
	expect((await post(secure, paths.send, templateMessage)).status).toBe(200);
	await secure.stop();
});

const fault: Fault = { kind: 'status', status: 503 };
const OTHER = '+12025550124';

test.each<[rules: FaultRule[], statuses: number[]]>([
	[[{ fault, after: 2, times: 1 }], [200, 200, 503, 200]],
	[[{ fault, recipient: OTHER }], [200, 503, 200, 503]],
	[
		[
			{ fault, operation: 'message.sendText' },
			{ fault, path: paths.getAll },
		],
		[200, 200, 200, 200],
	],
	[
		[
			{ fault, times: 1 },
			{ fault: { kind: 'status', status: 500 }, times: 2 },
		],
		[503, 500, 500, 200],
	],
])('the rules %j hit messages to two recipients in turns: %j', async (rules, statuses) => {
	for (const rule of rules) sandbox.faults.add(rule);
	const answers = [];
	for (const customer_phone of [phone, OTHER, phone, OTHER])
		answers.push(await send({ customer_phone }));
	expect(answers.map(({ status }) => status)).toEqual(statuses);
});

test.each([
	['JSON', async () => await send()],
	['multipart', async () => await postParts(sandbox, fileParts)],
])('a reset before the body can be for a recipient, %s', async (_name, post) => {
	sandbox.faults.add({ fault: { kind: 'resetBeforeBody' }, recipient: phone, times: 1 });
	sandbox.faults.add({ fault: { kind: 'resetBeforeBody' }, recipient: OTHER });
	expect(await post()).toEqual(RESET);
	expect((await post()).status).toBe(200);
	expect(sandbox.accepted).toHaveLength(1);
});

test('a slow service stops waiting when its caller hangs up, and accepts nothing then where it accepts late', async () => {
	sandbox.faults.add({ fault: { kind: 'slow', milliseconds: 3_600_000 }, accepts: false });
	const waits = jest.spyOn(timers, 'setTimeout');
	const abort = new AbortController();
	const headers = { 'Content-Type': 'application/json' };
	const path = withKey(sandbox, paths.send);
	const waiting = exchange(sandbox, 'POST', path, JSON.stringify(templateMessage), headers, {
		signal: abort.signal,
	});
	await until(() => waits.mock.results.length === 1);
	abort.abort();
	await waiting;
	await Promise.allSettled(waits.mock.results.map(({ value }) => value as unknown));
	waits.mockRestore();
	expect(sandbox.accepted).toEqual([]);
});
