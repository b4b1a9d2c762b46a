import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { installationFolder, installedPackage, tarballFolder } from './installed-package';

const root = path.resolve(__dirname, '../..');

/**
 * Builds and packs the package, and installs the tarball the way n8n does: unpacked, its dev, peer
 * and optional dependencies deleted, then `npm install --ignore-scripts`. Jest runs this once
 * before all tests.
 */
export default function installPackage(): void {
	const run = (command: string, args: string[], cwd = root): string =>
		execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

	run('node', ['scripts/build.mjs']);
	rmSync(installationFolder, { recursive: true, force: true });
	mkdirSync(installedPackage, { recursive: true });
	mkdirSync(tarballFolder, { recursive: true });
	const tarball = run('npm', ['pack', '--silent', '--pack-destination', tarballFolder]).trim().split('\n').at(-1)!;
	run('tar', ['-xzf', path.join(tarballFolder, tarball), '-C', installedPackage, '--strip-components=1']);

	const manifestFile = path.join(installedPackage, 'package.json');
	const { devDependencies, peerDependencies, optionalDependencies, ...manifest } = JSON.parse(
		readFileSync(manifestFile, 'utf8'),
	) as Record<string, unknown>;
	void [devDependencies, peerDependencies, optionalDependencies];
	writeFileSync(manifestFile, JSON.stringify(manifest, null, 2));
	run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], installedPackage);
}
