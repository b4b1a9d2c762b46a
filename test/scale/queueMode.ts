import { randomBytes, randomInt } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from '../../dev/editor/freePort';
import { type Installation, installN8n } from '../../dev/editor/n8nInstallation';
import { type N8nProcess, startN8nProcess } from '../../dev/editor/n8nProcess';
import { type N8nServer, startN8n } from '../../dev/editor/n8nServer';
import { installPackedPackage, packPackage } from '../../dev/editor/packedPackage';
import { progressOn } from '../../dev/editor/progress';
import { releaseOfLine } from '../../dev/editor/releases';
import { RestInterface, type SavedCredential } from '../../dev/editor/restInterface';
import { type Sandbox, startSandbox } from '../../dev/sandbox/sandbox';
import { type Postgres, startPostgres } from './postgres';
import { type Redis, startRedis } from './redis';

/**
 * How long the service takes to answer, in milliseconds. Long enough that the workers are never idle, and a kill always
 * comes between a message and its answer.
 */
const LATENCY = 1000;

/** How to start n8n in queue mode. */
export interface QueueModeOptions {
	/** n8n's release, e.g. `2.41` */
	line: string;
	/** settings of the main process and of every worker, beside or instead of those that queue mode needs */
	environment: Record<string, string>;
}

/** n8n in queue mode with the packed package, on loopback, with data that is thrown away. */
export class QueueMode {
	/** What has to end, the last that began first. */
	private readonly endings: Array<() => Promise<void>> = [];

	private readonly workers: N8nProcess[] = [];

	/** The part of the API key that looks the same in every encoding. */
	readonly secret = randomBytes(16).toString('hex');

	installation!: Installation;

	tarball!: string;

	postgres!: Postgres;

	redis!: Redis;

	sandbox!: Sandbox;

	main!: N8nServer;

	rest!: RestInterface;

	/** a credential for the sandbox */
	credential!: SavedCredential;

	private constructor(
		private readonly folder: string,
		private environment: Record<string, string>,
	) {}

	/**
	 * Starts Postgres, Redis, the sandbox and n8n's main process, and makes an owner and a credential.
	 *
	 * @throws Error that says what to install where Postgres or Redis is missing
	 */
	static async start({ line, environment }: QueueModeOptions): Promise<QueueMode> {
		const folder = await mkdtemp(join(tmpdir(), 'customer-messaging-scale-'));
		// Postgres may run as another user, who has to get to its data.
		await chmod(folder, 0o711);
		const queueMode = new QueueMode(folder, environment);
		queueMode.endings.push(() => rm(folder, { recursive: true, force: true }));
		try {
			await queueMode.raise(line);
		} catch (error) {
			await queueMode.stop();
			throw error;
		}
		return queueMode;
	}

	private async raise(line: string): Promise<void> {
		this.postgres = await startPostgres(this.folder);
		this.endings.push(() => this.postgres.stop());
		this.redis = await startRedis(this.folder);
		this.endings.push(() => this.redis.stop());
		const progress = progressOn(process.stdout);
		this.installation = await installN8n(releaseOfLine(line), progress);
		this.tarball = await packPackage(progress);
		this.sandbox = await startSandbox({ apiKey: `key+/&=%" ${this.secret}`, latency: LATENCY });
		this.endings.push(() => this.sandbox.stop());

		this.environment = {
			EXECUTIONS_MODE: 'queue',
			N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
			N8N_DEFAULT_BINARY_DATA_MODE: 'database',
			// With n8n's own 2, some calls of a burst were refused on a busy machine.
			DB_POSTGRESDB_POOL_SIZE: '10',
			...this.postgres.environment,
			...this.redis.environment,
			...this.environment,
		};
		this.main = await startN8n(this.installation, {
			userFolder: await this.userFolder('main'),
			port: await portToKeep(),
			environment: { ...this.environment, N8N_RUNNERS_BROKER_PORT: String(await portToKeep()) },
		});
		this.endings.push(() => this.main.stop());
		const login = {
			email: 'owner@scale.example',
			password: `Aa1${randomBytes(9).toString('base64url')}`,
		};
		this.rest = await RestInterface.connect(this.main.address, login);
		const service = { baseUrl: this.sandbox.baseUrl, apiKey: this.sandbox.apiKey };
		this.credential = await this.rest.saveCredential(
			'Customer Messaging account',
			'customerMessagingApi',
			service,
		);
	}

	/** Starts another worker, with as many executions at a time as a worker has by default; with its own settings if given. */
	async startWorker(environment: Record<string, string> = {}): Promise<N8nProcess> {
		const userFolder = await this.userFolder(`worker-${this.workers.length + 1}`);
		const port = await portToKeep();
		const worker = await startN8nProcess(this.installation, {
			command: ['worker'],
			userFolder,
			environment: {
				...this.environment,
				N8N_RUNNERS_BROKER_PORT: String(await portToKeep()),
				QUEUE_HEALTH_CHECK_ACTIVE: 'true',
				QUEUE_HEALTH_CHECK_PORT: String(port),
				...environment,
			},
			isUp: () =>
				fetch(`http://127.0.0.1:${port}/healthz/readiness`).then(
					({ ok }) => ok,
					() => false,
				),
		});
		this.workers.push(worker);
		this.endings.push(() => worker.stop());
		return worker;
	}

	/** What every process of n8n has written, from its start. */
	get logFiles(): string[] {
		return [this.main, ...this.workers].map(({ logFile }) => logFile);
	}

	/** Ends everything and throws its data away. */
	async stop(): Promise<void> {
		for (const ending of this.endings.reverse()) await ending();
	}

	/** Each process has its own, as it would on a separate machine. */
	private async userFolder(name: string): Promise<string> {
		const folder = join(this.folder, name);
		await mkdir(folder);
		await installPackedPackage(this.tarball, join(folder, '.n8n', 'nodes'));
		return folder;
	}
}

/** A free port, of those that no outgoing connection is given while n8n is still on its way to it. */
async function portToKeep(): Promise<number> {
	return await freePort(randomInt(10_000, 30_000));
}
