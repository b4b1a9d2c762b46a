import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { version } from '../../package.json';
import installPackage from '../../test/support/installPackage';
import { installedPackage } from '../../test/support/installedPackage';
import { release } from '../editor/release';
import type { Cost } from './contender';
import { jobsAt } from './jobs';
import { startService } from './service';

/** Another build of the package, which does what this node does. */
const OTHER = 'Another build';

/** Builds and installs the package, has the contenders do each job in turns, and writes down a full run. */
async function main(): Promise<void> {
	const { quick: isQuick, against } = parseArgs({
		options: { quick: { type: 'boolean' }, against: { type: 'string' } },
	}).values;
	const [rounds, ofLists, ofEvents] = isQuick ? [2, 100, 10] : [5, 1000, 30];
	await installPackage();
	const service = await startService();
	const rows = [
		'| | | time | of this node’s | CPU a message | memory |',
		'| --- | --- | ---: | ---: | ---: | ---: |',
	];
	for (const [job, { nodes, latency, isByEvent }] of Object.entries(jobsAt(service.address))) {
		const count = isByEvent ? ofEvents : ofLists;
		service.latency = latency;
		const names = [...Object.keys(nodes), ...(against === undefined ? [] : [OTHER])];
		const contenders = new Map<string, ChildProcess>();
		const costs = new Map(names.map((name) => [name, [] as Cost[]]));
		for (const name of names) {
			const [node, folder] = name === OTHER ? ['This node', against!] : [name, installedPackage];
			const child = fork(
				path.join(__dirname, 'contender.ts'),
				[service.address, job, node, folder],
				{
					execArgv: [...process.execArgv, '--expose-gc'],
				},
			);
			child.on('exit', (code) => code && process.exit(code));
			contenders.set(name, child);
			await once(child, 'message');
			await send(child, count / 10);
		}
		for (let round = 0; round < rounds; round++)
			for (const [name, child] of contenders) {
				service.taken = 0;
				costs.get(name)!.push(await send(child, count));
				if (service.taken !== count) throw new Error(`${name} sent ${service.taken} of ${count}`);
			}
		for (const child of contenders.values()) child.disconnect();
		for (const name of names)
			rows.push(
				`| ${[job, name, ...cells(costs.get(name)!, costs.get('This node')!, count)].join(' | ')} |`,
			);
		console.log(`Measured: ${job}`);
	}
	service.stop();

	const report = `# Results

Written by \`npm run bench\`; the README beside this file says what is measured and how. ${ofLists} messages, or ${ofEvents} events, in ${rounds} rounds,
in which the contenders take turns; medians. ${new Date().toISOString().slice(0, 10)}, this package ${version}, n8n ${release.version},
Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 1e9)} GB of memory.

${rows.join('\n')}
`;
	console.log(`\n${report}`);
	if (!isQuick && against === undefined) writeFileSync(path.join(__dirname, 'RESULTS.md'), report);
}

/** Has a contender send this many messages. */
async function send(child: ChildProcess, count: number): Promise<Cost> {
	child.send(count);
	const [cost] = (await once(child, 'message')) as [Cost];
	return cost;
}

function cells(costs: Cost[], thisNode: Cost[], count: number): string[] {
	const median = (of: (cost: Cost, round: number) => number): number =>
		costs.map(of).sort((one, other) => one - other)[Math.floor(costs.length / 2)]!;
	return [
		`${(median(({ wall }) => wall) / 1000).toFixed(2)} s`,
		// Of each round, so that a machine that is busier in one round than in the next does not shift it.
		median(({ wall }, round) => wall / thisNode[round]!.wall).toFixed(2),
		`${(median(({ cpu }) => cpu) / count).toFixed(2)} ms`,
		`${Math.round(median(({ peakMemory }) => peakMemory) / 1e6)} MB`,
	];
}

void main();
