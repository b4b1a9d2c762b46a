import { freePort } from './freePort';
import type { Installation } from './n8nInstallation';
import { startN8nProcess } from './n8nProcess';
import type { Program } from './program';

/** A running n8n. */
export interface N8nServer extends Program {
	/** without a slash at the end, e.g. `http://127.0.0.1:5678` */
	address: string;
}

/** How to start n8n. */
interface ServerOptions {
	/** its `N8N_USER_FOLDER`: settings, database, files and community nodes live in `.n8n` below it */
	userFolder: string;
	/** wished port of the editor; another one where it is taken */
	port?: number;
	/** added to the settings of every process of n8n here */
	environment?: Record<string, string>;
}

/** The address of an n8n here, without a slash at the end. */
export function n8nAddress(port: number): string {
	return `http://127.0.0.1:${port}`;
}

/**
 * Starts n8n on loopback and waits until its editor can be used.
 *
 * @throws Error with the end of its log where it does not start
 */
export async function startN8n(
	installation: Installation,
	options: ServerOptions,
): Promise<N8nServer> {
	const port = await freePort(options.port);
	const address = n8nAddress(port);
	const started = await startN8nProcess(installation, {
		command: ['start'],
		userFolder: options.userFolder,
		environment: {
			N8N_PORT: String(port),
			N8N_RUNNERS_BROKER_PORT: String(await freePort()),
			N8N_EDITOR_BASE_URL: `${address}/`,
			WEBHOOK_URL: `${address}/`,
			...options.environment,
		},
		readyAt: [`${address}/healthz/readiness`, `${address}/rest/settings`],
	});
	return { ...started, address };
}
