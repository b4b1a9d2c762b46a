import { sleep } from 'n8n-workflow';

/** Time as delivery needs it; tests bring their own. */
export interface Clock {
	/** Milliseconds since some fixed moment. */
	now(): number;
	/** Waits so many milliseconds, or until a moment after the signal is aborted; no timer outlives it. */
	wait(milliseconds: number, signal: AbortSignal): Promise<void>;
	/** A number from 0 up to 1, for jitter. */
	random(): number;
}

/** The longest single timer, in milliseconds: n8n's `sleep` cannot be ended, so a stop is seen when it has passed. */
const LONGEST_TIMER = 100;

/** The clock of the machine. */
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
			await sleep(Math.min(remaining, LONGEST_TIMER));
		}
	},
};
