import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Fault } from '../../../dev/sandbox/faults';
import { books } from '../stage/books';
import { executionsOf, latestExecution } from '../stage/executions';
import { rest, stage } from '../stage/stage';
import { readDatabase } from '../stage/storedData';
import { type Called, listen, messagingNode } from '../stage/workflows';

/** The part of the key that every way to write it leaves as it is. */
const secret = /[0-9a-f]{24}$/.exec(stage.service.apiKey)?.[0] ?? '';

/** What the texts must hold, so that a search that finds no key is known to search where it would be. */
const MARK = 'mark-of-this-execution';

const FAULTS: Fault[] = [
	{ kind: 'echoUrl' },
	{ kind: 'echoUrl', status: 500 },
	{ kind: 'resetAfterBody' },
	{ kind: 'redirect', status: 307 },
];

const parameters = { resource: 'message', operation: 'sendText', customerId: '5001', text: MARK };

const channelId = { __rl: true, mode: 'list', value: '11' };

/** Everything that n8n answered in the course of these tests. */
const answers: string[] = [];

beforeAll(async () => {
	await books.reset();
	const stopping = await listen('Secrecy: stops', [messagingNode(parameters)]);
	const continuing = await listen('Secrecy: continues', [
		messagingNode(parameters, { onError: 'continueRegularOutput' }),
	]);
	await callBoth(stopping, continuing);
	for (const fault of FAULTS) {
		await books.reset();
		await books.addFault({ fault });
		await callBoth(stopping, continuing);
		await fillForm();
	}
	await books.reset();
	await latestExecution(stopping.workflow.id, 'error');
	for (const { workflow } of [stopping, continuing]) {
		await remember(`/workflows/${workflow.id}`);
		for (const { id } of await executionsOf(workflow.id)) await remember(`/executions/${id}`);
	}
	await remember('/credentials');
	await remember(`/credentials/${stage.credential.id}?includeData=true`);
});

async function callBoth(...workflows: Called[]): Promise<void> {
	for (const { call } of workflows)
		answers.push(JSON.stringify((await call({ mark: MARK })).answer));
}

async function remember(path: string): Promise<void> {
	answers.push((await rest.send('GET', path)).text);
}

/** What the editor asks while someone fills in the credential and the node. */
async function fillForm(): Promise<void> {
	const { id, name, type } = stage.credential;
	const credentials = { id, name, type, data: stage.service };
	answers.push((await rest.send('POST', '/credentials/test', { credentials })).text);
	for (const [kind, methodName] of [
		['resource-locator-results', 'searchChannels'],
		['resource-mapper-fields', 'getTemplateVariables'],
	]) {
		const answer = await rest.send('POST', `/dynamic-node-parameters/${kind}`, {
			nodeTypeAndVersion: { name: 'n8n-nodes-customer-messaging.customerMessaging', version: 1 },
			path: 'parameters.channelId',
			methodName,
			currentNodeParameters: {
				resource: 'template',
				operation: 'send',
				channelId,
				templateId: '101',
			},
			credentials: { [type]: { id, name } },
		});
		answers.push(answer.text);
	}
}

test('the key is one that can be searched for', () => {
	expect(secret).toHaveLength(24);
});

test('no answer of n8n holds the key', () => {
	const all = answers.join('\n');
	expect(all).toContain(MARK);
	expect(all).not.toContain(secret);
});

test('no table of n8n’s database holds the key', async () => {
	const tables = await readDatabase();
	expect(tables.get('execution_data')).toContain(MARK);
	expect(tables.get('credentials_entity')).toContain(stage.credential.name);
	expect([...tables].filter(([, text]) => text.includes(secret)).map(([table]) => table)).toEqual(
		[],
	);
});

test('neither n8n’s log nor any of its files holds the key', async () => {
	const log = await readFile(stage.logFile, 'utf8');
	expect(log).toContain('Secrecy: stops');

	const entries = await readdir(stage.userFolder, { recursive: true, withFileTypes: true });
	const files = entries
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name));
	expect(files).toContain(stage.logFile);
	const holding: string[] = [];
	for (const file of files) if ((await contentOf(file)).includes(secret)) holding.push(file);
	expect(holding).toEqual([]);
});

/** The content of a file, nothing where it has gone: the database's journal comes and goes while other tests run. */
async function contentOf(file: string): Promise<Buffer> {
	return await readFile(file).catch((error: NodeJS.ErrnoException) => {
		if (error.code !== 'ENOENT') throw error;
		return Buffer.alloc(0);
	});
}
