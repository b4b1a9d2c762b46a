import type { Clock } from './clock';

/** When the next request of a run may leave. */
export interface Pace {
	/** Waits for this request's turn; false where the run was stopped before it came. */
	turn(): Promise<boolean>;
	/** Holds back every request of the run for so many milliseconds from now. */
	hold(milliseconds: number): void;
}

/**
 * Paces a whole run: evenly at the wanted rate, and together when the service asks to wait.
 *
 * Takes the requests a second (0 for no limit), the clock, and the signal that stops the run.
 */
export function createPace(perSecond: number, clock: Clock, stop: AbortSignal): Pace {
	const interval = perSecond > 0 ? 1000 / perSecond : 0;
	let nextTurn = 0;
	let heldUntil = 0;
	return {
		async turn() {
			// Whoever is held back takes a new place in the row, or all would leave as one after it.
			do {
				const mine = Math.max(clock.now(), nextTurn, heldUntil);
				nextTurn = mine + interval;
				await waitUntil(mine);
			} while (!stop.aborted && clock.now() < heldUntil);
			return !stop.aborted;
		},
		hold(milliseconds) {
			heldUntil = Math.max(heldUntil, clock.now() + milliseconds);
		},
	};

	async function waitUntil(moment: number): Promise<void> {
		const remaining = moment - clock.now();
		if (remaining > 0) await clock.wait(remaining, stop);
	}
}
