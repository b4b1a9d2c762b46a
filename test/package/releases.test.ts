import { readFileSync } from 'node:fs';
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

test('the README says which release of n8n was run', () => {
	const section = read('README.md').split('## Compatibility')[1]!;
	expect(section).toContain(`${release.version}, the server`);
});
