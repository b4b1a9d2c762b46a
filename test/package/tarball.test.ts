import { execFileSync } from 'node:child_process';
import { readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';

import { PackageDirectoryLoader } from 'n8n-core';

import { installedPackage, tarballFolder } from '../support/installedPackage';

const NODE_FILE = 'dist/nodes/CustomerMessaging/CustomerMessaging.node.js';

const LARGEST_TARBALL = 130_000;

test('the tarball is small, and holds what runs, and what npm always adds, and nothing else', () => {
	const [tarball] = readdirSync(tarballFolder)
		.filter((file) => file.endsWith('.tgz'))
		.map((file) => path.join(tarballFolder, file));
	expect(statSync(tarball!).size).toBeLessThan(LARGEST_TARBALL);
	const files = execFileSync('tar', ['-tzf', tarball!], { encoding: 'utf8' }).trim().split('\n');
	expect(
		files
			.filter((file) => !/^package\/dist\/(nodes|credentials|lib)\/.*\.(js|svg|json)$/.test(file))
			.sort(),
	).toEqual(
		['LICENSE', 'NOTICE', 'README.md', 'index.js', 'package.json'].map((file) => `package/${file}`),
	);
	const notice = execFileSync('tar', ['-xOzf', tarball!, 'package/NOTICE'], { encoding: 'utf8' });
	expect(notice).toMatch(/phonePlans\.js\b[^]*libphonenumber\b[^]*Apache License, Version 2\.0/);
});

test('publint finds nothing in the package', () => {
	const folder = realpathSync(installedPackage);
	// It is an ES module, whose types the compiler does not find.
	execFileSync('npx', ['publint', 'run', folder, '--pack=false', '--strict']);
});

test('the package loads into n8n, as one node and one credential', async () => {
	const loader = new PackageDirectoryLoader(installedPackage);
	await loader.loadAll();

	expect(Object.keys(loader.known.nodes)).toEqual(['customerMessaging']);
	expect(Object.keys(loader.known.credentials)).toEqual(['customerMessagingApi']);
	const [node] = loader.types.nodes;
	expect(node).toMatchObject({
		...{ name: 'customerMessaging', displayName: 'Customer Messaging', version: [1] },
		usableAsTool: true,
	});
	expect(loader.types.credentials[0]?.iconUrl).toEqual(node?.iconUrl);
});

test("loading the node asks for its own files and n8n's library, and reads little, which is what makes it fast", () => {
	const folder = realpathSync(installedPackage);
	const program = path.join(__dirname, 'loading.cjs');
	const { requested, loaded, exported } = JSON.parse(
		execFileSync('node', [program, folder, NODE_FILE], { encoding: 'utf8' }),
	) as Record<'requested' | 'loaded' | 'exported', string[]>;

	expect(exported).toEqual(['CustomerMessaging']);
	expect(requested.filter((request) => !request.startsWith('.')).sort()).toEqual([
		...['n8n-workflow', 'node:crypto'],
	]);
	const own = path.join(folder, 'dist') + path.sep;
	expect(loaded.filter((file) => !file.startsWith(own))).toEqual([]);
	expect(loaded.length).toBeLessThan(120);
	expect(loaded.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(400_000);
});
