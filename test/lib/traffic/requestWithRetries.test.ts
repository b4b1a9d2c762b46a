import { FAILURE_POLICY } from '../../../lib/traffic/failurePolicy';
import { createPace } from '../../../lib/traffic/pace';
import {
	createRequestWithRetries,
	type RetrySettings,
} from '../../../lib/traffic/requestWithRetries';
import type { Failure, FailureKind, RequestKind } from '../../../lib/basics';
import { VirtualClock } from '../../doubles/virtualClock';

interface Request {
	kind: RequestKind;
	path: string;
}

type Result = { ok: true; id: string } | { ok: false; failure: Failure };

type Settings = RetrySettings<Request, Result>;

const REQUEST: Request = { kind: 'send', path: '/send' };

const OK: Result = { ok: true, id: 'a' };

const failed = (kind: FailureKind, retryAfter?: number) => ({
	ok: false as const,
	failure: { kind, message: kind, advice: '', retryAfter },
});

let clock: VirtualClock;
beforeEach(() => {
	clock = new VirtualClock();
});

/** What a run is given beside its answers; its requests are sends, unless they are of another kind. */
type Given = Partial<Settings> & { node?: object; kind?: RequestKind };

/** One run of the node whose service gives these answers one after the other, the last one for ever. */
function runOf(answers: Result[], { node = {}, kind = 'send', ...given }: Given = {}) {
	/** When each request left, in milliseconds, and how many seconds it was given. */
	const left: Array<[at: number, timeout: number]> = [];
	const service: Settings['service'] = {
		async request(request, timeout) {
			expect(request).toEqual({ ...REQUEST, kind });
			left.push([clock.now(), timeout]);
			return await Promise.resolve(answers[Math.min(left.length, answers.length) - 1]!);
		},
	};
	const stop = given.stop ?? new AbortController().signal;
	const request = createRequestWithRetries<Request, Result>({
		service,
		options: { timeout: 60 },
		pace: createPace(node, 0, clock, stop),
		clock,
		stop,
		...given,
	});
	return { left, send: async (path = REQUEST.path) => await request({ ...REQUEST, kind, path }) };
}

/** The result of one request, and when it left each time. */
async function tryOut(answers: Result[], given?: Given) {
	const { send, left } = runOf(answers, given);
	return { answer: await clock.run(send()), left: left.map(([at]) => at) };
}

test.each<[failure: FailureKind, send: number, read: number, mayHaveArrived?: boolean]>([
	['invalid', 1, 1],
	['defect', 1, 1],
	['unclaimed', 1, 1],
	// After waits of 1, 2, 4, 8, 16, 32 and then 60 seconds, ten minutes are over.
	['rateLimited', 15, 15],
	['unreachable', 4, 4],
	['blocked', 1, 1],
	['noResponse', 1, 4, true],
	['serverError', 1, 4, true],
	['unreadable', 1, 4, true],
	['notFound', 1, 1],
	['refused', 1, 1],
	['unauthorized', 1, 1],
	['redirected', 1, 1],
	['unsuccessful', 1, 1],
	['cancelled', 1, 1, true],
])(
	'%s: a send leaves %d times, a read %d times',
	async (failure, send, read, mayHaveArrived = false) => {
		expect(FAILURE_POLICY[failure].send === 'unknown').toBe(mayHaveArrived);
		for (const [kind, times] of [
			['send', send],
			['read', read],
		] as const) {
			const { answer, left } = await tryOut([failed(failure)], { kind });
			expect([left.length, answer]).toEqual([times, failed(failure)]);
		}
	},
);

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

