import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { tarballFolder } from '../support/installedPackage';

const root = path.resolve(__dirname, '../..');
const unpacked = mkdtempSync(path.join(tmpdir(), 'package-scan-'));
afterAll(() => rmSync(unpacked, { recursive: true }));

test("the tarball passes n8n's package scan", () => {
	const tarball = path.join(
		tarballFolder,
		readdirSync(tarballFolder).find((file) => file.endsWith('.tgz'))!,
	);
	execFileSync('tar', ['-xzf', tarball, '-C', unpacked]);
	const folder = JSON.stringify(path.join(unpacked, 'package'));
	// It is an ES module, which these tests cannot import. In a published package, inline disables do not count.
	const program = `
		import { analyzePackage } from '@n8n/scan-community-package/scanner/scanner.mjs';
		console.log(JSON.stringify(await analyzePackage(${folder}, ['**/*.js', 'package.json'])));
	`;
	const { NODE_ENV: _test, ...env } = process.env;
	const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
		cwd: root,
		env,
	});
	expect(JSON.parse(output.toString().trim().split('\n').at(-1)!)).toEqual({ passed: true });
});
