import type { Answer } from '../../../nodes/CustomerMessaging/transport/answer';
import type { FailureKind } from '../../../nodes/CustomerMessaging/transport/failure';
import { attempt, type Course } from '../../../nodes/CustomerMessaging/delivery/attempt';
import { createPace } from '../../../nodes/CustomerMessaging/delivery/pace';
import { VirtualClock } from '../doubles/virtualClock';

const OK: Answer = { ok: true, body: { id: 'a' } };

function failed(kind: FailureKind, retryAfter?: number): Answer {
	return { ok: false, failure: { kind, message: kind, advice: '', ...(retryAfter === undefined ? {} : { retryAfter }) } };
}

interface Trial {
	answer: Answer | undefined;
	/** When each request left, in milliseconds. */
	left: number[];
}

/** Gives a request these answers one after the other, the last one for ever. */
async function tryOut(answers: Answer[], course: Partial<Course> = {}, clock = new VirtualClock()): Promise<Trial> {
	const stop = course.stop ?? new AbortController().signal;
	const left: number[] = [];
	const request = async (): Promise<Answer> => {
		left.push(clock.now());
		return await Promise.resolve(answers[Math.min(left.length, answers.length) - 1]!);
	};
	const whole: Course = { kind: 'send', pace: createPace(0, clock, stop), clock, stop, rateLimitRetries: 3, unreachable: false, ...course };
	return { answer: await clock.run(attempt(request, whole)), left };
}

const KINDS = ['send', 'read'] as const;

test('a success is asked for once', async () => {
	for (const kind of KINDS) expect(await tryOut([OK], { kind })).toEqual({ answer: OK, left: [0] });
});

describe('how often a request leaves that keeps failing', () => {
	test.each<[kind: FailureKind, sends: number, reads: number]>([
		['rateLimited', 4, 4],
		['unreachable', 4, 4],
		['noAnswer', 1, 4],
		['serverError', 1, 4],
		['unreadable', 1, 4],
		['refused', 1, 1],
		['redirected', 1, 1],
		['unauthorized', 1, 1],
		['unsuccessful', 1, 1],
		['blocked', 1, 1],
		['cancelled', 1, 1],
	])('%s: a send %i times, a read %i times', async (kind, sends, reads) => {
		const answer = failed(kind);
		const send = await tryOut([answer], { kind: 'send' });
		const read = await tryOut([answer], { kind: 'read' });
		expect([send.left.length, read.left.length]).toEqual([sends, reads]);
		expect(send.answer).toBe(answer);
		expect(read.answer).toBe(answer);
	});

	test.each([0, 1, 2, 5])('a 429 as often as the option says: %i retries', async (rateLimitRetries) => {
		const { left } = await tryOut([failed('rateLimited')], { rateLimitRetries });
		expect(left).toHaveLength(1 + rateLimitRetries);
	});

	test('the two kinds of retries are counted apart', async () => {
		const answers = [failed('unreachable'), failed('rateLimited'), failed('unreachable'), failed('rateLimited'), OK];
		expect((await tryOut(answers, { rateLimitRetries: 2 })).answer).toBe(OK);
	});

	test('after a 429 a send whose fate is unknown is not sent again', async () => {
		const { answer, left } = await tryOut([failed('rateLimited', 10), failed('noAnswer'), OK]);
		expect(answer).toEqual(failed('noAnswer'));
		expect(left).toEqual([0, 10]);
	});
});

describe('how long it waits', () => {
	test('as long as the service asks', async () => {
		const { answer, left } = await tryOut([failed('rateLimited', 2500), failed('rateLimited', 0), OK]);
		expect(answer).toBe(OK);
		expect(left).toEqual([0, 2500, 2500]);
	});

	test('never longer than a minute, whatever the service asks', async () => {
		expect((await tryOut([failed('rateLimited', 86_400_000), OK])).left).toEqual([0, 60_000]);
	});

	test('longer each time where the service does not say', async () => {
		const { left } = await tryOut([failed('rateLimited')], { rateLimitRetries: 9 });
		const waits = left.slice(1).map((moment, index) => moment - left[index]!);
		expect(waits.slice(0, 5)).toEqual([1000, 2000, 4000, 8000, 16_000]);
		expect(Math.max(...waits)).toBeLessThanOrEqual(60_000);
	});

	test('with jitter, so that those who wait do not come back as one', async () => {
		const waitWith = async (chance: number): Promise<number> => {
			const clock = new VirtualClock();
			clock.chance = chance;
			return (await tryOut([failed('rateLimited'), OK], {}, clock)).left[1]!;
		};
		const [least, most] = [await waitWith(0), await waitWith(0.999)];
		expect(least).toBeGreaterThan(0);
		expect(most).toBeGreaterThan(least * 1.2);
	});

	test('the whole run waits for a 429', async () => {
		const clock = new VirtualClock();
		const stop = new AbortController().signal;
		const pace = createPace(0, clock, stop);
		const left: Array<[string, number]> = [];
		const course: Course = { kind: 'send', pace, clock, stop, rateLimitRetries: 3, unreachable: false };
		const one = attempt(async () => {
			left.push(['one', clock.now()]);
			return await Promise.resolve(left.length === 1 ? failed('rateLimited', 5000) : OK);
		}, course);
		const other = clock.wait(10).then(
			async () =>
				await attempt(async () => {
					left.push(['other', clock.now()]);
					return await Promise.resolve(OK);
				}, course),
		);
		await clock.run(Promise.all([one, other]));
		expect(left.map(([, moment]) => moment)).toEqual([0, 5000, 5000]);
	});
});

describe('a service that cannot be reached', () => {
	test('is tried once for each item after one has tried in vain, until one gets through', async () => {
		const clock = new VirtualClock();
		const stop = new AbortController().signal;
		const course: Course = { kind: 'send', pace: createPace(0, clock, stop), clock, stop, rateLimitRetries: 0, unreachable: false };
		const requests = async (answers: Answer[]): Promise<number> => {
			let count = 0;
			await clock.run(attempt(async () => await Promise.resolve(answers[Math.min(count++, answers.length - 1)]!), course));
			return count;
		};
		expect(await requests([failed('unreachable')])).toBe(4);
		expect(await requests([failed('unreachable')])).toBe(1);
		expect(await requests([OK])).toBe(1);
		expect(await requests([failed('unreachable'), OK])).toBe(2);
	});
});

describe('a stopped run', () => {
	test('sends nothing and says so', async () => {
		expect(await tryOut([OK], { stop: AbortSignal.abort() })).toEqual({ answer: undefined, left: [] });
	});

	test.each<[FailureKind]>([['rateLimited'], ['unreachable']])('does not send again after %s', async (kind) => {
		const clock = new VirtualClock();
		const stop = new AbortController();
		const trial = tryOut([failed(kind), OK], { stop: stop.signal }, clock);
		void clock.wait(5).then(() => stop.abort());
		const { answer, left } = await trial;
		expect(answer).toEqual(failed(kind));
		expect(left).toEqual([0]);
		expect(clock.now()).toBe(5);
	});
});
