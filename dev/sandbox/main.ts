import { parseArgs } from 'node:util';
import { templatesLeadingTo } from './catalogue';
import { listOutcomes } from './outcomes';
import { startSandbox } from './sandbox';

async function main() {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '0' },
			'api-key': { type: 'string' },
			n8n: { type: 'string', default: 'http://localhost:5678' },
		},
	});
	const { baseUrl, apiKey, inboxUrl } = await startSandbox({
		port: Number(values.port),
		apiKey: values['api-key'],
		templates: templatesLeadingTo(values.n8n.replace(/\/$/, '')),
	});
	console.log(`Service:  Other\nBase URL: ${baseUrl}\nAPI Key:  ${apiKey}\nInbox:    ${inboxUrl}`);
	console.log(`
Messages to these always end the same way (dev/sandbox/README.md):

${listOutcomes()}

Press Ctrl-C to stop.`);
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
