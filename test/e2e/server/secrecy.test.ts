import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { expect, test } from '@playwright/test';

import type { Fault } from '../../../dev/sandbox/faultyAnswer';
import { books } from '../stage/books';
import { executionsOf, latestExecution } from '../stage/executions';
import { askForm, testCredential } from '../stage/form';
import { rest, stage } from '../stage/stage';
import { type Called, listen, messagingNode } from '../stage/workflows';

/** The part of the key that every way to write it leaves as it is. */
const secret = /[0-9a-f]{24}$/.exec(stage.service.apiKey)![0];

/** What only the executions hold, so that a search that finds no key is known to search where it would be. */
const MARK = 'mark-of-this-execution';

const FAULTS: Fault[] = [
	{ kind: 'echoUrl' },
	{ kind: 'echoUrl', status: 500 },
	{ kind: 'resetAfterBody' },
	{ kind: 'redirect', status: 307 },
];

const parameters = {
	resource: 'message',
	operation: 'sendText',
	customerId: '5001',
	text: '={{ $json.body.mark }}',
};

const template = { channelId: { __rl: true, mode: 'list', value: '11' }, templateId: '101' };

/** Everything that n8n answered in the course of these tests. */
const answers: string[] = [];

async function keepCredential(apiKeyIn: string): Promise<void> {
	const { name, type } = stage.credential;
	await rest.saveCredential(name, type, { ...stage.service, apiKeyIn });
}

test.beforeAll(async () => {
	await books.reset();
	const stopping = await listen('Secrecy: stops', [messagingNode(parameters)]);
	const continuing = await listen('Secrecy: continues', [
		messagingNode(parameters, { onError: 'continueRegularOutput' }),
	]);
	for (const apiKeyIn of ['header', 'query']) {
		await keepCredential(apiKeyIn);
		await books.reset();
		await callBoth(stopping, continuing);
		expect(await books.requests()).toMatchObject([{ status: 200 }, { status: 200 }]);
		for (const fault of FAULTS) {
			await books.reset();
			await books.addFault({ fault });
			await callBoth(stopping, continuing);
			for (const { text } of [
				await testCredential({ apiKeyIn }),
				await askForm('resource-locator-results', 'searchChannels', template),
				await askForm('resource-mapper-fields', 'getTemplateVariables', template),
			])
				answers.push(text);
		}
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

test('no answer of n8n holds the key', () => {
	const all = answers.join('\n');
	expect(all).toContain(MARK);
	expect(all).not.toContain(secret);
});

/** The names of n8n's files that hold a text. */
async function filesWith(text: string): Promise<string[]> {
	const entries = await readdir(stage.userFolder, { recursive: true, withFileTypes: true });
	const found: string[] = [];
	for (const { parentPath, name } of entries.filter((entry) => entry.isFile()))
		if ((await contentOf(join(parentPath, name))).includes(text)) found.push(name);
	return found;
}

test('no file of n8n holds the key, its database and its log among them', async () => {
	expect(await filesWith(MARK)).toContainEqual(expect.stringMatching(/^database\.sqlite/));
	expect(await filesWith('Secrecy: stops')).toContain(basename(stage.logFile));
	expect(await filesWith(secret)).toEqual([]);
});

/** The content of a file, nothing where it has gone: the database's journal comes and goes while other tests run. */
async function contentOf(file: string): Promise<Buffer> {
	return await readFile(file).catch((error: NodeJS.ErrnoException) => {
		if (error.code !== 'ENOENT') throw error;
		return Buffer.alloc(0);
	});
}
