import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const script = pathToFileURL(path.join(__dirname, 'install.mjs')).href;

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'install-'));
	mkdirSync(path.join(folder, 'node_modules'));
	writeLock('package-lock.json', {
		'': { version: '1.0.0' },
		'node_modules/one': { version: '1.0.0' },
		'node_modules/for-another-platform': { version: '1.0.0', optional: true },
	});
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function writeLock(
	file: string,
	packages: Record<string, { version: string; optional?: boolean }>,
): void {
	writeFileSync(path.join(folder, file), JSON.stringify({ packages }));
}

/** What npm writes down after it has installed these packages. */
function writeInstalled(packages: Record<string, { version: string }>): void {
	writeLock('node_modules/.package-lock.json', packages);
}

function isInstalled(): boolean {
	const program = `import { isInstalled } from ${JSON.stringify(script)}; console.log(isInstalled(${JSON.stringify(`${folder}/`)}))`;
	return JSON.parse(
		spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
			.stdout,
	) as boolean;
}

test('all packages are there, but for those of other platforms', () => {
	writeInstalled({ 'node_modules/one': { version: '1.0.0' } });

	expect(isInstalled()).toBe(true);
});

test('nothing was ever installed, or npm was interrupted', () => {
	expect(isInstalled()).toBe(false);
});

test('a package is missing', () => {
	writeInstalled({ 'node_modules/for-another-platform': { version: '1.0.0' } });

	expect(isInstalled()).toBe(false);
});

test('a package is of another version', () => {
	writeInstalled({ 'node_modules/one': { version: '0.9.0' } });

	expect(isInstalled()).toBe(false);
});
