import { createPace } from '../../../nodes/CustomerMessaging/sending/pace';
import {
	createRequestWithRetries,
	type RetrySettings,
} from '../../../nodes/CustomerMessaging/sending/requestWithRetries';
import type { Result } from '../../../nodes/CustomerMessaging/service/responsePolicy';
import type { FailureKind } from '../../../nodes/CustomerMessaging/service/failure';
import type { ServiceRequest } from '../../../nodes/CustomerMessaging/service/service';
import { VirtualClock } from '../doubles/virtualClock';

const REQUEST: ServiceRequest = { method: 'POST', path: '/send', expects: 'object', body: {} };

const OK: Result = { ok: true, objects: [{ id: 'a' }] };

const failed = (kind: FailureKind, retryAfter?: number) => ({
	ok: false as const,
	failure: { kind, message: kind, advice: '', retryAfter },
});

let clock: VirtualClock;
beforeEach(() => {
	clock = new VirtualClock();
});

/** One run of the node whose service gives these answers one after the other, the last one for ever. */
function runOf(answers: Result[], given: Partial<RetrySettings> = {}) {
	/** When each request left, in milliseconds, and how many seconds it was given. */
	const left: Array<[at: number, timeout: number]> = [];
	const service: RetrySettings['service'] = {
		async request(request, timeout) {
			expect(request).toBe(REQUEST);
			left.push([clock.now(), timeout]);
			return await Promise.resolve(answers[Math.min(left.length, answers.length) - 1]!);
		},
	};
	const stop = given.stop ?? new AbortController().signal;
	const request = createRequestWithRetries({
		service,
		options: { timeout: 60 },
		kind: 'send',
		pace: createPace({}, 0, clock, stop),
		clock,
		stop,
		...given,
	});
	return { left, send: async () => await request(REQUEST) };
}

/** The result of one request, and when it left each time. */
async function tryOut(answers: Result[], given?: Partial<RetrySettings>) {
	const { send, left } = runOf(answers, given);
	return { answer: await clock.run(send()), left: left.map(([at]) => at) };
}

test.each<[failure: FailureKind, send: number, read: number]>([
	['invalid', 1, 1],
	['defect', 1, 1],
	['unclaimed', 1, 1],
	// After waits of 1, 2, 4, 8, 16, 32 and then 60 seconds, ten minutes are over.
	['rateLimited', 15, 15],
	['unreachable', 4, 4],
	['blocked', 1, 1],
	['noResponse', 1, 4],
	['serverError', 1, 4],
	['unreadable', 1, 4],
	['notFound', 1, 1],
	['refused', 1, 1],
	['unauthorized', 1, 1],
	['redirected', 1, 1],
	['unsuccessful', 1, 1],
	['cancelled', 1, 1],
])('%s: a send leaves %d times, a read %d times', async (failure, send, read) => {
	for (const [kind, times] of [
		['send', send],
		['read', read],
	] as const) {
		const { answer, left } = await tryOut([failed(failure)], { kind });
		expect([left.length, answer]).toEqual([times, failed(failure)]);
	}
});

test('the two kinds of retries are counted apart, each with the whole of the timeout', async () => {
	const answers = [
		failed('unreachable'),
		failed('rateLimited'),
		failed('unreachable'),
		failed('rateLimited'),
		OK,
	];
	const { send, left } = runOf(answers, { options: { timeout: 7 } });
	expect(await clock.run(send())).toEqual(OK);
	expect(left.map(([, timeout]) => timeout)).toEqual([7, 7, 7, 7, 7]);
});

test.each<[what: string, answers: Result[], left: number[], given?: Partial<RetrySettings>]>([
	[
		'as long as the service asks',
		[failed('rateLimited', 2500), failed('rateLimited', 300_000), OK],
		[0, 2500, 302_500],
	],
	[
		'longer each time for a 429, whatever the service asks, and ten minutes in all',
		[failed('rateLimited', 0)],
		[
			...[0, 1, 3, 7, 15, 31, 63].map((seconds) => 1000 * seconds),
			...[123, 183, 243, 303, 363, 423, 483, 543].map((seconds) => 1000 * seconds),
		],
	],
	['not at all if that would take more than ten minutes', [failed('rateLimited', 600_001)], [0]],
	[
		'not for a send whose fate is unknown',
		[failed('rateLimited', 10), failed('noResponse'), OK],
		[0, 1000],
	],
	['longer each time for what cannot be reached', [failed('unreachable')], [0, 250, 750, 1750]],
	['longer each time for a read', [failed('noResponse')], [0, 250, 750, 1750], { kind: 'read' }],
	['not after a success', [OK], [0]],
	['not after a read that succeeded', [OK], [0], { kind: 'read' }],
])('it waits %s', async (_what, answers, left, given = {}) => {
	expect((await tryOut(answers, given)).left).toEqual(left);
});

