const { compilerOptions } = require('./tsconfig.json');

const tsconfig = { ...compilerOptions, isolatedModules: true };

/** @type {import('jest').Config} */
const project = {
	// It gives test files no modules of their own, so that each worker loads n8n's engine once.
	runner: '<rootDir>/test/support/runner.mjs',
	// For what jest loads itself: the set-up below, and test/scale.
	transform: { '^.+\\.ts$': ['ts-jest', { diagnostics: false, tsconfig }] },
	roots: ['nodes', 'credentials', 'lib', 'dev', 'test'].map((folder) => `<rootDir>/${folder}`),
	cacheDirectory: '<rootDir>/.cache/jest',
	modulePathIgnorePatterns: ['<rootDir>/.cache'],
	// It compares with n8n's own evaluation, so it is for the night, and for an upgrade of n8n.
	testPathIgnorePatterns: process.env.NIGHTLY ? [] : ['expressionsBesideN8n'],
};

/** @type {import('jest').Config} */
module.exports = {
	projects: [
		{ ...project, testMatch: ['<rootDir>/{test/{lib,unit},dev}/**/*.test.ts'] },
		{
			...project,
			testMatch: ['<rootDir>/test/{workflows,package,examples}/**/*.test.ts'],
			globalSetup: '<rootDir>/test/support/installPackage.ts',
		},
	],
	// One more than the two cores that are usual: many tests wait for the service.
	maxWorkers: 3,
};
