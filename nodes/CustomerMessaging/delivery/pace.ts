import type { Clock } from '../primitives/clock';

/** Decides when a node's next request may leave. */
export interface Pace {
	/** Waits for this request's turn; false if the run was stopped first. */
	turn(): Promise<boolean>;
	/** Holds back all requests for `milliseconds` from now. */
	hold(milliseconds: number): void;
	/** Whether this run was held back. */
	wasHeld: boolean;
}

/** What the reads and the sends of a run share. */
export interface RateLimit {
	/** When the first 429 came after any other answer; undefined if the last answer was another. */
	limitedSince?: number;
}

/** What all runs of a node in an execution share. */
interface Timetable {
	/** When the latest turn was, and until when all wait, on the clock. */
	lastTurn: number;
	heldUntil: number;
	/** The latest turn that somebody waits for. */
	latest: Promise<void>;
}

const timetables = new WeakMap<object, Timetable>();

/**
 * Paces a node: evenly at the given rate, and pausing all requests when the service asks to wait.
 *
 * @param nodeInExecution identifies the node in this execution, so that the runs of a loop keep one pace
 * @param perSecond maximum requests per second; 0 for no limit
 */
export function createPace(
	nodeInExecution: object,
	perSecond: number,
	clock: Clock,
	stop: AbortSignal,
): Pace {
	const timetable = timetables.get(nodeInExecution) ?? {
		lastTurn: -Infinity,
		heldUntil: 0,
		latest: Promise.resolve(),
	};
	timetables.set(nodeInExecution, timetable);
	const interval = perSecond > 0 ? 1000 / perSecond : 0;
	return {
		async turn() {
			// One after the other, so that those that are held, or late after n8n has stood still, do not leave together.
			timetable.latest = timetable.latest.then(async () => {
				do {
					const mine = Math.max(timetable.lastTurn + interval, timetable.heldUntil);
					await clock.wait(mine - clock.now(), stop);
				} while (!stop.aborted && clock.now() < timetable.heldUntil);
				if (!stop.aborted && interval > 0) timetable.lastTurn = clock.now();
			});
			await timetable.latest;
			return !stop.aborted;
		},
		wasHeld: false,
		hold(milliseconds) {
			this.wasHeld = true;
			timetable.heldUntil = Math.max(timetable.heldUntil, clock.now() + milliseconds);
		},
	};
}
