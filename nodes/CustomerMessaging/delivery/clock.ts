import { sleep } from 'n8n-workflow';

/** Time as delivery needs it; tests bring their own. */
export interface Clock {
	/** Milliseconds since some fixed moment. */
	now(): number;
	/** Waits so many milliseconds, or until the signal is aborted. */
	wait(milliseconds: number, signal: AbortSignal): Promise<void>;
	/** A number from 0 up to 1, for jitter. */
	random(): number;
}

/** The clock of the machine. */
export const SYSTEM_CLOCK: Clock = {
	now: () => Date.now(),
	random: () => Math.random(),
	async wait(milliseconds, signal) {
		if (signal.aborted || milliseconds <= 0) return;
		let stopWaiting: () => void = () => {};
		const aborted = new Promise<void>((resolve) => {
			stopWaiting = resolve;
			signal.addEventListener('abort', stopWaiting, { once: true });
		});
		await Promise.race([sleep(milliseconds), aborted]);
		signal.removeEventListener('abort', stopWaiting);
	},
};
