import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');

/** Below the repository, so that the libraries find n8n-workflow. Nothing of the node is here. */
const copy = path.join(root, '.cache', 'libraries');

const load = createRequire(path.join(copy, 'dist/lib/'));

const libraries = readdirSync(path.join(root, 'lib'));

const IMPORT = /^import [^;]* from '([^']+)';$/gm;

/** The first example of a library's page. */
function exampleOf(library: string): string {
	const page = readFileSync(path.join(root, 'lib', library, 'README.md'), 'utf8');
	return /^```ts\n(.*?)^```$/ms.exec(page)?.[1] ?? '';
}

/** Builds the libraries alone, each with its example beside it; returns what the compiler says. */
function build(): string {
	rmSync(copy, { recursive: true, force: true });
	mkdirSync(copy, { recursive: true });
	for (const name of ['lib', 'tsconfig.json', 'tsconfig.build.json'])
		cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
	for (const library of libraries) {
		const example = exampleOf(library);
		const imports = example.match(IMPORT)?.join('\n') ?? '';
		// A module that is built for `require` cannot wait outside of a function.
		const code = `${imports}\nexport async function run() {\n${example.replace(IMPORT, '')}}\n`;
		writeFileSync(path.join(copy, 'lib', library, 'example.ts'), code);
	}
	const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
	try {
		execFileSync(process.execPath, [compiler, '-p', path.join(copy, 'tsconfig.build.json')]);
		return '';
	} catch (error) {
		return String((error as { stdout: unknown }).stdout);
	}
}

let problems: string;
beforeAll(() => {
	problems = build();
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

test('the libraries and their examples build without the node', () => {
	expect(libraries).toContain('basics');
	expect(problems).toBe('');
});

test.each(libraries)(
	'the example of lib/%s uses nothing but libraries, and runs',
	async (library) => {
		const imported = Array.from(exampleOf(library).matchAll(IMPORT), ([, name]) => name!);
		expect(imported).toEqual(expect.arrayContaining(['node:assert/strict', './index']));
		const allowed = ['node:assert/strict', './index', '../basics'];
		expect(imported.filter((name) => !allowed.includes(name))).toEqual([]);
		// Waiting takes no time.
		const { SYSTEM_CLOCK } = load('./basics/index.js') as typeof import('../../lib/basics');
		SYSTEM_CLOCK.wait = async () => await new Promise(setImmediate);
		await (load(`./${library}/example.js`) as { run: () => Promise<void> }).run();
	},
);
