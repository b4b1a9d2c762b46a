import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** A program that runs beside this process: n8n, or what it needs. */
export interface Program {
	/** everything it has written */
	logFile: string;
	/** Resolves when it has ended, by itself or not. */
	ended: Promise<void>;
	/** Lets it finish what it is doing, and ends it. */
	stop(): Promise<void>;
	/** Ends it at once, whatever it is doing. */
	kill(): Promise<void>;
}

interface ProgramOptions {
	/** where it runs, and writes its log; made where it is not there */
	folder: string;
	/** this process's own where it is absent */
	environment?: NodeJS.ProcessEnv;
	/** what asks it to end; default SIGTERM */
	stopSignal?: NodeJS.Signals;
	/** Fails until the program can be used. */
	use: () => Promise<unknown>;
}

/** Milliseconds between two looks whether it is up. */
const INTERVAL = 200;

/** How much of its log is shown where it does not start. */
const LAST_CHARACTERS = 3000;

/**
 * Starts a program and waits until it can be used. A test that fails stops it in its `afterAll`; whatever else becomes of
 * this process, `endWithThisProcess` does.
 *
 * @throws Error with the end of its log where it does not start
 */
export async function startProgram(
	[command = '', ...commandArguments]: string[],
	{ folder, environment, stopSignal = 'SIGTERM', use }: ProgramOptions,
): Promise<Program> {
	await mkdir(folder, { recursive: true });
	const logFile = join(folder, 'log');
	const log = openSync(logFile, 'w');
	const child = spawn(command, commandArguments, {
		cwd: folder,
		env: environment,
		stdio: ['ignore', log, log],
	});
	closeSync(log);
	let isRunning = true;
	const ended = new Promise<void>((resolve) => child.once('exit', resolve).once('error', resolve));
	const endWithThisProcess = (): void => void child.kill('SIGKILL');
	process.once('exit', endWithThisProcess);
	void ended.then(() => {
		isRunning = false;
		process.off('exit', endWithThisProcess);
	});
	const end = async (signal: NodeJS.Signals): Promise<void> => {
		if (isRunning) child.kill(signal);
		await ended;
	};
	const isUp = () =>
		use().then(
			() => true,
			() => false,
		);

	while (isRunning && !(await isUp())) await setTimeout(INTERVAL);
	if (isRunning) return { logFile, ended, stop: () => end(stopSignal), kill: () => end('SIGKILL') };
	const written = (await readFile(logFile, 'utf8')).slice(-LAST_CHARACTERS);
	throw new Error(`'${[command, ...commandArguments].join(' ')}' did not start:\n${written}`);
}
