import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Installs the packages that the lock file names, where one is missing or of another version.
 *
 * Nothing is fetched by a package's own install script, and npm's cache stays in the repository
 * (see .npmrc).
 */
export function installWhatIsMissing() {
	if (isInstalled(root)) return;
	console.log('Installing packages (the first time takes a few minutes)…');
	run('npm', ['ci', '--ignore-scripts', '--loglevel=error']);
}

/**
 * Whether a folder's packages are installed as its lock file has them. npm writes down what it
 * installed when it is done; packages for other platforms are never there.
 *
 * @param {string} folder with a slash at its end
 */
export function isInstalled(folder) {
	const written = `${folder}node_modules/.package-lock.json`;
	if (!existsSync(written)) return false;
	const { packages: installed } = JSON.parse(readFileSync(written, 'utf8'));
	const { packages: wanted } = JSON.parse(readFileSync(`${folder}package-lock.json`, 'utf8'));
	return Object.entries(wanted).every(([place, { version, optional }]) => {
		const present = installed[place];
		return (
			place === '' || (present === undefined ? optional === true : present.version === version)
		);
	});
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
		env: {
			...process.env,
			npm_config_cache: `${root}.cache/npm`,
			npm_config_update_notifier: 'false',
		},
		shell: process.platform === 'win32',
	});
	if (error) console.error(error.message);
	if (signal) console.error(`${command} was ended by ${signal}`);
	return status ?? 1;
}
