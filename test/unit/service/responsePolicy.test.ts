import { isDeepStrictEqual } from 'node:util';

import type { IDataObject } from 'n8n-workflow';
import * as fc from 'fast-check';

import {
	readResponse,
	type Result,
	type Expected,
} from '../../../nodes/CustomerMessaging/service/responsePolicy';
import type { Failure, FailureKind } from '../../../lib/basics/failure';
import { redactedResult, redactionOf } from '../../../nodes/CustomerMessaging/service/redaction';

const SECRET = 'top/secret key';
const ENCODED = encodeURIComponent(SECRET);

type Kind = Expected['kind'];

const IF_REFUSED = 'Check what was asked for';

const ADDRESS = "Check 'Base URL' in the credential";

/** What an answer means: the message was sent, the read gave it; or neither, or nobody knows. */
type Verdict = 'success' | 'failed' | 'unknown';

/** What a response means; a body that is no text is its JSON. */
function read(
	status: number,
	body: unknown,
	{
		headers,
		secret = SECRET,
		...expected
	}: Partial<Expected> & { headers?: Record<string, unknown>; secret?: string } = {},
): Result {
	const answer = readResponse(
		{
			status,
			headers: { 'content-type': 'application/json', ...headers },
			text: typeof body === 'string' ? body : JSON.stringify(body),
		},
		{ kind: 'send', expects: 'object', ifRefused: IF_REFUSED, ...expected },
	);
	return redactedResult(answer, redactionOf(secret), "'Base URL'");
}

function judge(
	json: unknown,
	kind: Kind = 'send',
	expects: Expected['expects'] = 'object',
): Result {
	return read(200, json, { kind, expects });
}

function verdictOf(answer: Result): Verdict {
	if (answer.ok) return 'success';
	return answer.failure.kind === 'unsuccessful' ? 'failed' : 'unknown';
}

function failureOf(answer: Result): Failure {
	if (answer.ok) throw new Error(`was taken as a success: ${JSON.stringify(answer.objects)}`);
	return answer.failure;
}

test.each<[verdict: Verdict, what: string, body: IDataObject]>([
	...['failed', 'Error', 'rejected', ' undelivered'].flatMap(
		(status): Array<[Verdict, string, IDataObject]> => [
			['unknown', 'an ID, and a status of failure', { id: 'a', status }],
			['unknown', 'an acknowledgement of a failure', { success: true, data: { status } }],
			...[[], [{ message_status: 'accepted' }]].map((others): [Verdict, string, IDataObject] => [
				'unknown',
				"an ID, and WhatsApp's status of failure for one of the messages",
				{ id: 'a', extra: { report: { messages: [...others, { message_status: status }] } } },
			]),
			['failed', 'a status of failure, and no success', { id: 'a', success: false, status }],
		],
	),
	['success', 'a status that only mentions a failure', { id: 'a', status: 'no errors' }],
	['unknown', 'an ID, and errors', { id: 'a', errors: ['Not on WhatsApp'] }],
	['success', 'an ID, and an empty list of errors', { id: 'a', errors: [] }],
	...[
		{ error: { code: 131_047, title: 'Re-engagement message' } },
		{ errors: ['Not on WhatsApp'] },
		{ report: { error: { code: 131_047 } } },
		{ report: { errors: [{ code: 131_047 }], messages: [] } },
		{ report: { messages: [{ message_status: 'accepted' }, { id: 'b', errors: [{ code: 1 }] }] } },
		{ report: { messages: [{ error: 'No' }] } },
	].flatMap((extra): Array<[Verdict, string, IDataObject]> => [
		['unknown', "an ID, and WhatsApp's own error", { id: 'a', status: 'ongoing', extra }],
		['unknown', "an acknowledgement, and WhatsApp's own error", { success: true, extra }],
		['failed', "WhatsApp's own error, and no success", { id: 'a', success: false, extra }],
		['failed', 'the same', { id: 'a', extra: { ...extra, success: false } }],
	]),
	...[
		{ error: '', errors: null },
		{ report: { error: null, errors: [], messages: [{ errors: [], message_status: 'accepted' }] } },
		{ report: 'error', messages: [{ errors: ['elsewhere'] }] },
	].map((extra): [Verdict, string, IDataObject] => [
		'success',
		'an ID, and no error of WhatsApp',
		{ id: 'a', extra },
	]),
])('a send is a %s for %s: %j', (verdict, _what, body) => {
	expect(verdictOf(judge(body))).toBe(verdict);
});

