import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { repository } from './folders';
import type { RestInterface, SavedCredential, WorkflowFile } from './rest-interface';

/** Reads the workflows of `examples/`, in the order of their files' names. */
export async function readExamples(): Promise<WorkflowFile[]> {
	const folder = join(repository, 'examples');
	if (!existsSync(folder)) return [];
	const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
	return await Promise.all(files.map(async (file) => JSON.parse(await readFile(join(folder, file), 'utf8')) as WorkflowFile));
}

/**
 * Imports the example workflows that are not there yet, each with the credential chosen.
 *
 * @returns the names of all examples
 */
export async function importExamples(rest: RestInterface, credential: SavedCredential): Promise<string[]> {
	const examples = await readExamples();
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
