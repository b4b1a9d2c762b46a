interface Schedule<Task> {
	/** In the order in which they start. */
	tasks: readonly Task[];
	/** Tasks with the same recipient run one at a time, in order; those without one need no order. */
	recipientOf?: (task: Task) => string | undefined;
	limit: number;
	/** No task starts once it is aborted. */
	stop: AbortSignal;
	/** Must not reject: a task handles its own failure. */
	run: (task: Task) => Promise<void>;
}

/**
 * Runs tasks in parallel, started in order up to the limit. A task whose recipient is busy waits for its turn, and
 * the next ones go first. Resolves when every started task has ended; rejects only if `run` does.
 */
export async function runSchedule<Task>({
	tasks,
	recipientOf,
	limit,
	stop,
	run,
}: Schedule<Task>): Promise<void> {
	/** For each busy recipient, the tasks that wait for it. */
	const waiting = new Map<string, Task[]>();
	const rest = tasks[Symbol.iterator]();

	const takeNext = (): Task | undefined => {
		for (let next = rest.next(); !next.done; next = rest.next()) {
			const task = next.value;
			const recipient = recipientOf?.(task);
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

	/** The task to run after another: its recipient's next, or else the next of all. */
	const takeAfter = (task: Task): Task | undefined => {
		const recipient = recipientOf?.(task);
		if (recipient !== undefined) {
			const follower = waiting.get(recipient)?.shift();
			if (follower !== undefined) return follower;
			waiting.delete(recipient);
		}
		return takeNext();
	};

	const serve = async (): Promise<void> => {
		let task = stop.aborted ? undefined : takeNext();
		while (task !== undefined) {
			await run(task);
			task = stop.aborted ? undefined : takeAfter(task);
		}
	};

	const atOnce = Math.min(Math.max(1, Math.floor(limit)), tasks.length);
	await Promise.all(Array.from({ length: atOnce }, serve));
}
