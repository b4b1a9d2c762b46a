import { readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { CONTENDERS, type ContenderName } from './contenders';
import type { Done, Job } from './contenders/contender';

/** Node closes a file in the background; whoever closes theirs has done so by then. In milliseconds. */
const TIME_TO_CLOSE = 500;

/** What one job cost. */
export interface Cost extends Done {
	/** Milliseconds from start to end. */
	wall: number;
	/** Milliseconds of CPU time, of all threads. */
	cpu: number;
	/** The most bytes of memory, beyond those before, with the garbage collected. */
	peakMemory: number;
	/** Files of n8n's binary storage that are open after the job and were not before. */
	filesLeftOpen: number;
}

/** Runs one contender, as a process of its own: jobs come and their costs go over IPC. */
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
	// Twice: the first round runs what was registered to run at the end of an object's life.
	globalThis.gc?.();
	globalThis.gc?.();
	forgetPeak();
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

/** Lets the kernel measure the peak anew: what starting n8n took is not the job's. */
function forgetPeak(): void {
	writeFileSync('/proc/self/clear_refs', '5');
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
