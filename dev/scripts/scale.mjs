import { parseArgs } from 'node:util';

import { runEnclosed } from './enclosed.mjs';

const { values } = parseArgs({
	options: {
		n8n: { type: 'string' },
		calls: { type: 'string' },
		'own-lock-times': { type: 'boolean' },
	},
});

if (values.calls !== undefined) process.env.SCALE_CALLS = values.calls;
if (values['own-lock-times']) process.env.SCALE_OWN_LOCK_TIMES = 'yes';
const chosen =
	values.n8n === undefined ? [] : ['--testNamePattern', `n8n ${values.n8n.replace('.', '[.]')} `];
process.exitCode = await runEnclosed('npx', [
	'jest',
	'--config',
	'test/scale/jest.config.js',
	'--runInBand',
	...chosen,
]);
