import { until } from '../../test/support/until';
import type { Fault, FaultRule } from './faults';
import {
	fileParts,
	get,
	paths,
	phone,
	post,
	postParts,
	type RawAnswer,
	templateMessage,
	useSandbox,
} from './rawClient';
import { startSandbox } from './sandbox';

const sandbox = useSandbox();

const send = async (message: object = {}): Promise<RawAnswer> =>
	await post(sandbox, paths.send, { ...templateMessage, ...message });

const text = (words: RegExp): string => expect.stringMatching(words) as string;

const RIGHT = text(/^\uFEFF?\{"id":"message-\d+",.*"success":true/);
const RESET = { headers: {}, text: '', error: 'ECONNRESET' };

test.each<[fault: Fault, answer: object, accepts?: boolean]>([
	...[400, 404, 408, 429, 500, 503].map((status): [Fault, object] => [
		{ kind: 'status', status },
		{ status, text: text(/^\{"error":".+","code":"fault","success":false\}$/) },
	]),
	[
		{ kind: 'status', status: 401 },
		{ status: 401, text: text(/^\{"detail":/) },
	],
	[
		{ kind: 'status', status: 503, body: 'Down', headers: { 'Retry-After': '7' } },
		{ status: 503, text: 'Down', headers: { 'retry-after': '7', 'content-type': 'text/plain' } },
	],
	[
		{ kind: 'status', status: 200, body: { a: [1] } },
		{ status: 200, text: '{"a":[1]}' },
	],
	[
		{ kind: 'rateLimit', retryAfter: 2 },
		{ status: 429, headers: { 'retry-after': '2' } },
	],
	[
		{ kind: 'rateLimit' },
		{ status: 429, headers: expect.not.objectContaining({ 'retry-after': text(/./) }) as object },
	],
	[{ kind: 'slow', milliseconds: 5 }, { status: 200, text: RIGHT }, true],
	[{ kind: 'resetBeforeBody' }, RESET],
	[{ kind: 'resetAfterBody' }, RESET],
	[{ kind: 'halfAnswer' }, { status: 200, error: 'ECONNRESET', text: text(/^\{"id":.+[^}]$/) }],
	[
		{ kind: 'html' },
		{ status: 200, headers: { 'content-type': text(/html/) }, text: text(/^<!DOCTYPE html>/) },
	],
	[{ kind: 'html', status: 502 }, { status: 502 }],
	[{ kind: 'emptyBody' }, { status: 200, text: '', headers: { 'content-length': '0' } }],
	[{ kind: 'wrongContentType' }, { text: RIGHT, headers: { 'content-type': 'text/plain' } }, true],
	[{ kind: 'byteOrderMark' }, { status: 200, text: RIGHT }, true],
	[{ kind: 'drip', milliseconds: 0 }, { status: 200, text: RIGHT }, true],
	[
		{ kind: 'successWithError', error: { reason: 'full' } },
		{ text: text(/"success":true.*"error":\{"reason":"full"\}/) },
		true,
	],
	[
		{ kind: 'hugeBody', bytes: 300_000 },
		{ status: 200, text: text(/^\{"data":\[.{300000}/) },
	],
	...([301, 302, 303, 307, 308] as const).map((status): [Fault, object] => [
		{ kind: 'redirect', status },
		{ status, headers: { location: text(/^\/stable\/open\/elsewhere\?api_key=./) } },
	]),
	[
		{ kind: 'redirect', status: 302, location: 'https://elsewhere.example/' },
		{ headers: { location: text(/^https:\/\/elsewhere\.example\/\?api_key=./) } },
	],
	[
		{ kind: 'successFalse', message: 'No credit' },
		{ status: 200, text: text(/"message":"No credit".*"success":false/) },
	],
	[
		{ kind: 'successFalse', shape: 'errorObject', message: 'No credit' },
		{ status: 200, text: '{"error":"No credit","code":"fault","success":false}' },
	],
	[
		{ kind: 'echoUrl', status: 500 },
		{ status: 500, text: text(/http:\/\/127\.0\.0\.1:\d+\/stable\/open\/\S+\?api_key=./) },
	],
])(
	'the fault %j is answered %j; the message is taken on: %p',
	async (fault, expected, accepts = false) => {
		sandbox.faults.add({ fault, times: 1 });
		const answer = await send();
		expect(answer).toMatchObject(expected);
		const { kind } = fault;
		expect(sandbox.requests).toMatchObject([
			{ operation: 'template.send', fault: kind, status: answer.error ? 'none' : answer.status },
		]);
		expect(sandbox.accepted).toHaveLength(Number(accepts));
		expect((await send()).status).toBe(200);
		expect(sandbox.inFlightPeak).toBe(1);
	},
);

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

test.each<[fault: Fault, accepts: boolean | undefined, isAccepted: boolean, arrived: RegExp]>([
	[{ kind: 'hang' }, undefined, false, /^undefined$/],
	[{ kind: 'hang' }, true, true, /^undefined$/],
	[{ kind: 'stall' }, undefined, true, /^200$/],
	[{ kind: 'stall' }, false, false, /^200$/],
	[{ kind: 'drip', milliseconds: 0, endless: true }, undefined, true, /^200\s{20}/],
])('an answer that does not end: %j, accepting %p', async (fault, accepts, isAccepted, arrived) => {
	sandbox.faults.add({ fault, accepts });
	const abort = new AbortController();
	const answer: RawAnswer = { headers: {}, text: '' };
	const { signal } = abort;
	const waiting = post(sandbox, paths.send, templateMessage, { signal, answer });
	await until(
		() =>
			sandbox.requests[0]?.fault &&
			sandbox.accepted.length === Number(isAccepted) &&
			arrived.test(`${answer.status}${answer.text}`),
	);
	abort.abort();
	const { error, status, text } = await waiting;
	expect([error, `${status}${text}`]).toEqual(['ABORT_ERR', expect.stringMatching(arrived)]);
	await until(() => sandbox.requests[0]!.status === 'none');
	expect(sandbox.accepted).toHaveLength(Number(isAccepted));
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
	[[{ fault, operation: 'message.sendText' }], [200, 200, 200, 200]],
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
