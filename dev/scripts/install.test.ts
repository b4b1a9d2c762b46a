import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const one = (version: string) => ({ 'node_modules/one': { version } });

test.each<[what: string, installed: object | undefined, installs: boolean]>([
	['all packages are there, but for those of other platforms', one('1.0.0'), false],
	['nothing was ever installed, or npm was interrupted', undefined, true],
	['a package is missing', {}, true],
	['a package is of another version', one('0.9.0'), true],
])('where %s', (_what, installed, installs) => {
	const folder = mkdtempSync(path.join(tmpdir(), 'install-'));
	const write = (file: string, packages: object): void =>
		writeFileSync(path.join(folder, file), JSON.stringify({ packages }));
	mkdirSync(path.join(folder, 'node_modules'));
	const elsewhere = { 'node_modules/for-another-platform': { version: '1.0.0', optional: true } };
	write('package-lock.json', { '': { version: '1.0.0' }, ...one('1.0.0'), ...elsewhere });
	if (installed) write('node_modules/.package-lock.json', installed);
	// Without npm, so that it is seen whether it is called.
	const { status } = spawnSync(process.execPath, [path.join(__dirname, 'install.mjs')], {
		cwd: folder,
		env: { PATH: '' },
	});
	expect(status !== 0).toBe(installs);
	rmSync(folder, { recursive: true });
});
