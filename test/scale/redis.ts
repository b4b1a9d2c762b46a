import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { freePort } from '../../dev/editor/freePort';
import { startInBackground } from './backgroundProgram';
import { findProgram } from './program';

const run = promisify(execFile);

/** The Debian package that has everything used here. */
const DEBIAN_PACKAGE = 'redis-server';

/** A running, empty Redis, on loopback. */
export interface Redis {
	/** n8n's settings for it */
	environment: Record<string, string>;
	/** Everything it holds, as it is on disk: not compressed. */
	dump(): Promise<Buffer>;
	stop(): Promise<void>;
}

/**
 * Starts a Redis with throw-away data.
 *
 * @param folder an existing folder; the data goes below it
 * @throws Error that says what to install where the machine has no Redis
 */
export async function startRedis(folder: string): Promise<Redis> {
	const server = findProgram('redis-server', DEBIAN_PACKAGE);
	const client = findProgram('redis-cli', DEBIAN_PACKAGE);
	const home = join(folder, 'redis');
	const port = await freePort();
	const password = randomBytes(12).toString('hex');
	const settings = [
		'bind 127.0.0.1',
		`port ${port}`,
		`requirepass ${password}`,
		`dir ${home}`,
		'save ""',
		'rdbcompression no',
		// Its queue may hold everything that is yet to be done: nothing is ever thrown out.
		'maxmemory-policy noeviction',
	];
	await mkdir(home);
	const ask = async (...command: string[]): Promise<string> =>
		(
			await run(client, ['-p', String(port), ...command], {
				env: { ...process.env, REDISCLI_AUTH: password },
			})
		).stdout.trim();
	const stop = await startInBackground(server, ['-'], {
		folder: home,
		logFile: join(folder, 'redis.log'),
		input: settings.join('\n'),
		isUp: () =>
			ask('PING').then(
				(answer) => answer === 'PONG',
				() => false,
			),
		endSignal: 'SIGTERM',
	});

	return {
		environment: {
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: String(port),
			QUEUE_BULL_REDIS_PASSWORD: password,
		},
		async dump() {
			await ask('SAVE');
			return await readFile(join(home, 'dump.rdb'));
		},
		stop,
	};
}
