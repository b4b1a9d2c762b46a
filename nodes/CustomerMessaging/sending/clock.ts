import { sleep } from 'n8n-workflow';

/** A clock that tests can replace. */
export interface Clock {
	/** In milliseconds, since some fixed moment. */
	now(): number;
	/** Waits `milliseconds`, or until shortly after the abort; leaves no timer running. */
	wait(milliseconds: number, signal: AbortSignal): Promise<void>;
	/** From 0 up to 1, for jitter. */
	random(): number;
}

/**
 * The longest single timer, in milliseconds: n8n's `sleep` cannot be cut short, so an abort is noticed when it ends.
 */
const MAX_TIMER = 100;

export const SYSTEM_CLOCK: Clock = {
	now: () => Date.now(),
	random: () => Math.random(),
	async wait(milliseconds, signal) {
		const end = Date.now() + milliseconds;
		for (
			let remaining = milliseconds;
			remaining > 0 && !signal.aborted;
			remaining = end - Date.now()
		) {
			await sleep(Math.min(remaining, MAX_TIMER));
		}
	},
};
