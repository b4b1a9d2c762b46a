import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { cache } from './folders';

/**
 * npm's settings in the folders made here, which the repository's own .npmrc does not reach: its
 * cache stays in the repository, and no install script runs.
 */
const SETTINGS = {
	npm_config_cache: join(cache, 'npm'),
	npm_config_ignore_scripts: 'true',
	npm_config_update_notifier: 'false',
	npm_config_fund: 'false',
	npm_config_audit: 'false',
};

/** Runs npm in a folder; returns what it wrote to standard output. Throws an Error with all it wrote where it fails. */
export async function npm(
	npmArguments: string[],
	folder: string,
	environment: NodeJS.ProcessEnv = {},
): Promise<string> {
	const { stdout } = await promisify(execFile)('npm', npmArguments, {
		cwd: folder,
		env: { ...process.env, ...SETTINGS, ...environment },
		// npm is a script there.
		shell: process.platform === 'win32',
	}).catch(({ message, stdout }: { message: string; stdout: string }) => {
		throw new Error(`${message}\n${stdout}`);
	});
	return stdout;
}
