import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import ts from 'typescript';

import { CustomerMessagingApi } from '../../credentials/CustomerMessagingApi.credentials';
import { properties } from '../../nodes/CustomerMessaging/resources';

const root = path.resolve(__dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const readme = read('README.md');
const manifest = JSON.parse(read('package.json')) as {
	scripts: Record<string, string>;
	repository: { url: string };
};

/** Everything that somebody reads in the repository, by its path there. */
const pages = [
	'README.md',
	'CONTRIBUTING.md',
	'CHANGELOG.md',
	...filesIn('docs', '.md'),
	...filesIn('dev', '.md').filter((file) => !file.includes('node_modules')),
];
const documentation = pages.filter((page) => page.startsWith('docs/'));

const withoutCode = (text: string) => text.replace(/^ *```.*?^ *```$/gms, '');

/** The rows of the first table of a text, cell by cell, without its head. */
function tableIn(text: string): string[][] {
	const rows = text.split('\n').filter((line) => line.startsWith('| '));
	return rows.slice(2).map((row) => row.slice(2, -2).split(' | '));
}

/** The same for what stands below a heading of the README. */
function tableUnder(heading: string): string[][] {
	return tableIn(readme.split(/^## /m).find((one) => one.startsWith(`${heading}\n`)) ?? '');
}

/** The names by which a page's headings are linked. */
function anchorsOf(page: string): string[] {
	return [...withoutCode(read(page)).matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
		title!
			.toLowerCase()
			.replace(/[^\p{L}\p{N} _-]/gu, '')
			.replaceAll(' ', '-'),
	);
}

function entriesOf({ options = [] }: INodeProperties): INodePropertyOptions[] {
	return options as INodePropertyOptions[];
}

test('has the sections that n8n asks of a community node', () => {
	const sections = [...readme.matchAll(/^## ([^:\n]+)/gm)].map(([, heading]) => heading);

	const asked = 'Installation Operations Credentials Compatibility Usage Resources'.split(' ');
	expect(sections).toEqual(expect.arrayContaining(asked));
});

test('says so when it has more than 1,800 words', () => {
	// A word has a letter or a digit and no space in it; code blocks and the targets of links do not count.
	const text = withoutCode(readme).replace(/\]\([^)]*\)/g, ']');
	const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));

	expect(words.length).toBeGreaterThan(1000);
	if (words.length > 1800) console.warn(`README.md has ${words.length} words`);
});

test('leads to each page of the documentation, whose title is one question', () => {
	expect(documentation.length).toBeGreaterThan(5);
	expect(documentation.filter((page) => !readme.includes(`](${page})`))).toEqual([]);
	expect(documentation.filter((page) => !/^# [^?\n]+\?\n/.test(read(page)))).toEqual([]);
});

test('what users read is written in Latin script; the answer page alone speaks the languages of customers', () => {
	const form = JSON.stringify([properties, new CustomerMessagingApi().properties]);
	const code = [...filesIn('nodes', '.ts'), ...filesIn('credentials', '.ts')].filter(
		(file) => !file.endsWith('/question/translations.ts'),
	);
	expect(code.length).toBeGreaterThan(50);

	for (const text of [readme, form, ...[...documentation, ...code].map(read)])
		expect(text.match(/(?!\p{Script=Latin})\p{L}/gu) ?? []).toEqual([]);
});

test('names every operation, and none that is not there', () => {
	const resources = entriesOf(properties.find(({ name }) => name === 'resource')!);
	const operations = properties
		.filter(({ name }) => name === 'operation')
		.flatMap((field) => {
			const [shown] = field.displayOptions!.show!.resource!;
			const resource = resources.find(({ value }) => value === shown)!;
			return entriesOf(field).map(({ name }) => [resource.name, name]);
		});

	expect(tableUnder('Operations').map((row) => row.slice(0, 2))).toEqual(operations);
});

test('names every option of a send with its default', () => {
	const fields = properties
		.filter(({ name }) => name === 'options')
		// A question has other options too, and of these only those that make sense for one message.
		.filter(({ displayOptions }) => !displayOptions!.show!.operation!.includes('sendAndWait'))
		.flatMap(({ options = [] }) => options as INodeProperties[]);
	const defaults = new Map(fields.map((field) => [field.displayName, shownDefault(field)]));

	expect(tableIn(read('docs/options.md')).map((row) => row.slice(0, 2))).toEqual(
		[...defaults].sort(([one], [other]) => one.localeCompare(other)),
	);
});

function shownDefault(field: INodeProperties): string {
	if (field.type === 'boolean') return field.default === true ? 'on' : 'off';
	if (field.type === 'string') return 'none';
	const choice = field.type === 'options' ? entriesOf(field) : [];
	return (
		choice.find(({ value }) => value === field.default)?.name ?? (String(field.default) || 'none')
	);
}

test('names the fields of the credential', () => {
	const alwaysShown = new CustomerMessagingApi().properties.filter(
		({ displayOptions }) => displayOptions === undefined,
	);

	expect(tableUnder('Credentials').map(([name]) => name)).toEqual(
		alwaysShown.map(({ displayName }) => displayName),
	);
});

test('explains errors in the words that the node uses', () => {
	const sentences = [...filesIn('nodes', '.ts'), ...filesIn('credentials', '.ts')]
		.flatMap((file) => textsOf(ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest)))
		// What is nearly all put in fits anything.
		.filter((text) => text.replace(/[^a-z]/gi, '').length > 12);
	const explained = [
		...tableUnder('The most common errors'),
		...tableIn(read('docs/errors.md')),
	].map(([error]) => error!.replace(/^`|`$/g, ''));
	const isInCode = (error: string) =>
		sentences.some((sentence) => fits(sentence, error) || fits(error, sentence));

	expect(explained.length).toBeGreaterThan(15);
	// A field's name and its value or expression may be put in front of the words.
	const words = (error: string) => error.replace(/^(?:'[^']+'(?: '…')?|… \{\{ … \}\}) /, '');
	expect(explained.filter((error) => !isInCode(error) && !isInCode(words(error)))).toEqual([]);
	expect(new Set(explained).size).toBe(explained.length);
});

/** The texts in a piece of code, with … for what is put in when they are made. */
function textsOf(node: ts.Node): string[] {
	if (ts.isStringLiteralLike(node)) return [node.text];
	const texts: string[] = [];
	if (ts.isTemplateExpression(node)) {
		const pieces = [node.head, ...node.templateSpans.map(({ literal }) => literal)];
		texts.push(pieces.map(({ text }) => text).join('…'));
	}
	ts.forEachChild(node, (child) => void texts.push(...textsOf(child)));
	return texts;
}

/** Whether a text is the whole of a pattern in which … stands for anything. */
function fits(pattern: string, text: string): boolean {
	const parts = pattern.split('…').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
	return new RegExp(`^${parts.join('.+')}$`).test(text);
}

test('links to every example', () => {
	const examples = readdirSync(path.join(root, 'examples')).map((file) => `examples/${file}`);

	const linked = tableUnder('Examples').flatMap(([links]) =>
		[...links!.matchAll(/\(([^)]+)\)/g)].map(([, link]) => link),
	);
	expect(linked.sort()).toEqual(examples);
});

test.each(pages)('%s names files, headings and npm scripts that are there', (page) => {
	const links = [...withoutCode(read(page)).matchAll(/\]\(([^)]+)\)/g)]
		.map(([, link]) => link!)
		.filter((link) => !link.startsWith('https://'));
	const isThere = (link: string): boolean => {
		const [target, anchor] = link.split('#');
		const file = target === '' ? page : path.join(path.dirname(page), target!);
		if (!existsSync(path.join(root, file))) return false;
		return anchor === undefined || anchorsOf(file).includes(anchor);
	};
	const scripts = [...read(page).matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name!);

	expect(links.filter((link) => !isThere(link))).toEqual([]);
	expect(scripts.filter((name) => !(name in manifest.scripts))).toEqual([]);
});

