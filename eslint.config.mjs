import { config as n8n } from '@n8n/node-cli/eslint';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** What n8n looks at. */
const published = ['nodes/**/*.ts', 'credentials/**/*.ts', 'package.json'];

export default defineConfig(
	globalIgnores(['**/node_modules/**', 'dist/**', '.cache/**']),
	{ linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
	{ files: published, extends: [n8n] },
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
