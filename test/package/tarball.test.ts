import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import { PackageDirectoryLoader } from 'n8n-core';

import { installedPackage, tarballFolder } from '../support/installedPackage';
import { startScene } from '../support/scene';

const NODE_FILE = 'dist/nodes/CustomerMessaging/CustomerMessaging.node.js';

const root = path.resolve(__dirname, '../..');

const LARGEST_TARBALL = 130_000;

describe('the tarball', () => {
	const tarballs = readdirSync(tarballFolder).filter((file) => file.endsWith('.tgz'));
	const tarball = path.join(tarballFolder, tarballs[0] ?? '');

	const packedFiles = () =>
		execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' })
			.trim()
			.split('\n')
			.map((file) => file.replace(/^package\//, ''))
			.sort();

	test('is one file of less than 130 kB', () => {
		expect(tarballs).toHaveLength(1);
		const { size } = statSync(tarball);
		expect(size).toBeLessThan(LARGEST_TARBALL);
	});

	test('holds what runs, and what npm always adds, and nothing else', () => {
		const added = packedFiles().filter(
			(file) => !/^dist\/(nodes|credentials)\/.*\.(js|svg|json)$/.test(file),
		);
		expect(added).toEqual(['LICENSE', 'README.md', 'index.js', 'package.json']);
	});

	test('holds the icons, the codex and the schemas, byte for byte', () => {
		const sources = readdirSync(path.join(root, 'nodes'), { recursive: true, encoding: 'utf8' })
			.filter((file) => /\.(svg|json)$/.test(file))
			.map((file) => path.join('nodes', file))
			.sort();
		expect(packedFiles().filter((file) => /^dist\/.*\.(svg|json)$/.test(file))).toEqual(
			sources.map((file) => `dist/${file}`),
		);
		for (const file of sources) {
			const packed = readFileSync(path.join(installedPackage, 'dist', file));
			expect(packed.equals(readFileSync(path.join(root, file)))).toBe(true);
		}
	});

	test('is what is installed, file by file', () => {
		const installed = readdirSync(installedPackage, { recursive: true, encoding: 'utf8' })
			.filter((file) => statSync(path.join(installedPackage, file)).isFile())
			.filter((file) => !file.startsWith('node_modules'))
			.sort();
		expect(installed).toEqual(packedFiles());
	});
});

describe('the installed package', () => {
	test('needs no other package, and runs no script when it is installed', () => {
		const { dependencies = {}, scripts = {} } = JSON.parse(
			readFileSync(path.join(installedPackage, 'package.json'), 'utf8'),
		) as { dependencies?: object; scripts?: object };
		expect(dependencies).toEqual({});
		const modules = path.join(installedPackage, 'node_modules');
		expect(
			existsSync(modules) ? readdirSync(modules).filter((name) => !name.startsWith('.')) : [],
		).toEqual([]);
		expect(
			Object.keys(scripts).filter((name) => /^((pre|post)?install|prepare)$/.test(name)),
		).toEqual([]);
	});

	test('gives out the node and the credential from its index', () => {
		const script = `console.log(JSON.stringify(Object.entries(require(${JSON.stringify(installedPackage)})).map(([name, type]) => [name, typeof type])))`;
		const exported = JSON.parse(
			execFileSync('node', ['-e', script], { encoding: 'utf8' }),
		) as unknown;
		expect(exported).toEqual([
			['CustomerMessagingApi', 'function'],
			['CustomerMessaging', 'function'],
		]);
	});

	test('loads into n8n, as one node and one credential', async () => {
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

	test('is what the tests of workflows run', async () => {
		const scene = await startScene();
		try {
			const type = 'n8n-nodes-customer-messaging.customerMessaging';
			const installed = createRequire(__filename)(path.join(installedPackage, NODE_FILE)) as object;
			expect(installed).toEqual({ CustomerMessaging: scene.engine.nodeType(type).constructor });
		} finally {
			await scene.stop();
		}
	});
});

test("loading the node asks for its own files and n8n's library, and reads little, which is what makes it fast", () => {
	const folder = realpathSync(installedPackage);
	const program = path.join(__dirname, 'loading.cjs');
	const { requested, loaded, exported } = JSON.parse(
		execFileSync('node', [program, folder, NODE_FILE], { encoding: 'utf8' }),
	) as Record<'requested' | 'loaded' | 'exported', string[]>;

	expect(exported).toEqual(['CustomerMessaging']);
	expect(requested.filter((request) => !request.startsWith('.'))).toEqual(['n8n-workflow']);
	const own = path.join(folder, 'dist') + path.sep;
	expect(loaded.filter((file) => !file.startsWith(own))).toEqual([]);
	expect(loaded.length).toBeLessThan(110);
	expect(loaded.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(400_000);
});
