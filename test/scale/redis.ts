import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { freePort } from '../../dev/editor/freePort';
import { findProgram, run, startInBackground } from './program';

/** A running, empty Redis, on loopback. */
export interface Redis {
	/** n8n's settings for it */
	environment: Record<string, string>;
	/** Everything it holds, as it is on disk: not compressed. */
	dump(): Promise<string>;
	stop(): Promise<void>;
}

/**
 * Starts a Redis with throw-away data.
 *
 * @param folder an existing folder; the data goes below it
 * @throws Error that says what to install where the machine has no Redis
 */
export async function startRedis(folder: string): Promise<Redis> {
	const server = findProgram('redis-server', 'redis-server');
	const client = findProgram('redis-cli', 'redis-server');
	const home = join(folder, 'redis');
	const settingsFile = join(home, 'redis.conf');
	const port = String(await freePort());
	const password = randomBytes(12).toString('hex');
	const settings = [
		'bind 127.0.0.1',
		`port ${port}`,
		`requirepass ${password}`,
		'save ""',
		'rdbcompression no',
		// Its queue may hold everything that is yet to be done: nothing is ever thrown out.
		'maxmemory-policy noeviction',
	];
	await mkdir(home);
	await writeFile(settingsFile, settings.join('\n'), { mode: 0o600 });
	const ask = (question: string): Promise<string> =>
		run(home, [client, '-e', '-p', port, question], { REDISCLI_AUTH: password });
	const stop = await startInBackground(home, [server, settingsFile], () => ask('PING'));

	return {
		environment: {
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: port,
			QUEUE_BULL_REDIS_PASSWORD: password,
		},
		async dump() {
			await ask('SAVE');
			return await readFile(join(home, 'dump.rdb'), 'latin1');
		},
		stop,
	};
}