test.each<FailureKind>(['rateLimited', 'unreachable'])('there is jitter: %s', async (kind) => {
	const waits: number[] = [];
	for (const chance of [0, 0.999]) {
		clock = new VirtualClock();
		clock.chance = chance;
		waits.push((await tryOut([failed(kind), OK])).left[1]!);
	}
	expect(waits[1]! / waits[0]!).toBeGreaterThan(1.2);
});

test.each<[failure: Result, left: number[]]>([
	// The whole run waits for a 429; one item that waits for an unreachable service holds up no other.
	[failed('rateLimited', 5000), [0, 5000, 5000]],
	[failed('unreachable'), [0, 10, 250]],
])('what another item does meanwhile: %j', async (failure, moments) => {
	const { send, left } = runOf([failure, OK]);
	await clock.run(Promise.all([send(), clock.wait(10).then(send)]));
	expect(left.map(([at]) => at)).toEqual(moments);
});

test.each<[answers: Result[], requests: number[]]>([
	[[failed('unreachable')], [4, 1, 1, 1]],
	// It is tried in earnest again after something has come through.
	...[OK, failed('refused')].map((answer): [Result[], number[]] => [
		[...Array.from({ length: 5 }, () => failed('unreachable')), answer, failed('unreachable'), OK],
		[4, 1, 1, 2],
	]),
])(
	'after one item has tried in vain to reach the service, the next ones try once: %j',
	async (answers, requests) => {
		for (const _run of [1, 2]) {
			const { send, left } = runOf(answers);
			const counts: number[] = [];
			for (const _item of requests) {
				const before = left.length;
				await clock.run(send());
				counts.push(left.length - before);
			}
			expect(counts).toEqual(requests);
		}
	},
);

test('many messages one after the other to a service that only says 429 take ten minutes together, until one gets through', async () => {
	const answers = Array.from({ length: 40 }, () => failed('rateLimited'));
	const { send, left } = runOf([...answers, OK, failed('rateLimited', 120_000), OK]);
	while (left.length < 40) await clock.run(send());
	expect(clock.now()).toBeLessThanOrEqual(600_000);
	expect(await clock.run(send())).toEqual(OK);
	const start = clock.now();
	expect(await clock.run(send())).toEqual(OK);
	expect(clock.now() - start).toBe(120_000);
});

test('a service that takes 20 a second gets all of 100 messages, 20 at a time, though it asks for no wait', async () => {
	let taken: number[] = [];
	const service: RetrySettings['service'] = {
		async request() {
			await clock.wait(5);
			taken = taken.filter((at) => clock.now() - at < 1000);
			if (taken.length === 20) return failed('rateLimited', 0);
			taken.push(clock.now());
			return OK;
		},
	};
	const { send } = runOf([], { service });
	const results: unknown[] = [];
	const rest = Array.from({ length: 100 }, () => send);
	const place = async (): Promise<void> => {
		for (let next = rest.pop(); next !== undefined; next = rest.pop()) results.push(await next());
	};
	await clock.run(Promise.all(Array.from({ length: 20 }, place)));
	expect(results).toEqual(Array.from({ length: 100 }, () => OK));
	expect(clock.now()).toBeLessThan(20_000);
});

test('a stopped run sends nothing, and nothing again', async () => {
	expect(await tryOut([OK], { stop: AbortSignal.abort() })).toEqual({
		answer: undefined,
		left: [],
	});
	for (const kind of ['rateLimited', 'unreachable'] as const) {
		clock = new VirtualClock();
		const stop = new AbortController();
		void clock.wait(5).then(() => stop.abort());
		expect(await tryOut([failed(kind), OK], { stop: stop.signal })).toEqual({
			answer: failed(kind),
			left: [0],
		});
		expect(clock.now()).toBe(5);
	}
});
