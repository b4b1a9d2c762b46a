import type { Answer } from '../../../nodes/CustomerMessaging/delivery/answerPolicy';
import { createPace } from '../../../nodes/CustomerMessaging/delivery/pace';
import {
	createRequestWithRetries,
	type RequestWithRetries,
	type RetrySettings,
} from '../../../nodes/CustomerMessaging/delivery/requestWithRetries';
import type { ServiceAnswer } from '../../../nodes/CustomerMessaging/transport/answer';
import type { FailureKind } from '../../../nodes/CustomerMessaging/transport/failure';
import type { ServiceRequest } from '../../../nodes/CustomerMessaging/transport/service';
import { VirtualClock } from '../doubles/virtualClock';

const REQUEST: ServiceRequest = {
	method: 'POST',
	path: '/send',
	answer: 'object',
	body: { text: 'Hello' },
};

const OK: ServiceAnswer = { ok: true, httpCode: '200', json: { id: 'a' } };

/** What a success comes to, once it is judged. */
const DONE: Answer = { ok: true, objects: [{ id: 'a' }] };

function failed(kind: FailureKind, retryAfter?: number) {
	return {
		ok: false as const,
		failure: {
			kind,
			message: kind,
			advice: '',
			...(retryAfter === undefined ? {} : { retryAfter }),
		},
	};
}

interface Run {
	clock: VirtualClock;
	request: RequestWithRetries;
	/** When each request left, in milliseconds, and how many seconds it was given. */
	left: Array<{ at: number; timeout: number }>;
}

interface Given {
	kind?: 'send' | 'read';
	options?: Partial<RetrySettings['options']>;
	clock?: VirtualClock;
	stop?: AbortSignal;
}

/** One run of the node whose service gives these answers one after the other, the last one for ever. */
function runOf(
	answers: ServiceAnswer[],
	{
		kind = 'send',
		options,
		clock = new VirtualClock(),
		stop = new AbortController().signal,
	}: Given = {},
): Run {
	const left: Run['left'] = [];
	const service: RetrySettings['service'] = {
		async request(request, timeout) {
			expect(request).toBe(REQUEST);
			left.push({ at: clock.now(), timeout });
			return await Promise.resolve(answers[Math.min(left.length, answers.length) - 1]!);
		},
	};
	const pace = createPace({}, 0, clock, stop);
	const request = createRequestWithRetries({
		service,
		options: { rateLimitRetries: 3, timeout: 60, ...options },
		kind,
		known: { hasAnswered: false },
		pace,
		clock,
		stop,
	});
	return { clock, request, left };
}

/** What one request comes to, and when it left, each time. */
async function tryOut(
	answers: ServiceAnswer[],
	given: Given = {},
): Promise<{ answer: Answer | undefined; left: number[] }> {
	const { clock, request, left } = runOf(answers, given);
	return { answer: await clock.run(request(REQUEST)), left: left.map(({ at }) => at) };
}

test('a success is asked for once', async () => {
	for (const kind of ['send', 'read'] as const)
		expect(await tryOut([OK], { kind })).toEqual({ answer: DONE, left: [0] });
});

test('every request has the whole of the timeout', async () => {
	const { clock, request, left } = runOf([failed('unreachable'), failed('rateLimited'), OK], {
		options: { timeout: 7 },
	});
	await clock.run(request(REQUEST));
	expect(left.map(({ timeout }) => timeout)).toEqual([7, 7, 7]);
});

describe('how often a request leaves that keeps failing', () => {
	const LEAVES: Record<FailureKind, { send: number; read: number }> = {
		invalid: { send: 1, read: 1 },
		rateLimited: { send: 4, read: 4 },
		unreachable: { send: 4, read: 4 },
		blocked: { send: 1, read: 1 },
		noAnswer: { send: 1, read: 4 },
		serverError: { send: 1, read: 4 },
		unreadable: { send: 1, read: 4 },
		webPage: { send: 1, read: 4 },
		refused: { send: 1, read: 1 },
		notFound: { send: 1, read: 1 },
		unauthorized: { send: 1, read: 1 },
		redirected: { send: 1, read: 1 },
		unsuccessful: { send: 1, read: 1 },
		cancelled: { send: 1, read: 1 },
	};

	test.each(Object.entries(LEAVES) as Array<[FailureKind, typeof LEAVES.invalid]>)(
		'%s: %j',
		async (failure, times) => {
			for (const kind of ['send', 'read'] as const) {
				const { answer, left } = await tryOut([failed(failure)], { kind });
				expect(left).toHaveLength(times[kind]);
				expect(answer).toEqual(failed(failure));
			}
		},
	);

	test('a send is not repeated for a success that says nothing, or two things', async () => {
		for (const json of [{}, { id: 'a', error: 'No' }, [{ id: 'a' }]]) {
			const { answer, left } = await tryOut([{ ok: true, httpCode: '200', json }, OK]);
			expect(answer).toMatchObject({ ok: false, failure: { kind: 'unreadable' } });
			expect(left).toEqual([0]);
		}
	});

	test.each([0, 1, 2, 5])(
		'a 429 as often as the option says: %i retries',
		async (rateLimitRetries) => {
			const { left } = await tryOut([failed('rateLimited')], { options: { rateLimitRetries } });
			expect(left).toHaveLength(1 + rateLimitRetries);
		},
	);

	test('the two kinds of retries are counted apart', async () => {
		const answers = [
			failed('unreachable'),
			failed('rateLimited'),
			failed('unreachable'),
			failed('rateLimited'),
			OK,
		];
		expect((await tryOut(answers, { options: { rateLimitRetries: 2 } })).answer).toEqual(DONE);
	});

	test('after a 429 a send whose fate is unknown is not sent again', async () => {
		const { answer, left } = await tryOut([failed('rateLimited', 10), failed('noAnswer'), OK]);
		expect(answer).toEqual(failed('noAnswer'));
		expect(left).toEqual([0, 10]);
	});
});

