import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { startSandbox } from '../sandbox/sandbox';
import { runDemo } from './demo';

const usage = `Usage: npm run demo -- [--keep] [--port <number>]

  --keep   leave the sandbox running afterwards, until Ctrl-C
  --port   where the sandbox listens; any free port by default`;

const OPTIONS = {
	keep: { type: 'boolean' },
	port: { type: 'string', default: '0' },
	/** a built package; for the demo's own test */
	package: { type: 'string', default: join(__dirname, '../..') },
} as const;

function readArguments() {
	try {
		const { values } = parseArgs({ options: OPTIONS });
		if (!/^\d{1,5}$/.test(values.port)) throw new Error('--port takes a number');
		return values;
	} catch (error) {
		throw new Error(`${(error as Error).message}\n\n${usage}`);
	}
}

async function main(): Promise<void> {
	const { keep, port, package: packageDirectory } = readArguments();
	const sandbox = await startSandbox({ port: Number(port) }).catch(
		(error: NodeJS.ErrnoException) => {
			if (error.code !== 'EADDRINUSE') throw error;
			throw new Error(`Port ${port} is in use. Choose another one with --port.`);
		},
	);
	try {
		process.exitCode = (await runDemo(sandbox, packageDirectory, console.log)) ? 0 : 1;
		if (!keep) {
			console.log(
				`\nInbox:    ${sandbox.inboxUrl} (closed with the demo; npm run demo -- --keep leaves it open)`,
			);
			return;
		}
		console.log(`
Inbox:    ${sandbox.inboxUrl}
Base URL: ${sandbox.baseUrl}
API Key:  ${sandbox.apiKey}

The sandbox is still running, for you and for the credential of your own n8n. Press Ctrl-C to stop it.`);
		await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
		console.log('\nStopped.');
	} finally {
		await sandbox.stop();
	}
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
