import type { Clock } from '../basics';

export interface Pace {
	/** Waits for this request's turn; false if the run was stopped first. */
	turn(): Promise<boolean>;
	pause(milliseconds: number): void;
	/** Whether the service has slowed all of this run down. */
	wasPaused: boolean;
	timetable: Timetable;
}

/** What all reads and sends of a node in an execution share, in all its runs. */
interface Timetable {
	/** When the latest turn was, and until when all wait, on the clock. */
	lastTurn: number;
	pausedUntil: number;
	/** The latest turn that somebody waits for. */
	latest: Promise<void>;
	/** When the current series of 429s began; undefined if the last answer was another. */
	limitedSince?: number;
}

const timetables = new WeakMap<object, Timetable>();

/**
 * Paces a node: evenly at the given rate, with a pause of all requests when the service asks to wait.
 * @param nodeInExecution identifies the node in this execution, so that the runs of a loop keep one pace
 * @param perSecond maximum requests per second; 0 for no limit
 */
export function createPace(
	nodeInExecution: object,
	perSecond: number,
	clock: Clock,
	stop: AbortSignal,
): Pace {
	const timetable: Timetable = timetables.get(nodeInExecution) ?? {
		lastTurn: -Infinity,
		pausedUntil: 0,
		latest: Promise.resolve(),
	};
	timetables.set(nodeInExecution, timetable);
	const interval = perSecond > 0 ? 1000 / perSecond : 0;
	return {
		async turn() {
			// One after the other, so that requests that wait, or are late because n8n stood still, do not leave together.
			timetable.latest = timetable.latest.then(async () => {
				do {
					const mine = Math.max(timetable.lastTurn + interval, timetable.pausedUntil);
					await clock.wait(mine - clock.now(), stop);
				} while (!stop.aborted && clock.now() < timetable.pausedUntil);
				if (!stop.aborted && interval > 0) timetable.lastTurn = clock.now();
			});
			await timetable.latest;
			return !stop.aborted;
		},
		wasPaused: false,
		timetable,
		pause(milliseconds) {
			this.wasPaused = true;
			timetable.pausedUntil = Math.max(timetable.pausedUntil, clock.now() + milliseconds);
		},
	};
}
