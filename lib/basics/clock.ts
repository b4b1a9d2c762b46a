import { sleep } from 'n8n-workflow';

/** A clock that tests can replace. */
export interface Clock {
	/** Milliseconds since some moment. They never go back, whatever happens to the computer's own clock. */
	now(): number;
	/** Waits `milliseconds`, or until the abort; leaves no timer running. */
	wait(milliseconds: number, signal?: AbortSignal): Promise<void>;
	/** From 0 up to 1, for jitter. */
	random(): number;
}

let latest = { read: Date.now(), passed: 0 };

/** `performance.now()` would not count the time for which the computer sleeps, while others take its lock over. */
function passed(): number {
	const read = Date.now();
	latest = { read, passed: latest.passed + Math.max(0, read - latest.read) };
	return latest.passed;
}

export const SYSTEM_CLOCK: Clock = {
	now: passed,
	random: () => Math.random(),
	async wait(milliseconds, signal) {
		if (milliseconds <= 0 || signal?.aborted) return;
		// Each wait has a signal of its own, because Node.js warns if one signal has more than ten listeners.
		const stop = signal === undefined ? undefined : AbortSignal.any([signal]);
		await sleep(milliseconds, stop).catch(() => {});
	},
};
