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
export function run(command, commandArguments, environment = {}) {
	const { status, error } = spawnSync(command, commandArguments, {
		cwd: root,
		stdio: 'inherit',
		env: { ...process.env, ...environment },
		shell: process.platform === 'win32',
	});
	if (error) console.error(error.message);
	if (status !== 0) process.exit(status ?? 1);
}
