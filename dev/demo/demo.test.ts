import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { installedPackage } from '../../test/support/installedPackage';
import { until } from '../../test/support/until';
import { startSandbox } from '../sandbox/sandbox';
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
		/\+12025550101: Hello Customer 1, thank you for your order\..* \(200\)/,
		/5001: Hello Customer 1, is there .* \(200\)/,
		/5003: \S+brochure\.pdf \(200\)/,
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

test('says in which node a message failed and why, and shows what was sent before', async () => {
	const sandbox = await startSandbox();
	const body = { error: 'Customer is blocked', code: 'blocked' };
	const fault = { kind: 'status', status: 400, body } as const;
	sandbox.faults.add({ operation: 'message.sendText', fault });
	const lines: string[] = [];
	expect(await runDemo(sandbox, installedPackage, (text) => lines.push(text))).toBe(false);
	await sandbox.stop();
	expect(lines.join('\n')).toMatch(
		/\+12025550103: [^]*The demo failed in the node 'Send Text': [^]*status 400: Customer is blocked \(code blocked\) \[item 0, \d+\]\nNothing was sent\. If the service names a value/,
	);
	expect(lines.join('\n')).not.toContain('Done:');
});
