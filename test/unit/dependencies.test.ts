import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import ts from 'typescript';

const root = path.resolve(__dirname, '../..');

/** The parts of the package, from the outside in: each may use itself and those that are named. */
const MAY_USE: Record<string, string[]> = {
	'CustomerMessaging.node.ts': ['methods', 'operations', 'waiting'],
	methods: ['operations', 'delivery', 'transport'],
	operations: ['delivery', 'waiting', 'transport'],
	delivery: ['transport'],
	waiting: [],
	credentials: ['transport'],
	transport: [],
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

function partOf(file: string): string {
	const [top, , part] = file.split(path.sep);
	return top === 'credentials' ? top : part!;
}

test('published code imports only its own files and n8n-workflow', () => {
	expect(new Set(sources.map(partOf))).toEqual(new Set(Object.keys(MAY_USE)));
	expect(imports.length).toBeGreaterThan(sources.length);
	expect(imports.filter(({ to }) => to !== 'n8n-workflow' && !sources.includes(to ?? ''))).toEqual(
		[],
	);
});

const own = imports.filter(({ to }) => to !== 'n8n-workflow') as Array<{
	from: string;
	to: string;
}>;

test('dependencies point one way: node, methods and operations, delivery, transport', () => {
	const against = own.filter(
		({ from, to }) => partOf(from) !== partOf(to) && !MAY_USE[partOf(from)]!.includes(partOf(to)),
	);
	expect(against).toEqual([]);
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
