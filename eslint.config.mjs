import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import nodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

/** Rules that n8n's own configuration for community nodes switches off. */
const OFF_IN_N8N = {
	'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
	'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
	'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
	'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
	'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
};

const published = ['nodes/**/*.ts', 'credentials/**/*.ts'];

export default tseslint.config(
	{ ignores: ['**/node_modules/**', 'dist/**', '.cache/**'] },
	{ linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
	{
		files: ['**/*.ts'],
		extends: [tseslint.configs.recommended],
		// An argument that a library passes and nobody needs is marked by its underscore.
		rules: {
			'@typescript-eslint/no-unused-vars': [
				'error',
				{ argsIgnorePattern: '^_', ignoreRestSiblings: true, varsIgnorePattern: '^_' },
			],
		},
	},
	{
		files: [...published, 'package.json'],
		extends: [n8nCommunityNodesPlugin.configs.recommended],
		plugins: { 'n8n-nodes-base': nodesBase },
	},
	{
		files: ['package.json'],
		languageOptions: { parser: tseslint.parser, parserOptions: { extraFileExtensions: ['.json'] } },
		rules: {
			...nodesBase.configs.community.rules,
			'@typescript-eslint/no-unused-expressions': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		rules: { ...nodesBase.configs.nodes.rules, ...OFF_IN_N8N },
	},
	{
		files: ['credentials/**/*.ts'],
		rules: { ...nodesBase.configs.credentials.rules, ...OFF_IN_N8N },
	},
);
