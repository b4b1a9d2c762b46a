/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	// They need a whole n8n, and a browser: npm run test:e2e.
	testPathIgnorePatterns: ['<rootDir>/test/e2e/'],
	// Types are checked once, by the compiler; here the tests only run.
	transform: { '^.+\\.ts$': ['ts-jest', { diagnostics: false, tsconfig: { ...require('./tsconfig.json').compilerOptions, isolatedModules: true, sourceMap: true } }] },
	globalSetup: '<rootDir>/test/support/install-package.ts',
	testTimeout: 120_000,
	cacheDirectory: '<rootDir>/.cache/jest',
	modulePathIgnorePatterns: ['<rootDir>/.cache'],
};
