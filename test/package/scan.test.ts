import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { tarballFolder } from '../support/installedPackage';

const root = path.resolve(__dirname, '../..');
const unpacked = mkdtempSync(path.join(tmpdir(), 'package-scan-'));
afterAll(() => rmSync(unpacked, { recursive: true }));

test.each([
	['repository', root, 'SOURCE_FILE_PATTERNS'],
	// What n8n looks at in a published package, where inline disables do not count.
	['tarball', path.join(unpacked, 'package'), "['**/*.js', 'package.json']"],
])("the %s passes n8n's package scan", (_name, folder, patterns) => {
	const tarball = path.join(
		tarballFolder,
		readdirSync(tarballFolder).find((file) => file.endsWith('.tgz'))!,
	);
	execFileSync('tar', ['-xzf', tarball, '-C', unpacked]);
	// It is an ES module, which these tests cannot import.
	const program = `
		import { analyzePackage, SOURCE_FILE_PATTERNS } from '@n8n/scan-community-package/scanner/scanner.mjs';
		console.log(JSON.stringify(await analyzePackage(${JSON.stringify(folder)}, ${patterns})));
	`;
	const { NODE_ENV: _test, ...env } = process.env;
	const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
		cwd: root,
		env,
	});
	expect(JSON.parse(output.toString().trim().split('\n').at(-1)!)).toEqual({ passed: true });
});
