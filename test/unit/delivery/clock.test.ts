import { SYSTEM_CLOCK } from '../../../nodes/CustomerMessaging/delivery/clock';

beforeEach(() => jest.useFakeTimers({ now: 1000 }));
afterEach(() => jest.useRealTimers());

async function hasEnded(work: Promise<void>): Promise<boolean> {
	let ended = false;
	void work.then(() => {
		ended = true;
	});
	await jest.advanceTimersByTimeAsync(0);
	return ended;
}

test('waits as long as it is told and no shorter', async () => {
	const waiting = SYSTEM_CLOCK.wait(500, new AbortController().signal);
	await jest.advanceTimersByTimeAsync(499);
	expect(await hasEnded(waiting)).toBe(false);
	await jest.advanceTimersByTimeAsync(1);
	expect(await hasEnded(waiting)).toBe(true);
	expect(SYSTEM_CLOCK.now()).toBe(1500);
});

test('a stop ends the wait within a tenth of a second and leaves no timer behind', async () => {
	const stop = new AbortController();
	const waiting = SYSTEM_CLOCK.wait(60_000, stop.signal);
	await jest.advanceTimersByTimeAsync(1250);
	expect(await hasEnded(waiting)).toBe(false);
	stop.abort();
	await jest.advanceTimersByTimeAsync(100);
	expect(await hasEnded(waiting)).toBe(true);
	expect(jest.getTimerCount()).toBe(0);
});

test('there is nothing to wait for after a stop, or for no time', async () => {
	expect(await hasEnded(SYSTEM_CLOCK.wait(60_000, AbortSignal.abort()))).toBe(true);
	for (const none of [0, -5])
		expect(await hasEnded(SYSTEM_CLOCK.wait(none, new AbortController().signal))).toBe(true);
});

test('jitter is a share', () => {
	const share = SYSTEM_CLOCK.random();
	expect(share >= 0 && share < 1).toBe(true);
});
