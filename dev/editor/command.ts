import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';

/** How to run a command. */
export interface CommandOptions {
	folder: string;
	/** added to this process's own */
	environment?: NodeJS.ProcessEnv;
	/** told every line it writes, on either stream */
	onLine?: (line: string) => void;
}

/** The lines shown of a command that failed. */
const LAST_LINES = 25;

/**
 * Runs a command to its end.
 *
 * @returns what it wrote to standard output
 * @throws Error with the command's last lines where it fails
 */
export async function runCommand(
	command: string,
	commandArguments: string[],
	options: CommandOptions,
): Promise<string> {
	const { folder, environment, onLine } = options;
	const child = spawn(command, commandArguments, {
		cwd: folder,
		env: { ...process.env, ...environment },
		stdio: ['ignore', 'pipe', 'pipe'],
		// npm is a script there.
		shell: process.platform === 'win32',
	});
	let output = '';
	child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));

	const lines: string[] = [];
	const everything = new PassThrough();
	child.stdout.pipe(everything, { end: false });
	child.stderr.pipe(everything, { end: false });
	createInterface({ input: everything }).on('line', (line) => {
		lines.push(line);
		if (lines.length > LAST_LINES) lines.shift();
		onLine?.(line);
	});

	await new Promise<void>((resolve, reject) => {
		child.on('error', reject);
		child.on('close', (status) => {
			everything.end();
			if (status === 0) return resolve();
			reject(
				new Error(`'${[command, ...commandArguments].join(' ')}' failed:\n${lines.join('\n')}`),
			);
		});
	});
	return output;
}
