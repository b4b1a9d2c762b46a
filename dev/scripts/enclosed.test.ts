import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const script = pathToFileURL(path.join(__dirname, 'enclosed.mjs')).href;

/** A command that leaves a file and a process which ends by no signal but the last; it tells of both. */
const LEAVING = `
	const { spawn } = require('node:child_process');
	const { mkdtempSync } = require('node:fs');
	const { join } = require('node:path');
	const { tmpdir } = require('node:os');
	const stubborn = "for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {}); console.log(''); setInterval(() => {}, 1000);";
	const child = spawn(process.execPath, ['-e', stubborn], { stdio: ['ignore', 'pipe', 'ignore'] });
	child.stdout.once('data', () => {
		console.log(JSON.stringify({ pid: child.pid, folder: mkdtempSync(join(tmpdir(), 'left-')) }));
		NEXT
	});
`;

/** Runs the command enclosed, and does something once it has told what it leaves. */
async function leave(next: string, disturb: (runner: number) => void = () => {}) {
	const program = `
		import { runEnclosed } from ${JSON.stringify(script)};
		process.exitCode = await runEnclosed(process.execPath, ['-e', ${JSON.stringify(LEAVING.replace('NEXT', next))}]);
	`;
	const runner = spawn(process.execPath, ['--input-type=module', '-e', program], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	let left: { pid: number; folder: string } | undefined;
	for await (const line of createInterface({ input: runner.stdout })) {
		left = JSON.parse(line) as { pid: number; folder: string };
		disturb(runner.pid!);
	}
	const exitCode = await new Promise((resolve) =>
		runner.exitCode === null ? runner.on('exit', resolve) : resolve(runner.exitCode),
	);
	return { exitCode, ...left! };
}

function isRunning(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}

async function expectNothingLeft({ pid, folder }: { pid: number; folder: string }): Promise<void> {
	expect(existsSync(folder)).toBe(false);
	// A killed process is gone as soon as the system has noticed.
	while (isRunning(pid)) await new Promise((resolve) => setTimeout(resolve, 10));
}

test('nothing is left of a command that ends, and its exit code is given on', async () => {
	const left = await leave('process.exit(7);');

	expect(left.exitCode).toBe(7);
	await expectNothingLeft(left);
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
	'nothing is left of a command that is ended by %s',
	async (signal) => {
		const left = await leave('', (runner) => process.kill(runner, signal));

		expect(left.exitCode).toBe(1);
		await expectNothingLeft(left);
	},
);
