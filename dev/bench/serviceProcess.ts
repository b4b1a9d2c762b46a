import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';

import { nextMessage } from './nextMessage';
import type { ServiceCounts, ServiceMessage, ServiceSettings } from './service';

/** The service in its own process, so that its CPU time and memory are nobody's. */
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
		await this.ask({ settings });
	}

	async counts(): Promise<ServiceCounts> {
		return (await this.ask<{ counts: ServiceCounts }>({ counts: true })).counts;
	}

	stop(): void {
		this.child.disconnect();
	}

	private async ask<Answer>(message: ServiceMessage): Promise<Answer> {
		const answer = nextMessage<Answer>(this.child);
		this.child.send(message);
		return await answer;
	}
}
