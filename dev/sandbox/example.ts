import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INode } from 'n8n-workflow';

import type { RunOptions, WorkflowFile } from '../engine/engine';
import type { Sandbox } from './sandbox';

/** The folder of the workflows that users import. */
export const examplesFolder = join(__dirname, '../../examples');

/** The credential that the nodes of every example refer to, by its name. */
export const credentialName = 'Customer Messaging account';

interface Field {
	name: string;
	value: unknown;
}

/** The fields of the node "Settings", in which a user enters what differs from one account to the next. */
function settingsOf({ nodes }: WorkflowFile): Field[] {
	const node = (nodes as INode[]).find(({ name }) => name === 'Settings');
	const parameters = node?.parameters as { assignments?: { assignments: Field[] } } | undefined;
	return parameters?.assignments?.assignments ?? [];
}

/**
 * Reads an example and fills in its node "Settings", as its user would by hand.
 *
 * @throws Error when there is no such file, or the node "Settings" has no such field
 */
export function readExample(
	fileName: string,
	settings: Readonly<Record<string, string>> = {},
	folder = examplesFolder,
): WorkflowFile {
	const workflow = JSON.parse(readFileSync(join(folder, fileName), 'utf8')) as WorkflowFile;
	for (const [name, value] of Object.entries(settings)) {
		const field = settingsOf(workflow).find((one) => one.name === name);
		if (!field) throw new Error(`${fileName} has no field "${name}" in a node "Settings"`);
		field.value = value;
	}
	return workflow;
}

/** Reads an example as its user would fill it in for the sandbox, where there is something to fill in. */
export function readExampleForSandbox(
	fileName: string,
	sandbox: Pick<Sandbox, 'baseUrl'>,
): WorkflowFile {
	const isComplete = settingsOf(readExample(fileName)).length === 0;
	return readExample(fileName, isComplete ? {} : sandboxSettings(sandbox));
}

/** What an example's user would enter to use the sandbox: the address of its sample files. */
export function sandboxSettings({ baseUrl }: Pick<Sandbox, 'baseUrl'>) {
	return { filesUrl: `${baseUrl}/samples` };
}

/** The credential of the examples, for the sandbox. */
export function sandboxCredentials({
	baseUrl,
	apiKey,
}: Pick<Sandbox, 'baseUrl' | 'apiKey'>): RunOptions['credentials'] {
	const data = { service: 'other', baseUrl, apiKey };
	return { [credentialName]: { type: 'customerMessagingApi', data } };
}
