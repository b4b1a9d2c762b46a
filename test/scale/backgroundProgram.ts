import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** Who a program runs as; the user of this process where it is not said. */
export interface User {
	uid: number;
	gid: number;
}

/** How to start a program that stays. */
export interface BackgroundOptions {
	folder: string;
	user?: User;
	/** Everything it writes goes there. */
	logFile: string;
	/** what it reads from standard input */
	input?: string;
	/** Whether it can be used; asked until it says yes. */
	isUp: () => Promise<boolean>;
	/** what it takes as the wish to end soon */
	endSignal: NodeJS.Signals;
}

/** Milliseconds between two looks whether it is up. */
const INTERVAL = 100;

/**
 * Starts a program, waits until it can be used, and leaves it running.
 *
 * @returns what ends it
 * @throws Error with its log where it ends by itself
 */
export async function startInBackground(
	program: string,
	programArguments: string[],
	{ folder, user, logFile, input, isUp, endSignal }: BackgroundOptions,
): Promise<() => Promise<void>> {
	const log = openSync(logFile, 'a');
	const child = spawn(program, programArguments, {
		cwd: folder,
		stdio: ['pipe', log, log],
		...user,
	});
	closeSync(log);
	const ended = new Promise<void>((resolve) => {
		child.once('error', () => resolve());
		child.once('exit', () => resolve());
	});
	child.stdin?.end(input ?? '');
	const isRunning = (): boolean =>
		child.pid !== undefined && child.exitCode === null && child.signalCode === null;

	while (isRunning() && !(await isUp()))
		await new Promise((resolve) => setTimeout(resolve, INTERVAL));
	if (!isRunning())
		throw new Error(`${program} did not start:\n${await readFile(logFile, 'utf8')}`);
	return async () => {
		if (isRunning()) child.kill(endSignal);
		await ended;
	};
}
