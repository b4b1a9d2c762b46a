import type { Installation } from './n8nInstallation';
import { type Program, startProgram } from './program';

/** How to start a process of n8n. */
interface ProcessOptions {
	/** `start` or `worker`, with what follows it */
	command: string[];
	/** its `N8N_USER_FOLDER`: settings, database, files and community nodes live in `.n8n` below it */
	userFolder: string;
	/** added to the settings below */
	environment: Record<string, string>;
	/** addresses that answer with JSON once it can be used */
	readyAt: string[];
}

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
	{ release, node, script }: Installation,
	{ command, userFolder, environment, readyAt }: ProcessOptions,
): Promise<Program> {
	return await startProgram([node.executable, script, ...command], {
		folder: userFolder,
		environment: {
			...withoutSettingsOfN8n(process.env),
			...node.environment,
			...SETTINGS,
			...release.environment,
			HOME: userFolder,
			N8N_USER_FOLDER: userFolder,
			...environment,
		},
		async use() {
			for (const address of readyAt) {
				const response = await fetch(address);
				if (!response.ok) throw new Error(`n8n answers ${response.status}`);
				// A page says that n8n is starting.
				await response.json();
			}
		},
	});
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
