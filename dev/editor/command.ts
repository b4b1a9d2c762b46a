import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** How to run a command. */
export interface CommandOptions {
	folder: string;
	/** added to this process's own */
	environment?: NodeJS.ProcessEnv;
}

/**
 * Runs a command to its end, and shows what it writes to standard error meanwhile.
 *
 * @returns what it wrote to standard output
 * @throws Error with that output where it fails
 */
export async function runCommand(
	command: string,
	commandArguments: string[],
	{ folder, environment }: CommandOptions,
): Promise<string> {
	const child = spawn(command, commandArguments, {
		cwd: folder,
		env: { ...process.env, ...environment },
		stdio: ['ignore', 'pipe', 'inherit'],
		// npm is a script there.
		shell: process.platform === 'win32',
	});
	const [output, [status]] = await Promise.all([text(child.stdout), once(child, 'close')]);
	if (status === 0) return output;
	throw new Error(`'${[command, ...commandArguments].join(' ')}' failed:\n${output}`);
}
