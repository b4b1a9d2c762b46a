import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Installation } from './n8nInstallation';

/** A running process of n8n: the server, or a worker. */
export interface N8nProcess {
	/** everything it has written */
	logFile: string;
	/** Resolves when it has ended, by itself or not. */
	ended: Promise<void>;
	/** Lets it finish what it is doing, and ends it. */
	stop(): Promise<void>;
	/** Ends it at once, whatever it is doing. */
	kill(): Promise<void>;
}

/** How to start a process of n8n. */
export interface ProcessOptions {
	/** `start` or `worker`, with what follows it */
	command: string[];
	/** its `N8N_USER_FOLDER`: settings, database, files and community nodes live in `.n8n` below it */
	userFolder: string;
	/** added to the settings below */
	environment: Record<string, string>;
	/** Whether it can be used; called until it returns true. */
	isUp: () => Promise<boolean>;
}

/** Milliseconds between two looks whether it is up. */
const INTERVAL = 200;

/** How much of its log is shown where it does not start. */
const LAST_CHARACTERS = 3000;

/** Settings for a server that only this machine sees, and that asks nothing of the network. */
const SETTINGS = {
	N8N_LISTEN_ADDRESS: '127.0.0.1',
	N8N_HOST: '127.0.0.1',
	N8N_SECURE_COOKIE: 'false',
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	N8N_RUNNERS_ENABLED: 'true',
	N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
	N8N_LOG_OUTPUT: 'console',
	NO_COLOR: '1',
};

/**
 * Starts a process of n8n and waits until it can be used.
 *
 * @throws Error with the end of its log where it does not start
 */
export async function startN8nProcess(
	installation: Installation,
	options: ProcessOptions,
): Promise<N8nProcess> {
	const { release, node, script } = installation;
	const { command, userFolder, environment, isUp } = options;
	const logFile = join(userFolder, 'n8n.log');
	await mkdir(userFolder, { recursive: true });

	const child = spawn(node.executable, [script, ...command], {
		cwd: userFolder,
		stdio: ['ignore', 'pipe', 'pipe'],
		env: {
			...withoutSettingsOfN8n(process.env),
			...node.environment,
			...SETTINGS,
			...release.environment,
			HOME: userFolder,
			N8N_USER_FOLDER: userFolder,
			...environment,
		},
	});
	const log = createWriteStream(logFile);
	child.stdout.pipe(log, { end: false });
	child.stderr.pipe(log, { end: false });
	const ended = new Promise<void>((resolve) => {
		child.once('error', (error) => log.write(`${error.message}\n`));
		child.once('close', () => log.end(resolve));
	});
	const isRunning = (): boolean =>
		child.pid !== undefined && child.exitCode === null && child.signalCode === null;
	const end = async (signal: NodeJS.Signals): Promise<void> => {
		if (isRunning()) child.kill(signal);
		await ended;
	};
	// n8n must not stay behind, however this process ends.
	const killNow = (): void => void child.kill('SIGKILL');
	process.once('exit', killNow);
	void ended.then(() => process.off('exit', killNow));

	while (isRunning() && !(await isUp()))
		await new Promise((resolve) => setTimeout(resolve, INTERVAL));
	if (!isRunning()) {
		await ended;
		throw new Error(
			`n8n ${release.version} did not start:\n${(await readFile(logFile, 'utf8')).slice(-LAST_CHARACTERS)}`,
		);
	}
	return { logFile, ended, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}

/** Leaves out the settings of the machine's own n8n, and of a test runner. */
function withoutSettingsOfN8n(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	return Object.fromEntries(
		Object.entries(environment).filter(
			([name]) =>
				!/^(N8N|DB|EXECUTIONS|QUEUE|WEBHOOK|NODES|GENERIC|JEST|NODE_ENV|NODE_OPTIONS)(_|$)/.test(
					name,
				),
		),
	);
}
