import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { release } from '../../dev/editor/release';

const root = path.resolve(__dirname, '../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** The packages of n8n that its engine in the tests is made of. */
const ENGINE = ['n8n-core', 'n8n-workflow', '@n8n/backend-common', '@n8n/config', '@n8n/di'];

test('the engine in the tests is that of the release of n8n', () => {
	const lock = `dev/editor/n8n-${release.line}/package-lock.json`;
	const { packages } = JSON.parse(read(lock)) as { packages: Record<string, { version: string }> };
	const { devDependencies } = JSON.parse(read('package.json')) as {
		devDependencies: Record<string, string>;
	};
	const wrong = ENGINE.flatMap((name) => {
		const { version } = packages[`node_modules/${name}`]!;
		return devDependencies[name] === version ? [] : [`set ${name} to ${version} in package.json`];
	});
	expect(wrong).toEqual([]);
	expect(devDependencies['n8n-nodes-base']).toMatch(new RegExp(`^${release.line}\\.`));
});

test('the README says which version this is, and which release of n8n was run', () => {
	const readme = read('README.md');
	const { version } = JSON.parse(read('package.json')) as { version: string };
	expect(readme).toContain(`badge/version-${version.replaceAll('-', '--')}%20`);
	expect(readme).toContain(`badge/n8n-${release.line}-`);
	expect(readme.split('## Compatibility')[1]).toContain(
		`${release.version}, with server and editor`,
	);
});

test('every action of a workflow is pinned by its commit', () => {
	const folder = '.github/workflows';
	const actions = readdirSync(path.join(root, folder)).flatMap((file) =>
		Array.from(read(path.join(folder, file)).matchAll(/uses: (.+)/g), ([, action]) => action!),
	);
	expect(actions.length).toBeGreaterThan(5);
	expect(actions.filter((action) => !/@[0-9a-f]{40} # v[\d.]+$/.test(action))).toEqual([]);
});

test('every page that names the packed file names that of this version', () => {
	const { name, version } = JSON.parse(read('package.json')) as Record<string, string>;
	const named = ['README.md', 'docs/install-and-update.md'].flatMap((page) =>
		Array.from(read(page).matchAll(/[\w.-]+\.tgz/g), ([file]) => file),
	);
	expect(named.length).toBeGreaterThan(2);
	expect(new Set(named)).toEqual(new Set([`${name}-${version}.tgz`]));
});
