import type { IDataObject } from 'n8n-workflow';
import * as fc from 'fast-check';

import { judgeAnswer, type Answer } from '../../../nodes/CustomerMessaging/delivery/answerPolicy';
import type { Failure } from '../../../nodes/CustomerMessaging/transport/failure';

type Kind = 'send' | 'read';

/** What an answer comes to: whether the message was sent, or what a read gave. */
type Verdict = 'sent' | 'read' | 'failed' | 'unknown';

const VERDICTS: Partial<Record<Failure['kind'], Verdict>> = {
	unsuccessful: 'failed',
	unreadable: 'unknown',
};

function judge(json: unknown, kind: Kind = 'send', shape: 'object' | 'list' = 'object'): Answer {
	return judgeAnswer({ ok: true, httpCode: '200', json: json as IDataObject }, kind, shape);
}

function verdictOf(answer: Answer, kind: Kind = 'send'): Verdict | undefined {
	if (!answer.ok) return VERDICTS[answer.failure.kind];
	return kind === 'send' ? 'sent' : 'read';
}

function failureOf(answer: Answer): Failure {
	if (answer.ok) throw new Error(`was taken as a success: ${JSON.stringify(answer.objects)}`);
	return answer.failure;
}

describe('what counts as sent, by the words of the interface', () => {
	const result = {
		id: 'a',
		message: 'queued',
		status: 'ongoing',
		extra: { success: true, report: {} },
	};

	test.each<[what: string, body: unknown, verdict: Verdict]>([
		['a send result (2.4)', result, 'sent'],
		['an ID alone', { id: 'a' }, 'sent'],
		['success alone', { success: true }, 'sent'],
		['an acknowledgement (2.5)', { success: true, data: { status: 'ongoing' } }, 'sent'],
		["an acknowledgement's status alone", { data: { status: 'ongoing' } }, 'sent'],
		['a result with an empty error', { ...result, error: '' }, 'sent'],
		['an error beside an ID', { id: 'a', error: 'The queue is full' }, 'unknown'],
		['an error beside success', { success: true, error: 'The queue is full' }, 'unknown'],
		[
			"an error beside an acknowledgement's status",
			{ data: { status: 'ongoing' }, error: 'The queue is full' },
			'unknown',
		],
		['a result that says no', { ...result, extra: { success: false } }, 'failed'],
		['an acknowledgement that says no', { success: false, data: { status: 'rejected' } }, 'failed'],
		['an error object (7.1)', { error: 'No credit', code: 'E1', success: false }, 'failed'],
		['an error', { error: 'No credit' }, 'failed'],
		['a code that is no success', { code: 'E1', success: 0 }, 'failed'],
		['no success as text', { success: 'false' }, 'failed'],
		['an unauthorized object (7.2)', { detail: 'An invalid API key was provided.' }, 'failed'],
		['nothing', {}, 'unknown'],
		['a greeting', { message: 'Welcome' }, 'unknown'],
		["a status that is not the acknowledgement's", { status: 'ongoing' }, 'unknown'],
		['a code alone', { code: 'E1' }, 'unknown'],
		['an empty error', { error: '' }, 'unknown'],
		["a result's extra alone", { extra: { success: true } }, 'unknown'],
		['a list', [result], 'unknown'],
		['a list of what would be a failure', [{ error: 'No credit', success: false }], 'unknown'],
		['an empty list', [], 'unknown'],
	])('%s: %j is %s', (_what, body, verdict) => {
		expect(verdictOf(judge(body))).toBe(verdict);
	});
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
			ABSENT,
			null,
			'ongoing',
			{},
			[],
			[{ status: 'ongoing' }],
			{ status: '' },
			{ status: ' ' },
			{ status: null },
			{ status: 0 },
			{ status: {} },
		],
	},
	extra: {
		no: [{ success: false }, { success: 'false' }, { success: 0 }],
		nothing: [
			ABSENT,
			null,
			'false',
			false,
			[],
			{},
			{ success: true },
			{ success: null },
			{ id: 'a' },
			{ error: 'No' },
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

/** Answers made of fields, each with one of the values that are chosen for it. */
function answersOf(
	chosen: Array<[field: string, values: Array<[value: unknown, meaning: Meaning]>]>,
): Case[] {
	const [first, ...others] = chosen;
	if (first === undefined) return [{ body: {}, meanings: new Set() }];
	const [field, values] = first;
	return answersOf(others).flatMap(({ body, meanings }) =>
		values.map(([value, meaning]) => ({
			body: (value === ABSENT ? body : { ...body, [field]: value }) as IDataObject,
			meanings: new Set([...meanings, meaning]),
		})),
	);
}

function valuesOf(field: string, most = Infinity): Array<[value: unknown, meaning: Meaning]> {
	return Object.entries(FIELDS[field]!).flatMap(([meaning, values]) =>
		values.slice(0, most).map((value): [unknown, Meaning] => [value, meaning as Meaning]),
	);
}

describe.each(Object.keys(FIELDS))(
	"with every value of '%s', whatever the other fields say,",
	(field) => {
		const cases = answersOf(
			Object.keys(FIELDS).map((one) => [one, valuesOf(one, one === field ? Infinity : 1)]),
		);

		test('a send has the verdict of the first row that applies, and no empty error comes out', () => {
			const wrong = cases.filter(({ body, meanings }) => {
				let verdict: Verdict = 'unknown';
				if (meanings.has('evidence') && meanings.has('error')) verdict = 'unknown';
				else if (meanings.has('no')) verdict = 'failed';
				else if (meanings.has('evidence')) verdict = 'sent';
				else if (meanings.has('error') || meanings.has('detail')) verdict = 'failed';
				const answer = judge(body);
				return verdictOf(answer) !== verdict || (answer.ok && 'error' in answer.objects[0]!);
			});
			expect(wrong.slice(0, 5)).toEqual([]);
			expect(cases.length).toBeGreaterThan(300);
		});

		test('a read is what it is, unless it reports a failure', () => {
			const wrong = cases.filter(({ body, meanings }) => {
				const hasFailed =
					meanings.has('no') ||
					meanings.has('error') ||
					(meanings.has('detail') && !meanings.has('evidence'));
				const answer = judge(body, 'read');
				return (
					verdictOf(answer, 'read') !== (hasFailed ? 'failed' : 'read') ||
					(answer.ok && 'error' in answer.objects[0]!)
				);
			});
			expect(wrong.slice(0, 5)).toEqual([]);
		});
	},
);

test.each(['False', ' FALSE\n', '0', ' 0 '])(
	'no success is no success however it is spelled: %j',
	(success) => {
		for (const body of [{ success }, { id: 'a', success }, { id: 'a', extra: { success } }])
			expect(verdictOf(judge(body))).toBe('failed');
	},
);

/** Any JSON that the service could answer with, often with the fields that matter. */
const anyAnswer = fc
	.record(
		Object.fromEntries(
			['success', 'id', 'data', 'extra', 'error', 'detail', 'message', 'status', 'code'].map(
				(key) => [
					key,
					fc.oneof(
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
					),
				],
			),
		),
		{ requiredKeys: [] },
	)
	.map((body) => JSON.parse(JSON.stringify(body)) as IDataObject);

/** Nothing that a person would read as an error. */
const isNoError = (error: unknown): boolean =>
	[undefined, null, false, 0].includes(error as null) ||
	/^(""|\{\}|\[\])$/.test(JSON.stringify(typeof error === 'string' ? error.trim() : error));

test('whatever JSON a send is answered with, it counts as sent only with evidence and without an error', () => {
	fc.assert(
		fc.property(anyAnswer, (body) => {
			const answer = judge(body);
			if (!answer.ok) return expect(['unsuccessful', 'unreadable']).toContain(answer.failure.kind);
			const { id, success, data, error } = body;
			const status = (data as IDataObject | null | undefined)?.status;
			expect([
				typeof id === 'string' || typeof id === 'number',
				success === true,
				typeof status === 'string',
			]).toContain(true);
			expect(isNoError(error)).toBe(true);
			const { error: _error, ...rest } = body;
			expect(answer.objects).toEqual([rest]);
		}),
		{ numRuns: 500 },
	);
});

test('whatever JSON a failure comes with, what the user reads is whole', () => {
	fc.assert(
		fc.property(anyAnswer, fc.constantFrom<Kind>('send', 'read'), (body, kind) => {
			const answer = judge(body, kind);
			if (answer.ok) return;
			const { message, advice, httpCode } = answer.failure;
			expect(message).toMatch(/^The service/);
			expect(message).not.toMatch(/: undefined$|\[object|\n/);
			expect(message.length).toBeLessThan(400);
			expect(advice).not.toBe('');
			expect(httpCode).toBe('200');
		}),
		{ numRuns: 500 },
	);
});

describe('a list', () => {
	test('is read as its objects, without their empty errors', () => {
		const channels = [{ id: 1, title: 'Shop', error: '' }, { id: 2, error: null }, { id: 3 }];
		expect(judge(channels, 'read', 'list')).toEqual({
			ok: true,
			objects: [{ id: 1, title: 'Shop' }, { id: 2 }, { id: 3 }],
		});
		expect(judge([], 'read', 'list')).toEqual({ ok: true, objects: [] });
	});

	test.each<[what: string, body: unknown, kind: Kind, shape: 'object' | 'list', shown: string]>([
		['a list where an object should be', [{ id: 'a' }], 'send', 'object', '[{"id":"a"}]'],
		['an empty list where an object should be', [], 'read', 'object', '[]'],
		['an object where a list should be', { channels: [] }, 'read', 'list', '{"channels":[]}'],
		['one object where a list should be', { id: 1 }, 'read', 'list', '{"id":1}'],
	])('%s is no answer', (_what, body, kind, shape, shown) => {
		expect(failureOf(judge(body, kind, shape))).toEqual({
			kind: 'unreadable',
			message: `The service answered 200 with something that is not the JSON it should be: ${shown}`,
			advice: "Check that 'Base URL' in the credential is the address of the messaging service",
			httpCode: '200',
		});
	});

	test.each([{ error: 'No' }, { detail: 'No' }, { success: false }])(
		'in whose place %j comes has failed',
		(body) => {
			expect(verdictOf(judge(body, 'read', 'list'), 'read')).toBe('failed');
		},
	);
});

describe('the words', () => {
	test.each<[body: unknown, message: string]>([
		[{ success: false }, 'The service reported a failure'],
		[{ success: false, error: 'No credit' }, 'The service reported a failure: No credit'],
		[{ success: false, message: 'No credit' }, 'The service reported a failure: No credit'],
		[{ error: { title: 'No credit' } }, 'The service reported a failure: {"title":"No credit"}'],
		[{ error: true }, 'The service reported a failure'],
		[{ detail: 'No credit' }, 'The service reported a failure: No credit'],
		[
			{ id: 'a', message: 'queued', extra: { success: false, error: 'Not on the platform' } },
			'The service reported a failure: Not on the platform',
		],
		[
			{ id: 'a', status: 'failed', extra: { success: false } },
			'The service reported a failure: failed',
		],
		[
			{ id: 'a', error: 'No\n credit' },
			"The service's answer has both signs of success and an error: No credit",
		],
		[
			{ id: 'a', error: { title: 'No credit' } },
			'The service\'s answer has both signs of success and an error: {"title":"No credit"}',
		],
		[
			{ id: 'a', error: true, status: 'ongoing' },
			"The service's answer has both signs of success and an error: true",
		],
		[
			{ id: 'a', error: ['No credit'] },
			'The service\'s answer has both signs of success and an error: ["No credit"]',
		],
		[{}, 'The service answered 200 without saying whether the message was sent: {}'],
		[
			{ message: 'Welcome' },
			'The service answered 200 without saying whether the message was sent: {"message":"Welcome"}',
		],
	])('for %j', (body, message) => {
		expect(failureOf(judge(body)).message).toBe(message);
	});

	test("bring the service's code along", () => {
		expect(failureOf(judge({ success: false, code: 'E1' })).code).toBe('E1');
		expect(failureOf(judge({ success: false, code: 17 })).code).toBe('17');
		expect(failureOf(judge({ id: 'a', error: 'No', code: 'E1' })).code).toBe('E1');
		expect(failureOf(judge({ code: 'E1' })).code).toBe('E1');
	});

	test('say what to do', () => {
		expect(failureOf(judge({ success: false })).advice).toContain(
			"the message's state in the service's dashboard",
		);
		expect(failureOf(judge({ success: false }, 'read')).advice).toBe(
			'Check the values of this item',
		);
		expect(failureOf(judge({})).advice).toContain("'Base URL'");
	});
});

test('what is a failure already stays the one it is', () => {
	const failure: Failure = { kind: 'refused', message: 'No', advice: 'Mend it', httpCode: '400' };
	for (const kind of ['send', 'read'] as const)
		expect(judgeAnswer({ ok: false, failure }, kind, 'object')).toEqual({ ok: false, failure });
});
