import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import { PackageDirectoryLoader } from 'n8n-core';

import { installedPackage, tarballFolder } from '../support/installedPackage';
import { startScene } from '../support/scene';

const NODE_FILE = 'dist/nodes/CustomerMessaging/CustomerMessaging.node.js';

const LARGEST_TARBALL = 100_000;

interface Manifest {
	dependencies?: object;
	scripts?: Record<string, string>;
	n8n: { nodes: string[]; credentials: string[] };
}

const readJson = <Content>(file: string): Content =>
	JSON.parse(readFileSync(path.join(installedPackage, file), 'utf8')) as Content;

describe('the tarball', () => {
	const tarballs = readdirSync(tarballFolder).filter((file) => file.endsWith('.tgz'));
	const tarball = path.join(tarballFolder, tarballs[0] ?? '');

	const packedFiles = () =>
		execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' })
			.trim()
			.split('\n')
			.map((file) => file.replace(/^package\//, ''))
			.sort();

	test('is one file of less than 100 kB', () => {
		expect(tarballs).toHaveLength(1);
		const { size } = statSync(tarball);
		expect(size).toBeLessThan(LARGEST_TARBALL);
	});

	test('holds what runs, and what npm always adds, and nothing else', () => {
		const outsideDist = packedFiles().filter((file) => !file.startsWith('dist/'));
		expect(outsideDist.filter((file) => file !== 'README.md')).toEqual([
			'LICENSE',
			'index.js',
			'package.json',
		]);
		expect(
			packedFiles().filter(
				(file) => !/^(dist\/(nodes|credentials)\/.*\.(js|svg|json)|[^/]*)$/.test(file),
			),
		).toEqual([]);
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
	test('needs no other package', () => {
		const manifest = readJson<Manifest>('package.json');
		expect(manifest.dependencies ?? {}).toEqual({});
		const modules = path.join(installedPackage, 'node_modules');
		expect(
			existsSync(modules) ? readdirSync(modules).filter((name) => !name.startsWith('.')) : [],
		).toEqual([]);
	});

	test('runs no script when it is installed', () => {
		const { scripts = {} } = readJson<Manifest>('package.json');
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
			const installed = createRequire(__filename)(path.join(installedPackage, NODE_FILE)) as Record<
				string,
				unknown
			>;
			expect(scene.engine.nodeType(type).constructor).toBe(installed.CustomerMessaging);
		} finally {
			await scene.stop();
		}
	});
});

describe('loading the node in a process of its own', () => {
	interface Loading {
		requested: string[];
		loaded: string[];
		exported: string[];
	}

	const folder = realpathSync(installedPackage);
	const load = (): Loading =>
		JSON.parse(
			execFileSync('node', [path.join(__dirname, 'loading.cjs'), folder, NODE_FILE], {
				encoding: 'utf8',
			}),
		) as Loading;

	test("asks for its own files and n8n's library, and for nothing else", () => {
		const { requested, loaded, exported } = load();
		expect(exported).toEqual(['CustomerMessaging']);
		expect(requested.filter((request) => !request.startsWith('.'))).toEqual(['n8n-workflow']);
		expect(loaded.filter((file) => !file.startsWith(path.join(folder, 'dist') + path.sep))).toEqual(
			[],
		);
	});

	test('reads little, which is what makes it fast', () => {
		const { loaded } = load();
		expect(loaded.length).toBeLessThan(100);
		expect(loaded.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(320_000);
	});
});
