const { runner, setupFiles, ...base } = require('../../jest.config.js');

/** @type {import('jest').Config} */
module.exports = {
	...base,
	rootDir: '../..',
	roots: ['<rootDir>/test/scale'],
	// Another ending than that of the quick tests, which need no database.
	testMatch: ['**/*.scale.ts'],
	globalSetup: undefined,
	maxWorkers: 1,
	testTimeout: 15 * 60_000,
};
