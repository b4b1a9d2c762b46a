import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where Debian keeps the programs of each release of Postgres; they are not in the path. */
const POSTGRES_RELEASES = '/usr/lib/postgresql';

/**
 * Finds a program of the machine.
 *
 * @throws Error that says what to install where it is missing
 */
export function findProgram(name: string, debianPackage: string): string {
	const releases = existsSync(POSTGRES_RELEASES) ? readdirSync(POSTGRES_RELEASES) : [];
	const newestFirst = releases.sort((one, other) => Number(other) - Number(one));
	const folders = [
		...newestFirst.map((release) => join(POSTGRES_RELEASES, release, 'bin')),
		...(process.env.PATH ?? '').split(delimiter),
		'/usr/sbin',
	];
	const found = folders.map((folder) => join(folder, name)).find(isExecutable);
	if (found !== undefined) return found;
	throw new Error(
		`The test at scale needs the program '${name}', which this machine does not have. ` +
			`Install it first, on Debian or Ubuntu with: apt-get install ${debianPackage}`,
	);
}

function isExecutable(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
