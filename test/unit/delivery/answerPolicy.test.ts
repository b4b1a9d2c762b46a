import type { IDataObject } from 'n8n-workflow';
import * as fc from 'fast-check';

import { judgeAnswer, type Answer } from '../../../nodes/CustomerMessaging/delivery/answerPolicy';
import { readAnswer } from '../../../nodes/CustomerMessaging/transport/answer';
import type { Failure } from '../../../nodes/CustomerMessaging/transport/failure';
import {
	networkFailure,
	timeoutFailure,
} from '../../../nodes/CustomerMessaging/transport/networkFailure';

type Kind = 'send' | 'read';

/** What an answer comes to: the message was sent, the read gave it; or neither, or nobody knows. */
type Verdict = 'success' | 'failed' | 'unknown';

function judge(json: unknown, kind: Kind = 'send', shape: 'object' | 'list' = 'object'): Answer {
	return judgeAnswer({ ok: true, httpCode: '200', json: json as IDataObject }, kind, shape);
}

function verdictOf(answer: Answer): Verdict {
	if (answer.ok) return 'success';
	return answer.failure.kind === 'unsuccessful' ? 'failed' : 'unknown';
}

function failureOf(answer: Answer): Failure {
	if (answer.ok) throw new Error(`was taken as a success: ${JSON.stringify(answer.objects)}`);
	return answer.failure;
}

const SENT = {
	id: 'a',
	message: 'queued',
	status: 'ongoing',
	extra: { success: true, report: {} },
};

test.each<[verdict: Verdict, what: string, body: unknown]>([
	['success', 'a send result (2.4)', SENT],
	['success', 'an ID', { id: 'a' }],
	['success', 'success', { success: true }],
	['success', 'an acknowledgement (2.5)', { success: true, data: { status: 'ongoing' } }],
	['success', "an acknowledgement's status", { data: { status: 'ongoing' } }],
	['success', 'an empty error', { ...SENT, error: '' }],
	['unknown', 'an error beside an ID', { id: 'a', error: 'The queue is full' }],
	['unknown', 'an error beside success', { success: true, error: 'The queue is full' }],
	['unknown', 'an error beside a status', { data: { status: 'ongoing' }, error: 'Full' }],
	['failed', 'a result that says no', { ...SENT, extra: { success: false } }],
	['failed', 'an acknowledgement that says no', { success: false, data: { status: 'no' } }],
	['failed', 'an error object (7.1)', { error: 'No credit', code: 'E1', success: false }],
	['failed', 'an error', { error: 'No credit' }],
	['failed', 'a code that is no success', { code: 'E1', success: 0 }],
	['failed', 'an unauthorized object (7.2)', { detail: 'An invalid API key was provided.' }],
	['unknown', 'nothing', {}],
	['unknown', 'a greeting', { message: 'Welcome' }],
	['unknown', "a status that is not the acknowledgement's", { status: 'ongoing' }],
	['unknown', 'a code', { code: 'E1' }],
	['unknown', "a result's extra", { extra: { success: true } }],
	['unknown', 'a list', [SENT]],
	['unknown', 'a list of what would be a failure', [{ error: 'No credit', success: false }]],
	['unknown', 'an empty list', []],
	...['False', ' FALSE\n', '0', ' 0 '].flatMap((success): Array<[Verdict, string, unknown]> => [
		['failed', 'no success, however it is spelled', { id: 'a', success }],
		['failed', 'no success, however it is spelled', { id: 'a', extra: { success } }],
	]),
])('a send is a %s for %s: %j', (verdict, _what, body) => {
	expect(verdictOf(judge(body))).toBe(verdict);
});

/** Stands for a field that the answer does not have. */
const ABSENT = Symbol('absent');

/** What a field's value says of a message. */
type Meaning = 'evidence' | 'no' | 'error' | 'detail' | 'nothing';

