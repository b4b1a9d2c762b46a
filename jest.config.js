const { compilerOptions } = require('./tsconfig.json');

// Types are checked once, by the compiler; here the tests only run.
const typescript = (options) => ['ts-jest', { diagnostics: false, tsconfig: { ...compilerOptions, isolatedModules: true, ...options } }];

/** ES modules that n8n's form nodes require, which jest cannot on Node 20. */
const FORM_MODULES = '/node_modules/sanitize-html/node_modules/';

/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	// They need a whole n8n, and a browser: npm run test:e2e.
	testPathIgnorePatterns: ['<rootDir>/test/e2e/'],
	transform: {
		'^.+\\.ts$': typescript({ sourceMap: true }),
		[`${FORM_MODULES}.+\\.js$`]: typescript({ allowJs: true }),
	},
	transformIgnorePatterns: [`^(?!.*${FORM_MODULES}).*/node_modules/`],
	globalSetup: '<rootDir>/test/support/install-package.ts',
	testTimeout: 120_000,
	cacheDirectory: '<rootDir>/.cache/jest',
	modulePathIgnorePatterns: ['<rootDir>/.cache'],
};
