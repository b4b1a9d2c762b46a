import { writeFileSync } from 'node:fs';

import { useDeduplication } from '../engine/deduplicationStore';
import { startEngine } from '../engine/engine';
import { openDatabase } from './database';
import { itemsFor, jobsAt } from './jobs';

/** What a job costs. */
export interface Cost {
	/** Milliseconds from start to end. */
	wall: number;
	/** Milliseconds of CPU time, of all threads. */
	cpu: number;
	/** The most bytes of memory, beyond those before, with the garbage collected. */
	peakMemory: number;
}

/** One contender in a process of its own: at each number it sends that many messages, and tells what that cost. */
async function contend(): Promise<void> {
	const [address, job, name, packageDirectory, script] = process.argv.slice(2) as [
		string,
		string,
		string,
		string,
		string,
	];
	const { nodes, isByEvent, atOnce = 1 } = jobsAt(address)[job]!;
	const { credential, remembered = 0, database, ...setup } = nodes[name]!;
	// As in a default installation, since writing debug messages would slow down every node.
	const engine = await startEngine({ packageDirectory, logLevel: 'info' });
	const store = database === undefined ? engine.deduplication : await openDatabase(script);
	if ('deduplicator' in store) await useDeduplication(store.deduplicator);
	const node = { id: 'Send', name: 'Send', position: [220, 0], ...setup };
	const start = {
		id: 'Start',
		name: 'Start',
		type: 'n8n-nodes-base.manualTrigger',
		typeVersion: 1,
	};
	const workflow = {
		nodes: [
			{ ...start, position: [0, 0], parameters: {} },
			{ ...node, credentials: { [credential.type]: { id: 'Account', name: 'Account' } } },
		],
		connections: { Start: { main: [[{ node: 'Send', type: 'main', index: 0 }]] } },
	};
	process.on('disconnect', () => void engine.stop().then(() => process.exit()));
	process.on('message', (count: number) => {
		const items = itemsFor(count);
		const inputs = isByEvent ? items.map((item) => [item]) : [items];
		const next = inputs.values();
		const runAll = async (): Promise<void> => {
			for (const input of next) {
				const options = { input, credentials: { Account: credential } };
				const { error } = await engine.run(workflow, { mode: 'trigger', ...options });
				if (error) throw error;
			}
		};
		void Promise.resolve(store.fill(node.id, remembered))
			.then(
				async () =>
					await measure(
						async () => void (await Promise.all(Array.from({ length: atOnce }, runAll))),
					),
			)
			.then((cost) => process.send!(cost));
	});
	process.send!('ready');
}

async function measure(run: () => Promise<void>): Promise<Cost> {
	// Twice, as the first round runs finalizers, which release more.
	globalThis.gc!();
	globalThis.gc!();
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

void contend();
