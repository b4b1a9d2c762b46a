import * as fc from 'fast-check';

import { runSchedule } from '../../../nodes/CustomerMessaging/delivery/schedule';
import { VirtualClock } from '../doubles/virtualClock';

interface Task {
	recipient: string | undefined;
	latency: number;
}

/** What happened, by the tasks' places in the list. */
interface Log {
	started: number[];
	ended: number[];
	/** The most tasks that ran at the same time. */
	most: number;
	/** Every moment at which two tasks of one recipient ran together. */
	together: string[];
	/** Tasks that were started after the stop. */
	late: number[];
	duration: number;
}

async function runTasks(tasks: Task[], limit: number, stopAfter = Infinity): Promise<Log> {
	const clock = new VirtualClock();
	const log: Log = { started: [], ended: [], most: 0, together: [], late: [], duration: 0 };
	const active = new Set<number>();
	const recipientAt = (place: number): string | undefined => tasks[place]!.recipient;
	const stop = new AbortController();
	if (stopAfter === 0) stop.abort();
	await clock.run(
		runSchedule({
			tasks: tasks.map(({ latency }, place) => ({ place, latency })),
			recipientOf: ({ place }) => recipientAt(place),
			limit,
			stop: stop.signal,
			run: async ({ place, latency }) => {
				const recipient = recipientAt(place);
				if (stop.signal.aborted) log.late.push(place);
				if (
					recipient !== undefined &&
					[...active].some((other) => recipientAt(other) === recipient)
				) {
					log.together.push(recipient);
				}
				log.started.push(place);
				active.add(place);
				log.most = Math.max(log.most, active.size);
				await clock.wait(latency);
				active.delete(place);
				log.ended.push(place);
				if (log.ended.length >= stopAfter) stop.abort();
			},
		}),
	);
	log.duration = clock.now();
	return log;
}

const anyTasks = fc.array(
	fc.record({
		recipient: fc.option(fc.constantFrom('a', 'b', 'c', 'd', '__proto__', ''), { nil: undefined }),
		latency: fc.nat(50),
	}),
	{ maxLength: 60 },
);

const anyLimit = fc.integer({ min: 1, max: 25 });

test('every task runs exactly once, whatever the latencies and recipients', async () => {
	await fc.assert(
		fc.asyncProperty(anyTasks, anyLimit, async (tasks, limit) => {
			const { started, ended } = await runTasks(tasks, limit);
			const all = tasks.map((_task, index) => index);
			expect([...started].sort((one, other) => one - other)).toEqual(all);
			expect([...ended].sort((one, other) => one - other)).toEqual(all);
		}),
	);
});

test('the limit is never exceeded', async () => {
	await fc.assert(
		fc.asyncProperty(anyTasks, anyLimit, async (tasks, limit) => {
			expect((await runTasks(tasks, limit)).most).toBeLessThanOrEqual(limit);
		}),
	);
});

test('a recipient gets theirs in input order, never two at once', async () => {
	await fc.assert(
		fc.asyncProperty(anyTasks, anyLimit, async (tasks, limit) => {
			const { started, together } = await runTasks(tasks, limit);
			expect(together).toEqual([]);
			for (const recipient of new Set(tasks.map((task) => task.recipient))) {
				if (recipient === undefined) continue;
				const theirs = started.filter((task) => tasks[task]!.recipient === recipient);
				expect(theirs).toEqual([...theirs].sort((one, other) => one - other));
			}
		}),
	);
});

test('no task starts after a stop, and those in flight end', async () => {
	await fc.assert(
		fc.asyncProperty(anyTasks, anyLimit, fc.nat(60), async (tasks, limit, stopAfter) => {
			const { started, ended, late } = await runTasks(tasks, limit, stopAfter);
			expect(late).toEqual([]);
			expect([...ended].sort()).toEqual([...started].sort());
			// What was left out is the end of each recipient's own list, never a message in its middle.
			for (const recipient of new Set(tasks.map((task) => task.recipient))) {
				if (recipient === undefined) continue;
				const theirs = tasks.flatMap((task, index) =>
					task.recipient === recipient ? [index] : [],
				);
				const begun = theirs.filter((task) => started.includes(task));
				expect(begun).toEqual(theirs.slice(0, begun.length));
			}
		}),
	);
});

test('as many run as may: no place stays free while a task could run', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 60 }),
			anyLimit,
			async (latencies, limit) => {
				const tasks = latencies.map((latency) => ({ recipient: undefined, latency }));
				const { most, started, duration } = await runTasks(tasks, limit);
				expect(most).toBe(Math.min(limit, tasks.length));
				expect(started).toEqual(tasks.map((_task, index) => index));
				const total = latencies.reduce((sum, latency) => sum + latency, 0);
				expect(duration).toBeLessThanOrEqual(total / limit + Math.max(...latencies));
			},
		),
	);
});

test('a recipient who is being served holds up nobody else', async () => {
	const slow = { recipient: 'slow', latency: 1000 };
	const quick = Array.from({ length: 20 }, (_, index) => ({
		recipient: `quick ${index}`,
		latency: 10,
	}));
	const { ended, duration } = await runTasks([slow, slow, slow, ...quick], 2);
	expect(duration).toBe(3000);
	expect(ended.slice(0, 20)).toEqual(quick.map((_task, index) => index + 3));
});

test('where nobody says whom tasks are for, none waits for another', async () => {
	const clock = new VirtualClock();
	const run = async (): Promise<void> => await clock.wait(10);
	await clock.run(
		runSchedule({
			tasks: ['same', 'same', 'same'],
			limit: 3,
			stop: new AbortController().signal,
			run,
		}),
	);
	expect(clock.now()).toBe(10);
});

test('nothing to do ends at once', async () => {
	expect(await runTasks([], 20)).toMatchObject({ started: [], duration: 0 });
});

test.each([0, -3, 0.5])('a limit of %d still lets one through at a time', async (limit) => {
	const tasks = [1, 2, 3].map((latency) => ({ recipient: undefined, latency }));
	expect(await runTasks(tasks, limit)).toMatchObject({ most: 1, ended: [0, 1, 2] });
});

test('a task that throws is not swallowed', async () => {
	const broken = runSchedule({
		tasks: ['a', 'b'],
		limit: 2,
		stop: new AbortController().signal,
		run: async () => await Promise.reject(new Error('broken')),
	});
	await expect(broken).rejects.toThrow('broken');
});