describe('how long it waits', () => {
	const waitsOf = (left: number[]): number[] =>
		left.slice(1).map((moment, index) => moment - left[index]!);

	test('as long as the service asks', async () => {
		const { answer, left } = await tryOut([
			failed('rateLimited', 2500),
			failed('rateLimited', 0),
			OK,
		]);
		expect(answer).toEqual(DONE);
		expect(left).toEqual([0, 2500, 2500]);
	});

	test('never longer than a minute, whatever the service asks', async () => {
		expect((await tryOut([failed('rateLimited', 86_400_000), OK])).left).toEqual([0, 60_000]);
	});

	test('longer each time where the service does not say', async () => {
		const waits = waitsOf(
			(await tryOut([failed('rateLimited')], { options: { rateLimitRetries: 9 } })).left,
		);
		expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
	});

	test('a moment, and longer each time, for a service that cannot be reached and for a read', async () => {
		expect(waitsOf((await tryOut([failed('unreachable')])).left)).toEqual([250, 500, 1000]);
		expect(waitsOf((await tryOut([failed('noAnswer')], { kind: 'read' })).left)).toEqual([
			250, 500, 1000,
		]);
	});

	test.each<[FailureKind]>([['rateLimited'], ['unreachable']])(
		'with jitter, so that those who wait do not come back as one: %s',
		async (kind) => {
			const waitWith = async (chance: number): Promise<number> => {
				const clock = new VirtualClock();
				clock.chance = chance;
				return (await tryOut([failed(kind), OK], { clock })).left[1]!;
			};
			const [least, most] = [await waitWith(0), await waitWith(0.999)];
			expect(least).toBeGreaterThan(0);
			expect(most).toBeGreaterThan(least * 1.2);
		},
	);

	test('the whole run waits for a 429', async () => {
		const { clock, request, left } = runOf([failed('rateLimited', 5000), OK]);
		const other = clock.wait(10).then(async () => await request(REQUEST));
		await clock.run(Promise.all([request(REQUEST), other]));
		expect(left.map(({ at }) => at)).toEqual([0, 5000, 5000]);
	});

	test('one item that waits for an unreachable service holds up no other', async () => {
		const { clock, request, left } = runOf([failed('unreachable'), OK]);
		const other = clock.wait(10).then(async () => await request(REQUEST));
		await clock.run(Promise.all([request(REQUEST), other]));
		expect(left.map(({ at }) => at)).toEqual([0, 10, 250]);
	});
});

describe('a service that cannot be reached', () => {
	const down = failed('unreachable');

	/** How many requests each of several items makes, one item after the other. */
	async function requestsOfEach(answers: ServiceAnswer[], items: number): Promise<number[]> {
		const { clock, request, left } = runOf(answers);
		const counts: number[] = [];
		for (let item = 0; item < items; item++) {
			const before = left.length;
			await clock.run(request(REQUEST));
			counts.push(left.length - before);
		}
		return counts;
	}

	test('is tried once for each item after one has tried in vain', async () => {
		expect(await requestsOfEach([down], 4)).toEqual([4, 1, 1, 1]);
	});

	test.each<[string, ServiceAnswer]>([
		['a success', OK],
		['a refusal', failed('refused')],
	])('is tried in earnest again after %s has come through', async (_name, answer) => {
		expect(await requestsOfEach([down, down, down, down, down, answer, down, OK], 4)).toEqual([
			4, 1, 1, 2,
		]);
	});

	test('is tried in earnest by the next run of the node', async () => {
		expect([await requestsOfEach([down], 2), await requestsOfEach([down], 1)]).toEqual([
			[4, 1],
			[4],
		]);
	});
});

describe('a stopped run', () => {
	test('sends nothing and says so', async () => {
		expect(await tryOut([OK], { stop: AbortSignal.abort() })).toEqual({
			answer: undefined,
			left: [],
		});
	});

	test.each<[FailureKind]>([['rateLimited'], ['unreachable']])(
		'does not send again after %s',
		async (kind) => {
			const clock = new VirtualClock();
			const stop = new AbortController();
			const trial = tryOut([failed(kind), OK], { stop: stop.signal, clock });
			void clock.wait(5).then(() => stop.abort());
			const { answer, left } = await trial;
			expect(answer).toEqual(failed(kind));
			expect(left).toEqual([0]);
			expect(clock.now()).toBe(5);
		},
	);
});
