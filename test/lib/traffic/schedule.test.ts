import * as fc from 'fast-check';

import { runSchedule } from '../../../lib/traffic/schedule';
import { VirtualClock } from '../../doubles/virtualClock';

interface Task {
	recipient: string | undefined;
	latency: number;
}

/** Runs tasks, and returns what happened, by the tasks' places in the list. */
async function runTasks(tasks: Task[], limit: number, stopAfter = Infinity) {
	const clock = new VirtualClock();
	const log = {
		started: [] as number[],
		ended: [] as number[],
		/** The most tasks that ran at the same time. */
		most: 0,
		/** Tasks that were started while another of their recipient ran, or after the stop. */
		wrong: [] as number[],
	};
	const active = new Set<number>();
	const stop = new AbortController();
	if (stopAfter === 0) stop.abort();
	const run = async (place: number): Promise<void> => {
		const { recipient, latency } = tasks[place]!;
		const isServed = [...active].some((other) => tasks[other]!.recipient === recipient);
		if (stop.signal.aborted || (recipient !== undefined && isServed)) log.wrong.push(place);
		log.started.push(place);
		active.add(place);
		log.most = Math.max(log.most, active.size);
		await clock.wait(latency);
		active.delete(place);
		log.ended.push(place);
		if (log.ended.length >= stopAfter) stop.abort();
	};
	const recipientOf = (place: number): string | undefined => tasks[place]!.recipient;
	await clock.run(
		runSchedule({ tasks: [...tasks.keys()], recipientOf, limit, stop: stop.signal, run }),
	);
	return { ...log, duration: clock.now() };
}

const inOrder = (places: number[]): number[] => [...places].sort((one, other) => one - other);

const anyTasks = fc.array(
	fc.record({
		recipient: fc.constantFrom(undefined, 'a', 'b', 'c', 'd', '__proto__', ''),
		latency: fc.nat(50),
	}),
	{ maxLength: 60 },
);

const anyLimit = fc.integer({ min: 1, max: 25 });

test('whatever the latencies, recipients and the stop: each task once, within the limit, each recipient’s in order and one at a time', async () => {
	await fc.assert(
		fc.asyncProperty(
			...([anyTasks, anyLimit, fc.option(fc.nat(60), { nil: Infinity })] as const),
			async (tasks, limit, stopAfter) => {
				const { started, ended, most, wrong } = await runTasks(tasks, limit, stopAfter);
				expect(wrong).toEqual([]);
				expect(most).toBeLessThanOrEqual(limit);
				expect(inOrder(ended)).toEqual(inOrder(started));
				if (stopAfter === Infinity) expect(inOrder(ended)).toEqual([...tasks.keys()]);
				for (const recipient of new Set(tasks.map((task) => task.recipient))) {
					if (recipient === undefined) continue;
					const theirs = [...tasks.keys()].filter((place) => tasks[place]!.recipient === recipient);
					// What a stop leaves out is the end of each recipient's list, never a message in its middle.
					const begun = started.filter((place) => theirs.includes(place));
					expect(begun).toEqual(theirs.slice(0, begun.length));
				}
			},
		),
		{ numRuns: 200 },
	);
});

test('as many run as may: no place stays free while a task could run', async () => {
	const anyLatencies = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 60 });
	await fc.assert(
		fc.asyncProperty(anyLatencies, anyLimit, async (latencies, limit) => {
			const tasks = latencies.map((latency) => ({ recipient: undefined, latency }));
			const { most, started, duration } = await runTasks(tasks, limit);
			expect(most).toBe(Math.min(limit, tasks.length));
			expect(started).toEqual([...tasks.keys()]);
			const total = latencies.reduce((sum, latency) => sum + latency, 0);
			expect(duration).toBeLessThanOrEqual(total / limit + Math.max(...latencies));
		}),
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

test.each([0, -3, 0.5])('a limit of %d still lets one through at a time', async (limit) => {
	const tasks = [1, 2, 3].map((latency) => ({ recipient: undefined, latency }));
	expect(await runTasks(tasks, limit)).toMatchObject({ most: 1, ended: [0, 1, 2] });
	expect(await runTasks([], limit)).toMatchObject({ started: [], duration: 0 });
});

test('a task that throws is not swallowed', async () => {
	const run = async (): Promise<void> => await Promise.reject(new Error('broken'));
	const { signal } = new AbortController();
	await expect(runSchedule({ tasks: ['a'], limit: 2, stop: signal, run })).rejects.toThrow(
		'broken',
	);
});
