import { readdirSync } from 'node:fs';

import { config as n8n } from '@n8n/node-cli/eslint';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** The code that n8n runs. */
const code = ['nodes/**/*.ts', 'credentials/**/*.ts', 'lib/**/*.ts'];

/** What n8n looks at. */
const published = [...code, 'package.json'];

const NODE = './nodes/CustomerMessaging';

/** The node's folders, from the outside in: each may use those on the floors below, and knows nothing of its neighbours. */
const FLOORS = [
	['editor', 'operations'],
	['delivery', 'question', 'template'],
	['../../credentials', 'reporting'],
	['recipient', 'service'],
];

/** The only files outside of a folder that use it: a send needs none of what lies behind these doors. */
const DOORS = {
	'./lib/once': ['delivery/sends.ts'],
	'./lib/answerPage': [
		'CustomerMessaging.node.ts',
		'operations/questionOperation.ts',
		'question/buttons.ts',
		'question/questionFields.ts',
		'question/wait.ts',
	],
	[`${NODE}/question`]: [
		'operations/message/sendAndWait.operation.ts',
		'operations/questionOperation.ts',
	],
};

const namesIn = (folder) =>
	readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
		entry.isDirectory() ? entry.name : [],
	);
const libraries = namesIn('lib');
const resources = namesIn(`${NODE}/operations`).map((name) => `${NODE}/operations/${name}`);
const files = readdirSync(NODE, { recursive: true }).filter((name) => name.endsWith('.ts'));

const zones = [
	...FLOORS.flatMap((floor, index) =>
		floor.flatMap((folder) => {
			const others = FLOORS.slice(0, index + 1).flat();
			return others.filter((other) => other !== folder).map((from) => ({ target: folder, from }));
		}),
	).map(({ target, from }) => ({ target: `${NODE}/${target}`, from: `${NODE}/${from}` })),
	// What puts it all together is nobody's.
	{
		target: [...FLOORS.flat().map((folder) => `${NODE}/${folder}`), './lib'],
		from: `${NODE}/*.ts`,
	},
	// Operations have what is common to them, and one resource knows nothing of another.
	...resources.map((from) => ({
		target: [`${NODE}/operations/*.ts`, ...resources.filter((other) => other !== from)],
		from,
	})),
	{ target: './lib', from: ['./nodes', './credentials'] },
	...libraries.flatMap((name) => [
		{ target: ['./nodes', './credentials'], from: `./lib/${name}`, except: ['./index.ts'] },
		{
			target: libraries.filter((other) => other !== name).map((other) => `./lib/${other}`),
			from: `./lib/${name}`,
			except: name === 'basics' ? ['./index.ts'] : [],
		},
	]),
	...Object.entries(DOORS).map(([from, doors]) => ({
		target: files
			.filter((file) => !doors.includes(file) && !`${NODE}/${file}`.startsWith(`${from}/`))
			.map((file) => `${NODE}/${file}`),
		from,
	})),
];

export default defineConfig(
	globalIgnores(['**/node_modules/**', 'dist/**', '.cache/**']),
	{ linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
	{ files: published, extends: [n8n] },
	{
		files: code,
		settings: {
			'import-x/extensions': ['.ts'],
			'import-x/parsers': { '@typescript-eslint/parser': ['.ts'] },
		},
		rules: {
			'import-x/no-cycle': 'error',
			'import-x/no-restricted-paths': ['error', { zones }],
			// From the farthest to the nearest, so that nobody goes back to a folder already left.
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
