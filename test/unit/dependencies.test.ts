import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import ts from 'typescript';

const root = path.resolve(__dirname, '../..');
const nodeFolder = path.join(root, 'nodes', 'CustomerMessaging');

/** The parts of the package, from the outside in: each may use itself and those that come after it. */
const MAY_USE: Record<string, string[]> = {
	node: ['methods', 'operations', 'waiting'],
	methods: ['operations', 'delivery', 'transport'],
	operations: ['delivery', 'waiting', 'transport'],
	delivery: ['transport'],
	waiting: [],
	credentials: ['transport'],
	transport: [],
};

interface Import {
	from: string;
	target: string;
}

const sources = [nodeFolder, path.join(root, 'credentials')].flatMap((folder) =>
	readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => path.join(folder, name)),
);

function importsOf(file: string): Import[] {
	const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'), true, true);
	return importedFiles.map(({ fileName }) => ({ from: file, target: fileName }));
}

function partOf(file: string): string {
	const [first, second] = path.relative(root, file).split(path.sep);
	if (first === 'credentials') return 'credentials';
	const part = path.relative(nodeFolder, file).split(path.sep)[0]!;
	return second !== undefined && part.endsWith('.ts') ? 'node' : part;
}

const imports = sources.flatMap(importsOf);

test('the source tree is read', () => {
	expect(new Set(sources.map(partOf))).toEqual(new Set(Object.keys(MAY_USE)));
	expect(imports.length).toBeGreaterThan(sources.length);
});

test('published code imports only its own files and n8n-workflow', () => {
	const foreign = imports.filter(
		({ target }) => !target.startsWith('.') && target !== 'n8n-workflow',
	);
	expect(foreign).toEqual([]);
	const outside = imports
		.filter(({ target }) => target.startsWith('.'))
		.map(({ from, target }) => path.resolve(path.dirname(from), target))
		.filter(
			(file) =>
				!sources.some(
					(source) => source === `${file}.ts` || source === path.join(file, 'index.ts'),
				),
		);
	expect(outside).toEqual([]);
});

test('dependencies point one way: node, methods and operations, delivery, transport', () => {
	const against = imports
		.filter(({ target }) => target.startsWith('.'))
		.map(({ from, target }) => ({ from, to: path.resolve(path.dirname(from), target) }))
		.filter(({ from, to }) => {
			const [user, used] = [partOf(from), partOf(to)];
			return user !== used && !MAY_USE[user]!.includes(used);
		})
		.map(({ from, to }) => `${path.relative(root, from)} uses ${path.relative(root, to)}`);
	expect(against).toEqual([]);
});

test('no file depends on itself, not even by a detour', () => {
	const graph = new Map<string, string[]>();
	for (const { from, target } of imports.filter(({ target }) => target.startsWith('.'))) {
		const base = path.resolve(path.dirname(from), target);
		const to = sources.find(
			(source) => source === `${base}.ts` || source === path.join(base, 'index.ts'),
		)!;
		graph.set(from, [...(graph.get(from) ?? []), to]);
	}
	const reaches = (start: string): string[] => {
		const seen = new Set<string>();
		const open = [...(graph.get(start) ?? [])];
		while (open.length > 0) {
			const file = open.pop()!;
			if (seen.has(file)) continue;
			seen.add(file);
			open.push(...(graph.get(file) ?? []));
		}
		return [...seen];
	};
	const circular = sources
		.filter((file) => reaches(file).includes(file))
		.map((file) => path.relative(root, file));
	expect(circular).toEqual([]);
});
