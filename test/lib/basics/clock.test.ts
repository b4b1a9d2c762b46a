import { getEventListeners } from 'node:events';

import { install } from '@sinonjs/fake-timers';

import { SYSTEM_CLOCK } from '../../../lib/basics/clock';

let time: ReturnType<typeof install>;
beforeEach(() => {
	time = install({ now: 1000, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => time.uninstall());

/** When a wait ends, in milliseconds from its beginning, where it is stopped after some of them. */
async function lengthOf(milliseconds: number, stopAfter = 2000): Promise<number | undefined> {
	const stop = new AbortController();
	if (stopAfter === 0) stop.abort();
	let length: number | undefined;
	const start = SYSTEM_CLOCK.now();
	void SYSTEM_CLOCK.wait(milliseconds, stop.signal).then(() => {
		length = SYSTEM_CLOCK.now() - start;
	});
	await time.tickAsync(stopAfter);
	stop.abort();
	await time.tickAsync(1000);
	return length;
}

test.each<[milliseconds: number, stopAfter: number | undefined, length: number]>([
	[500, undefined, 500],
	[0, undefined, 0],
	[-5, undefined, 0],
	[60_000, 0, 0],
	[60_000, 1250, 1250],
])(
	'a wait of %d ms, stopped after %p, takes %d and leaves no timer',
	async (milliseconds, stopAfter, length) => {
		expect(await lengthOf(milliseconds, stopAfter)).toBe(length);
		expect(time.countTimers()).toBe(0);
	},
);

test('any number of waits end with one signal, without a warning of Node.js, and leave no listener', async () => {
	const warnings: Error[] = [];
	const note = (warning: Error): void => void warnings.push(warning);
	process.on('warning', note);
	const stop = new AbortController();
	let ended = 0;
	for (let wait = 1; wait <= 50; wait++)
		void SYSTEM_CLOCK.wait(100 * wait, stop.signal).then(() => ended++);
	await time.tickAsync(2000);
	expect(ended).toBe(20);
	stop.abort();
	await time.tickAsync(0);
	expect([ended, time.countTimers()]).toEqual([50, 0]);
	expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
	process.off('warning', note);
	expect(warnings).toEqual([]);
});

test('a wait that is over leaves no listener', async () => {
	const { signal } = new AbortController();
	void SYSTEM_CLOCK.wait(100, signal);
	await time.tickAsync(100);
	expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a wait takes no longer if the computer is set back by ten minutes, and the clock never goes back', async () => {
	let isOver = false;
	void SYSTEM_CLOCK.wait(300, new AbortController().signal).then(() => (isOver = true));
	await time.tickAsync(150);
	const before = SYSTEM_CLOCK.now();
	time.setSystemTime(1000 - 600_000);
	expect(SYSTEM_CLOCK.now()).toBe(before);
	await time.tickAsync(300);
	expect(isOver).toBe(true);
});
