import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';

import { root } from './install.mjs';

/** What n8n's scan looks at in a published package, where inline disables do not count. */
const PUBLISHED_FILES = ['**/*.js', 'package.json'];

const folder = mkdtempSync(path.join(tmpdir(), 'package-scan-'));
let failed = false;
try {
	const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
		cwd: root,
		encoding: 'utf8',
	});
	execFileSync('tar', ['-xzf', path.join(folder, packed.trim().split('\n').at(-1)), '-C', folder]);
	await scan('repository', root, SOURCE_FILE_PATTERNS);
	await scan('tarball', path.join(folder, 'package'), PUBLISHED_FILES);
} finally {
	rmSync(folder, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);

async function scan(name, directory, patterns) {
	const result = await analyzePackage(directory, patterns);
	console.log(`n8n's package scan of the ${name}: ${result.passed ? 'passed' : 'failed'}`);
	if (result.passed) return;
	failed = true;
	console.log(result.message ?? '', result.details ?? JSON.stringify(result, null, 2));
}
