import * as fc from 'fast-check';

import { createPace } from '../../../nodes/CustomerMessaging/delivery/pace';
import { VirtualClock } from '../doubles/virtualClock';

const running = new AbortController().signal;

test('without a limit every request leaves at once', async () => {
	const clock = new VirtualClock();
	const pace = createPace(0, clock, running);
	await clock.run(Promise.all(Array.from({ length: 100 }, async () => await pace.turn())));
	expect(clock.now()).toBe(0);
});

test('requests leave evenly at the wanted rate', async () => {
	const clock = new VirtualClock();
	const pace = createPace(4, clock, running);
	const left: number[] = [];
	await clock.run(
		Promise.all(
			Array.from({ length: 5 }, async () => {
				expect(await pace.turn()).toBe(true);
				left.push(clock.now());
			}),
		),
	);
	expect(left).toEqual([0, 250, 500, 750, 1000]);
});

test('a pause is not caught up with', async () => {
	const clock = new VirtualClock();
	const pace = createPace(10, clock, running);
	await clock.run(pace.turn());
	await clock.run(clock.wait(5000));
	const left: number[] = [];
	await clock.run(
		Promise.all(
			[1, 2, 3].map(async () => {
				await pace.turn();
				left.push(clock.now());
			}),
		),
	);
	expect(left).toEqual([5000, 5100, 5200]);
});

test('a hold holds everyone back, and a longer one prolongs it', async () => {
	const clock = new VirtualClock();
	const pace = createPace(0, clock, running);
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
		const pace = createPace(perSecond, clock, stop.signal);
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
	const holds = fc.array(fc.record({ at: fc.nat(4000), milliseconds: fc.nat(3000) }), { maxLength: 5 });
	await fc.assert(
		fc.asyncProperty(fc.integer({ min: 1, max: 50 }), arrivals, holds, async (perSecond, requests, pauses) => {
			const clock = new VirtualClock();
			const pace = createPace(perSecond, clock, running);
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
				if (index > 0) expect(moment - left[index - 1]!).toBeGreaterThanOrEqual(1000 / perSecond - 0.001);
				for (const [from, to] of held) expect(moment > from && moment < to - 0.001).toBe(false);
			}
		}),
	);
});
