import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Installs the packages that the lock file names, where they are missing or older than it.
 *
 * Nothing is fetched by a package's own install script, and npm's cache stays in the repository
 * (see .npmrc).
 */
export function installWhatIsMissing() {
	const installed = `${root}node_modules/.package-lock.json`;
	const isCurrent = existsSync(installed) && statSync(installed).mtimeMs >= statSync(`${root}package-lock.json`).mtimeMs;
	if (isCurrent) return;
	console.log('Installing packages (the first time takes a few minutes)…');
	run('npm', ['ci', '--ignore-scripts', '--loglevel=error']);
}

/** Runs a command in the repository and ends the process where it fails. */
export function run(command, commandArguments) {
	const exitCode = exitCodeOf(command, commandArguments);
	if (exitCode !== 0) process.exit(exitCode);
}

/**
 * Runs a command in the repository, its output shown, and gives its exit code.
 *
 * A command that could not be started, or was ended by a signal, counts as failed. npm gets the
 * settings of .npmrc that matter also where it runs in a folder that has none.
 */
export function exitCodeOf(command, commandArguments) {
	const { status, signal, error } = spawnSync(command, commandArguments, {
		cwd: root,
		stdio: 'inherit',
		env: { ...process.env, npm_config_cache: `${root}.cache/npm`, npm_config_update_notifier: 'false' },
		shell: process.platform === 'win32',
	});
	if (error) console.error(error.message);
	if (signal) console.error(`${command} was ended by ${signal}`);
	return status ?? 1;
}
