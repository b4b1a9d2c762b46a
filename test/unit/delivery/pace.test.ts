import * as fc from 'fast-check';

import { createPace, type Pace } from '../../../nodes/CustomerMessaging/delivery/pace';
import { VirtualClock } from '../doubles/virtualClock';

const running = new AbortController().signal;

/** When each of so many requests leaves that come at the same time. */
async function leavingTimes(clock: VirtualClock, pace: Pace, count: number): Promise<number[]> {
	const left: number[] = [];
	await clock.run(
		Promise.all(
			Array.from({ length: count }, async () => {
				expect(await pace.turn()).toBe(true);
				left.push(clock.now());
			}),
		),
	);
	return left;
}

test('without a limit every request leaves at once', async () => {
	const clock = new VirtualClock();
	const pace = createPace({}, 0, clock, running);
	await clock.run(Promise.all(Array.from({ length: 100 }, async () => await pace.turn())));
	expect(clock.now()).toBe(0);
});

test('requests leave evenly at the wanted rate', async () => {
	const clock = new VirtualClock();
	expect(await leavingTimes(clock, createPace({}, 4, clock, running), 5)).toEqual([
		0, 250, 500, 750, 1000,
	]);
});

test('a pause is not caught up with', async () => {
	const clock = new VirtualClock();
	const pace = createPace({}, 10, clock, running);
	await clock.run(pace.turn());
	await clock.run(clock.wait(5000));
	expect(await leavingTimes(clock, pace, 3)).toEqual([5000, 5100, 5200]);
});

describe('the runs of a node in one execution', () => {
	test('keep one pace, as in a loop over single items', async () => {
		const clock = new VirtualClock();
		const nodeInExecution = {};
		const left: number[] = [];
		for (let run = 0; run < 4; run++) {
			left.push(...(await leavingTimes(clock, createPace(nodeInExecution, 2, clock, running), 1)));
			await clock.run(clock.wait(100));
		}
		expect(left).toEqual([0, 500, 1000, 1500]);
	});

	test('wait together for the service, also a run that begins after it asked', async () => {
		const clock = new VirtualClock();
		const nodeInExecution = {};
		createPace(nodeInExecution, 0, clock, running).hold(1000);
		expect(await leavingTimes(clock, createPace(nodeInExecution, 0, clock, running), 3)).toEqual([
			1000, 1000, 1000,
		]);
		createPace(nodeInExecution, 0, clock, running).hold(500);
		expect(await leavingTimes(clock, createPace(nodeInExecution, 0, clock, running), 1)).toEqual([
			1500,
		]);
	});

	test('do not wait for the turns that a stopped one has not used', async () => {
		const clock = new VirtualClock();
		const nodeInExecution = {};
		const stop = new AbortController();
		const stopped = createPace(nodeInExecution, 1, clock, stop.signal);
		const turns = Promise.all(Array.from({ length: 20 }, async () => await stopped.turn()));
		void clock.wait(100).then(() => stop.abort());
		expect((await clock.run(turns)).filter((left) => left)).toHaveLength(1);
		expect(await leavingTimes(clock, createPace(nodeInExecution, 1, clock, running), 2)).toEqual([
			1100, 2100,
		]);
	});
});

test('another execution, and another node, has a pace of its own', async () => {
	const clock = new VirtualClock();
	const held = createPace({}, 1, clock, running);
	await clock.run(held.turn());
	held.hold(60_000);
	expect(await leavingTimes(clock, createPace({}, 1, clock, running), 2)).toEqual([0, 1000]);
});

test('a hold holds everyone back, and a longer one prolongs it', async () => {
	const clock = new VirtualClock();
	const pace = createPace({}, 0, clock, running);
	pace.hold(1000);
	const waiting = Promise.all([pace.turn(), pace.turn()]);
	void clock.wait(500).then(() => pace.hold(2000));
	void clock.wait(600).then(() => pace.hold(10));
	expect(await clock.run(waiting)).toEqual([true, true]);
	expect(clock.now()).toBe(2500);
});

test('a stop ends every wait, and no turn comes after it', async () => {
	for (const perSecond of [0, 0.1]) {
		const clock = new VirtualClock();
		const stop = new AbortController();
		const pace = createPace({}, perSecond, clock, stop.signal);
		await clock.run(pace.turn());
		pace.hold(60_000);
		const waiting = Promise.all([pace.turn(), pace.turn()]);
		void clock.wait(100).then(() => stop.abort());
		expect(await clock.run(waiting)).toEqual([false, false]);
		expect(clock.now()).toBe(100);
		expect(await pace.turn()).toBe(false);
	}
});

test('the rate is never exceeded, whatever is held back meanwhile', async () => {
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
				const clock = new VirtualClock();
				const pace = createPace({}, perSecond, clock, running);
				const left: number[] = [];
				const held: Array<[from: number, to: number]> = [];
				for (const { at, milliseconds } of pauses) {
					void clock.wait(at).then(() => {
						held.push([clock.now(), clock.now() + milliseconds]);
						pace.hold(milliseconds);
					});
				}
				await clock.run(
					Promise.all(
						requests.map(async (at) => {
							await clock.wait(at);
							await pace.turn();
							left.push(clock.now());
						}),
					),
				);

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
