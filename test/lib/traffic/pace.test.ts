import * as fc from 'fast-check';

import { createPace, type Pace } from '../../../lib/traffic/pace';
import { VirtualClock } from '../../doubles/virtualClock';

const running = new AbortController().signal;

let clock: VirtualClock;
beforeEach(() => {
	clock = new VirtualClock();
});

/** When each of several requests that come at the same time leaves. */
async function leavingTimes(pace: Pace, count: number): Promise<number[]> {
	const left: number[] = [];
	const leave = async (): Promise<void> => {
		expect(await pace.turn()).toBe(true);
		left.push(clock.now());
	};
	await clock.run(Promise.all(Array.from({ length: count }, leave)));
	return left;
}

test('requests leave evenly at the wanted rate, at once without one, and a pause is not caught up with', async () => {
	expect(new Set(await leavingTimes(createPace({}, 0, clock, running), 100))).toEqual(new Set([0]));
	const pace = createPace({}, 4, clock, running);
	expect(await leavingTimes(pace, 5)).toEqual([0, 250, 500, 750, 1000]);
	await clock.run(clock.wait(5000));
	expect(await leavingTimes(pace, 3)).toEqual([6000, 6250, 6500]);
});

test('the runs of a node in one execution keep one pace, and wait together for the service', async () => {
	const node = {};
	const left: number[] = [];
	for (let run = 0; run < 3; run++) {
		left.push(...(await leavingTimes(createPace(node, 2, clock, running), 1)));
		await clock.run(clock.wait(100));
	}
	createPace(node, 0, clock, running).pause(2000);
	left.push(...(await leavingTimes(createPace(node, 0, clock, running), 2)));
	expect(left).toEqual([0, 500, 1000, 3100, 3100]);
	// Another execution, and another node, has another pace.
	createPace(node, 0, clock, running).pause(60_000);
	expect(await leavingTimes(createPace({}, 0, clock, running), 1)).toEqual([3100]);
});

test('what leaves without a rate holds nothing up that has one', async () => {
	const node = {};
	const sends = createPace(node, 1, clock, running);
	expect(await leavingTimes(sends, 1)).toEqual([0]);
	await clock.run(clock.wait(600));
	expect(await leavingTimes(createPace(node, 0, clock, running), 1)).toEqual([600]);
	expect(await leavingTimes(sends, 1)).toEqual([1000]);
});

test('after n8n has stood still, those that are late do not leave together', async () => {
	const pace = createPace({}, 10, clock, running);
	const left: number[] = [];
	const leave = async (): Promise<void> => {
		await pace.turn();
		left.push(clock.now());
	};
	const waits = clock.wait.bind(clock);
	clock.wait = async (milliseconds, signal) => {
		const end = clock.now() + milliseconds;
		await waits(end > 200 && end < 2200 ? 2200 - clock.now() : milliseconds, signal);
	};
	await clock.run(Promise.all(Array.from({ length: 30 }, leave)));
	expect(left).toContain(2200);
	for (const [index, moment] of left.entries())
		expect(moment - (left[index - 1] ?? -100)).toBeGreaterThanOrEqual(100);
});

test('a run does not wait for the turns that a stopped one has not used', async () => {
	const node = {};
	const stop = new AbortController();
	const stopped = createPace(node, 1, clock, stop.signal);
	const turns = Promise.all(Array.from({ length: 20 }, async () => await stopped.turn()));
	void clock.wait(100).then(() => stop.abort());
	expect((await clock.run(turns)).filter((left) => left)).toHaveLength(1);
	expect(await leavingTimes(createPace(node, 1, clock, running), 2)).toEqual([1000, 2000]);
});

test.each([0, 0.1])('at %d a second, a stop ends every wait and all turns', async (perSecond) => {
	const stop = new AbortController();
	const pace = createPace({}, perSecond, clock, stop.signal);
	await clock.run(pace.turn());
	pace.pause(60_000);
	const waiting = Promise.all([pace.turn(), pace.turn()]);
	void clock.wait(100).then(() => stop.abort());
	expect(await clock.run(waiting)).toEqual([false, false]);
	expect([clock.now(), await pace.turn()]).toEqual([100, false]);
});

test('the rate is never exceeded, and nothing leaves while it is held', async () => {
	const arrivals = fc.array(fc.nat(3000), { minLength: 1, maxLength: 40 });
	const holds = fc.array(fc.record({ at: fc.nat(4000), milliseconds: fc.nat(3000) }), {
		maxLength: 5,
	});
	await fc.assert(
		fc.asyncProperty(
			fc.integer({ min: 1, max: 50 }),
			arrivals,
			holds,
			async (perSecond, requests, pauses) => {
				clock = new VirtualClock();
				const pace = createPace({}, perSecond, clock, running);
				const left: number[] = [];
				const held: Array<[from: number, to: number]> = [];
				for (const { at, milliseconds } of pauses) {
					void clock.wait(at).then(() => {
						held.push([clock.now(), clock.now() + milliseconds]);
						pace.pause(milliseconds);
					});
				}
				const leave = async (at: number): Promise<void> => {
					await clock.wait(at);
					await pace.turn();
					left.push(clock.now());
				};
				await clock.run(Promise.all(requests.map(leave)));

				expect(left).toHaveLength(requests.length);
				for (const [index, moment] of left.entries()) {
					if (index > 0)
						expect(moment - left[index - 1]!).toBeGreaterThanOrEqual(1000 / perSecond - 0.001);
					for (const [from, to] of held) expect(moment > from && moment < to - 0.001).toBe(false);
				}
			},
		),
	);
});