test.each<[what: string, answers: Result[], left: number[], given?: Given]>([
	[
		'as long as the service asks',
		[failed('rateLimited', 2500), failed('rateLimited', 300_000), OK],
		[0, 2500, 302_500],
	],
	[
		'longer each time for a 429, whatever the service asks, and less than ten minutes in all',
		[failed('rateLimited', 0)],
		[
			...[0, 1, 3, 7, 15, 31, 63].map((seconds) => 1000 * seconds),
			...[123, 183, 243, 303, 363, 423, 483, 543].map((seconds) => 1000 * seconds),
		],
	],
	['not at all if that would make ten minutes', [failed('rateLimited', 600_000)], [0]],
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

test('there is jitter where the service cannot be reached', async () => {
	const waits: number[] = [];
	for (const chance of [0, 0.999]) {
		clock = new VirtualClock();
		clock.chance = chance;
		waits.push((await tryOut([failed('unreachable'), OK])).left[1]!);
	}
	expect(waits[1]! / waits[0]!).toBeGreaterThan(1.2);
});

test.each<[failures: Result[], left: number[]]>([
	// A single 429 may be about its recipient alone; the whole run waits if another follows.
	[[failed('rateLimited', 5000)], [0, 10, 20, 5000]],
	[
		[failed('rateLimited', 5000), failed('rateLimited', 9000)],
		[0, 10, 9010, 9010, 9010],
	],
	[
		[failed('rateLimited', 5000), OK, failed('rateLimited', 9000)],
		[0, 10, 20, 5000, 9020],
	],
	[[failed('unreachable')], [0, 10, 20, 250]],
])('what other items do meanwhile: %j', async (failures, moments) => {
	const { send, left } = runOf([...failures, OK]);
	const later = [10, 20].map(async (at) => await clock.wait(at).then(async () => await send()));
	await clock.run(Promise.all([send(), ...later]));
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

/** Sends many messages, a number of them at a time, and returns how many seconds that takes; fails if one is not taken. */
async function secondsFor(
	count: number,
	parallel: number,
	service: Settings['service'],
	{ send } = runOf([], { service }),
): Promise<number> {
	const results: unknown[] = [];
	const rest = Array.from({ length: count }, () => send);
	const place = async (): Promise<void> => {
		for (let next = rest.pop(); next !== undefined; next = rest.pop()) results.push(await next());
	};
	await clock.run(Promise.all(Array.from({ length: parallel }, place)));
	expect(results).toEqual(Array.from({ length: count }, () => OK));
	return clock.now() / 1000;
}

/** Whether each next request finds a bucket empty that holds `size` at most, and gets `portion` more every `interval`. */
function bucket(size: number, interval: number, portion = 1): () => boolean {
	let left = size;
	let fills = 0;
	return () => {
		const now = Math.floor(clock.now() / interval);
		left = Math.min(size, left + portion * (now - fills));
		fills = now;
		return --left < 0 && ++left === 0;
	};
}

describe.each([1, 5, 20])('many messages, %d at a time', (parallel) => {
	test.each([
		[60_000, 61],
		[undefined, 2],
	])('wait together where a service asks for %p once', async (retryAfter, longest) => {
		let isBusy = true;
		const service: Settings['service'] = {
			async request() {
				const answer = isBusy ? failed('rateLimited', retryAfter) : OK;
				await clock.wait(5);
				isBusy = false;
				return answer;
			},
		};
		expect(await secondsFor(60, parallel, service)).toBeLessThan(longest);
	});

	test.each([1000, undefined])(
		'all get through to a service that takes one a second and asks for %p',
		async (retryAfter) => {
			let next = 0;
			const service: Settings['service'] = {
				async request() {
					const isTaken = clock.now() >= next;
					if (isTaken) next = clock.now() + 1000;
					await clock.wait(5);
					return isTaken ? OK : failed('rateLimited', retryAfter);
				},
			};
			const seconds = await secondsFor(100, parallel, service);
			expect(seconds).toBeGreaterThan(99);
			expect(seconds).toBeLessThan(110);
		},
	);

	test.each<[what: string, retryAfter: number | undefined, isLimited: () => () => boolean]>(
		[1000, 60_000, undefined].flatMap((retryAfter) => [
			['refuses all for a minute', retryAfter, () => () => clock.now() % 90_000 < 60_000],
			['has a bucket of ten and fills it with two a second', retryAfter, () => bucket(10, 500)],
			['takes twenty a minute', retryAfter, () => bucket(20, 60_000, 20)],
		]),
	)('all get through to a service that %s and asks for %p', async (_what, retryAfter, make) => {
		const isLimited = make();
		const service: Settings['service'] = {
			async request() {
				const answer = isLimited() ? failed('rateLimited', retryAfter) : OK;
				await clock.wait(100);
				return answer;
			},
		};
		expect(await secondsFor(100, parallel, service)).toBeGreaterThan(40);
	});

	test.each([
		[1, 60_000],
		[1, undefined],
		[10, 60_000],
		[10, undefined],
	])(
		'do not wait long for %p whose every answer is 429 and asks for %p; these are given up ten minutes after them',
		async (count, retryAfter) => {
			const service: Settings['service'] = {
				async request({ path }) {
					await clock.wait(100);
					return path === '/limited' ? failed('rateLimited', retryAfter) : OK;
				},
			};
			const run = runOf([], { service });
			const limited = Array.from({ length: count }, async () => await run.send('/limited'));
			const seconds = await secondsFor(1000, parallel, service, run);
			// The first of several hold the run up once, when nobody knows yet that they are alone.
			expect(seconds).toBeLessThan(100 / parallel + (count === 1 ? 1 : 125));
			for (const one of limited)
				expect(await clock.run(one)).toEqual(failed('rateLimited', retryAfter));
			expect(clock.now() / 1000 - seconds).toBeLessThan(660);
		},
	);

	test('are given up after ten minutes of nothing but 429, each with one more try', async () => {
		const { send, left } = runOf([failed('rateLimited')]);
		const all = Array.from({ length: parallel }, send);
		expect(await clock.run(Promise.all(all))).toEqual(all.map(() => failed('rateLimited')));
		expect(clock.now()).toBe(543_000);
		const requests = left.length;
		await clock.run(Promise.all([send(), send()]));
		expect([clock.now(), left.length]).toEqual([543_000, requests + 2]);
	});
});

test('the ten minutes count from the first 429 after any other answer, and from no success before that', async () => {
	const answers = [OK, failed('rateLimited', 500_000), failed('noResponse')];
	const { send } = runOf([...answers, failed('rateLimited', 599_000), OK]);
	await clock.run(send());
	await clock.run(clock.wait(500_000));
	expect(await clock.run(send())).toEqual(failed('noResponse'));
	expect(await clock.run(send())).toEqual(OK);
	expect(clock.now()).toBe(1_599_000);
});

test('reads and sends of a node wait together, in all its runs, and count the same ten minutes', async () => {
	const shared = { node: {} };
	const limited = failed('rateLimited', 400_000);
	const read = runOf([limited], { kind: 'read', ...shared });
	const { send, left } = runOf([failed('rateLimited', 200_000)], shared);
	const both = Promise.all([read.send(), clock.wait(250_000).then(async () => await send())]);
	expect(await clock.run(both)).toEqual([limited, failed('rateLimited', 200_000)]);
	expect(left.map(([at]) => at)).toEqual([250_000, 450_000]);
	expect(read.left.map(([at]) => at)).toEqual([0, 450_000]);
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