/** Stands for a field that the answer does not have. */
const ABSENT = Symbol('absent');

/** What a field's value says of a message. */
type Meaning = 'evidence' | 'no' | 'error' | 'detail' | 'doubt' | 'nothing';

/** What says that a message was not sent, however it is spelled. */
const NO = [false, 'false', 0, 'False', ' FALSE\n', '0', ' 0 '];

/** Every value that a field may have, sorted by what it says; the first of each stands for the others. */
const FIELDS: Record<string, Partial<Record<Meaning, unknown[]>>> = {
	success: {
		evidence: [true],
		no: NO,
		nothing: [ABSENT, '', null, 1, 'true', {}, [], [false], { success: true }],
	},
	id: {
		evidence: ['a', '0', 7],
		nothing: [ABSENT, '', ' ', 0, -1, null, false, true, {}, [], ['a'], { id: 'a' }],
	},
	data: {
		evidence: [{ status: 'ongoing' }, { status: '0' }],
		nothing: [
			...[ABSENT, null, 'ongoing', {}, [], [{ status: 'ongoing' }]],
			...['', ' ', null, 0, {}].map((status) => ({ status })),
		],
	},
	extra: {
		no: NO.map((success) => ({ success })),
		doubt: [{ error: 'No' }, { report: { errors: [1] } }],
		nothing: [
			...[ABSENT, null, 'false', false, [], {}],
			...[{ success: true }, { success: null }, { id: 'a' }, { error: '' }],
		],
	},
	error: {
		error: ['No', 'false', '0', 'null', 1, true, { a: 1 }, ['No']],
		nothing: [ABSENT, '', ' \n', 0, null, false, {}, [], [null], { code: 0, message: '' }],
	},
	detail: {
		detail: ['No', 'false', 1, true, { a: 1 }, ['No']],
		nothing: [ABSENT, '', ' ', 0, null, false, {}, [], { a: null }],
	},
	status: { nothing: [ABSENT, 'ongoing'] },
	code: { nothing: [ABSENT, 'E1'] },
};

interface Case {
	body: IDataObject;
	meanings: Set<Meaning>;
}

/** Answers with every value of one field, and with one of each meaning of all others. */
function answersWith(field: string): Case[] {
	return Object.entries(FIELDS).reduce<Case[]>(
		(cases, [name, meanings]) =>
			cases.flatMap(({ body, meanings: before }) =>
				Object.entries(meanings).flatMap(([meaning, values]) =>
					values.slice(0, name === field ? Infinity : 1).map((value) => ({
						body: (value === ABSENT ? body : { ...body, [name]: value }) as IDataObject,
						meanings: new Set([...before, meaning as Meaning]),
					})),
				),
			),
		[{ body: {}, meanings: new Set() }],
	);
}

test.each(Object.keys(FIELDS))(
	"with every value of '%s', whatever the other fields say, the first row that applies decides, and nothing but an empty error is left out",
	(field) => {
		const cases = answersWith(field);
		const wrong = cases.filter(({ body, meanings }) => {
			const { error: _error, ...whole } = body;
			const [evidence, error] = [meanings.has('evidence'), meanings.has('error')];
			const no = meanings.has('no');
			const failed = no || error || (meanings.has('detail') && !evidence);
			const isDoubtful = error || (meanings.has('doubt') && !no);
			const sent: Verdict =
				evidence && isDoubtful ? 'unknown' : failed ? 'failed' : evidence ? 'success' : 'unknown';
			const expected: Array<[Kind, Verdict]> = [
				['send', sent],
				['read', failed ? 'failed' : 'success'],
			];
			return expected.some(([kind, verdict]) => {
				const answer = judge(body, kind);
				const isWhole = !answer.ok || isDeepStrictEqual(answer.objects, [whole]);
				return verdictOf(answer) !== verdict || !isWhole;
			});
		});
		expect(wrong.slice(0, 5)).toEqual([]);
		expect(cases.length).toBeGreaterThan(150);
	},
);

