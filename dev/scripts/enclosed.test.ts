import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { until } from '../../test/support/until';

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

function isRunning(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}

test.each<[how: string, exitCode: number, next: string, signal: NodeJS.Signals | undefined]>([
	['ends by itself', 7, 'process.exit(7);', undefined],
	['is ended by SIGINT', 1, '', 'SIGINT'],
	['is ended by SIGTERM', 1, '', 'SIGTERM'],
	['is ended by SIGHUP', 1, '', 'SIGHUP'],
])(
	'nothing is left of a command that %s, with exit code %d',
	async (_how, wanted, next, signal) => {
		const program = `
		import { runEnclosed } from ${JSON.stringify(script)};
		process.exitCode = await runEnclosed(process.execPath, ['-e', ${JSON.stringify(LEAVING.replace('NEXT', next))}]);
	`;
		const runner = spawn(process.execPath, ['--input-type=module', '-e', program], {
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		const ended = once(runner, 'exit');
		const [line] = (await once(createInterface({ input: runner.stdout }), 'line')) as [string];
		const { pid, folder } = JSON.parse(line) as { pid: number; folder: string };
		if (signal) runner.kill(signal);

		expect(await ended).toEqual([wanted, null]);
		expect(existsSync(folder)).toBe(false);
		// A killed process is gone as soon as the system has noticed.
		await until(() => !isRunning(pid));
	},
);
