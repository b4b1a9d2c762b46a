import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { placesOf } from '../../test/support/secrets';
import { until } from '../../test/support/until';
import type { Recording } from './findings';
import { type Sandbox, startSandbox } from '../sandbox/sandbox';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => await sandbox.stop());

let folder: string;
beforeEach(() => {
	sandbox.reset();
	folder = mkdtempSync(path.join(tmpdir(), 'probe-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const DOWN = '\x1b[B';
const CTRL_C = '\x03';
const CTRL_U = '\x15';

/** What somebody types, each once its question is there. */
type Answers = Array<[question: string, typed: string]>;

/** Runs the program as `npm run probe` does. */
function start(answers: Answers, ...options: string[]) {
	const main = path.join(__dirname, 'main.ts');
	const child = spawn(process.execPath, ['--import', require.resolve('tsx'), main, ...options], {
		cwd: folder,
		env: { ...process.env, CUSTOMER_MESSAGING_API_KEY: '' },
	});
	const program = { child, shown: '', ended: once(child, 'close') };
	const open = [...answers];
	for (const stream of [child.stdout, child.stderr])
		stream.setEncoding('utf8').on('data', (text: string) => {
			program.shown += text;
			if (open[0] && program.shown.includes(open[0][0])) child.stdin.write(open.shift()![1]);
		});
	return program;
}

const account = (): Answers => [
	['Which service', `${DOWN}${DOWN}\r`],
	['The base URL', `${sandbox.baseUrl}\r`],
	['The API key', `${sandbox.apiKey}\r`],
];

const written = (): string[] =>
	readdirSync(path.join(folder, 'probe')).map((file) =>
		readFileSync(path.join(folder, 'probe', file), 'utf8'),
	);

test('it says what it will do, asks again for what cannot be, and writes two files without the key', async () => {
	const [service, , key] = account();
	const program = start([
		service!,
		['The base URL', `${sandbox.baseUrl}?x=1\r`],
		["'Base URL' is not the address of a service", `${CTRL_U}${sandbox.baseUrl}\r`],
		['The API key', ' \r'],
		['Paste the key', `${CTRL_U}${key![1]}`],
	]);
	expect(await program.ended).toEqual([0, null]);
	for (const words of [
		'24 at most',
		'Nothing is sent to anybody',
		'Service: Other',
		'Written: probe/',
	])
		expect(program.shown).toContain(words);
	const date = /probe\/(\d{4}-\d\d-\d\d)\.md/.exec(program.shown)![1]!;
	expect(readdirSync(path.join(folder, 'probe'))).toEqual([`${date}.json`, `${date}.md`]);
	expect(placesOf(sandbox.apiKey, [program.shown, written()])).toEqual([]);
	expect(sandbox.requests).toHaveLength(10);
});

test('Ctrl-C in the middle of a request ends it, and what was seen is written', async () => {
	sandbox.faults.add({ operation: 'template.get', fault: { kind: 'hang' } });
	const program = start(account());
	await until(() => sandbox.requests.some(({ fault }) => fault === 'hang'));
	program.child.kill('SIGINT');
	expect(await program.ended).toEqual([1, null]);
	expect(program.shown).toContain('It was stopped by hand.');
	expect(sandbox.requests).toHaveLength(7);
	const [recording] = written().map(
		(text) => text.startsWith('{') && (JSON.parse(text) as Recording),
	);
	expect(recording && recording.exchanges.map(({ step }) => step)).toEqual([
		...['key', 'key', 'key', 'key.wrong', 'key.none', 'list', 'template'],
	]);
});

test('Ctrl-C at a message sends neither it nor another', async () => {
	const program = start(
		[
			...account(),
			['phone number', '+12025550187\r'],
			['customer ID', '\r'],
			['with the variables', 'y'],
			['without its variables', CTRL_C],
		],
		'--send',
	);
	expect(await program.ended).toEqual([1, null]);
	expect(sandbox.accepted.map(({ recipient }) => recipient)).toEqual(['+12025550187']);
	expect(written().join()).toContain('send.template');
});

test('Ctrl-C at the first question asks nobody, and writes nothing', async () => {
	const program = start([['Which service', CTRL_C]]);
	expect(await program.ended).toEqual([1, null]);
	expect(program.shown).toContain('Stopped: nothing was asked.');
	expect(readdirSync(folder)).toEqual([]);
});

test('a file is played back', async () => {
	const file = path.join(__dirname, '../../test/recorded/sandbox.json');
	const { exchanges } = JSON.parse(readFileSync(file, 'utf8')) as Recording;
	const program = start([], '--replay', file);
	await until(() => /API Key: {2}\S+/.test(program.shown));
	const [, address] = /Base URL: (\S+)/.exec(program.shown)!;
	const [, key] = /API Key: {2}(\S+)/.exec(program.shown)!;
	const response = await fetch(`${address}/stable/open/whatsapp/get-platform-list?api_key=${key}`);
	expect(await response.json()).toEqual(exchanges[0]!.answer!.body);
	program.child.kill();
	await program.ended;
});
