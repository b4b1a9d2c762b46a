import { parseArgs } from 'node:util';
import { templatesLeadingTo } from './catalogue';
import { listOutcomes } from './outcomes';
import { type SandboxOptions, startSandbox } from './sandbox';

async function main() {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '0' },
			'api-key': { type: 'string' },
			'key-in': { type: 'string', default: 'either' },
			webhook: { type: 'string' },
			n8n: { type: 'string', default: 'http://localhost:5678' },
			'without-list': { type: 'boolean', default: false },
		},
	});
	const { baseUrl, apiKey, inboxUrl } = await startSandbox({
		port: Number(values.port),
		apiKey: values['api-key'],
		keyIn: placeOf(values['key-in']),
		webhook: values.webhook,
		templates: templatesLeadingTo(values.n8n.replace(/\/$/, '')),
		withoutList: values['without-list'],
	});
	console.log(`Base URL: ${baseUrl}\nAPI Key:  ${apiKey}\nInbox:    ${inboxUrl}`);
	console.log(`
Messages to these always end the same way (dev/sandbox/README.md):

${listOutcomes()}

Press Ctrl-C to stop.`);
}

function placeOf(keyIn: string): SandboxOptions['keyIn'] {
	if (keyIn === 'query' || keyIn === 'header' || keyIn === 'either') return keyIn;
	throw new Error(`--key-in is query, header or either, not ${keyIn}`);
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
