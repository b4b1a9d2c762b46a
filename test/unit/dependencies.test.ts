import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import ts from 'typescript';

const root = path.resolve(__dirname, '../..');

/** The folders of the node, from the outside in: each may use those on the floors below, and knows nothing of its neighbours. */
const FLOORS = [
	['.'],
	['editor', 'operations/channel', 'operations/message', 'operations/template'],
	['operations'],
	['delivery', 'question', 'template'],
	['credentials', 'reporting'],
	['recipient', 'service'],
];

const sources = ['nodes', 'credentials', 'lib'].flatMap((folder) =>
	readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => path.join(folder, name)),
);

/** Every import: the file that has it, and the file that it names, or the package. */
const imports = sources.flatMap((from) =>
	ts
		.preProcessFile(readFileSync(path.join(root, from), 'utf8'), true, true)
		.importedFiles.map(({ fileName }) => {
			if (!fileName.startsWith('.')) return { from, to: fileName };
			const target = path.join(path.dirname(from), fileName);
			const files = [`${target}.ts`, path.join(target, 'index.ts')];
			return { from, to: sources.find((file) => files.includes(file)) ?? target };
		}),
);

const own = imports.filter(({ to }) => !['n8n-workflow', 'node:crypto'].includes(to));

/** The folder that a file lies in: a library such as `lib/once`, or one of the node's, subfolders included. */
function folderOf(file: string): string {
	const folder = path.dirname(file);
	return folder.startsWith('nodes')
		? path.relative('nodes/CustomerMessaging', folder) || '.'
		: folder;
}

const isOfLibrary = (file: string): boolean => file.startsWith('lib/');

test('published code imports only its own files, n8n-workflow and a digest', () => {
	expect(imports.length).toBeGreaterThan(sources.length);
	expect(own.filter(({ to }) => !sources.includes(to))).toEqual([]);
});

test('every folder of the node has a floor, and uses only folders on the floors below', () => {
	const floorOf = (folder: string): number => FLOORS.findIndex((floor) => floor.includes(folder));
	const folders = new Set(sources.filter((file) => !isOfLibrary(file)).map(folderOf));
	expect(FLOORS.flat().sort()).toEqual([...folders].sort());
	const upwards = own
		.filter(({ from, to }) => !isOfLibrary(from) && !isOfLibrary(to))
		.filter(({ from, to }) => folderOf(from) !== folderOf(to))
		.filter(({ from, to }) => floorOf(folderOf(to)) <= floorOf(folderOf(from)));
	expect(upwards).toEqual([]);
});

test('a library uses its own files and lib/basics alone, and others use only its entry', () => {
	const folders = new Set(sources.filter(isOfLibrary).map(folderOf));
	expect(folders).toEqual(
		new Set(
			['answerPage', 'basics', 'fields', 'once', 'phones', 'traffic'].map((one) => `lib/${one}`),
		),
	);
	const across = own.filter(
		({ from, to }) => (isOfLibrary(from) || isOfLibrary(to)) && folderOf(from) !== folderOf(to),
	);
	const isAllowed = ({ from, to }: (typeof across)[number]): boolean =>
		path.basename(to) === 'index.ts' && (!isOfLibrary(from) || folderOf(to) === 'lib/basics');
	expect(across.length).toBeGreaterThan(100);
	expect(across.filter((one) => !isAllowed(one))).toEqual([]);
});

/** The only files outside of a folder that use it: a send needs none of what lies behind these doors. */
const DOORS = {
	'lib/once': ['delivery/sends.ts'],
	'lib/answerPage': [
		'CustomerMessaging.node.ts',
		'operations/questionOperation.ts',
		'question/buttons.ts',
		'question/questionFields.ts',
		'question/wait.ts',
	],
	question: ['operations/message/sendAndWait.operation.ts', 'operations/questionOperation.ts'],
};

test.each(Object.entries(DOORS))('only its doors use %s', (folder, doors) => {
	const users = own
		.filter(({ from, to }) => folderOf(to) === folder && folderOf(from) !== folder)
		.map(({ from }) => path.relative('nodes/CustomerMessaging', from));
	expect([...new Set(users)].sort()).toEqual(doors);
});

test('no file depends on itself, not even by a detour', () => {
	const reachedFrom = (file: string, reached = new Set<string>()): Set<string> => {
		for (const { from, to } of own)
			if (from === file && !reached.has(to)) reachedFrom(to, reached.add(to));
		return reached;
	};
	expect(sources.filter((file) => reachedFrom(file).has(file))).toEqual([]);
});

test('comments name headings of the pages on the service, and no numbers of sections', () => {
	const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
	const pages = read('dev/sandbox/service.md') + read('docs/service.md');
	const headings = Array.from(pages.matchAll(/^## (.+)$/gm), ([, one]) => one);
	const comments = sources
		.flatMap((file) => read(file).match(/\/\*\*.*?\*\/|\/\/ [^\n]*/gs) ?? [])
		.map((comment) => comment.replace(/\s+\*?\s*/g, ' '))
		.join('\n');
	const named = Array.from(comments.matchAll(/\(service: ([^)]*)\)/g), ([, names]) =>
		names!.split(', '),
	).flat();
	expect(named.length).toBeGreaterThan(30);
	expect(named.filter((name) => !headings.includes(name))).toEqual([]);
	expect(comments).not.toMatch(/\bsections? \d|\(\d\.\d/i);
});
