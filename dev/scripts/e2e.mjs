import { parseArgs } from 'node:util';

import { runEnclosed } from './enclosed.mjs';

const { values, positionals } = parseArgs({
	options: { n8n: { type: 'string' }, pictures: { type: 'boolean' } },
	allowPositionals: true,
});

// The browser knows its way around the current editor only.
const chosen =
	positionals.length > 0 ? positionals : values.n8n === undefined ? [] : ['test/e2e/server/'];
if (values.n8n !== undefined) process.env.E2E_N8N = values.n8n;
if (values.pictures) process.env.E2E_PICTURES = 'docs';
process.exitCode = await runEnclosed('npx', [
	'jest',
	'--config',
	'test/e2e/jest.config.js',
	// The pictures show the first worker's account.
	...(values.pictures ? ['--maxWorkers=1'] : []),
	...chosen,
]);
