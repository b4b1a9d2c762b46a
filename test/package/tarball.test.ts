import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import { PackageDirectoryLoader } from 'n8n-core';

import { installedPackage, tarballFolder } from '../support/installedPackage';
import { NODE_NAME, startScene } from '../support/scene';

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

	test('loads into n8n, with icons for light and dark, and codex', async () => {
		const loader = new PackageDirectoryLoader(installedPackage);
		await loader.loadAll();

		expect(Object.keys(loader.known.nodes)).toEqual(['customerMessaging']);
		expect(Object.keys(loader.known.credentials)).toEqual(['customerMessagingApi']);
		const [node] = loader.types.nodes;
		const [credential] = loader.types.credentials;
		expect(node).toMatchObject({
			name: 'customerMessaging',
			displayName: 'Customer Messaging',
			version: 1,
			usableAsTool: true,
		});

		const folder = 'icons/n8n-nodes-customer-messaging/';
		expect(node?.iconUrl).toEqual({
			light: `${folder}dist/nodes/CustomerMessaging/customerMessaging.svg`,
			dark: `${folder}dist/nodes/CustomerMessaging/customerMessaging.dark.svg`,
		});
		expect(credential?.iconUrl).toEqual(node?.iconUrl);
		for (const url of Object.values(node?.iconUrl as Record<string, string>)) {
			expect(readFileSync(path.join(installedPackage, url.replace(folder, '')), 'utf8')).toContain(
				'<svg',
			);
		}

		const codex = readJson<{ categories: string[]; resources: object }>(
			'dist/nodes/CustomerMessaging/CustomerMessaging.node.json',
		);
		expect(node?.codex).toMatchObject({ categories: codex.categories, resources: codex.resources });
		expect(codex.categories.length).toBeGreaterThan(0);
	});

	test('is what the tests of workflows run, and it sends a message', async () => {
		const scene = await startScene();
		try {
			const execution = await scene.run({
				resource: 'message',
				operation: 'sendText',
				customerId: '5001',
				text: 'Hello',
			});
			expect(execution.error).toBeUndefined();
			expect(execution.items(NODE_NAME)[0]?.json).toMatchObject({ status: 'ongoing' });
			expect(
				scene.sandbox.accepted.map(({ recipient, content }) => [recipient, content.body]),
			).toEqual([['5001', 'Hello']]);

			const { constructor } = scene.engine.nodeType(
				'n8n-nodes-customer-messaging.customerMessaging',
			);
			const installed = createRequire(__filename)(path.join(installedPackage, NODE_FILE)) as Record<
				string,
				unknown
			>;
			expect(constructor).toBe(installed.CustomerMessaging);
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
