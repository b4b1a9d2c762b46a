const { compilerOptions } = require('./tsconfig.json');

// Types are checked once, by the compiler; here the tests only run.
const typescript = (options) => [
	'ts-jest',
	{ diagnostics: false, tsconfig: { ...compilerOptions, isolatedModules: true, ...options } },
];

/** ES modules that n8n's form nodes require, which jest cannot on Node 20. */
const FORM_MODULES = '/node_modules/sanitize-html/node_modules/';

/** It imports the engine that evaluates expressions on Node 24 in a way that jest does not know. */
const EXPRESSION_MODULE = '/node_modules/n8n-workflow/dist/cjs/expression\\.js$';

/** It reads what that engine gives. */
const TRANSFER_MODULE = '/node_modules/@n8n/expression-runtime/dist/cjs/runtime/transfer\\.js$';

/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test', '<rootDir>/dev'],
	testMatch: ['**/*.test.ts'],
	// They need a whole n8n, and a browser: npm run test:e2e.
	testPathIgnorePatterns: ['<rootDir>/test/e2e/'],
	transform: {
		'^.+\\.ts$': typescript({ sourceMap: true }),
		[`${FORM_MODULES}.+\\.js$|${EXPRESSION_MODULE}`]: typescript({ allowJs: true }),
		[TRANSFER_MODULE]: '<rootDir>/test/support/valuesAcrossContexts.cjs',
	},
	transformIgnorePatterns: [
		`^(?!.*(?:${FORM_MODULES}|${EXPRESSION_MODULE}|${TRANSFER_MODULE})).*/node_modules/`,
	],
	globalSetup: '<rootDir>/test/support/installPackage.ts',
	// Each worker runs an n8n engine of its own: more than two need more memory than they save time.
	maxWorkers: 2,
	testSequencer: '<rootDir>/test/support/sequencer.cjs',
	testTimeout: 120_000,
	cacheDirectory: '<rootDir>/.cache/jest',
	modulePathIgnorePatterns: ['<rootDir>/.cache'],
};
