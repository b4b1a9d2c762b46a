import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { freePort } from '../../dev/editor/freePort';
import { startInBackground, type User } from './backgroundProgram';
import { findProgram } from './program';

const run = promisify(execFile);

/** The most that a program may write to standard output, in bytes. */
const LONGEST_OUTPUT = 1024 ** 3;

/** The Debian package that has everything used here. */
const DEBIAN_PACKAGE = 'postgresql';

/** The user that Debian's package makes: Postgres refuses to run as root. */
const DEBIAN_USER = 'postgres';

const NAME = 'n8n';

/** A running Postgres with an empty database, on loopback. */
export interface Postgres {
	/** n8n's settings for it */
	environment: Record<string, string>;
	/** The rows that a query gives. */
	rows<Row>(query: string): Promise<Row[]>;
	/** Runs a statement that gives no rows. */
	execute(statement: string): Promise<void>;
	/** The whole database as text. */
	dump(): Promise<string>;
	stop(): Promise<void>;
}

/**
 * Starts a Postgres with throw-away data.
 *
 * @param folder an existing folder that any user may enter; the data goes below it
 * @throws Error that says what to install where the machine has no Postgres
 */
export async function startPostgres(folder: string): Promise<Postgres> {
	const initialize = findProgram('initdb', DEBIAN_PACKAGE);
	const server = findProgram('postgres', DEBIAN_PACKAGE);
	const client = findProgram('psql', DEBIAN_PACKAGE);
	const dumper = findProgram('pg_dump', DEBIAN_PACKAGE);

	const user = process.getuid?.() === 0 ? await userNamed(DEBIAN_USER) : undefined;
	const home = join(folder, 'postgres');
	const data = join(home, 'data');
	const password = randomBytes(12).toString('hex');
	const passwordFile = join(home, 'password');
	await mkdir(home);
	await writeFile(passwordFile, password, { mode: 0o600 });
	if (user) for (const path of [home, passwordFile]) await chown(path, user.uid, user.gid);

	await run(
		initialize,
		[
			'--pgdata',
			data,
			'--username',
			NAME,
			'--auth',
			'scram-sha-256',
			'--pwfile',
			passwordFile,
			'--encoding',
			'UTF8',
			'--no-sync',
		],
		{ cwd: home, ...user },
	);
	const port = await freePort();
	const asOwner = {
		cwd: home,
		maxBuffer: LONGEST_OUTPUT,
		env: {
			...process.env,
			PGHOST: '127.0.0.1',
			PGPORT: String(port),
			PGUSER: NAME,
			PGPASSWORD: password,
			PGDATABASE: 'postgres',
		},
	};
	const ask = async (query: string): Promise<string> =>
		(
			await run(client, ['--no-psqlrc', '--tuples-only', '--no-align', '--command', query], asOwner)
		).stdout.trim();
	const stop = await startInBackground(
		server,
		['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', home, '-c', 'fsync=off'],
		{
			folder: home,
			user,
			logFile: join(folder, 'postgres.log'),
			isUp: () =>
				ask('SELECT 1').then(
					() => true,
					() => false,
				),
			// Ends the connections that are left, too.
			endSignal: 'SIGINT',
		},
	);

	return {
		environment: {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(port),
			DB_POSTGRESDB_USER: NAME,
			DB_POSTGRESDB_PASSWORD: password,
			DB_POSTGRESDB_DATABASE: 'postgres',
		},
		rows: async (query) =>
			JSON.parse(await ask(`SELECT coalesce(json_agg(row), '[]') FROM (${query}) AS row`)),
		execute: async (statement) => void (await ask(statement)),
		dump: async () => (await run(dumper, [], asOwner)).stdout,
		stop,
	};
}

async function userNamed(name: string): Promise<User> {
	const number = async (option: string): Promise<number> =>
		Number((await run('id', [option, name])).stdout);
	return { uid: await number('-u'), gid: await number('-g') };
}
