import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');

test.each([
	...['package.json', 'tsconfig.json', 'nodes', 'credentials'],
	...['gulpfile.js', 'test', 'README.md', 'index.js'],
])('%s is at the top level', (entry) => {
	expect(existsSync(path.join(root, entry))).toBe(true);
});

test('the build runs the gulpfile', () => {
	const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
		scripts: Record<string, string>;
	};
	expect(scripts.build).toMatch(/^gulp /);
});
