import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { runDemo } from './demo';
import { startSandbox, type FaultRule } from '../sandbox/sandbox';
import { installedPackage } from '../../test/support/installedPackage';

const root = path.resolve(__dirname, '../..');

/** Building takes a while on a busy machine; in milliseconds. */
const BUILD_TIMEOUT = 300_000;

/** The demo without what prepares it: the package has been built. */
const BUILT = ['--import', 'tsx', 'dev/demo/main.ts'];

describe('as a command', () => {
	let home: string;
	beforeEach(() => {
		home = mkdtempSync(path.join(tmpdir(), 'home-'));
	});
	afterEach(() => rmSync(home, { recursive: true, force: true }));

	/** Starts the demo with a home folder of its own. */
	function demo(...nodeArguments: string[]) {
		const child = spawn(process.execPath, nodeArguments, {
			cwd: root,
			env: { ...process.env, HOME: home },
		});
		child.stdin.end();
		const output = { text: '' };
		for (const stream of [child.stdout, child.stderr]) {
			stream.setEncoding('utf8').on('data', (text: string) => (output.text += text));
		}
		const exitCode = once(child, 'close').then(([code]) => code as number | null);
		return { child, output, exitCode };
	}

	test(
		'shows the progress, every message with its answer, and the inbox, and touches no home folder',
		async () => {
			const { output, exitCode } = demo('dev/scripts/demo.mjs');

			expect({ exitCode: await exitCode, output: output.text }).toMatchObject({ exitCode: 0 });
			expect(output.text).toMatch(
				/List Channels\n[^]*Read Template\n[^]*Send Invoice\n[^]*Send Brochure\n/,
			);
			expect(output.text).toContain('11  Webshop, +12025550110');
			expect(output.text).toContain('Hello {{2}}, thank you for your order.');
			expect(output.text).toMatch(
				/Send Order Confirmation │ \+12025550101 +│ Order A-1001 is confirmed +│ 200, ongoing/,
			);
			expect(output.text).toMatch(/Send Picture +│ \+12025550102 +│ \[image:/);
			expect(output.text).toMatch(
				/Send Invoice +│ \+12025550103 +│ \[document: Invoice INV-2003\.pdf, \d+ bytes\] +│ 200, ongoing/,
			);
			expect(output.text).toMatch(/Send Text +│ 5001 +│ Hello Customer 1, is there/);
			expect(output.text).toMatch(/Send Brochure +│ 5003 +│ \[document:/);
			expect(output.text).toContain('Done: 15 messages sent');
			expect(output.text).toMatch(/Inbox: +http:\/\/127\.0\.0\.1:\d+\/inbox/);
			expect(readdirSync(home)).toEqual([]);
		},
		BUILD_TIMEOUT,
	);

	test('leaves the sandbox running with --keep, until it is interrupted', async () => {
		const { child, output, exitCode } = demo(...BUILT, '--keep');
		await printed(child, output, 'Press Ctrl-C');

		const inbox = /Inbox: +(\S+)/.exec(output.text)![1]!;
		expect(await (await fetch(inbox)).text()).toContain('your invoice INV-2001 over');

		child.kill('SIGINT');
		expect(await exitCode).toBe(0);
		await expect(fetch(inbox)).rejects.toThrow();
	});

	test('fails with the reason when the port is taken', async () => {
		const server = createServer().listen(0, '127.0.0.1');
		await once(server, 'listening');
		const { port } = server.address() as AddressInfo;
		const { output, exitCode } = demo(...BUILT, '--port', String(port));

		expect(await exitCode).toBe(1);
		expect(output.text).toContain(`Port ${port} is in use. Choose another one with --port.`);
		server.close();
	});

	test('fails with what can be said when it does not know an argument', async () => {
		const { output, exitCode } = demo(...BUILT, '--kepe');

		expect(await exitCode).toBe(1);
		expect(output.text).toContain("Unknown option '--kepe'");
		expect(output.text).toContain('Usage: npm run demo -- [--keep] [--port <number>]');
	});
});

describe('when a message cannot be sent', () => {
	/** Runs the demo in this process while something goes wrong. */
	async function runWith(rule: FaultRule) {
		const sandbox = await startSandbox();
		sandbox.faults.add(rule);
		const lines: string[] = [];
		try {
			const succeeded = await runDemo(sandbox, {
				packageDirectory: installedPackage,
				print: (text) => lines.push(text),
			});
			return { succeeded, output: lines.join('\n') };
		} finally {
			await sandbox.stop();
		}
	}

	test('says in which node and why, and shows what was sent before', async () => {
		const { succeeded, output } = await runWith({
			operation: 'message.sendText',
			fault: {
				kind: 'status',
				status: 400,
				body: { error: 'Customer is blocked', code: 'blocked', success: false },
			},
		});

		expect(succeeded).toBe(false);
		expect(output).toMatch(/Send Invoice +│ \+12025550103/);
		expect(output).not.toMatch(/Send Text +│/);
		expect(output).toContain(
			'The demo failed in the node "Send Text": The service refused the request with status 400: Customer is blocked (code blocked) [item 0]',
		);
		expect(output).toContain('The message was not sent.');
		expect(output).not.toContain('Done:');
	});

	test('shows a message that arrived although its answer did not', async () => {
		const { succeeded, output } = await runWith({
			operation: 'message.sendText',
			recipient: '5001',
			accepts: true,
			fault: { kind: 'html' },
		});

		expect(succeeded).toBe(false);
		expect(output).toMatch(/Send Text +│ 5001 +│ Hello Customer 1[^│]+│ 200 +│/);
		expect(output).toContain('Outcome unknown, the message to ');
	});
});

/** Waits until a process has printed something, or has ended. */
async function printed(
	child: ChildProcessWithoutNullStreams,
	output: { text: string },
	text: string,
): Promise<void> {
	await new Promise<void>((resolve) => {
		child.stdout.on('data', () => output.text.includes(text) && resolve());
		child.once('close', resolve);
	});
	expect(output.text).toContain(text);
}
