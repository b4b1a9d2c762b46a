/** @type {import('jest').Config} */
module.exports = {
	rootDir: '../..',
	roots: ['<rootDir>/test/e2e'],
	testMatch: ['**/*.test.ts'],
	// Types are checked once, by the compiler.
	transform: { '^.+\\.ts$': ['ts-jest', { diagnostics: false, transpilation: true }] },
	// One n8n for all workers, each of which sends to a separate service.
	globalSetup: '<rootDir>/test/e2e/stage/raise.ts',
	globalTeardown: '<rootDir>/test/e2e/stage/strike.ts',
	// One more than the two cores that are usual: now and then a test waits for n8n's own clock.
	maxWorkers: 3,
	testTimeout: 240_000,
	testSequencer: '<rootDir>/test/support/sequencer.cjs',
	cacheDirectory: '<rootDir>/.cache/jest',
	modulePathIgnorePatterns: ['<rootDir>/.cache'],
};