test('the links in n8n and the line to clone lead to the repository, whatever n8n adds to them', () => {
	// On the npm page, relative links lead to the repository, too.
	const repository = manifest.repository.url.replace(/^git\+|\.git$/g, '');
	const { resources } = JSON.parse(read('nodes/CustomerMessaging/CustomerMessaging.node.json')) as {
		resources: Record<string, Array<{ url: string }>>;
	};
	const urls = [
		...Object.values(resources).flatMap((links) => links.map(({ url }) => url)),
		new CustomerMessagingApi().documentationUrl,
	];

	expect(new Set(urls)).toEqual(new Set([repository]));
	expect(readme).toContain(`git clone ${repository}.git\n`);
});

test('the examples name sections of the README that are there', () => {
	const named = filesIn('examples', '.json').flatMap((file) =>
		[...read(file).matchAll(/\*([^*]+)\* in the README/g)].map(([, heading]) => heading!),
	);

	expect(named.length).toBeGreaterThan(0);
	expect(named.filter((heading) => !readme.includes(`\n## ${heading}\n`))).toEqual([]);
});

test('CONTRIBUTING.md gives the install line that .ci/run uses before the tests', () => {
	const commands = read('.ci/run')
		.match(/(?<=^step \w+ )npm .*$/gm)!
		.slice(0, 2);

	expect(commands).toEqual(['npm ci --ignore-scripts', 'npm test']);
	expect(read('CONTRIBUTING.md')).toContain(`\`\`\`bash\n${commands.join('\n')}\n\`\`\``);
});

function filesIn(folder: string, ending: string): string[] {
	return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith(ending))
		.map((file) => path.join(folder, file));
}
