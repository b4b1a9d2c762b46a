import { parseArgs } from 'node:util';

import { runEnclosed } from './enclosed.mjs';

const { values, positionals } = parseArgs({
	options: { pictures: { type: 'boolean' } },
	allowPositionals: true,
});

if (values.pictures) process.env.E2E_PICTURES = 'docs';
process.exitCode = await runEnclosed('npx', [
	'jest',
	'--config',
	'test/e2e/jest.config.js',
	// The pictures show the first worker's account.
	...(values.pictures ? ['--maxWorkers=1'] : []),
	...positionals,
]);
