import { config as n8n } from '@n8n/node-cli/eslint';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** What n8n looks at. */
const published = ['nodes/**/*.ts', 'credentials/**/*.ts', 'lib/**/*.ts', 'package.json'];

export default defineConfig(
	globalIgnores(['**/node_modules/**', 'dist/**', '.cache/**']),
	{ linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
	{ files: published, extends: [n8n] },
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts', 'lib/**/*.ts'],
		// From the farthest to the nearest, so that nobody goes back to a folder already left.
		rules: {
			'import-x/order': [
				'error',
				{
					groups: ['builtin', 'external', 'parent', 'sibling'],
					alphabetize: { order: 'asc' },
					'newlines-between': 'never',
				},
			],
		},
	},
	{
		files: ['**/*.ts'],
		ignores: published,
		extends: [tseslint.configs.recommended],
		// An argument that a library passes and nobody needs is marked by its underscore.
		rules: {
			'@typescript-eslint/no-unused-vars': [
				'error',
				{ argsIgnorePattern: '^_', ignoreRestSiblings: true, varsIgnorePattern: '^_' },
			],
		},
	},
);
