import { execFile, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Where Debian keeps the programs of each release of Postgres; they are not in the path. */
const POSTGRES_RELEASES = '/usr/lib/postgresql';

/** The most that a program may write to standard output, in bytes. */
const LONGEST_OUTPUT = 1024 ** 3;

/** Milliseconds between two looks whether a program is up. */
const INTERVAL = 100;

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
	const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
	if (found !== undefined) return found;
	throw new Error(
		`The test at scale needs the program '${name}', which this machine does not have. ` +
			`Install it first, on Debian or Ubuntu with: apt-get install ${debianPackage}`,
	);
}

/** Runs a program to its end, and returns what it wrote to standard output. */
export async function run(
	folder: string,
	command: string[],
	environment: NodeJS.ProcessEnv = {},
): Promise<string> {
	const { stdout } = await promisify(execFile)(command[0]!, command.slice(1), {
		cwd: folder,
		env: { ...process.env, ...environment },
		maxBuffer: LONGEST_OUTPUT,
	});
	return stdout;
}

/**
 * Starts a program, waits until it can be used, and leaves it running.
 *
 * @param folder where it runs, and writes its log
 * @param use fails until the program can be used
 * @returns what ends it
 * @throws Error with its log where it ends by itself
 */
export async function startInBackground(
	folder: string,
	command: string[],
	use: () => Promise<unknown>,
): Promise<() => Promise<void>> {
	const logFile = join(folder, 'log');
	const log = openSync(logFile, 'a');
	const child = spawn(command[0]!, command.slice(1), {
		cwd: folder,
		stdio: ['ignore', log, log],
	});
	closeSync(log);
	const ended = new Promise<void>((resolve) => child.once('error', resolve).once('exit', resolve));
	const isRunning = (): boolean =>
		child.pid !== undefined && child.exitCode === null && child.signalCode === null;
	const isUp = (): Promise<boolean> =>
		use().then(
			() => true,
			() => false,
		);

	while (isRunning() && !(await isUp())) await setTimeout(INTERVAL);
	if (!isRunning())
		throw new Error(`'${command.join(' ')}' did not start:\n${await readFile(logFile, 'utf8')}`);
	return async () => {
		// Postgres takes this signal, and no other, as the wish to end its connections, too.
		if (isRunning()) child.kill('SIGINT');
		await ended;
	};
}
