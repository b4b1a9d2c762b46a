import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { CustomerMessagingApi } from '../../credentials/CustomerMessagingApi.credentials';
import { properties } from '../../nodes/CustomerMessaging/operations';

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

/** Defaults that are no numbers, as the README writes them. */
const WRITTEN: Record<string, unknown> = { on: true, off: false, none: '', 'Ask Me': 'ask' };

test('names every option of a send with its default', () => {
	const fields = properties
		.filter(({ name }) => name === 'options')
		// A question has options of its own, and of these only those that make sense for one message.
		.filter(({ displayOptions }) => !displayOptions!.show!.operation!.includes('sendAndWait'))
		.flatMap(({ options = [] }) => options as INodeProperties[]);
	const defaults = new Map(fields.map(({ displayName, default: value }) => [displayName, value]));
	const table = readme.slice(readme.indexOf('| Option |'), readme.indexOf('## Errors'));
	const rows = [...table.matchAll(/^\| (.+?) \| (.+?) \| .+ \|$/gm)]
		.slice(1)
		.filter(([row]) => !row.startsWith('| ---'));

	expect(
		rows.map(([, name, value]) => [
			name,
			value! in WRITTEN ? WRITTEN[value!] : parseInt(value!, 10),
		]),
	).toEqual([...defaults].sort(([one], [other]) => one.localeCompare(other)));
});

test('names the fields of the credential', () => {
	const alwaysShown = new CustomerMessagingApi().properties.filter(
		({ displayOptions }) => displayOptions === undefined,
	);

	expect(tableUnder('Credentials').map(([name]) => name)).toEqual(
		alwaysShown.map(({ displayName }) => displayName),
	);
});

test('explains errors in the words that the node uses', () => {
	const sources = [...sourcesIn('nodes'), ...sourcesIn('credentials')]
		.map(read)
		.join('\n')
		.replaceAll("\\'", "'");
	/** The fixed parts of an error: field names and the like are put in where it is made. */
	const parts = tableUnder('Errors').flatMap(([error]) =>
		error!.replace(/^`|`$/g, '').split(/(?<=^'[^']+') |\s*'?…'?,?\s*/),
	);

	expect(parts.length).toBeGreaterThan(15);
	expect(parts.filter((part) => part !== '' && !sources.includes(part))).toEqual([]);
});

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
