import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { installedPackage } from '../../test/support/installedPackage';
import { until } from '../../test/support/until';
import { startSandbox, type FaultRule } from '../sandbox/sandbox';
import { runDemo } from './demo';

const home = mkdtempSync(path.join(tmpdir(), 'home-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Starts the demo as a command, with its own home folder. */
function start(...demoArguments: string[]) {
	const main = path.join(__dirname, 'main.ts');
	const child = spawn(
		process.execPath,
		['--import', 'tsx', main, '--package', installedPackage, ...demoArguments],
		{ env: { ...process.env, HOME: home }, stdio: ['ignore', 'pipe', 'pipe'] },
	);
	const output = { text: '' };
	for (const stream of [child.stdout, child.stderr])
		stream.setEncoding('utf8').on('data', (text: string) => (output.text += text));
	const exitCode = once(child, 'close').then(([code]) => code as number | null);
	return { child, output, exitCode };
}

test('shows every message with its answer, and the inbox until it is interrupted; touches no home folder', async () => {
	const { child, output, exitCode } = start('--keep');
	await until(() => output.text.includes('Press Ctrl-C') || child.exitCode !== null);
	for (const words of [
		/List Channels\n[^]*Read Template\n[^]*Send Invoice\n[^]*Send Brochure\n/,
		/11 {2}Webshop, \+12025550110\n/,
		/Hello \{\{2\}\}, thank you for your order\./,
		/Send Order Confirmation │ \+12025550101 +│ Order A-1001 is confirmed +│ 200, ongoing/,
		/Send Picture +│ \+12025550102 +│ \[image:/,
		/Send Invoice +│ \+12025550103 +│ \[document: Invoice INV-2003\.pdf, \d+ bytes\] +│ 200, ongoing/,
		/Send Text +│ 5001 +│ Hello Customer 1, is there/,
		/Send Brochure +│ 5003 +│ \[document:/,
		/Done: 15 messages sent/,
	])
		expect(output.text).toMatch(words);
	const inbox = /Inbox: +(\S+)/.exec(output.text)![1]!;
	expect(await (await fetch(inbox)).text()).toContain('your invoice INV-2001 for');

	child.kill('SIGINT');
	expect(await exitCode).toBe(0);
	await expect(fetch(inbox)).rejects.toThrow();
	expect(readdirSync(home)).toEqual([]);
});

test('says why it cannot start', async () => {
	const sandbox = await startSandbox();
	const { port } = new URL(sandbox.baseUrl);
	const [taken, unknown] = [start('--port', port), start('--kepe')];
	expect([await taken.exitCode, await unknown.exitCode]).toEqual([1, 1]);
	expect(taken.output.text).toContain(`Port ${port} is in use. Choose another one with --port.`);
	expect(unknown.output.text).toMatch(
		/Unknown option '--kepe'[^]*Usage: npm run demo -- \[--keep\]/,
	);
	await sandbox.stop();
});

test.each<[fault: FaultRule, words: RegExp]>([
	[
		{
			fault: {
				kind: 'status',
				status: 400,
				body: { error: 'Customer is blocked', code: 'blocked' },
			},
		},
		/Send Invoice +│ \+12025550103(?![^]*Send Text +│)[^]*The demo failed in the node 'Send Text': [^]*status 400: Customer is blocked \(code blocked\) \[item 0, \d+\]\n[^]*The message was not sent\./,
	],
	[
		{ fault: { kind: 'emptyBody' }, recipient: '5001', accepts: true },
		/Send Text +│ 5001 +│ Hello Customer 1[^│]+│ 200 +│[^]*Outcome unknown, the message to 5001 may have arrived/,
	],
])(
	'says in which node a message failed and why, and shows what was sent before: %j',
	async (rule, words) => {
		const sandbox = await startSandbox();
		sandbox.faults.add({ operation: 'message.sendText', ...rule });
		const lines: string[] = [];
		const print = (text: string): number => lines.push(text);
		expect(await runDemo(sandbox, installedPackage, print)).toBe(false);
		await sandbox.stop();
		expect(lines.join('\n')).toMatch(words);
		expect(lines.join('\n')).not.toContain('Done:');
	},
);
