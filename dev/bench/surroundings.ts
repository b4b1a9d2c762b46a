import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, release, totalmem, type } from 'node:os';
import path from 'node:path';

import { startEngine } from '../engine/engine';
import { installedPackage } from '../../test/support/installedPackage';

/** What the numbers were measured on, as a Markdown list. */
export async function describeSurroundings(): Promise<string> {
	const processors = cpus();
	const n8n = ['n8n-core', 'n8n-workflow', 'n8n-nodes-base'].map(
		(name) => `${name} ${versionIn(path.dirname(require.resolve(`${name}/package.json`)))}`,
	);
	const axios = createRequire(require.resolve('n8n-core')).resolve('axios/package.json');
	return [
		`- ${new Date().toISOString().slice(0, 10)}, this package ${versionIn(installedPackage)}`,
		`- ${processors.length} cores (${processors[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 1e9)} GB of memory, ${type()} ${release()}`,
		`- Node ${process.versions.node}, ${n8n.join(', ')}, axios ${versionIn(path.dirname(axios))}`,
		`- expressions evaluated by n8n’s \`${await expressionEngine()}\` engine`,
	].join('\n');
}

function versionIn(folder: string): string {
	return (
		JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string }
	).version;
}

async function expressionEngine(): Promise<string> {
	const engine = await startEngine({ packageDirectory: installedPackage });
	try {
		return engine.expressionEngine;
	} finally {
		await engine.stop();
	}
}
