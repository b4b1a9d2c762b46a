import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Cost } from './contenderMain';
import type { ContenderName } from './contenders';
import type { Job, MessageJob } from './contenders/contender';
import type { ServiceCounts, ServiceSettings } from './service';

/** The service in its own process, so that its CPU time and memory count for no contender. */
export class ServiceProcess {
	private constructor(
		private readonly child: ChildProcess,
		readonly address: string,
	) {}

	static async start(): Promise<ServiceProcess> {
		const child = fork(path.join(__dirname, 'service.ts'));
		const { port } = await nextMessage<{ port: number }>(child);
		return new ServiceProcess(child, `http://127.0.0.1:${port}`);
	}

	/** Sets how the service answers from now on, and its counts to zero. */
	async set(settings: ServiceSettings): Promise<void> {
		await ask(this.child, { settings });
	}

	async counts(): Promise<ServiceCounts> {
		return await ask(this.child, {});
	}

	stop(): void {
		this.child.disconnect();
	}
}

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

	/** Has a job done. Throws if the process dies. */
	async run(job: Job): Promise<Measurement> {
		let mostDescriptors = 0;
		const timer = setInterval(() => {
			mostDescriptors = Math.max(mostDescriptors, descriptorsOf(this.child.pid!));
		}, COUNT_EVERY);
		try {
			return { ...(await ask<Cost>(this.child, job)), mostDescriptors };
		} finally {
			clearInterval(timer);
		}
	}

	async stop(): Promise<void> {
		if (this.child.connected) {
			this.child.disconnect();
			await once(this.child, 'exit');
		}
		rmSync(this.folder, { recursive: true, force: true });
	}
}

/**
 * Runs a first job in a new process of a contender, so that its code is loaded, and then the one that is measured.
 * Returns its cost and what the service saw of it. Throws if the process dies.
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

/** The costs of a race: of one contender and kind, a number for each round. */
export type RaceCosts = (
	name: ContenderName,
	cost: 'wall' | 'cpu' | 'mostInFlight' | 'mostDescriptors' | 'storeCalls',
) => number[];

/** Has contenders do a job in turns, each in a process that keeps running, so that all are warm. */
export async function race(
	service: ServiceProcess,
	names: ContenderName[],
	job: MessageJob,
	{ rounds, latency }: { rounds: number; latency: number },
): Promise<RaceCosts> {
	const contenders = new Map<ContenderName, ContenderProcess>();
	const results = new Map(names.map((name) => [name, [] as Array<Measurement & ServiceCounts>]));
	try {
		for (const name of names) {
			const contender = await ContenderProcess.start(name, service.address);
			contenders.set(name, contender);
			await service.set({ latency: 0 });
			await contender.run(job);
		}
		for (let round = 0; round < rounds; round++) {
			for (const [name, contender] of contenders) {
				await service.set({ latency });
				const result = { ...(await contender.run(job)), ...(await service.counts()) };
				const { sent, answered, problem = 'it does not say why' } = result;
				if (sent !== job.count || answered !== job.count)
					throw new Error(`${name} sent ${answered} of ${job.count}: ${problem}`);
				results.get(name)!.push(result);
			}
		}
	} finally {
		for (const contender of contenders.values()) await contender.stop();
	}
	return (name, cost) => results.get(name)!.map((result) => result[cost]!);
}

function descriptorsOf(pid: number): number {
	try {
		return readdirSync(`/proc/${pid}/fd`).length;
	} catch {
		return 0;
	}
}

/** Sends a child process a message and waits for its answer. */
async function ask<Answer>(child: ChildProcess, message: object): Promise<Answer> {
	const answer = nextMessage<Answer>(child);
	child.send(message);
	return await answer;
}

/** Waits for the next message of a child process. Throws if the process ends first. */
async function nextMessage<Message>(child: ChildProcess): Promise<Message> {
	const given = new AbortController();
	try {
		return await Promise.race([
			once(child, 'message', { signal: given.signal }).then(([message]) => message as Message),
			once(child, 'exit', { signal: given.signal }).then(([code, signal]) => {
				throw new Error(`The process ended with ${String(code ?? signal)} instead of an answer.`);
			}),
		]);
	} finally {
		given.abort();
	}
}
