import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import ts from 'typescript';

const root = path.resolve(__dirname, '../..');

/** The folders of the package and what each uses, from the outside in: each uses only those further down. */
const USES: Record<string, string[]> = {
	'.': [
		'asking',
		'form',
		'methods',
		'operations',
		'operations/channel',
		'operations/message',
		'operations/template',
		'reporting',
		'sending',
		'service',
	],
	methods: ['form', 'reporting', 'service'],
	'operations/channel': ['operations', 'service'],
	'operations/message': ['form', 'operations'],
	'operations/template': ['form', 'operations', 'reporting', 'sending', 'service'],
	operations: ['form', 'sending', 'service'],
	form: ['asking', 'reporting', 'sending', 'service'],
	sending: ['reporting', 'service'],
	reporting: ['service'],
	asking: ['service'],
	credentials: ['service'],
	service: [],
};

const sources = ['nodes', 'credentials'].flatMap((folder) =>
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
			return {
				from,
				to: sources.find((file) => [`${target}.ts`, path.join(target, 'index.ts')].includes(file)),
			};
		}),
);

/** The folder that a file lies in, subfolders included. */
function folderOf(file: string): string {
	const folder = path.dirname(file);
	return folder === 'credentials'
		? folder
		: path.relative('nodes/CustomerMessaging', folder) || '.';
}

test('published code imports only its own files and n8n-workflow', () => {
	expect(imports.length).toBeGreaterThan(sources.length);
	expect(imports.filter(({ to }) => to !== 'n8n-workflow' && !sources.includes(to ?? ''))).toEqual(
		[],
	);
});

const own = imports.filter(({ to }) => to !== 'n8n-workflow') as Array<{
	from: string;
	to: string;
}>;

test('dependencies between folders, subfolders included, point one way', () => {
	const used = new Map(sources.map((file) => [folderOf(file), new Set<string>()]));
	for (const { from, to } of own) used.get(folderOf(from))!.add(folderOf(to));
	expect(
		Object.fromEntries(
			Array.from(used, ([folder, others]) => [
				folder,
				[...others].filter((other) => other !== folder).sort(),
			]),
		),
	).toEqual(USES);
	const folders = Object.keys(USES);
	for (const [place, folder] of folders.entries())
		expect(USES[folder]!.filter((other) => folders.indexOf(other) <= place)).toEqual([]);
});

test('no file depends on itself, not even by a detour', () => {
	const circular = sources.filter((start) => {
		const reached = new Set<string>();
		const reach = (file: string): void =>
			own.forEach(({ from, to }) => {
				if (from !== file || reached.has(to)) return;
				reached.add(to);
				reach(to);
			});
		reach(start);
		return reached.has(start);
	});
	expect(circular).toEqual([]);
});

test('comments name headings of docs/service.md, and no numbers of sections', () => {
	const headings = Array.from(
		readFileSync(path.join(root, 'docs/service.md'), 'utf8').matchAll(/^## (.+)$/gm),
		([, heading]) => heading!,
	);
	const comments = sources.flatMap((file) =>
		Array.from(
			readFileSync(path.join(root, file), 'utf8').matchAll(/\/\*\*.*?\*\/|\/\/ [^\n]*/gs),
			([comment]) => comment.replace(/\s+\*?\s*/g, ' '),
		),
	);
	const named = comments.flatMap((comment) =>
		Array.from(comment.matchAll(/\(service: ([^)]*)\)/g), ([, names]) => names!.split(', ')).flat(),
	);
	expect(named.length).toBeGreaterThan(30);
	expect(named.filter((name) => !headings.includes(name))).toEqual([]);
	expect(comments.filter((comment) => /\bsections? \d|\(\d\.\d/i.test(comment))).toEqual([]);
});
