import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Cost } from './contenderMain';
import type { ContenderName } from './contenders';
import type { Job } from './contenders/contender';
import { nextMessage } from './nextMessage';
import type { ServiceCounts, ServiceSettings } from './service';
import type { ServiceProcess } from './serviceProcess';

/** How often the open file descriptors are counted, in milliseconds. */
const COUNT_EVERY = 20;

/** What a job cost, with what can only be seen from outside. */
export interface Measurement extends Cost {
	/** The most file descriptors open at once. */
	mostDescriptors: number;
}

/** A contender in its own process. */
export class ContenderProcess {
	private constructor(
		private readonly child: ChildProcess,
		private readonly folder: string,
	) {}

	static async start(name: ContenderName, address: string): Promise<ContenderProcess> {
		const folder = mkdtempSync(path.join(tmpdir(), 'bench-'));
		const child = fork(path.join(__dirname, 'contenderMain.ts'), [name, address, folder], {
			execArgv: [...process.execArgv, '--expose-gc'],
		});
		await nextMessage(child);
		return new ContenderProcess(child, folder);
	}

	/** Has a job done. Throws where the process dies of it. */
	async run(job: Job): Promise<Measurement> {
		let mostDescriptors = 0;
		const timer = setInterval(() => {
			mostDescriptors = Math.max(mostDescriptors, descriptorsOf(this.child.pid!));
		}, COUNT_EVERY);
		try {
			const answer = nextMessage<Cost>(this.child);
			this.child.send(job);
			return { ...(await answer), mostDescriptors };
		} finally {
			clearInterval(timer);
		}
	}

	async stop(): Promise<void> {
		if (this.child.exitCode === null && this.child.signalCode === null) {
			await new Promise((resolve) => {
				this.child.once('exit', resolve);
				this.child.disconnect();
			});
		}
		rmSync(this.folder, { recursive: true, force: true });
	}
}

/**
 * Has a new process of a contender do a first job, so that its code is loaded, and then the one that is measured.
 *
 * Gives what that one cost and what the service saw of it. Throws where the process dies of it.
 */
export async function runInNewProcess(
	name: ContenderName,
	service: ServiceProcess,
	{ first, job, settings }: { first: Job; job: Job; settings: ServiceSettings },
): Promise<Measurement & ServiceCounts> {
	const contender = await ContenderProcess.start(name, service.address);
	try {
		await service.set({ latency: 0 });
		await contender.run(first);
		await service.set(settings);
		return { ...(await contender.run(job)), ...(await service.counts()) };
	} finally {
		await contender.stop();
	}
}

function descriptorsOf(pid: number): number {
	try {
		return readdirSync(`/proc/${pid}/fd`).length;
	} catch {
		return 0;
	}
}
