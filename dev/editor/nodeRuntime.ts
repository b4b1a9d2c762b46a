import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';

import { cache } from './folders';
import { npm } from './npm';
import type { Release } from './release';

/** A Node to run n8n with. */
export interface NodeRuntime {
	version: string;
	/** the path of its executable */
	executable: string;
	/** what a command needs to be run by it, and what compiles against it to find its headers */
	environment: NodeJS.ProcessEnv;
}

/**
 * The Node that a release runs on: the machine's own if it has the right major version, otherwise one that is fetched
 * into the repository, as the npm package that carries it.
 *
 * @throws Error if there is none for this machine
 */
export async function provideNode({ line, node }: Release): Promise<NodeRuntime> {
	if (process.versions.node.split('.')[0] === node.split('.')[0]) {
		return { version: process.versions.node, executable: process.execPath, environment: {} };
	}
	const folder = join(cache, 'node', node);
	const system = process.platform === 'win32' ? 'win' : process.platform;
	const name = `node-${system}-${process.arch}`;
	const home = join(folder, 'node_modules', name);
	const executable = join(home, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
	if (!existsSync(executable)) {
		await mkdir(folder, { recursive: true });
		await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
		console.log(`Getting Node ${node} for n8n ${line}…`);
		await npm(['install', `${name}@${node}`, '--loglevel=error'], folder);
	}
	const headers = existsSync(join(home, 'include', 'node')) ? { npm_config_nodedir: home } : {};
	return {
		version: node,
		executable,
		environment: {
			PATH: `${dirname(executable)}${delimiter}${process.env.PATH ?? ''}`,
			...headers,
		},
	};
}
