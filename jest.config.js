/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	transform: { '^.+\\.ts$': ['ts-jest', { diagnostics: false, isolatedModules: true }] },
	testTimeout: 60_000,
	cacheDirectory: '<rootDir>/.cache/jest',
	modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/.cache'],
};
