import { randomBytes, randomInt } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from '../../dev/editor/freePort';
import { type Installation, installN8n } from '../../dev/editor/n8nInstallation';
import { startN8nProcess } from '../../dev/editor/n8nProcess';
import { type N8nServer, startN8n } from '../../dev/editor/n8nServer';
import { installPackedPackage, packPackage } from '../../dev/editor/packedPackage';
import type { Program } from '../../dev/editor/program';
import { release } from '../../dev/editor/release';
import { newLogin, RestInterface, type SavedCredential } from '../../dev/editor/restInterface';
import { type Sandbox, startSandbox } from '../../dev/sandbox/sandbox';
import { type Database, type Postgres, startDatabases } from './databases';

/**
 * How long the service takes to answer, in milliseconds. Long enough that the workers are never idle, and a kill always
 * comes between a message and its answer.
 */
const LATENCY = 1000;

/** n8n notices sooner that a worker has gone, so that the test need not wait for minutes. */
const NOTICED_SOON = {
	QUEUE_WORKER_LOCK_DURATION: '15000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
};

/** n8n with the packed package, Postgres and Redis, on loopback, with data that is thrown away. */
export class N8n {
	/** What has to end, the last that began first. */
	private readonly endings: Array<() => Promise<unknown>> = [];

	/** The part of the API key that looks the same in every encoding. */
	readonly secret = randomBytes(16).toString('hex');

	private readonly login = newLogin();

	private environment: Record<string, string> = {};
	private folder!: string;
	private installation!: Installation;
	private tarball!: string;

	postgres!: Postgres;
	redis!: Database;
	sandbox!: Sandbox;
	main!: N8nServer;
	readonly workers: Program[] = [];
	rest!: RestInterface;
	/** a credential for the sandbox */
	credential!: SavedCredential;

	/**
	 * Starts Postgres, Redis and the sandbox.
	 * @throws Error that says what to install where Postgres or Redis is missing
	 */
	async prepare(): Promise<void> {
		this.folder = await mkdtemp(join(tmpdir(), 'customer-messaging-scale-'));
		this.endings.push(() => rm(this.folder, { recursive: true, force: true }));
		// Postgres may run as another user, who has to get to its data.
		await chmod(this.folder, 0o711);
		const { postgres, redis } = await startDatabases(this.folder);
		Object.assign(this, { postgres, redis });
		this.endings.push(postgres.stop, redis.stop);
		this.sandbox = await startSandbox({ apiKey: `key+/&=%" ${this.secret}`, latency: LATENCY });
		this.endings.push(this.sandbox.stop);
		this.installation = await installN8n(release);
		this.tarball = await packPackage();
		this.environment = {
			N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
			N8N_DEFAULT_BINARY_DATA_MODE: 'database',
			// With n8n's own 2, some calls of a burst were refused on a busy machine.
			DB_POSTGRESDB_POOL_SIZE: '10',
			...(process.env.SCALE_OWN_LOCK_TIMES ? {} : NOTICED_SOON),
			...postgres.environment,
			...redis.environment,
		};
	}

	/** Starts n8n's main process, with an owner and a credential; in regular mode it does all the work itself. */
	async startMain(mode: 'queue' | 'regular' = 'queue'): Promise<void> {
		this.environment.EXECUTIONS_MODE = mode;
		this.main = await startN8n(this.installation, {
			userFolder: await this.userFolder('main'),
			port: await portToKeep(),
			environment: { ...this.environment, N8N_RUNNERS_BROKER_PORT: String(await portToKeep()) },
		});
		this.endings.push(this.main.stop);
		this.rest = await RestInterface.connect(this.main.address, this.login);
		const { baseUrl, apiKey } = this.sandbox;
		this.credential = await this.rest.saveCredential(
			'Customer Messaging account',
			'customerMessagingApi',
			{ service: 'other', baseUrl, apiKey },
		);
	}

	/** Starts another worker, with as many executions at a time as a worker has by default. */
	async startWorker(): Promise<Program> {
		const port = await portToKeep();
		const worker = await startN8nProcess(this.installation, {
			command: ['worker'],
			userFolder: await this.userFolder(`worker-${this.workers.length + 1}`),
			environment: {
				...this.environment,
				// It makes the link of a question.
				WEBHOOK_URL: `${this.main.address}/`,
				N8N_RUNNERS_BROKER_PORT: String(await portToKeep()),
				QUEUE_HEALTH_CHECK_ACTIVE: 'true',
				QUEUE_HEALTH_CHECK_PORT: String(port),
			},
			readyAt: [`http://127.0.0.1:${port}/healthz/readiness`],
		});
		this.workers.push(worker);
		this.endings.push(worker.stop);
		return worker;
	}

	/** Ends everything and throws its data away. */
	async stop(): Promise<void> {
		for (const ending of this.endings.reverse()) await ending();
	}

	/** Each process has its own, as it would on a separate machine. */
	private async userFolder(name: string): Promise<string> {
		const folder = join(this.folder, name);
		await installPackedPackage(this.tarball, join(folder, '.n8n', 'nodes'));
		return folder;
	}
}

/** A free port, of those that no outgoing connection is given while n8n is still on its way to it. */
async function portToKeep(): Promise<number> {
	return await freePort(randomInt(10_000, 30_000));
}
