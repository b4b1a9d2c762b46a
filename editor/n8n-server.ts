import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { freePort } from './free-port';
import type { Installation } from './n8n-installation';

/** A running n8n. */
export interface N8nServer {
	/** without a slash at the end, e.g. `http://127.0.0.1:5678` */
	address: string;
	/** everything it has written */
	logFile: string;
	/** Resolves when it has ended, by itself or not. */
	ended: Promise<void>;
	/** Lets it finish what it is doing, and ends it. */
	stop(): Promise<void>;
}

/** How to start n8n. */
export interface ServerOptions {
	/** its `N8N_USER_FOLDER`: settings, database, files and community nodes live in `.n8n` below it */
	userFolder: string;
	/** wished port of the editor; another one where it is taken */
	port?: number;
	/** added to the settings below */
	environment?: Record<string, string>;
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
 * Starts n8n on loopback and waits until its editor can be used.
 *
 * @throws Error with the end of its log where it does not start
 */
export async function startN8n(installation: Installation, options: ServerOptions): Promise<N8nServer> {
	const { release, node, script } = installation;
	const port = await freePort(options.port);
	const address = `http://127.0.0.1:${port}`;
	const logFile = join(options.userFolder, 'n8n.log');
	await mkdir(dirname(logFile), { recursive: true });

	const child = spawn(node.executable, [script, 'start'], {
		cwd: options.userFolder,
		stdio: ['ignore', 'pipe', 'pipe'],
		env: {
			...withoutSettingsOfN8n(process.env),
			...node.environment,
			...SETTINGS,
			...release.environment,
			HOME: options.userFolder,
			N8N_USER_FOLDER: options.userFolder,
			N8N_PORT: String(port),
			N8N_RUNNERS_BROKER_PORT: String(await freePort()),
			N8N_EDITOR_BASE_URL: `${address}/`,
			WEBHOOK_URL: `${address}/`,
			...options.environment,
		},
	});
	const log = createWriteStream(logFile);
	child.stdout.pipe(log, { end: false });
	child.stderr.pipe(log, { end: false });
	const ended = new Promise<void>((resolve) => {
		child.once('error', (error) => log.write(`${error.message}\n`));
		child.once('close', () => log.end(resolve));
	});
	const stop = async (): Promise<void> => {
		if (isRunning(child)) child.kill('SIGTERM');
		await ended;
	};
	// Whatever ends this process, n8n does not stay behind.
	const killNow = (): void => void child.kill('SIGKILL');
	process.once('exit', killNow);
	void ended.then(() => process.off('exit', killNow));

	while (isRunning(child) && !(await isUp(address))) await new Promise((resolve) => setTimeout(resolve, INTERVAL));
	if (!isRunning(child)) {
		await ended;
		throw new Error(`n8n ${release.version} did not start:\n${(await readFile(logFile, 'utf8')).slice(-LAST_CHARACTERS)}`);
	}
	return { address, logFile, ended, stop };
}

function isRunning(child: ChildProcess): boolean {
	return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

/** Its database is ready, and so are the routes that the editor uses. */
async function isUp(address: string): Promise<boolean> {
	try {
		const ready = await fetch(`${address}/healthz/readiness`);
		if (!ready.ok) return false;
		const settings = await fetch(`${address}/rest/settings`);
		return settings.ok && (settings.headers.get('content-type') ?? '').includes('json');
	} catch {
		return false;
	}
}

/** What the machine's own n8n may be set to is not for this one. */
function withoutSettingsOfN8n(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	return Object.fromEntries(
		Object.entries(environment).filter(([name]) => !/^(N8N|DB|EXECUTIONS|QUEUE|WEBHOOK|NODES|GENERIC|NODE_OPTIONS)(_|$)/.test(name)),
	);
}
