const { projects, ...config } = require('../../jest.config.js');
const [{ runner, ...project }] = projects;

/** @type {import('jest').Config} */
module.exports = {
	...config,
	...project,
	rootDir: '../..',
	roots: ['<rootDir>/test/scale'],
	// Another ending than that of the quick tests, which need no database.
	testMatch: ['**/*.scale.ts'],
	maxWorkers: 1,
	testTimeout: 15 * 60_000,
};
