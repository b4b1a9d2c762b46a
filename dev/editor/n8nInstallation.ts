import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { cache } from './folders';
import { npm } from './npm';
import { type NodeRuntime, provideNode } from './nodeRuntime';
import type { Progress } from './progress';
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
 * @throws Error with npm's last lines if something cannot be fetched or built
 */
export async function installN8n(release: Release, progress: Progress): Promise<Installation> {
	const node = await provideNode(release, progress);
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

	const { packages } = JSON.parse(lock) as { packages: Record<string, unknown> };
	const total = Object.keys(packages).length - 1;
	progress.begin(
		`Downloading n8n ${release.version}: ${total} packages, about 2 GB, only this once`,
	);
	const fetched = new Set<string>();
	await npm(['ci', '--legacy-peer-deps', '--loglevel=http'], {
		folder,
		environment: node.environment,
		onLine(line) {
			const archive = /\S+\.tgz/.exec(line)?.[0];
			if (archive === undefined) return;
			fetched.add(archive);
			progress.advance(fetched.size, total);
		},
	});
	progress.begin("Building the driver of n8n's database");
	await npm(['rebuild', 'sqlite3', '--loglevel=error'], {
		folder,
		environment: { ...node.environment, npm_config_ignore_scripts: 'false' },
	});
	await writeFile(marker, wanted);
	return installation;
}
