import { readdirSync } from 'node:fs';

import { examplesFolder, readExample, sandboxSettings } from '../demo/example';
import type { Sandbox } from '../sandbox/sandbox';
import type { RestInterface, SavedCredential, WorkflowFile } from './rest-interface';

/** The example whose user enters the address of files to send. */
const EXAMPLE_WITH_SETTINGS = 'quick-start.json';

/** The workflows of `examples/`, as their user would fill them in for the sandbox. */
function readExamples(sandbox: Sandbox): WorkflowFile[] {
	return readdirSync(examplesFolder)
		.filter((fileName) => fileName.endsWith('.json'))
		.sort()
		.map((fileName) => readExample(fileName, fileName === EXAMPLE_WITH_SETTINGS ? sandboxSettings(sandbox) : {}) as WorkflowFile);
}

/**
 * Imports the example workflows that are not there yet, each with the credential chosen.
 *
 * @returns the names of all examples
 */
export async function importExamples(rest: RestInterface, credential: SavedCredential, sandbox: Sandbox): Promise<string[]> {
	const examples = readExamples(sandbox);
	const present = new Set((await rest.workflows()).map(({ name }) => name));
	for (const example of examples) {
		if (!present.has(example.name)) await rest.createWorkflow(withCredential(example, credential));
	}
	return examples.map(({ name }) => name);
}

/** A workflow whose nodes use this credential wherever they need one of its type. */
export function withCredential(workflow: WorkflowFile, { id, name, type }: SavedCredential): WorkflowFile {
	const nodes = workflow.nodes.map((node) => {
		const { credentials } = node;
		return credentials !== undefined && type in credentials
			? { ...node, credentials: { ...credentials, [type]: { id, name } } }
			: node;
	});
	return { ...workflow, nodes };
}
