const { compilerOptions } = require('./tsconfig.json');

const tsconfig = { ...compilerOptions, isolatedModules: true };

/** @type {import('jest').Config} */
module.exports = {
	// It gives test files no modules of their own, so that each worker loads n8n's engine once.
	runner: '<rootDir>/test/support/runner.mjs',
	roots: ['<rootDir>/test', '<rootDir>/dev'],
	testMatch: ['**/*.test.ts'],
	// They need a whole n8n, and a browser: npm run test:e2e.
	testPathIgnorePatterns: ['<rootDir>/test/e2e/'],
	// For the set-up below alone, which jest loads itself.
	transform: { '^.+\\.ts$': ['ts-jest', { diagnostics: false, tsconfig }] },
	globalSetup: '<rootDir>/test/support/installPackage.ts',
	setupFiles: ['<rootDir>/test/support/worker.mjs'],
	// One more than the two cores that are usual: many tests wait for the service.
	maxWorkers: 3,
	reporters: ['default', '<rootDir>/test/support/progressReporter.cjs'],
	testSequencer: '<rootDir>/test/support/sequencer.cjs',
	cacheDirectory: '<rootDir>/.cache/jest',
	modulePathIgnorePatterns: ['<rootDir>/.cache'],
};
