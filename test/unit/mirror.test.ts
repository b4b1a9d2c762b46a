import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import ts from 'typescript';

const root = path.resolve(__dirname, '../..');

/** The folders of the published code, and where their tests lie. */
const MIRRORS: Array<[sources: string, tests: string]> = [
	['nodes/CustomerMessaging', 'test/unit'],
	['credentials', 'test/unit/credentials'],
];

/** Tests of the tree as a whole. */
const OF_THE_TREE = ['test/unit/dependencies.test.ts', 'test/unit/mirror.test.ts'];

/** Sources without a test of their own: why, and which test would notice a mistake in them. */
const EXCEPTIONS: Record<string, { reason: string; test: string }> = {
	'nodes/CustomerMessaging/CustomerMessaging.node.ts': {
		reason: "the node's description, which is read as n8n loads and shows it",
		test: 'test/form/node-form.test.ts',
	},
	'nodes/CustomerMessaging/delivery/inputError.ts': {
		reason: 'an error with one more field, which outcomes are made of',
		test: 'test/unit/delivery/outcome.test.ts',
	},
	'nodes/CustomerMessaging/delivery/lookupError.ts': {
		reason: 'an error around a failure, which the form and the run take out again',
		test: 'test/unit/form/formProblem.test.ts',
	},
	'nodes/CustomerMessaging/delivery/job.ts': {
		reason: 'types, and the defaults of the options',
		test: 'test/unit/operations/fields/sendOptions.test.ts',
	},
	'nodes/CustomerMessaging/operations/channel/index.ts': {
		reason: "a table of a resource's operations",
		test: 'test/unit/operations/index.test.ts',
	},
	'nodes/CustomerMessaging/operations/message/index.ts': {
		reason: "a table of a resource's operations",
		test: 'test/unit/operations/index.test.ts',
	},
	'nodes/CustomerMessaging/operations/template/index.ts': {
		reason: "a table of a resource's operations",
		test: 'test/unit/operations/index.test.ts',
	},
	'nodes/CustomerMessaging/operations/channel/channelsRequest.ts': {
		reason: 'one request, which is all that listing the channels asks',
		test: 'test/unit/operations/channel/getAll.operation.test.ts',
	},
	'nodes/CustomerMessaging/operations/template/templateRequest.ts': {
		reason: 'one request, which is all that reading a template asks',
		test: 'test/unit/operations/template/get.operation.test.ts',
	},
};

/** The files below a folder whose names end so, from the root. */
function filesIn(folder: string, ending: string): string[] {
	return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith(ending))
		.map((name) => path.posix.join(folder, name.split(path.sep).join('/')));
}

/** Whether anything of a source is left once its types are gone. */
function holdsCode(source: string): boolean {
	const { outputText } = ts.transpileModule(readFileSync(path.join(root, source), 'utf8'), {
		compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, removeComments: true },
	});
	return outputText.trim() !== 'export {};';
}

const mirrorOf = new Map(
	MIRRORS.flatMap(([sources, tests]) =>
		filesIn(sources, '.ts').map((source): [string, string] => [
			source,
			path.posix.join(tests, path.posix.relative(sources, source).replace(/\.ts$/, '.test.ts')),
		]),
	),
);

const isTested = (source: string): boolean => existsSync(path.join(root, mirrorOf.get(source)!));

test('the source tree is read', () => {
	expect(new Set([...mirrorOf.keys()].map((source) => source.split('/')[0]))).toEqual(new Set(['nodes', 'credentials']));
	expect(mirrorOf.get('nodes/CustomerMessaging/delivery/pace.ts')).toBe('test/unit/delivery/pace.test.ts');
	expect(holdsCode('nodes/CustomerMessaging/delivery/pace.ts')).toBe(true);
	expect(holdsCode('nodes/CustomerMessaging/transport/failure.ts')).toBe(false);
});

test('every source that holds code has a unit test of its own', () => {
	const untested = [...mirrorOf.keys()].filter((source) => holdsCode(source) && !isTested(source) && !(source in EXCEPTIONS));
	expect(untested).toEqual([]);
});

test('every exception is still one, and the test it names is there', () => {
	for (const [source, { test: named }] of Object.entries(EXCEPTIONS)) {
		const still = mirrorOf.has(source) && holdsCode(source) && !isTested(source);
		expect([source, still, existsSync(path.join(root, named))]).toEqual([source, true, true]);
	}
});

test('every unit test is that of a source, or of the tree', () => {
	const mirrored = new Set(mirrorOf.values());
	const stray = filesIn('test/unit', '.test.ts').filter((file) => !mirrored.has(file) && !OF_THE_TREE.includes(file));
	expect(stray).toEqual([]);
});
