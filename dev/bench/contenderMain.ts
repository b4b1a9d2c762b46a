import { readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { CONTENDERS, type ContenderName } from './contenders';
import type { Done, Job } from './contenders/contender';

/** Node closes a file in the background: milliseconds after which every file that was closed is. */
const TIME_TO_CLOSE = 500;

/** What one job cost. */
export interface Cost extends Done {
	/** Milliseconds from start to end. */
	wall: number;
	/** Milliseconds of CPU time, of all threads. */
	cpu: number;
	/** The most bytes of memory, beyond those before, with the garbage collected. */
	peakMemory: number;
	/** Files of n8n's binary storage that the job left open. */
	filesLeftOpen: number;
}

/** Runs one contender in a separate process: jobs arrive and their costs leave over IPC. */
async function main(): Promise<void> {
	const [name, address, folder] = process.argv.slice(2) as [ContenderName, string, string];
	const contender = CONTENDERS[name]({ address, folder });
	process.on('disconnect', () => process.exit());
	process.on('message', (job: Job) => {
		void (async () => process.send!(await measure(await contender.prepare(job), folder)))();
	});
	process.send!({ ready: true });
}

async function measure(run: () => Promise<Done>, folder: string): Promise<Cost> {
	const opened = openFilesIn(folder);
	// Twice, as the first round runs finalizers, which release more.
	globalThis.gc?.();
	globalThis.gc?.();
	// Resets the kernel's peak, so that starting n8n does not count.
	writeFileSync('/proc/self/clear_refs', '5');
	const baseMemory = process.memoryUsage.rss();
	const cpuBefore = process.cpuUsage();
	const start = performance.now();
	const done = await run();
	const wall = performance.now() - start;
	const { user, system } = process.cpuUsage(cpuBefore);
	const peakMemory = process.resourceUsage().maxRSS * 1024 - baseMemory;
	await sleep(TIME_TO_CLOSE);
	return {
		...done,
		wall,
		cpu: (user + system) / 1000,
		peakMemory,
		filesLeftOpen: openFilesIn(folder) - opened,
	};
}

function openFilesIn(folder: string): number {
	return readdirSync('/proc/self/fd').filter((descriptor) => {
		try {
			return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(folder);
		} catch {
			return false;
		}
	}).length;
}

void main();
