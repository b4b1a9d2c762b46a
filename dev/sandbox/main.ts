import { parseArgs } from 'node:util';
import { listOutcomes } from './outcomes';
import { startSandbox } from './sandbox';

async function main() {
	const { values } = parseArgs({
		options: { port: { type: 'string', default: '0' }, 'api-key': { type: 'string' } },
	});
	const { baseUrl, apiKey, inboxUrl } = await startSandbox({
		port: Number(values.port),
		apiKey: values['api-key'],
	});
	console.log(`Base URL: ${baseUrl}\nAPI Key:  ${apiKey}\nInbox:    ${inboxUrl}`);
	console.log(`
Messages to these always end the same way (docs/outcomes.md):

${listOutcomes()}

Press Ctrl-C to stop.`);
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
