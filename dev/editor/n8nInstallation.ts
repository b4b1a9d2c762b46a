import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { cache } from './folders';
import { npm } from './npm';
import { type NodeRuntime, provideNode } from './nodeRuntime';
import type { Release } from './release';

/** An installed n8n, and the Node to run it with. */
export interface Installation {
	release: Release;
	node: NodeRuntime;
	/** n8n's own start script */
	script: string;
}

/**
 * Installs a release of n8n from its lock, in its own folder, unless it is there. An installation that was
 * interrupted, or made from another lock or for another Node, is made again.
 *
 * @throws Error with npm's words if something cannot be fetched or built
 */
export async function installN8n(release: Release): Promise<Installation> {
	const node = await provideNode(release);
	const pinned = join(__dirname, `n8n-${release.line}`);
	const folder = join(cache, 'n8n', release.line);
	const installation = { release, node, script: join(folder, 'node_modules', 'n8n', 'bin', 'n8n') };

	const lock = await readFile(join(pinned, 'package-lock.json'), 'utf8');
	const wanted = createHash('sha256')
		.update(lock)
		.update(node.version.split('.')[0]!)
		.digest('hex');
	const marker = join(folder, 'installed-from.sha256');
	if (existsSync(marker) && (await readFile(marker, 'utf8')) === wanted) return installation;

	await rm(marker, { force: true });
	await mkdir(folder, { recursive: true });
	for (const file of ['package.json', 'package-lock.json'])
		await copyFile(join(pinned, file), join(folder, file));

	console.log(`Downloading n8n ${release.version}, only this once.
It has 2 GB and takes some 3 minutes, or longer on a slow line. Nothing more is shown until all of it is there…`);
	await npm(['ci', '--legacy-peer-deps', '--loglevel=error'], folder, node.environment);
	console.log(
		'Installing SQLite, the database of n8n. If npm has to compile it, this takes some 3 minutes…',
	);
	await npm(['rebuild', 'sqlite3', '--loglevel=error'], folder, {
		...node.environment,
		npm_config_ignore_scripts: 'false',
	});
	await writeFile(marker, wanted);
	return installation;
}
