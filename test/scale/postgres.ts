import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { freePort } from '../../dev/editor/freePort';
import { findProgram, run, startInBackground } from './program';

/** Postgres refuses to run as root; Debian's package makes a user for it. */
const AS_ITS_USER =
	process.getuid?.() === 0
		? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups']
		: [];

/** A running Postgres with an empty database, on loopback. */
export interface Postgres {
	/** where it listens, and for whom */
	connection: { host: string; port: number; user: string; password: string; database: string };
	/** n8n's settings for it */
	environment: Record<string, string>;
	/** The rows that a query gives. */
	rows<Row>(query: string): Promise<Row[]>;
	/** Runs a statement, and gives what it prints. */
	execute(statement: string): Promise<string>;
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
	const program = (name: string): string => findProgram(name, 'postgresql');
	const home = join(folder, 'postgres');
	const data = join(home, 'data');
	const passwordFile = join(home, 'password');
	const connection = {
		host: '127.0.0.1',
		port: await freePort(),
		user: 'n8n',
		password: randomBytes(12).toString('hex'),
		database: 'postgres',
	};
	const settings = (prefix: string): Record<string, string> =>
		Object.fromEntries(
			Object.entries(connection).map(([name, value]) => [
				`${prefix}${name.toUpperCase()}`,
				String(value),
			]),
		);
	await mkdir(home);
	await writeFile(passwordFile, connection.password, { mode: 0o600 });
	if (AS_ITS_USER.length > 0) await run(home, ['chown', '-R', 'postgres:postgres', home]);
	await run(home, [
		...AS_ITS_USER,
		program('initdb'),
		`--pgdata=${data}`,
		`--username=${connection.user}`,
		'--auth=scram-sha-256',
		`--pwfile=${passwordFile}`,
		'--encoding=UTF8',
		'--no-sync',
	]);
	const ask = (name: string, ...options: string[]): Promise<string> =>
		run(home, [program(name), ...options], settings('PG'));
	const execute = (statement: string): Promise<string> =>
		ask('psql', '--no-psqlrc', '--tuples-only', '--no-align', '--command', statement);
	const { host, port } = connection;
	const server = [program('postgres'), `-D${data}`, `-h${host}`, `-p${port}`, `-k${home}`];
	const stop = await startInBackground(home, [...AS_ITS_USER, ...server, '-cfsync=off'], () =>
		execute('SELECT 1'),
	);

	return {
		connection,
		environment: { DB_TYPE: 'postgresdb', ...settings('DB_POSTGRESDB_') },
		rows: async (query) =>
			JSON.parse(await execute(`SELECT coalesce(json_agg(row), '[]') FROM (${query}) AS row`)),
		execute,
		dump: () => ask('pg_dump'),
		stop,
	};
}
