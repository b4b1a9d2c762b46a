/** What to run, and how. */
export interface Schedule<Task> {
	/** In the order in which they start. */
	tasks: readonly Task[];
	/**
	 * Whom a task is for: tasks for the same recipient never run at the same time and keep their order.
	 * Undefined stands for nobody in particular.
	 */
	recipientOf?: (task: Task) => string | undefined;
	/** The most tasks that run at the same time. */
	limit: number;
	/** No task starts once it is aborted. */
	stop: AbortSignal;
	/** Runs one task. It must not throw: a task accounts for its own failure. */
	run: (task: Task) => Promise<void>;
}

/**
 * Runs tasks in parallel, in order where order matters.
 *
 * Tasks start in order, up to the limit; one whose recipient is being served waits until it is that
 * recipient's turn, and the next ones go first. Resolves when every task that was started has
 * ended. Rejects only if `run` does.
 */
export async function runSchedule<Task>({
	tasks,
	recipientOf,
	limit,
	stop,
	run,
}: Schedule<Task>): Promise<void> {
	/** For each recipient being served, the tasks that wait for it. */
	const waiting = new Map<string, Task[]>();
	let next = 0;

	/** The next task whose recipient is free. */
	const takeNext = (): Task | undefined => {
		while (next < tasks.length) {
			const task = tasks[next++]!;
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

	/** The task that follows another in the same place: its recipient's next, else the next of all. */
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

	const places = Math.min(Math.max(1, Math.floor(limit)), tasks.length);
	await Promise.all(Array.from({ length: places }, serve));
}
