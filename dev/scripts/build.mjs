import { rmSync } from 'node:fs';

import { root, run } from './install.mjs';

/** Makes dist/ anew: what is published is what the sources say, and nothing left from before. */
export function build() {
	rmSync(`${root}dist`, { recursive: true, force: true });
	run('npx', ['tsc', '-p', 'tsconfig.build.json']);
	run('npx', ['gulp', '--silent', 'build:assets']);
}

if (import.meta.filename === process.argv[1] || import.meta.url === `file://${process.argv[1]}`)
	build();
