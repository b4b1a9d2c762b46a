import type { Status } from './status';

export interface Change {
	names: readonly string[];
	/** The new status under each name; called again if the change has to be made again. */
	after: (now: readonly Status[]) => readonly Status[];
	/** Whether to look the messages up; otherwise, they are in progress unless a change beside this one finds something else. */
	looks: boolean;
	/** Aborted when its execution no longer needs the change, which is then not made. */
	stop?: AbortSignal;
}

/** Where executions tell each other what they send: n8n's list and lock (list.ts) are one way to keep that. */
export interface Store {
	/**
	 * Makes a change, which may wait a little for others, as one step: nobody else changes the same messages meanwhile. Returns
	 * the statuses before, by name; undefined if its execution was stopped first. Throws a FailureError; then it may be made or not.
	 */
	change(change: Change): Promise<readonly Status[] | undefined>;
	/** Makes the waiting changes without delay. */
	hurry(): void;
}
