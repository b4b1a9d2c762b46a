import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

test.each([
	['good', 0, 0, ''],
	['bad', 0, 1, 'Failed: npm run bad\n'],
	['good', 3, 1, 'Failed: -e\n'],
	['bad', 3, 1, 'Failed: npm run bad\nFailed: -e\n'],
])(
	'beside the script %s, a program that ends with %d: ends with %d',
	(name, code, status, said) => {
		const folder = mkdtempSync(path.join(tmpdir(), 'beside-'));
		const scripts = { good: 'echo right', bad: 'echo wrong && exit 2' };
		writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ scripts }));
		const given = [path.join(__dirname, 'beside.mjs'), name, '--', '-e', `process.exit(${code})`];
		const ended = spawnSync(process.execPath, given, { cwd: folder, encoding: 'utf8' });
		rmSync(folder, { recursive: true });
		const { stdout, stderr } = ended;
		expect([ended.status, stdout, stderr]).toEqual([
			status,
			name === 'good' ? 'right\n' : 'wrong\n',
			said,
		]);
	},
);
