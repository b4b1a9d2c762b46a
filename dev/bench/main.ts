import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

import installPackage from '../../test/support/installPackage';
import { installedPackage } from '../../test/support/installedPackage';
import type { ContenderName, Job } from './contenders';
import { type Cost, race, ServiceProcess } from './processes';

const RESULTS = path.join(__dirname, 'RESULTS.md');

interface Measure {
	/** What is done, as the table has it. */
	what: string;
	job: Job;
	/** Milliseconds after which the service answers. */
	latency: number;
	names: ContenderName[];
}

/** What is measured; with `--quick`, so little of it that the numbers say nothing. */
function measuresOf(isQuick: boolean): Measure[] {
	const count = isQuick ? 100 : 1000;
	const size = isQuick ? 60e6 : 600e6;
	return [
		{
			what: `${count} texts`,
			job: { kind: 'texts', count },
			latency: 50,
			names: ['This node', '100 in flight', 'With keys', 'HTTP Request', 'Telegram'],
		},
		{
			what: `${count} templates`,
			job: { kind: 'templates', count },
			latency: 50,
			names: ['This node', 'HTTP Request'],
		},
		{
			what: `A file of ${megabytes(size)}`,
			job: { kind: 'uploads', count: 1, size },
			latency: 0,
			names: ['This node', 'HTTP Request'],
		},
	];
}

/** Builds and installs the package, takes every measure, and writes down a full run. */
async function main(): Promise<void> {
	const { values } = parseArgs({
		options: { quick: { type: 'boolean', default: false }, against: { type: 'string' } },
	});
	const { quick: isQuick, against } = values;
	await installPackage();
	const rounds = isQuick ? 2 : 5;
	const service = await ServiceProcess.start();
	const rows: string[][] = [];
	try {
		for (const { what, names, ...setup } of measuresOf(isQuick)) {
			const all: ContenderName[] = against === undefined ? names : [...names, 'Another build'];
			const costs = await race(service, all, { ...setup, rounds, against });
			for (const name of all) rows.push([what, name, ...cells(costs, name, setup.job)]);
			console.log(`Measured: ${what}`);
		}
	} finally {
		service.stop();
	}

	const report = [
		`## Node ${process.versions.node.split('.')[0]}`,
		surroundings(),
		`Medians of ${rounds} rounds, in which the contenders take turns.`,
		tableOf([['', '', 'time', 'time, of this node’s', 'CPU a message', 'memory'], ...rows]),
	].join('\n\n');
	console.log(`\n${report}\n`);
	if (isQuick || against !== undefined) return;
	writeFileSync(RESULTS, replaceSection(readFileSync(RESULTS, 'utf8'), report));
}

function cells(costs: Map<ContenderName, Cost[]>, name: ContenderName, { count }: Job): string[] {
	const of = (cost: keyof Cost): number[] => costs.get(name)!.map((round) => round[cost]);
	// Of each round, so that a machine that is busier in one round than in the next does not shift it.
	const ratios = of('wall').map((wall, round) => wall / costs.get('This node')![round]!.wall);
	return [
		`${(median(of('wall')) / 1000).toFixed(2)} s`,
		median(ratios).toFixed(2),
		`${(median(of('cpu')) / count).toFixed(2)} ms`,
		megabytes(median(of('peakMemory'))),
	];
}

function median(values: number[]): number {
	return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)]!;
}

function megabytes(bytes: number): string {
	return `${Math.round(bytes / 1e6)} MB`;
}

function tableOf([head = [], ...rows]: string[][]): string {
	const line = (cellsOfLine: string[]): string => `| ${cellsOfLine.join(' | ')} |`;
	const rule = line(head.map((_, column) => (column < 2 ? '---' : '---:')));
	return [line(head), rule, ...rows.map(line)].join('\n');
}

/** Replaces a run's earlier results, those under the same heading, in a file's text. */
function replaceSection(text: string, report: string): string {
	const [intro = '', ...sections] = text.split(/^(?=## )/m);
	const heading = report.split('\n')[0]!;
	const kept = sections.filter((section) => section.split('\n')[0] !== heading);
	return `${[intro, ...kept, report].map((section) => section.trim()).join('\n\n')}\n`;
}

/** What the numbers were measured on. */
function surroundings(): string {
	const [processor] = cpus();
	const packages = ['n8n-core', 'n8n-workflow', 'n8n-nodes-base'].map(
		(name) => `${name} ${versionIn(path.dirname(require.resolve(`${name}/package.json`)))}`,
	);
	return [
		`- ${new Date().toISOString().slice(0, 10)}, this package ${versionIn(installedPackage)}`,
		`- ${cpus().length} cores (${processor?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 1e9)} GB of memory, ${type()} ${release()}`,
		`- Node ${process.versions.node}, ${packages.join(', ')}`,
	].join('\n');
}

function versionIn(folder: string): string {
	const manifest = readFileSync(path.join(folder, 'package.json'), 'utf8');
	return (JSON.parse(manifest) as { version: string }).version;
}

void main();
