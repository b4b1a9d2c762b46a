import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, release, totalmem, type } from 'node:os';
import path from 'node:path';

import { startEngine } from '../engine/engine';
import { installedPackage } from '../../test/support/installedPackage';

/** One target and whether it was met. */
export interface Verdict {
	what: string;
	target: string;
	measured: string;
	met: boolean;
}

/** A part of the results: what was measured, the table, and what it shows. */
export interface Section {
	title: string;
	/** What was done, for a reader who wants to judge the numbers. */
	description: string;
	/** The first row is the head. */
	table: string[][];
	verdicts: Verdict[];
	/** What happened that the numbers do not say. */
	remarks?: string[];
}

/** Whether a number stays within its target, both written in the same unit. */
export function atMost(
	what: string,
	most: number,
	measured: number,
	inUnit: (value: number) => string,
): Verdict {
	return {
		what,
		target: `at most ${inUnit(most)}`,
		measured: inUnit(measured),
		met: measured <= most,
	};
}

/** The results of one run as Markdown, under their own heading. */
export function reportOf(heading: string, surroundings: string, sections: Section[]): string {
	const verdicts = sections.flatMap((section) => section.verdicts);
	return [
		`## ${heading}`,
		surroundings,
		tableOf([
			['', 'target', 'measured', 'met'],
			...verdicts.map(({ what, target, measured, met }) => [
				what,
				target,
				measured,
				met ? 'yes' : '**no**',
			]),
		]),
		...sections.flatMap(({ title, description, table, remarks = [] }) => [
			`### ${title}`,
			description,
			tableOf(table),
			...remarks,
		]),
	].join('\n\n');
}

function tableOf([head = [], ...rows]: string[][]): string {
	const line = (cells: string[]): string => `| ${cells.join(' | ')} |`;
	return [
		line(head),
		line(head.map((_, column) => (column === 0 ? '---' : '---:'))),
		...rows.map(line),
	].join('\n');
}

/** Replaces a run's earlier results, those under the same heading, in a file's text. */
export function replaceSection(text: string, report: string): string {
	const [intro = '', ...sections] = text.split(/^(?=## )/m);
	const heading = report.split('\n')[0]!;
	const kept = sections.filter((section) => section.split('\n')[0] !== heading);
	const ordered = [...kept, report]
		.map((section) => section.trim())
		.sort()
		.reverse();
	return `${[intro.trim(), ...ordered].join('\n\n')}\n`;
}

export const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;
export const kilobytes = (bytes: number): string => `${(bytes / 1e3).toFixed(1)} kB`;
export const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`;
export const milliseconds = (value: number): string => `${value.toFixed(2)} ms`;
export const times = (value: number): string => `${value.toFixed(2)} x`;

export function median(values: number[]): number {
	const sorted = [...values].sort((one, other) => one - other);
	const middle = Math.floor(sorted.length / 2);
	return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/**
 * How many times as large one series is as another: the median of the rounds' own ratios, so that
 * a machine that is busier in one round than in the next does not shift it.
 */
export function ratio(series: number[], other: number[]): number {
	return median(series.map((value, round) => value / other[round]!));
}

/** What the numbers were measured on, as a Markdown list. */
export async function describeSurroundings(): Promise<string> {
	const processors = cpus();
	const n8n = ['n8n-core', 'n8n-workflow', 'n8n-nodes-base'].map(
		(name) => `${name} ${versionIn(path.dirname(require.resolve(`${name}/package.json`)))}`,
	);
	const engine = await startEngine({ packageDirectory: installedPackage });
	const { expressionEngine } = engine;
	await engine.stop();
	const axios = createRequire(require.resolve('n8n-core')).resolve('axios/package.json');
	return [
		`- ${new Date().toISOString().slice(0, 10)}, this package ${versionIn(installedPackage)}`,
		`- ${processors.length} cores (${processors[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 1e9)} GB of memory, ${type()} ${release()}`,
		`- Node ${process.versions.node}, ${n8n.join(', ')}, axios ${versionIn(path.dirname(axios))}`,
		`- expressions evaluated by n8n’s \`${expressionEngine}\` engine`,
	].join('\n');
}

function versionIn(folder: string): string {
	return (
		JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string }
	).version;
}
