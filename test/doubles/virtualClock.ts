import { setMaxListeners } from 'node:events';

import type { Clock } from '../../lib/basics/clock';

/** More moments than any test has, so that work without an end fails instead of running for ever. */
const MOST_JUMPS = 100_000;

interface Timer {
	at: number;
	fire: () => void;
}

/** A clock that stands still while anything can still happen, then jumps to the next moment. */
export class VirtualClock implements Clock {
	private time = 0;

	private timers: Timer[] = [];

	/** What `random` gives: the middle, so that jitter adds nothing. */
	chance = 0.5;

	now(): number {
		return this.time;
	}

	random(): number {
		return this.chance;
	}

	async wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
		if (signal?.aborted) return;
		await new Promise<void>((resolve) => {
			const timer: Timer = {
				at: this.time + Math.max(0, milliseconds),
				fire: () => {
					signal?.removeEventListener('abort', timer.fire);
					this.timers = this.timers.filter((other) => other !== timer);
					resolve();
				},
			};
			this.timers.push(timer);
			if (signal === undefined) return;
			// A run may have any number of waits, and Node.js warns of more than ten listeners.
			setMaxListeners(0, signal);
			signal.addEventListener('abort', timer.fire, { once: true });
		});
	}

	/** Lets time pass until the work has ended; throws where nothing is left that could end it. */
	async run<Result>(work: Promise<Result>): Promise<Result> {
		let ended = false;
		const end = (): void => {
			ended = true;
		};
		work.then(end, end);
		for (let jumps = 0; jumps < MOST_JUMPS; jumps++) {
			// Twice, as what a timer has set off may itself come after a `setImmediate`, such as a store's.
			for (let turn = 0; turn < 2; turn++) await new Promise(setImmediate);
			if (ended) return await work;
			if (this.timers.length === 0) throw new Error(`Nothing is left to happen at ${this.time}`);
			const next = this.timers.reduce((first, other) => (other.at < first.at ? other : first));
			this.time = next.at;
			next.fire();
		}
		throw new Error(`Still not at an end at ${this.time}`);
	}
}
