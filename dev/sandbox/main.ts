import { parseArgs } from 'node:util';
import { startSandbox } from './sandbox';

async function main() {
	const { values } = parseArgs({
		options: {
			port: { type: 'string' },
			tls: { type: 'boolean' },
			'api-key': { type: 'string' },
		},
	});
	const port = Number(values.port ?? 0);
	if (!Number.isInteger(port) || port < 0 || port > 65_535)
		throw new Error('--port takes a number from 0 to 65535');

	const sandbox = await startSandbox({ port, tls: values.tls, apiKey: values['api-key'] });
	console.log(`Base URL: ${sandbox.baseUrl}`);
	console.log(`API Key:  ${sandbox.apiKey}`);
	console.log(`Inbox:    ${sandbox.inboxUrl}`);
	if (sandbox.certificate)
		console.log(`\nThe certificate it made for itself:\n\n${sandbox.certificate}`);
	console.log('\nPress Ctrl-C to stop.');

	let stopping = false;
	const stop = () => {
		// A second Ctrl-C does not wait for answers that are still to come.
		void (stopping ? sandbox.kill() : sandbox.stop());
		stopping = true;
	};
	process.on('SIGINT', stop).on('SIGTERM', stop);
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
