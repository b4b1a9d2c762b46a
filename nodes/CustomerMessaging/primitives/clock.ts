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

/** The waits under way, by the signal that ends them: they share one listener, because Node.js warns of more than ten. */
const underWay = new Map<EventTarget | null, Set<AbortController>>();

function endAll({ target }: Event): void {
	for (const wait of underWay.get(target) ?? []) wait.abort();
}

export const SYSTEM_CLOCK: Clock = {
	now: passed,
	random: () => Math.random(),
	async wait(milliseconds, signal) {
		if (milliseconds <= 0 || signal?.aborted) return;
		if (signal === undefined) return await sleep(milliseconds);
		const wait = new AbortController();
		const waits = (underWay.get(signal) ?? new Set()).add(wait);
		underWay.set(signal, waits);
		// Does nothing if it has this listener already.
		signal.addEventListener('abort', endAll);
		await sleep(milliseconds, wait.signal).catch(() => {});
		waits.delete(wait);
		if (waits.size > 0) return;
		signal.removeEventListener('abort', endAll);
		underWay.delete(signal);
	},
};
