import { join } from 'node:path';

import { type CommandOptions, runCommand } from './command';
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

/** Runs npm in a folder; returns what it wrote. Throws an Error where it fails. */
export async function npm(npmArguments: string[], options: CommandOptions): Promise<string> {
	return await runCommand('npm', npmArguments, {
		...options,
		environment: { ...SETTINGS, ...options.environment },
	});
}
