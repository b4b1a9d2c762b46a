import type { Clock } from '../memory/clock';

/** Decides when a node's next request may leave. */
export interface Pace {
	/** Waits for this request's turn; false if the run was stopped first. */
	turn(): Promise<boolean>;
	/**
	 * Holds back all requests for `milliseconds` from now, as a response asks.
	 *
	 * @param earlier `slowDowns` when the request left: many that left together are asked to wait together, once
	 */
	hold(milliseconds: number, earlier: number): void;
	/** How often the service has asked this run to slow down. */
	slowDowns: number;
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
				if (!stop.aborted) timetable.lastTurn = clock.now();
			});
			await timetable.latest;
			return !stop.aborted;
		},
		slowDowns: 0,
		hold(milliseconds, earlier) {
			this.slowDowns = Math.max(this.slowDowns, earlier + 1);
			timetable.heldUntil = Math.max(timetable.heldUntil, clock.now() + milliseconds);
		},
	};
}
