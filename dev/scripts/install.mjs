/**
 * Installs the packages that the lock file of this folder names, where one is missing or of another version. Nothing is
 * fetched by a package's own install script, and npm's cache stays in the repository (see .npmrc).
 */
import { existsSync, readFileSync } from 'node:fs';

import { packagesIn, run, sayMeanwhile } from './progress.cjs';

/** npm writes down what it installed when it is done. */
const WRITTEN = 'node_modules/.package-lock.json';

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

function isInstalled() {
	if (!existsSync(WRITTEN)) return false;
	const installed = packagesOf(WRITTEN);
	return Object.entries(packagesOf('package-lock.json')).every(([place, { version, optional }]) => {
		// Packages for other platforms are never there.
		const isThere = installed[place] ? installed[place].version === version : optional === true;
		return place === '' || isThere;
	});
}

if (!isInstalled())
	process.exitCode = await sayMeanwhile(
		'Installing packages (the first time takes a few minutes)',
		run('npm ci --ignore-scripts --loglevel=error --no-progress'),
		packagesIn('.'),
	);