/** Any JSON that the service could answer with, often with the fields that matter. */
const anyField = fc.oneof(
	fc.jsonValue(),
	fc.constantFrom<unknown>(
		true,
		false,
		0,
		'',
		'false',
		null,
		{},
		[],
		'a',
		{ status: 'ongoing' },
		{ success: false },
	),
);
const anyAnswer = fc
	.dictionary(
		fc.constantFrom(...'success id data extra error detail message status code'.split(' ')),
		anyField,
	)
	.map((body) => JSON.parse(JSON.stringify(body)) as IDataObject);

test('whatever JSON comes, what the user reads of a failure is whole', () => {
	fc.assert(
		fc.property(anyAnswer, fc.constantFrom<Kind>('send', 'read'), (body, kind) => {
			const answer = judge(body, kind);
			if (answer.ok) return;
			const { kind: failed, message, advice, httpCode } = answer.failure;
			expect(message).toMatch(/^The service/);
			expect(message).not.toMatch(/: undefined$|\[object|\n/);
			// A message that may have arrived has to be looked up, which is said of all of them.
			const isUnknown = kind === 'send' && failed === 'unreadable';
			expect([message.length < 400, advice === '', httpCode]).toEqual([true, isUnknown, '200']);
		}),
		{ numRuns: 1000 },
	);
});

test('whatever the API key is, an answer means the same', () => {
	const anyKey = fc.oneof(
		fc.constantFrom('success', 'error', 'extra', 'data', 'id', 'a', 'true', 'false', '0', '{', '"'),
		fc.string({ minLength: 1, maxLength: 3 }).filter((key) => key.trim() !== ''),
	);
	const anyStatus = fc.constantFrom(200, 303, 400, 401, 404, 500);
	fc.assert(
		fc.property(
			...([anyAnswer, anyStatus, fc.constantFrom<Kind>('send', 'read'), anyKey] as const),
			(body, status, kind, key) => {
				const [plain, redacted] = [SECRET, key].map((secret) => {
					const answer = read(status, body, { kind, secret });
					return answer.ok ? 'success' : answer.failure.kind;
				});
				expect(redacted).toEqual(plain);
			},
		),
		{
			examples: [
				[{ error: 0 }, 200, 'read', '0'],
				[{ id: 0 }, 200, 'send', '0'],
			],
			numRuns: 1000,
		},
	);
});

test('a list is read as its objects, without the errors that are empty', () => {
	const list = [{ id: 1, error: '' }, { id: 2, error: null }, {}, { id: 3, error: 'No' }];
	expect(judge(list, 'read', 'list')).toEqual({
		ok: true,
		objects: [{ id: 1 }, { id: 2 }, {}, { id: 3, error: 'No' }],
	});
	expect(judge([], 'read', 'list')).toEqual({ ok: true, objects: [] });
	for (const body of [{ error: 'No' }, { detail: 'No' }, { success: false }])
		expect(verdictOf(judge(body, 'read', 'list'))).toBe('failed');
});

test.each<[body: unknown, kind: Kind, shape: 'object' | 'list']>([
	[[{ id: 'a' }], 'send', 'object'],
	[[{ error: 'No credit', success: false }], 'send', 'object'],
	[[], 'send', 'object'],
	[[], 'read', 'object'],
	[{ channels: [] }, 'read', 'list'],
	[{ id: 1 }, 'read', 'list'],
])('%j is no answer to a %s of one %s', (body, kind, shape) => {
	expect(failureOf(judge(body, kind, shape))).toEqual({
		kind: 'unreadable',
		message: `The service returned status 200 with unexpected content: ${JSON.stringify(body)}`,
		// A message may have arrived, and is looked up first.
		advice: kind === 'send' ? '' : ADDRESS,
		httpCode: '200',
	});
});

test.each<[words: string, body: IDataObject]>([
	[' refused the request', { success: false }],
	[' refused the request', { error: true }],
	[' refused the request: No credit', { success: false, error: 'No credit' }],
	[' refused the request: No credit', { success: false, message: 'No credit' }],
	[' refused the request: {"title":"No"}', { error: { title: 'No' } }],
	[' refused the request: No', { id: 'a', message: 'queued', extra: { success: 0, error: 'No' } }],
	[' refused the request: failed', { id: 'a', status: 'failed', extra: { success: false } }],
	[
		"'s response says that the request succeeded, and that it did not: No credit",
		{ id: 'a', error: 'No\n credit' },
	],
	[
		'\'s response says that the request succeeded, and that it did not: {"a":1}',
		{ id: 'a', error: { a: 1 } },
	],
	[
		"'s response says that the request succeeded, and that it did not: true",
		{ id: 'a', error: true },
	],
	[' returned status 200 without saying whether the message was sent: {"a":1}', { a: 1 }],
])('The service%s', (words, body) => {
	expect(failureOf(judge(body)).message).toBe(`The service${words}`);
	expect(failureOf(judge({ ...body, code: 17 })).code).toBe('17');
});

test('JSON with a status of 2xx is given back unchanged, whatever it is said to be', () => {
	const sent = { id: 'a', extra: { success: true, report: {} }, status: 'ongoing' };
	const headers = { 'content-type': 'text/html' };
	for (const status of [200, 201, 299]) {
		expect(read(status, sent, { headers })).toEqual({ ok: true, objects: [sent] });
		for (const list of [[], [{ id: 1, title: 'Shop', number: '+12025550100' }]])
			expect(read(status, list, { kind: 'read', expects: 'list', headers })).toEqual({
				ok: true,
				objects: list,
			});
	}
});

test.each<[words: RegExp, body: unknown, contentType?: string]>([
	[/200 with unexpected content: OK$/, 'OK'],
	[/200 with unexpected content: OK$/, '"OK"'],
	[/ an empty response$/, ' \n'],
	[/ unexpected content: \{"id": "a", "ex$/, '{"id": "a", "ex'],
	[/ unexpected content: \[\{"id":1\},null\]$/, [{ id: 1 }, null]],
	[/ a web page instead of JSON$/, '<p>Hello</p>', 'text/html'],
	[/ a web page instead of JSON$/, '<!DOCTYPE html><title>\n Log in </title>'],
])('a 200 that cannot be read: %s', (words, body, contentType = 'application/json') => {
	const failure = failureOf(read(200, body, { headers: { 'content-type': contentType } }));
	expect(failure).toMatchObject({
		kind: 'unreadable',
		message: expect.stringMatching(words) as string,
	});
	// Whatever it is, the message is looked up first, and a page is not the service's.
	expect(failure.advice).toBe(words.source.includes('page') ? ADDRESS : '');
});

test.each<[failure: FailureKind, statuses: number[], kind?: Kind]>([
	['redirected', [301, 307, 308]],
	['refused', [400, 402, 403, 405, 409, 410, 413, 414, 415, 422, 451]],
	['unauthorized', [401]],
	['rateLimited', [429]],
	['serverError', [408, 500, 502, 503, 504, 599]],
	// Whether the message was taken, nobody knows.
	['unreadable', [199, 300, 302, 303, 304, 305, 306, 399]],
	// A read is told at once where a redirect leads.
	['redirected', [300, 301, 302, 303, 307, 308], 'read'],
	['unreadable', [304], 'read'],
])('%s is what %j says, whatever its body', (failed, statuses, kind = 'send') => {
	const bodies = [
		...['', 'no JSON', '<html></html>', {}, []],
		...[{ error: 'x' }, { id: 'a', success: false }, { detail: { a: 1 } }],
	];
	for (const status of statuses) {
		for (const body of bodies) {
			const failure = failureOf(read(status, body, { kind }));
			expect(failure).toMatchObject({ kind: failed, httpCode: String(status) });
			expect(failure.message).not.toMatch(/undefined|\[object|[.!]$/);
			expect(failure.advice).not.toMatch(/undefined|\.$/);
		}
	}
});

test.each([
	{ id: 'a', status: 'ongoing' },
	{ id: 7, error: 'Slow down' },
	{ success: true },
	{ success: true, data: { status: 'ongoing' } },
])(
	'with %j, nobody knows whether a message was sent, whatever the status; a read is no message',
	(body) => {
		for (const status of [301, 303, 400, 401, 403, 404, 408, 409, 422, 429, 500, 503]) {
			expect(failureOf(read(status, body))).toEqual({
				kind: 'unreadable',
				message: `The service's response says that the request succeeded, and that it did not: ${body.error ?? `status ${status}`}`,
				advice: '',
				httpCode: String(status),
			});
			expect(failureOf(read(status, body, { kind: 'read' })).kind).not.toBe('unreadable');
		}
	},
);

const BLOCKED =
	"Something in front of the service blocks n8n: ask the service's support or the person who runs n8n's network";
const TOO_LARGE = 'Send a smaller file or a shorter text: this one is too large for the service';

test.each<[status: number, advice: string]>([
	...[200, 400, 402, 404, 405, 409, 410, 414].map((status): [number, string] => [status, ADDRESS]),
	...[403, 451].map((status): [number, string] => [status, BLOCKED]),
	[413, TOO_LARGE],
])('of a web page with %i, what to do is: %s', (status, advice) => {
	for (const kind of ['send', 'read'] as const)
		expect(failureOf(read(status, '<html>', { kind }))).toMatchObject({
			message: `The service returned status ${status} with a web page instead of JSON`,
			advice,
		});
});

test('an empty 413 is about the size, too', () => {
	expect(failureOf(read(413, '')).advice).toBe(TOO_LARGE);
});

test("a wrong key is told with what to do, and a 404 that is not the service's leads to the base URL", () => {
	const { message, advice } = failureOf(read(401, { detail: 'Invalid API key provided' }));
	expect(message).toBe('The service rejected the API key: Invalid API key provided');
	expect(advice).toMatch(/Copy the API Key from the team settings .* dashboard/);
	const elsewhere = failureOf(read(404, 'Not Found'));
	expect([elsewhere.kind, elsewhere.advice]).toEqual([
		'refused',
		expect.stringContaining("'Base URL'"),
	]);
	const own = failureOf(read(404, { error: 'Unknown customer' }));
	expect([own.kind, own.advice]).toEqual(['notFound', expect.not.stringContaining("'Base URL'")]);
});

describe('Retry-After', () => {
	beforeEach(() => jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-03-01T12:00:00Z')));
	afterEach(() => jest.restoreAllMocks());

	test.each<[header: unknown, milliseconds: number | undefined, advice: string]>([
		['0', 0, 'a few minutes'],
		[' 7 ', 7000, '7 seconds'],
		['1.5', 1500, '2 seconds'],
		['-3', 0, 'a few minutes'],
		['86400', 86_400_000, '86400 seconds'],
		['Sun, 01 Mar 2026 12:00:30 GMT', 30_000, '30 seconds'],
		['Sun, 01 Mar 2026 11:59:00 GMT', 0, 'a few minutes'],
		['Sunday, 01-Mar-26 12:00:05 GMT', 5000, '5 seconds'],
		['soon', undefined, 'a few minutes'],
		['', undefined, 'a few minutes'],
		[undefined, undefined, 'a few minutes'],
	])('%j is %j milliseconds, %s', (header, milliseconds, when) => {
		const headers = { 'retry-after': header };
		expect(failureOf(read(429, { error: 'Slow down' }, { headers }))).toMatchObject({
			retryAfter: milliseconds,
			advice: `Try again in ${when}. For many messages, lower 'Parallel Sends' or set 'Messages per Second' under 'Options'`,
		});
	});
});

test.each<[words: string, body: unknown]>([
	['D', { error: ' ', detail: 'D' }],
	['{"text":"E"}', { error: { text: 'E' } }],
	['{"phone":["unknown"]}', { detail: { phone: ['unknown'] } }],
	['an empty response', ''],
	[`${'x'.repeat(251)}…`, { error: 'x'.repeat(5000) }],
])("the service's words are %s", (words, body) => {
	expect(failureOf(read(400, body)).message).toBe(
		`The service refused the request with status 400: ${words}`,
	);
});

test.each<[as: string, body: unknown]>([
	['JSON', { error: `GET /x?api_key=${ENCODED}`, code: SECRET, detail: SECRET }],
	['text', `GET /x?api_key=${ENCODED} and ${SECRET}`],
	['another shape', [SECRET, { error: SECRET }]],
])('the words never show the key, echoed as %s', (_as, body) => {
	for (const status of [200, 301, 400, 401, 404, 429, 500])
		expect(JSON.stringify(read(status, body))).not.toMatch(/top|secret/);
});

test('nor do they show a part of it where a long text is cut off', () => {
	for (let length = 200; length < 300; length++)
		expect(JSON.stringify(read(400, `${'x'.repeat(length)}${SECRET}`))).not.toMatch(/top|secret/);
});
