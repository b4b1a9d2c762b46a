import { startEngine } from '../engine/engine';
import type { Sandbox } from '../sandbox/sandbox';
import { readExampleForSandbox, sandboxCredentials } from './example';

const exampleName = 'tour.json';

/**
 * Runs the tour in n8n's engine against the sandbox and prints what happened.
 *
 * @param print takes each line of the output
 * @returns whether every message was sent
 */
export async function runDemo(
	sandbox: Sandbox,
	packageDirectory: string,
	print: (text: string) => void,
): Promise<boolean> {
	const workflow = readExampleForSandbox(exampleName, sandbox);
	const { accepted } = sandbox;
	const engine = await startEngine({ packageDirectory });
	try {
		print(`Running examples/${exampleName} in n8n's engine:`);
		const execution = await engine.run(workflow, {
			credentials: sandboxCredentials(sandbox),
			onNodeStarted: (name) => print(`  ${name}`),
		});
		print('');
		for (const { recipient, content, request } of accepted) {
			const what = content.body || content.header?.url || content.header?.file?.fileName;
			print(`  ${recipient}: ${what?.split('\n')[0]} (${request.status})`);
		}
		const { status, error } = execution;
		if (status === 'success' && accepted.length > 0) {
			const recipients = new Set(accepted.map(({ recipient }) => recipient)).size;
			print(
				`\nDone: ${accepted.length} messages sent to ${recipients} phone numbers and customer IDs.`,
			);
			return true;
		}
		const node = error && 'node' in error && error.node ? ` in the node '${error.node.name}'` : '';
		print(`\nThe demo failed${node}: ${error?.message ?? 'no message was sent'}`);
		if (error && 'description' in error && error.description) print(error.description);
		return false;
	} finally {
		await engine.stop();
	}
}
