import { parseArgs } from 'node:util';

import { type Sandbox, startSandbox } from '../sandbox/sandbox';
import { runDemo } from './demo';

const usage = `Usage: npm run demo -- [--keep] [--port <number>]

  --keep   leave the sandbox running afterwards, until Ctrl-C
  --port   where the sandbox listens; any free port by default`;

/** What the user asked for, after \`npm run demo --\`. */
interface Arguments {
	keep: boolean;
	port: number;
}

function readArguments(): Arguments {
	const { values } = parseArgs({
		options: { keep: { type: 'boolean' }, port: { type: 'string' } },
	});
	const port = Number(values.port ?? 0);
	if (!Number.isInteger(port) || port < 0 || port > 65_535)
		throw new Error('--port takes a number from 0 to 65535');
	return { keep: values.keep === true, port };
}

async function start(port: number): Promise<Sandbox> {
	try {
		return await startSandbox({ port });
	} catch (error) {
		const { code, message } = error as NodeJS.ErrnoException;
		throw code === 'EADDRINUSE'
			? new Error(`Port ${port} is in use. Choose another one with --port.`)
			: new Error(message);
	}
}

async function main(): Promise<void> {
	let chosen: Arguments;
	try {
		chosen = readArguments();
	} catch (error) {
		throw new Error(`${(error as Error).message}\n\n${usage}`);
	}
	const sandbox = await start(chosen.port);
	try {
		const succeeded = await runDemo(sandbox, {
			print: console.log,
			columns: process.stdout.columns,
		});
		process.exitCode = succeeded ? 0 : 1;
		if (chosen.keep) {
			console.log(`\nInbox:    ${sandbox.inboxUrl}`);
			console.log(`Base URL: ${sandbox.baseUrl}`);
			console.log(`API Key:  ${sandbox.apiKey}`);
			console.log(
				'\nThe sandbox is still running, for you and for the credential of your own n8n. Press Ctrl-C to stop it.',
			);
			await interruption();
			console.log('\nStopped.');
		} else {
			console.log(
				`\nInbox:    ${sandbox.inboxUrl} (closed with the demo; npm run demo -- --keep leaves it open)`,
			);
		}
	} finally {
		await sandbox.stop();
	}
}

/** Ends when the user presses Ctrl-C, or the process is asked to end. */
async function interruption(): Promise<void> {
	await new Promise<void>((resolve) => {
		process.once('SIGINT', () => resolve()).once('SIGTERM', () => resolve());
	});
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
