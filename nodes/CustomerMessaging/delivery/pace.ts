import type { Clock } from './clock';

/** When the next request of a node may leave, in an execution. */
export interface Pace {
	/** Waits for this request's turn; false where the run was stopped before it came. */
	turn(): Promise<boolean>;
	/** Holds back every request for so many milliseconds from now. */
	hold(milliseconds: number): void;
	/** How often the requests of this run were held back. */
	slowDowns: number;
}

/** The moments that all runs of a node in an execution share, as the clock counts. */
interface Timetable {
	nextTurn: number;
	heldUntil: number;
}

const timetables = new WeakMap<object, Timetable>();

/**
 * Paces a node: evenly at the wanted rate, and together when the service asks to wait.
 *
 * Takes what stands for the node in this execution, so that the runs of a loop keep one pace; the
 * requests a second (0 for no limit); the clock; and the signal that stops the run.
 */
export function createPace(
	nodeInExecution: object,
	perSecond: number,
	clock: Clock,
	stop: AbortSignal,
): Pace {
	const timetable = timetables.get(nodeInExecution) ?? { nextTurn: 0, heldUntil: 0 };
	timetables.set(nodeInExecution, timetable);
	const interval = perSecond > 0 ? 1000 / perSecond : 0;
	return {
		async turn() {
			// Whoever is held back takes a new place in the row, or all would leave as one after it.
			do {
				const mine = Math.max(clock.now(), timetable.nextTurn, timetable.heldUntil);
				timetable.nextTurn = mine + interval;
				if (mine > clock.now()) await clock.wait(mine - clock.now(), stop);
			} while (!stop.aborted && clock.now() < timetable.heldUntil);
			// The node's next run need not wait for the turns that this one no longer takes.
			if (stop.aborted) timetable.nextTurn = Math.min(timetable.nextTurn, clock.now() + interval);
			return !stop.aborted;
		},
		slowDowns: 0,
		hold(milliseconds) {
			this.slowDowns++;
			timetable.heldUntil = Math.max(timetable.heldUntil, clock.now() + milliseconds);
		},
	};
}
