/**
 * Installs the packages that the lock file of this folder names, where one is missing or of another version. Nothing is
 * fetched by a package's own install script, and npm's cache stays in the repository (see .npmrc).
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** npm writes down what it installed when it is done. */
const WRITTEN = 'node_modules/.package-lock.json';

const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

function isInstalled() {
	if (!existsSync(WRITTEN)) return false;
	const installed = packagesIn(WRITTEN);
	return Object.entries(packagesIn('package-lock.json')).every(([place, { version, optional }]) => {
		// Packages for other platforms are never there.
		const isThere = installed[place] ? installed[place].version === version : optional === true;
		return place === '' || isThere;
	});
}

if (!isInstalled()) {
	console.log('Installing packages (the first time takes a few minutes)…');
	const options = { stdio: 'inherit', shell: process.platform === 'win32' };
	process.exitCode =
		spawnSync('npm', ['ci', '--ignore-scripts', '--loglevel=error'], options).status ?? 1;
}
