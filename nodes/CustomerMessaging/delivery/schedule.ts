/** What to schedule, and how. */
export interface Schedule {
	/**
	 * Whom each task is for, in input order. Tasks with the same recipient never run at the same
	 * time and keep their order; undefined stands for nobody in particular.
	 */
	recipients: ReadonlyArray<string | undefined>;
	/** The most tasks that run at the same time. */
	limit: number;
	/** Runs one task. It must not throw: a task accounts for its own failure. */
	run: (task: number) => Promise<void>;
	/** Whether no further task may start; asked before each. */
	stopped: () => boolean;
}

/**
 * Runs tasks in parallel, in order where order matters.
 *
 * Tasks start in input order, up to the limit; one whose recipient is being served waits until
 * it is that recipient's turn, and the next ones go first. Resolves when every task that was
 * started has ended; tasks after a stop are never started. Rejects only if `run` does.
 */
export async function runSchedule({ recipients, limit, run, stopped }: Schedule): Promise<void> {
	/** For each recipient being served, the tasks that wait for it. */
	const waiting = new Map<string, number[]>();
	let next = 0;

	/** The next task in input order whose recipient is free. */
	const takeNext = (): number | undefined => {
		while (next < recipients.length) {
			const task = next++;
			const recipient = recipients[task];
			if (recipient === undefined) return task;
			const queue = waiting.get(recipient);
			if (queue === undefined) {
				waiting.set(recipient, []);
				return task;
			}
			queue.push(task);
		}
		return undefined;
	};

	/** The task that follows another in the same place: its recipient's next, else the next of all. */
	const takeAfter = (task: number): number | undefined => {
		const recipient = recipients[task];
		if (recipient !== undefined) {
			const follower = waiting.get(recipient)?.shift();
			if (follower !== undefined) return follower;
			waiting.delete(recipient);
		}
		return takeNext();
	};

	const serve = async (): Promise<void> => {
		let task = stopped() ? undefined : takeNext();
		while (task !== undefined) {
			await run(task);
			task = stopped() ? undefined : takeAfter(task);
		}
	};

	const places = Math.min(Math.max(1, Math.floor(limit)), recipients.length);
	await Promise.all(Array.from({ length: places }, serve));
}
