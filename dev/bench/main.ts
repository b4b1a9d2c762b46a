import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { version } from '../../package.json';
import installPackage from '../../test/support/installPackage';
import { installedPackage } from '../../test/support/installedPackage';
import { isInstalled, startPostgres } from '../../test/scale/databases';
import { installN8n } from '../editor/n8nInstallation';
import { release } from '../editor/release';
import type { Cost } from './contender';
import { serverAtDistance } from './distance';
import { jobsAt, type Database } from './jobs';
import { startService } from './service';

/** What follows the name of a contender that is another build of the package. */
const OTHER = ', another build';

/** Builds and installs the package, has the contenders do each job in turns, and writes down a full run. */
async function main(): Promise<void> {
	const {
		quick,
		against,
		job: wanted,
	} = parseArgs({
		options: {
			quick: { type: 'boolean' },
			against: { type: 'string' },
			job: { type: 'string', multiple: true },
		},
	}).values;
	const [rounds, ofLists, ofEvents] = quick ? [2, 100, 10] : [5, 1000, 30];
	await installPackage();
	const n8n = await installN8n(release);
	const folder = await mkdtemp(path.join(tmpdir(), 'customer-messaging-bench-'));
	await chmod(folder, 0o711);
	// It keeps no password that is worth having.
	const postgres = (await isInstalled('initdb'))
		? await startPostgres(path.join(folder, 'postgres'), 'bench')
		: undefined;
	const far = postgres && (await serverAtDistance(postgres.port, 24));
	const environments: Record<Database, NodeJS.ProcessEnv | undefined> = {
		SQLite: { DB_TYPE: 'sqlite' },
		Postgres: postgres?.environment,
		'Postgres 24 ms away': far && {
			...postgres?.environment,
			DB_POSTGRESDB_PORT: String(far.port),
		},
	};
	const service = await startService();
	const rows = [
		'| | | time | of the first | CPU a message | memory |',
		'| --- | --- | ---: | ---: | ---: | ---: |',
	];
	for (const [job, { nodes, latency, isByEvent }] of Object.entries(jobsAt(service.address))) {
		if (wanted?.includes(job) === false) continue;
		const count = isByEvent ? ofEvents : ofLists;
		service.latency = latency;
		const contenders = new Map<string, ChildProcess>();
		const costs = new Map<string, Cost[]>();
		for (const [name, { database }] of Object.entries(nodes)) {
			const environment = database === undefined ? {} : environments[database];
			// This machine has no such database.
			if (environment === undefined) continue;
			for (const build of against === undefined
				? [installedPackage]
				: [installedPackage, against]) {
				const child = fork(
					path.join(__dirname, 'contender.ts'),
					[service.address, job, name, build, n8n.script],
					{
						// Nobody reads what n8n says of its migrations.
						stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
						execPath: n8n.node.executable,
						execArgv: [...process.execArgv, '--expose-gc'],
						env: { ...process.env, ...n8n.node.environment, ...environment },
					},
				);
				child.on('exit', (code) => code && process.exit(code));
				contenders.set(build === against ? name + OTHER : name, child);
				await once(child, 'message');
				await send(child, count / 10);
			}
		}
		for (let round = 0; round < rounds; round++)
			for (const [name, child] of contenders) {
				service.taken = 0;
				costs.set(name, [...(costs.get(name) ?? []), await send(child, count)]);
				if (service.taken !== count) throw new Error(`${name} sent ${service.taken} of ${count}`);
			}
		for (const child of contenders.values()) child.disconnect();
		const [first = []] = costs.values();
		for (const [name, own] of costs)
			rows.push(`| ${[job, name, ...cells(own, first, count)].join(' | ')} |`);
		console.log(`Measured: ${job}`);
	}
	service.stop();
	far?.stop();
	await postgres?.stop();
	await rm(folder, { recursive: true });

	const report = `# Results

Written by \`npm run bench\`; the README beside this file says what is measured and how. ${ofLists} messages, or ${ofEvents} events, in ${rounds} rounds,
in which the contenders take turns; medians. ${new Date().toISOString().slice(0, 10)}, this package ${version}, n8n ${release.version},
Node ${n8n.node.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 1e9)} GB of memory.

${rows.join('\n')}
`;
	console.log(`\n${report}`);
	if (!quick && against === undefined && wanted === undefined)
		writeFileSync(path.join(__dirname, 'RESULTS.md'), report);
}

/** Has a contender send this many messages. */
async function send(child: ChildProcess, count: number): Promise<Cost> {
	child.send(count);
	const [cost] = (await once(child, 'message')) as [Cost];
	return cost;
}

function cells(costs: Cost[], first: Cost[], count: number): string[] {
	const median = (of: (cost: Cost, round: number) => number): number =>
		costs.map(of).sort((one, other) => one - other)[Math.floor(costs.length / 2)]!;
	return [
		`${(median(({ wall }) => wall) / 1000).toFixed(2)} s`,
		// Of each round, so that a machine that is busier in one round than in the next does not shift it.
		median(({ wall }, round) => wall / first[round]!.wall).toFixed(2),
		`${(median(({ cpu }) => cpu) / count).toFixed(2)} ms`,
		`${Math.round(median(({ peakMemory }) => peakMemory) / 1e6)} MB`,
	];
}

void main();
