import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { ContenderName, Job } from './contenders';

/** What a job costs. */
export interface Cost {
	/** Milliseconds from start to end. */
	wall: number;
	/** Milliseconds of CPU time, of all threads. */
	cpu: number;
	/** The most bytes of memory, beyond those before, with the garbage collected. */
	peakMemory: number;
}

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

	/** Has it answer after so long from now on. Returns how many messages it has taken since the last time. */
	async set(latency: number): Promise<number> {
		return (await ask<{ taken: number }>(this.child, { latency })).taken;
	}

	stop(): void {
		this.child.disconnect();
	}
}

/** A contender in its own process. */
class ContenderProcess {
	private constructor(
		private readonly child: ChildProcess,
		private readonly folder: string,
	) {}

	static async start(
		name: ContenderName,
		address: string,
		against = '',
	): Promise<ContenderProcess> {
		const folder = mkdtempSync(path.join(tmpdir(), 'bench-'));
		const child = fork(
			path.join(__dirname, 'contenderMain.ts'),
			[name, address, folder, ...(against === '' ? [] : [against])],
			{ execArgv: [...process.execArgv, '--expose-gc'] },
		);
		await nextMessage(child);
		return new ContenderProcess(child, folder);
	}

	/** Has a job done. Throws if the process dies. */
	async run(job: Job): Promise<Cost> {
		return await ask<Cost>(this.child, job);
	}

	async stop(): Promise<void> {
		if (this.child.connected) {
			this.child.disconnect();
			await once(this.child, 'exit');
		}
		rmSync(this.folder, { recursive: true, force: true });
	}
}

interface Race {
	job: Job;
	latency: number;
	rounds: number;
	/** The folder of another build of the package. */
	against?: string;
}

/** Has contenders do a job in turns, each in a process that keeps running and has done it before, smaller. */
export async function race(
	service: ServiceProcess,
	names: ContenderName[],
	{ job, latency, rounds, against }: Race,
): Promise<Map<ContenderName, Cost[]>> {
	const contenders = new Map<ContenderName, ContenderProcess>();
	const costs = new Map(names.map((name) => [name, [] as Cost[]]));
	try {
		for (const name of names) {
			const contender = await ContenderProcess.start(name, service.address, against);
			contenders.set(name, contender);
			await service.set(0);
			await contender.run({ ...job, size: job.size && 1e6 });
		}
		for (let round = 0; round < rounds; round++) {
			for (const [name, contender] of contenders) {
				await service.set(latency);
				costs.get(name)!.push(await contender.run(job));
				const taken = await service.set(0);
				if (taken !== job.count) throw new Error(`${name} sent ${taken} of ${job.count}`);
			}
		}
	} finally {
		for (const contender of contenders.values()) await contender.stop();
	}
	return costs;
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
