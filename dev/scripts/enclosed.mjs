import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Milliseconds that a command has to end by itself once it was asked to. */
const PATIENCE = 15_000;

/**
 * Runs a command in the repository and shows its output. However it ends, nothing of it is left: no process that it
 * started, and none of its temporary files.
 *
 * @returns {Promise<number>} its exit code; 1 if a signal ended it
 */
export async function runEnclosed(command, commandArguments) {
	const folder = mkdtempSync(path.join(tmpdir(), 'customer-messaging-'));
	// A database may run as another user, who has to get to its data.
	chmodSync(folder, 0o711);
	const child = spawn(command, commandArguments, {
		cwd: root,
		// What it starts belongs to its group, and the group can be ended as one.
		detached: true,
		stdio: ['ignore', 'inherit', 'inherit'],
		env: {
			...process.env,
			TMPDIR: folder,
			npm_config_cache: `${root}.cache/npm`,
			npm_config_update_notifier: 'false',
		},
	});
	const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
	const passOn = (signal) => {
		signalGroup(child.pid, signal);
		setTimeout(signalGroup, PATIENCE, child.pid, 'SIGKILL').unref();
	};
	for (const signal of signals) process.on(signal, passOn);
	try {
		return await new Promise((resolve, reject) => {
			child.on('error', reject);
			child.on('exit', (exitCode) => resolve(exitCode ?? 1));
		});
	} finally {
		signalGroup(child.pid, 'SIGKILL');
		for (const signal of signals) process.off(signal, passOn);
		rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
	}
}

function signalGroup(leader, signal) {
	try {
		process.kill(-leader, signal);
	} catch {
		// Nobody is left in it.
	}
}