/** Every value that a field may have, sorted by what it says; the first of each stands for the others. */
const FIELDS: Record<string, Partial<Record<Meaning, unknown[]>>> = {
	success: {
		evidence: [true],
		no: [false, 'false', 0],
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
		no: [{ success: false }, { success: 'false' }, { success: 0 }],
		nothing: [
			...[ABSENT, null, 'false', false, [], {}],
			...[{ success: true }, { success: null }, { id: 'a' }, { error: 'No' }],
		],
	},
	error: {
		error: ['No', 'false', '0', 'null', 1, true, { a: 1 }, ['No'], [null]],
		nothing: [ABSENT, '', ' \n', 0, null, false, {}, []],
	},
	detail: {
		detail: ['No', 'false', 1, true, { a: 1 }, ['No']],
		nothing: [ABSENT, '', ' ', 0, null, false, {}, []],
	},
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
	"with every value of '%s', whatever the other fields say, the first row that applies decides, and no empty error comes out",
	(field) => {
		const cases = answersWith(field);
		const wrong = cases.filter(({ body, meanings }) => {
			const [evidence, error] = [meanings.has('evidence'), meanings.has('error')];
			const failed = meanings.has('no') || error || (meanings.has('detail') && !evidence);
			const sent: Verdict =
				evidence && error ? 'unknown' : failed ? 'failed' : evidence ? 'success' : 'unknown';
			const expected: Array<[Kind, Verdict]> = [
				['send', sent],
				['read', failed ? 'failed' : 'success'],
			];
			return expected.some(([kind, verdict]) => {
				const answer = judge(body, kind);
				return verdictOf(answer) !== verdict || (answer.ok && 'error' in answer.objects[0]!);
			});
		});
		expect(wrong.slice(0, 5)).toEqual([]);
		expect(cases.length).toBeGreaterThan(300);
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
		fc.constantFrom(
			'success',
			'id',
			'data',
			'extra',
			'error',
			'detail',
			'message',
			'status',
			'code',
		),
		anyField,
	)
	.map((body) => JSON.parse(JSON.stringify(body)) as IDataObject);

test('whatever JSON comes, a send needs evidence and no error, and what the user reads of a failure is whole', () => {
	fc.assert(
		fc.property(anyAnswer, fc.constantFrom<Kind>('send', 'read'), (body, kind) => {
			const answer = judge(body, kind);
			if (!answer.ok) {
				const { message, advice, httpCode } = answer.failure;
				expect(message).toMatch(/^The service/);
				expect(message).not.toMatch(/: undefined$|\[object|\n/);
				// That it says both is all that anybody knows.
				const saysBoth = message.includes(' reports both success and an error: ');
				expect([message.length < 400, advice === '', httpCode]).toEqual([true, saysBoth, '200']);
				return;
			}
			const { id, success, data, error, ...rest } = body;
			const status = (data as IDataObject | null | undefined)?.status;
			const evidence = [
				success === true,
				...[id, status].map((one) => ['string', 'number'].includes(typeof one)),
			];
			if (kind === 'send') expect(evidence).toContain(true);
			// Nothing that a person would read as an error.
			expect(JSON.stringify(typeof error === 'string' ? error.trim() : (error ?? null))).toMatch(
				/^(null|false|0|""|\{\}|\[\])$/,
			);
			expect(answer.objects[0]).toMatchObject(rest);
			expect(answer.objects[0]).not.toHaveProperty('error');
		}),
		{ numRuns: 1000 },
	);
});

test('a list is read as its objects, without their empty errors', () => {
	expect(judge([{ id: 1, error: '' }, { id: 2, error: null }, {}], 'read', 'list')).toEqual({
		ok: true,
		objects: [{ id: 1 }, { id: 2 }, {}],
	});
	expect(judge([], 'read', 'list')).toEqual({ ok: true, objects: [] });
	for (const body of [{ error: 'No' }, { detail: 'No' }, { success: false }])
		expect(verdictOf(judge(body, 'read', 'list'))).toBe('failed');
});

test.each<[body: unknown, kind: Kind, shape: 'object' | 'list']>([
	[[{ id: 'a' }], 'send', 'object'],
	[[], 'read', 'object'],
	[{ channels: [] }, 'read', 'list'],
	[{ id: 1 }, 'read', 'list'],
])('%j is no answer to a %s of one %s', (body, kind, shape) => {
	expect(failureOf(judge(body, kind, shape))).toEqual({
		kind: 'unreadable',
		message: `The service returned status 200 with unexpected content: ${JSON.stringify(body)}`,
		advice: "Check that 'Base URL' in the credential is the address of the messaging service",
		httpCode: '200',
	});
});

test.each<[message: string, body: IDataObject]>([
	['The service reported a failure', { success: false }],
	['The service reported a failure', { error: true }],
	['The service reported a failure: No credit', { success: false, error: 'No credit' }],
	['The service reported a failure: No credit', { success: false, message: 'No credit' }],
	['The service reported a failure: {"title":"No"}', { error: { title: 'No' } }],
	[
		'The service reported a failure: No credit',
		{ id: 'a', message: 'queued', extra: { success: 0, error: 'No credit' } },
	],
	[
		'The service reported a failure: failed',
		{ id: 'a', status: 'failed', extra: { success: false } },
	],
	[
		"The service's response reports both success and an error: No credit",
		{ id: 'a', error: 'No\n credit' },
	],
	[
		'The service\'s response reports both success and an error: {"title":"No"}',
		{ id: 'a', error: { title: 'No' } },
	],
	["The service's response reports both success and an error: true", { id: 'a', error: true }],
	[
		'The service returned status 200 without saying whether the message was sent: {"message":"Hi"}',
		{ message: 'Hi' },
	],
])('%s', (message, body) => {
	expect(failureOf(judge(body)).message).toBe(message);
	expect(failureOf(judge({ ...body, code: 17 })).code).toBe('17');
});

test('the advice follows what went wrong, and a failure stays the one it is', () => {
	expect(failureOf(judge({ success: false })).advice).toContain(
		"the message's status in the service's dashboard",
	);
	expect(failureOf(judge({ success: false }, 'read')).advice).toBe('Check the values of this item');
	expect(failureOf(judge({})).advice).toContain("'Base URL'");
	// It came from the service, so its address is right.
	expect(failureOf(judge({ id: 'a', error: 'No credit' })).advice).toBe('');
	const failure: Failure = { kind: 'refused', message: 'No', advice: 'Mend it', httpCode: '400' };
	for (const kind of ['send', 'read'] as const)
		expect(judgeAnswer({ ok: false, failure }, kind, 'object')).toEqual({ ok: false, failure });
});

test('advice for a send is not given for a read, which has no options, nor that for a read for a send', () => {
	const tooMany = readAnswer({ status: 429, headers: {}, text: '' }, (text) => text);
	const cancelled = networkFailure({ code: 'ERR_CANCELED' }, 60);
	const advised = (failure: Failure) =>
		(['send', 'read'] as const).map(
			(kind) => failureOf(judgeAnswer({ ok: false, failure }, kind, 'object')).advice,
		);

	expect(advised(failureOf(tooMany as Answer))).toEqual([
		"Try again in a moment. For many messages, lower 'Parallel Sends' or set 'Messages per Second' under 'Options'",
		'Try again in a moment',
	]);
	// Whoever runs the workflow again sends what may have arrived.
	expect(advised(cancelled)).toEqual(['', 'Run the workflow again when you are ready']);
	expect(advised(timeoutFailure(60))).toEqual([
		"If the service is often this slow, raise 'Timeout (Seconds)' under 'Options'",
		'Try again in a moment',
	]);
});
