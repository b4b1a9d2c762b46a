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

/** The longest single timer, in milliseconds: n8n's `sleep` cannot be ended, so that much of it outlives an abort. */
const LONGEST_TIMER = 1000;

/** The clock of the machine. */
export const SYSTEM_CLOCK: Clock = {
	now: () => Date.now(),
	random: () => Math.random(),
	async wait(milliseconds, signal) {
		if (signal.aborted || milliseconds <= 0) return;
		const sleepers = sleepersOf(signal);
		let wake: () => void = () => {};
		const woken = new Promise<void>((resolve) => {
			wake = resolve;
			sleepers.add(wake);
		});
		const end = Date.now() + milliseconds;
		for (let remaining = milliseconds; remaining > 0 && !signal.aborted; remaining = end - Date.now()) {
			await Promise.race([sleep(Math.min(remaining, LONGEST_TIMER)), woken]);
		}
		sleepers.delete(wake);
	},
};

/** Who is waiting, by the signal that ends the wait. */
const sleeping = new WeakMap<AbortSignal, Set<() => void>>();

/** One listener serves all: Node.js warns in n8n's log of a signal that has more than ten. */
function sleepersOf(signal: AbortSignal): Set<() => void> {
	let sleepers = sleeping.get(signal);
	if (sleepers === undefined) {
		const all = new Set<() => void>();
		signal.addEventListener('abort', () => all.forEach((wake) => wake()), { once: true });
		sleeping.set(signal, all);
		sleepers = all;
	}
	return sleepers;
}
