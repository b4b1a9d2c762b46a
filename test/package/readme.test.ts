import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import ts from 'typescript';

import { CustomerMessagingApi } from '../../credentials/CustomerMessagingApi.credentials';
import { properties } from '../../nodes/CustomerMessaging/resources';

const root = path.resolve(__dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const readme = read('README.md');

/** The rows of the table below a heading, cell by cell, without its head. */
function tableUnder(heading: string): string[][] {
	const section = readme.split(/^## /m).find((one) => one.startsWith(`${heading}\n`));
	const rows = (section ?? '').split('\n').filter((line) => line.startsWith('| '));
	return rows.slice(2).map((row) => row.slice(2, -2).split(' | '));
}

function entriesOf({ options = [] }: INodeProperties): INodePropertyOptions[] {
	return options as INodePropertyOptions[];
}

test('has the sections that n8n asks of a community node, in its order', () => {
	const wanted = [
		'Installation',
		'Operations',
		'Credentials',
		'Compatibility',
		'Usage',
		'Resources',
	];
	const sections = [...readme.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading!);

	expect(sections.filter((heading) => wanted.includes(heading))).toEqual(wanted);
});

test('what users read is written in Latin script, here and in the form', () => {
	const form = JSON.stringify([properties, new CustomerMessagingApi().properties]);

	for (const text of [readme, form])
		expect(text.match(/(?!\p{Script=Latin})\p{L}/gu) ?? []).toEqual([]);
});

test('names every operation, and none that is not there', () => {
	const resources = new Map(
		entriesOf(properties.find(({ name }) => name === 'resource')!).map(({ name, value }) => [
			value,
			name,
		]),
	);
	const operations = properties
		.filter(({ name }) => name === 'operation')
		.flatMap((field) =>
			entriesOf(field).map(({ name }) => [
				resources.get(field.displayOptions!.show!.resource![0] as string),
				name,
			]),
		);

	expect(tableUnder('Operations').map((row) => row.slice(0, 2))).toEqual(operations);
});

test('names every option of a send with its default', () => {
	const fields = properties
		.filter(({ name }) => name === 'options')
		// A question has options of its own, and of these only those that make sense for one message.
		.filter(({ displayOptions }) => !displayOptions!.show!.operation!.includes('sendAndWait'))
		.flatMap(({ options = [] }) => options as INodeProperties[]);
	const defaults = new Map(fields.map((field) => [field.displayName, shownDefault(field)]));
	const table = readme.slice(readme.indexOf('| Option |'), readme.indexOf('**At scale.**'));
	const rows = [...table.matchAll(/^\| (.+?) \| (.+?) \| .+ \|$/gm)].slice(2);

	expect(rows.map(([, name, value]) => [name, value])).toEqual(
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
	const sentences = [...sourcesIn('nodes'), ...sourcesIn('credentials')]
		.flatMap((file) => textsOf(ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest)))
		// What is nearly all put in fits anything.
		.filter((text) => text.replace(/[^a-z]/gi, '').length > 12);
	const explained = tableUnder('Errors').map(([error]) => error!.replace(/^`|`$/g, ''));
	const isInCode = (error: string) =>
		sentences.some((sentence) => fits(sentence, error) || fits(error, sentence));

	expect(explained.length).toBeGreaterThan(15);
	expect(explained.filter((error) => !isInCode(error))).toEqual([]);
});

/** The texts in a piece of code, with … for what is put in when they are made. */
function textsOf(node: ts.Node): string[] {
	if (ts.isStringLiteralLike(node)) return [node.text];
	const own = ts.isTemplateExpression(node)
		? [
				[node.head, ...node.templateSpans.map(({ literal }) => literal)]
					.map(({ text }) => text)
					.join('…'),
			]
		: [];
	const inner: string[] = [];
	ts.forEachChild(node, (child) => void inner.push(...textsOf(child)));
	return [...own, ...inner];
}

/** Whether a text is the whole of a pattern in which … stands for anything. */
function fits(pattern: string, text: string): boolean {
	const parts = pattern.split('…').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
	return new RegExp(`^${parts.join('.+')}$`).test(text);
}

test('links to files that are there, and to every example', () => {
	const links = [...readme.matchAll(/\]\(([^)#]+)\)/g)]
		.map(([, target]) => target!)
		.filter((target) => !target.startsWith('https://'));

	expect(links.filter((target) => !existsSync(path.join(root, target)))).toEqual([]);
	expect(links.filter((target) => target.startsWith('examples/')).sort()).toEqual(
		readdirSync(path.join(root, 'examples')).map((file) => `examples/${file}`),
	);
});

test('links to headings that are there', () => {
	const anchors = [...readme.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
		title!.toLowerCase().replaceAll(' ', '-'),
	);
	const links = [...readme.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor]) => anchor!);

	expect(links.filter((anchor) => !anchors.includes(anchor))).toEqual([]);
});

test('CONTRIBUTING.md gives the install line that .ci/run uses before the tests', () => {
	const commands = read('.ci/run')
		.split('\n')
		.filter((line) => line.startsWith('npm '));

	expect(commands.slice(0, 2)).toEqual(['npm ci --ignore-scripts', 'npm test']);
	expect(read('CONTRIBUTING.md')).toContain(
		`\`\`\`bash\n${commands.slice(0, 2).join('\n')}\n\`\`\``,
	);
});

test.each(['README.md', 'CONTRIBUTING.md'])('%s gives only npm scripts that are there', (file) => {
	const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
	const named = [...read(file).matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name!);

	expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

function sourcesIn(folder: string): string[] {
	return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => path.join(folder, file));
}
