import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { cache, repository } from './folders';
import { npm } from './npm';

/** What the tarball is made of and by. */
const SOURCES = [
	'nodes',
	'credentials',
	'lib',
	'package.json',
	'tsconfig.json',
	'tsconfig.build.json',
	'gulpfile.js',
	'index.js',
	'README.md',
	'LICENSE',
	'NOTICE',
];

/**
 * Builds and packs this package as it is now, unless its latest tarball is of these very sources.
 *
 * @returns the path of the tarball
 * @throws Error with the compiler's or npm's message
 */
export async function packPackage(): Promise<string> {
	const folder = join(cache, 'package');
	const marker = join(folder, 'packed-from.json');
	const sources = await fingerprintOf(SOURCES);
	if (existsSync(marker)) {
		const packed = JSON.parse(await readFile(marker, 'utf8')) as {
			sources: string;
			tarball: string;
		};
		const tarball = join(folder, packed.tarball);
		if (packed.sources === sources && existsSync(tarball)) return tarball;
	}
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	console.log('Building the package…');
	// With the package's own script, which builds it.
	const written = await npm(['pack', '--silent', '--pack-destination', folder], repository, {
		npm_config_ignore_scripts: 'false',
	});
	// By its name alone, as a repository that is copied or moved must not find another one's.
	const tarball = written.trim().split('\n').at(-1)!;
	await writeFile(marker, JSON.stringify({ sources, tarball }));
	return join(folder, tarball);
}

/**
 * Installs a tarball into a user's n8n as n8n itself installs a community node: unpacked, its dev,
 * peer and optional dependencies deleted, `npm install` without scripts, listed in package.json.
 *
 * @param nodesFolder where that n8n keeps its community nodes, `.n8n/nodes` in the user folder
 */
export async function installPackedPackage(tarball: string, nodesFolder: string): Promise<void> {
	const { name } = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')) as {
		name: string;
	};
	const installed = join(nodesFolder, 'node_modules', name);
	await unpackPackage(tarball, installed);

	const manifestFile = join(installed, 'package.json');
	const { devDependencies, peerDependencies, optionalDependencies, ...manifest } = JSON.parse(
		await readFile(manifestFile, 'utf8'),
	) as Record<string, unknown>;
	void [devDependencies, peerDependencies, optionalDependencies];
	await writeFile(manifestFile, JSON.stringify(manifest, null, 2));
	await npm(
		[
			'install',
			'--bin-links=false',
			'--install-strategy=shallow',
			'--ignore-scripts=true',
			'--package-lock=false',
			'--loglevel=error',
		],
		installed,
	);
	const list = {
		name: 'installed-nodes',
		private: true,
		dependencies: { [name]: manifest.version },
	};
	await writeFile(join(nodesFolder, 'package.json'), JSON.stringify(list, null, 2));
}

/** Unpacks a tarball into a folder, in which nothing else stays. */
export async function unpackPackage(tarball: string, folder: string): Promise<void> {
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	execFileSync('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
}

/** A hash over files and folders, by name and content. */
async function fingerprintOf(entries: string[]): Promise<string> {
	const hash = createHash('sha256');
	const add = async (path: string): Promise<void> => {
		const whole = join(repository, path);
		const inside = await readdir(whole).catch(() => undefined);
		if (inside === undefined) {
			hash.update(`${path}\0`).update(await readFile(whole));
			return;
		}
		for (const name of inside.sort()) await add(join(path, name));
	};
	for (const entry of entries) await add(entry);
	return hash.digest('hex');
}
