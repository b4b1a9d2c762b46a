import { join } from 'node:path';

import { type Execution, startEngine } from '../engine/engine';
import type { Sandbox } from '../sandbox/sandbox';
import { readExampleForSandbox, sandboxCredentials } from './example';
import { reportMessages, reportReads } from './report';

const exampleName = 'tour.json';

/** What the demo needs besides the sandbox. */
export interface DemoOptions {
	/** a built package; default this one */
	packageDirectory?: string;
	/** takes each line of the output */
	print: (text: string) => void;
	/** the terminal's width, in characters */
	columns?: number;
}

/**
 * Runs the tour in n8n's engine against the sandbox and prints what happened.
 *
 * @returns whether every message was sent
 */
export async function runDemo(sandbox: Sandbox, options: DemoOptions): Promise<boolean> {
	const { print, packageDirectory = join(__dirname, '../..') } = options;
	const workflow = readExampleForSandbox(exampleName, sandbox);
	const engine = await startEngine({ packageDirectory });
	try {
		print(`Running examples/${exampleName} in n8n's engine:`);
		const execution = await engine.run(workflow, {
			credentials: sandboxCredentials(sandbox),
			onNodeStarted: (name) => print(`  ${name}`),
		});
		print(`\n${reportReads(execution)}`);
		if (sandbox.accepted.length > 0)
			print(reportMessages(execution, sandbox.accepted, options.columns));
		return succeeded(execution, sandbox, print);
	} finally {
		await engine.stop();
	}
}

function succeeded(
	{ status, error }: Execution,
	{ accepted }: Sandbox,
	print: DemoOptions['print'],
): boolean {
	if (status === 'success' && accepted.length > 0) {
		const recipients = new Set(accepted.map(({ recipient }) => recipient)).size;
		print(
			`Done: ${accepted.length} messages sent to ${recipients} phone numbers and customer IDs.`,
		);
		return true;
	}
	const node = error && 'node' in error && error.node ? ` in the node '${error.node.name}'` : '';
	print(`\nThe demo failed${node}: ${error?.message ?? 'no message was sent'}`);
	if (error && 'description' in error && error.description) print(error.description);
	return false;
}
