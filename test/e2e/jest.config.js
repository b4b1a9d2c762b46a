const { runner, setupFiles, ...base } = require('../../jest.config.js');

/** @type {import('jest').Config} */
module.exports = {
	...base,
	rootDir: '../..',
	roots: ['<rootDir>/test/e2e'],
	testPathIgnorePatterns: [],
	// One n8n for all of them: they run one after the other, each with workflows of its own.
	globalSetup: '<rootDir>/test/e2e/stage/raise.ts',
	globalTeardown: '<rootDir>/test/e2e/stage/strike.ts',
	maxWorkers: 1,
	testTimeout: 240_000,
};
