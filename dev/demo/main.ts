import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { cache } from '../editor/folders';
import { packPackage, unpackPackage } from '../editor/packedPackage';
import { startEngine } from '../engine/engine';
import { readExampleForSandbox, sandboxCredentials } from '../sandbox/example';
import { startSandbox } from '../sandbox/sandbox';
import { listMessages } from './sentMessages';

const TOUR = 'tour.json';

/** Runs the tour in n8n's engine against the sandbox, and prints who got what. */
async function main(): Promise<void> {
	const { keep } = parseArgs({ options: { keep: { type: 'boolean' } } }).values;
	const packageDirectory = join(cache, 'demo');
	await unpackPackage(await packPackage(), packageDirectory);
	const sandbox = await startSandbox();
	const { accepted, baseUrl, apiKey, inboxUrl } = sandbox;
	console.log("Starting n8n's engine…");
	const engine = await startEngine({ packageDirectory });
	console.log(`Running examples/${TOUR} in it:`);
	const { status, error } = await engine.run(readExampleForSandbox(TOUR, sandbox), {
		credentials: sandboxCredentials(sandbox),
		onNodeStarted: (name) => console.log(`  ${name}`),
	});
	await engine.stop();

	const recipients = new Set(accepted.map(({ recipient }) => recipient)).size;
	console.log(`
${listMessages(accepted).join('\n')}

${accepted.length} messages sent to ${recipients} phone numbers and customer IDs.`);
	if (status !== 'success') {
		process.exitCode = 1;
		console.error('\nThe demo failed:', error);
	} else if (keep) {
		console.log(`
The sandbox is still running, for your own n8n, too. Press Ctrl-C to stop it.

Service:  Other
Base URL: ${baseUrl}
API Key:  ${apiKey}
Inbox:    ${inboxUrl}`);
		await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
	} else
		console.log(
			"\n'npm run demo -- --keep' leaves the inbox open, in which you see them on phones.",
		);
	await sandbox.stop();
}

void main();
