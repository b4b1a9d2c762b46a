import { readdirSync, readFileSync } from 'node:fs';
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

const repository = manifest.repository.url.replace(/^git\+|\.git$/g, '');

/** Everything that somebody reads in the repository, by its path there. */
const pages = [
	'README.md',
	'CONTRIBUTING.md',
	'RELEASING.md',
	'CHANGELOG.md',
	...['docs', 'examples', 'lib', 'test', 'dev']
		.flatMap((folder) => filesIn(folder, '.md'))
		.filter((file) => !file.includes('node_modules')),
];
const sources = ['nodes', 'credentials', 'lib'].flatMap((folder) => filesIn(folder, '.ts'));

const documentation = pages.filter((page) => page.startsWith('docs/'));

/** What stands below a heading, whose words may go on behind a colon. */
function sectionOf(page: string, heading: string): string {
	return page.split(/^## /m).find((one) => /^[^:\n]+/.exec(one)![0] === heading) ?? '';
}

/** The rows of the table in a section, cell by cell, without its head. */
function tableIn(section: string): string[][] {
	const rows = section.split('\n').filter((line) => line.startsWith('| '));
	return rows.slice(2).map((row) => row.slice(2, -2).split(' | '));
}

function entriesOf({ options = [] }: INodeProperties): INodePropertyOptions[] {
	return options as INodePropertyOptions[];
}

test('has the sections that n8n asks of a community node', () => {
	const sections = [...readme.matchAll(/^## ([^:\n]+)/gm)].map(([, heading]) => heading);

	const asked = 'Installation Operations Credentials Compatibility Usage Resources'.split(' ');
	expect(sections).toEqual(expect.arrayContaining(asked));
});

test('leads to each page of the documentation by its title', () => {
	expect(documentation.length).toBeGreaterThan(5);
	const linked = documentation.map((page) => `[${/^# (.+)$/m.exec(read(page))![1]}](${page})`);
	expect(linked.filter((link) => !readme.includes(link))).toEqual([]);
});

test('what users read is written in Latin script; the answer page alone speaks the languages of customers', () => {
	const form = JSON.stringify([properties, new CustomerMessagingApi().properties]);
	const code = sources.filter((file) => !file.endsWith('/answerPage/translations.ts'));
	expect(code.length).toBeGreaterThan(50);

	for (const text of [readme, form, ...[...documentation, ...code].map(read)])
		expect(text.match(/(?!\p{Script=Latin})\p{L}/gu) ?? []).toEqual([]);
});

test('names every operation, and none that is not there', () => {
	const resources = entriesOf(properties.find(({ name }) => name === 'resource')!);
	const fields = properties.filter(({ name }) => name === 'operation');
	const operations = resources.flatMap(({ name: resource, value }) =>
		fields
			.filter(({ displayOptions }) => displayOptions!.show!.resource!.includes(value!))
			.flatMap((field) => entriesOf(field).map(({ name }) => [resource, name])),
	);

	expect(tableIn(sectionOf(readme, 'Operations')).map((row) => row.slice(0, 2))).toEqual(
		operations,
	);
});

test('names every option of a send with its default', () => {
	const fields = properties
		.filter(({ name }) => name === 'options')
		// A question has other options too, and of these only those that make sense for one message.
		.filter(({ displayOptions }) => !displayOptions!.show!.operation!.includes('sendAndWait'))
		.flatMap(({ options = [] }) => options as INodeProperties[]);
	const defaults = new Map(fields.map((field) => [field.displayName, shownDefault(field)]));

	const options = sectionOf(read('docs/fields-and-options.md'), 'Options');
	expect(tableIn(options).map((row) => row.slice(0, 2))).toEqual(
		[...defaults].sort(([one], [other]) => one.localeCompare(other)),
	);
});

function shownDefault(field: INodeProperties): string {
	if (field.type === 'boolean') return field.default === true ? 'on' : 'off';
	if (['string', 'fixedCollection'].includes(field.type)) return 'none';
	const choice = field.type === 'options' ? entriesOf(field) : [];
	return (
		choice.find(({ value }) => value === field.default)?.name ?? (String(field.default) || 'none')
	);
}

test('names the fields of the credential', () => {
	const alwaysShown = new CustomerMessagingApi().properties.filter(
		({ displayOptions }) => displayOptions === undefined,
	);

	const section = sectionOf(readme, 'Credentials');
	expect(alwaysShown.length).toBeGreaterThan(2);
	expect(alwaysShown.filter(({ displayName }) => !section.includes(displayName))).toEqual([]);
});

test('explains errors in the words that the node uses', () => {
	const sentences = sources
		.flatMap((file) => textsOf(ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest)))
		// What is nearly all put in fits anything.
		.filter((text) => text.replace(/[^a-z]/gi, '').length > 12);
	const page = read('docs/errors-and-troubleshooting.md');
	// A heading in code is an error, or several, so that a search finds it.
	const explained = Array.from(page.matchAll(/^### `(.+)`$/gm), ([, errors]) =>
		errors!.split('`, or `'),
	).flat();
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

test('examples/README.md lists every example', () => {
	const examples = filesIn('examples', '.json').map((file) => path.basename(file));
	const listed = [...read('examples/README.md').matchAll(/^\| \[[^\]]+\]\(([^)]+)\)/gm)];
	expect(listed.map(([, file]) => file).sort()).toEqual(examples.sort());
});

test('every npm script that a page names is there', () => {
	const named = pages.flatMap((page) =>
		[...read(page).matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name!),
	);
	expect(named.filter((name) => !(name in manifest.scripts))).toEqual([]);
});

test('the links in n8n and the line to clone lead to the repository, whatever n8n adds to them', () => {
	// On the npm page, relative links lead to the repository, too.
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

test('comments name headings of the pages on the service, and no numbers of sections', () => {
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
