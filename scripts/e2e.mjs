import { parseArgs } from 'node:util';

import { installWhatIsMissing, run } from './install.mjs';

const { values, positionals } = parseArgs({
	options: { n8n: { type: 'string' }, pictures: { type: 'boolean' } },
	allowPositionals: true,
});

installWhatIsMissing();
// The browser knows its way around the current editor only.
const chosen = positionals.length > 0 ? positionals : values.n8n === undefined ? [] : ['test/e2e/server/'];
run('npx', ['jest', '--config', 'test/e2e/jest.config.js', '--runInBand', ...chosen], {
	...(values.n8n === undefined ? {} : { E2E_N8N: values.n8n }),
	...(values.pictures ? { E2E_PICTURES: 'docs/images' } : {}),
});
