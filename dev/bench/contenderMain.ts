import { writeFileSync } from 'node:fs';

import { type ContenderName, contenderOf, type Job } from './contenders';
import type { Cost } from './processes';

/** Runs one contender in a separate process: jobs arrive and their costs leave over IPC. */
function main(): void {
	const [name, address, folder, against] = process.argv.slice(2) as [
		ContenderName,
		string,
		string,
		string?,
	];
	const prepare = contenderOf(name, address, folder, against);
	process.on('disconnect', () => process.exit());
	process.on('message', (job: Job) => {
		void (async () => process.send!(await measure(await prepare(job))))();
	});
	process.send!({ ready: true });
}

async function measure(run: () => Promise<void>): Promise<Cost> {
	// Twice, as the first round runs finalizers, which release more.
	globalThis.gc?.();
	globalThis.gc?.();
	// Resets the kernel's peak, so that starting n8n does not count.
	writeFileSync('/proc/self/clear_refs', '5');
	const memory = process.memoryUsage.rss();
	const cpuBefore = process.cpuUsage();
	const start = performance.now();
	await run();
	const wall = performance.now() - start;
	const { user, system } = process.cpuUsage(cpuBefore);
	const peakMemory = process.resourceUsage().maxRSS * 1024 - memory;
	return { wall, cpu: (user + system) / 1000, peakMemory };
}

main();
