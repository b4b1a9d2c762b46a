import { parseArgs } from 'node:util';

import { runEnclosed } from './enclosed.mjs';

const { values } = parseArgs({
	options: {
		calls: { type: 'string' },
		'own-lock-times': { type: 'boolean' },
	},
});

if (values.calls !== undefined) process.env.SCALE_CALLS = values.calls;
if (values['own-lock-times']) process.env.SCALE_OWN_LOCK_TIMES = 'yes';
process.exitCode = await runEnclosed('npx', [
	'jest',
	'--config',
	'test/scale/jest.config.js',
	'--runInBand',
]);
