import { readdirSync } from 'node:fs';

import { examplesFolder, readExampleForSandbox } from '../sandbox/example';
import type { Sandbox } from '../sandbox/sandbox';
import type { RestInterface, SavedCredential, WorkflowFile } from './restInterface';

/** The example to begin with. */
const QUICK_START = 'quick-start.json';

/**
 * Imports the workflows of `examples/` that are not there yet, each with the credential chosen, and a link where a note
 * speaks of the inbox. Returns how many there are, and where the quick start opens in the editor, below n8n's address.
 */
export async function importExamples(
	rest: RestInterface,
	credential: SavedCredential,
	sandbox: Sandbox,
): Promise<{ count: number; quickStart: string }> {
	const present = new Map((await rest.workflows()).map(({ name, id }) => [name, id]));
	const ids = new Map<string, string>();
	const files = readdirSync(examplesFolder).filter((file) => file.endsWith('.json'));
	for (const fileName of files.sort()) {
		const example = withInbox(readyExample(fileName, sandbox, credential), sandbox.inboxUrl);
		ids.set(fileName, present.get(example.name) ?? (await rest.createWorkflow(example)).id);
	}
	return { count: ids.size, quickStart: `/workflow/${ids.get(QUICK_START)}` };
}

/** A file of `examples/`, filled in for the sandbox, with a credential. */
export function readyExample(
	fileName: string,
	sandbox: Pick<Sandbox, 'baseUrl'>,
	credential: SavedCredential,
): WorkflowFile {
	return withCredential(readExampleForSandbox(fileName, sandbox) as WorkflowFile, credential);
}

/** A workflow whose notes link to the inbox. */
export function withInbox(workflow: WorkflowFile, inboxUrl: string): WorkflowFile {
	const linked = JSON.stringify(workflow).replaceAll('the inbox', `[the inbox](${inboxUrl})`);
	return JSON.parse(linked) as WorkflowFile;
}

/** A workflow whose nodes use this credential wherever they need one of its type. */
function withCredential(workflow: WorkflowFile, { id, name, type }: SavedCredential): WorkflowFile {
	const nodes = workflow.nodes.map((node) => {
		const { credentials } = node;
		return credentials !== undefined && type in credentials
			? { ...node, credentials: { ...credentials, [type]: { id, name } } }
			: node;
	});
	return { ...workflow, nodes };
}
