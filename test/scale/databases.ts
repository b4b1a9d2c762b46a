import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

import { freePort } from '../../dev/editor/freePort';
import { type Program, startProgram } from '../../dev/editor/program';

/** A running database on loopback. */
export interface Database extends Program {
	/** n8n's settings for it */
	environment: Record<string, string>;
	/** Everything that it holds, as text. */
	dump(): Promise<string>;
}

export interface Postgres extends Database {
	port: number;
	/** The rows that a query gives. */
	rows<Row>(query: string): Promise<Row[]>;
}

/** Where Debian keeps the programs of each release of Postgres; they are not in the path. */
const RELEASES = '/usr/lib/postgresql';

const PATH = [
	...(existsSync(RELEASES) ? readdirSync(RELEASES) : []).map((one) => join(RELEASES, one, 'bin')),
	process.env.PATH,
	'/usr/sbin',
].join(delimiter);

/** Postgres refuses to run as root; Debian's package makes a user for it. */
const AS_ITS_USER =
	process.getuid?.() === 0
		? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups']
		: [];

const HOST = '127.0.0.1';

/**
 * Starts an empty Postgres and an empty Redis.
 *
 * @param folder an existing folder that any user may enter; the data goes below it
 * @throws Error that says what to install where the machine has none of them
 */
export async function startDatabases(
	folder: string,
): Promise<{ postgres: Postgres; redis: Database }> {
	if (!(await isInstalled('initdb')) || !(await isInstalled('redis-server')))
		throw new Error('Install Postgres and Redis first (on Debian: postgresql redis-server)');
	const password = randomBytes(12).toString('hex');
	const redis = await startRedis(join(folder, 'redis'), password);
	try {
		return { postgres: await startPostgres(join(folder, 'postgres'), password), redis };
	} catch (error) {
		await redis.stop();
		throw error;
	}
}

/** @throws Error where the machine has no Postgres, or where it does not start */
export async function startPostgres(folder: string, password: string): Promise<Postgres> {
	const [data, passwordFile] = [join(folder, 'data'), join(folder, 'password')];
	const port = await freePort();
	const settings = {
		HOST,
		PORT: String(port),
		USER: 'n8n',
		PASSWORD: password,
		DATABASE: 'postgres',
	};
	const settingsFor = (prefix: string): Record<string, string> =>
		Object.fromEntries(Object.entries(settings).map(([name, value]) => [prefix + name, value]));
	await mkdir(folder);
	await writeFile(passwordFile, password, { mode: 0o600 });
	if (AS_ITS_USER.length > 0) await run(['chown', '-R', 'postgres:postgres', folder]);
	const login = [`--username=${settings.USER}`, '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
	await run([...AS_ITS_USER, 'initdb', `--pgdata=${data}`, ...login, '--encoding=UTF8', '-N']);
	const rows = async <Row>(query: string): Promise<Row[]> => {
		const statement = `SELECT coalesce(json_agg(row), '[]') FROM (${query}) AS row`;
		return JSON.parse(await run(['psql', '-XAtc', statement], settingsFor('PG'))) as Row[];
	};
	const server = ['postgres', `-D${data}`, `-h${HOST}`, `-p${port}`, `-k${folder}`, '-cfsync=off'];
	const started = await start([...AS_ITS_USER, ...server], folder, () => rows('SELECT 1'));
	return {
		...started,
		port,
		environment: { DB_TYPE: 'postgresdb', ...settingsFor('DB_POSTGRESDB_') },
		rows,
		dump: () => run(['pg_dump'], settingsFor('PG')),
	};
}

async function startRedis(folder: string, password: string): Promise<Database> {
	const settingsFile = join(folder, 'redis.conf');
	const port = String(await freePort());
	const settings = [
		...[`bind ${HOST}`, `port ${port}`, `requirepass ${password}`, `dir ${folder}`],
		// Its dump is written when it is asked for, and can be read.
		...['save ""', 'rdbcompression no'],
		// Its queue may hold everything that is yet to be done: nothing is ever thrown out.
		'maxmemory-policy noeviction',
	];
	await mkdir(folder);
	await writeFile(settingsFile, settings.join('\n'), { mode: 0o600 });
	const ask = (question: string): Promise<string> =>
		run(['redis-cli', '-e', '-p', port, question], { REDISCLI_AUTH: password });
	const started = await start(['redis-server', settingsFile], folder, () => ask('PING'));
	return {
		...started,
		environment: {
			QUEUE_BULL_REDIS_HOST: HOST,
			QUEUE_BULL_REDIS_PORT: port,
			QUEUE_BULL_REDIS_PASSWORD: password,
		},
		async dump() {
			await ask('SAVE');
			return await readFile(join(folder, 'dump.rdb'), 'latin1');
		},
	};
}

async function start(command: string[], folder: string, use: () => Promise<unknown>) {
	const environment = { ...process.env, PATH };
	// Postgres takes this signal, and no other, as the wish to end its connections, too.
	return await startProgram(command, { folder, environment, stopSignal: 'SIGINT', use });
}

export async function isInstalled(program: 'initdb' | 'redis-server'): Promise<boolean> {
	return await run([program, '--version']).then(
		() => true,
		() => false,
	);
}

/** Runs a program to its end, and returns what it wrote to standard output. */
async function run([command = '', ...commandArguments]: string[], environment = {}) {
	const { stdout } = await promisify(execFile)(command, commandArguments, {
		env: { ...process.env, PATH, ...environment },
		maxBuffer: Infinity,
	});
	return stdout;
}
