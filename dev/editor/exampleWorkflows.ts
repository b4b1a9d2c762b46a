import { readdirSync } from 'node:fs';

import { examplesFolder, readExampleForSandbox } from '../demo/example';
import type { Sandbox } from '../sandbox/sandbox';
import type { RestInterface, SavedCredential, WorkflowFile } from './restInterface';

/** The example to begin with. */
const QUICK_START = 'quick-start.json';

/** The example workflows as n8n has them. */
export interface ImportedExamples {
	count: number;
	/** Where the quick start opens in the editor, below n8n's address. */
	quickStart: string;
}

/** Imports the workflows of `examples/` that are not there yet, each with the credential chosen. */
export async function importExamples(
	rest: RestInterface,
	credential: SavedCredential,
	sandbox: Sandbox,
): Promise<ImportedExamples> {
	const present = new Map((await rest.workflows()).map(({ name, id }) => [name, id]));
	const ids = new Map<string, string>();
	for (const fileName of readdirSync(examplesFolder)
		.filter((name) => name.endsWith('.json'))
		.sort()) {
		const example = withCredential(
			readExampleForSandbox(fileName, sandbox) as WorkflowFile,
			credential,
		);
		ids.set(fileName, present.get(example.name) ?? (await rest.createWorkflow(example)).id);
	}
	return { count: ids.size, quickStart: `/workflow/${ids.get(QUICK_START)}` };
}

/** A workflow whose nodes use this credential wherever they need one of its type. */
export function withCredential(
	workflow: WorkflowFile,
	{ id, name, type }: SavedCredential,
): WorkflowFile {
	const nodes = workflow.nodes.map((node) => {
		const { credentials } = node;
		return credentials !== undefined && type in credentials
			? { ...node, credentials: { ...credentials, [type]: { id, name } } }
			: node;
	});
	return { ...workflow, nodes };
}
