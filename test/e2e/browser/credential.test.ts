import { expect, test } from '@playwright/test';

import type { ReceivedRequest } from '../../../dev/sandbox/receivedRequest';
import { books } from '../stage/books';
import { field, useBrowser, page } from '../stage/browser';
import { rest, stage } from '../stage/stage';

useBrowser();

const created: string[] = [];
test.afterEach(async () => {
	for (const id of created.splice(0)) await rest.deleteCredential(id);
});

/** Opens the form of a new credential as a user does. */
async function openForm(): Promise<void> {
	// Before the editor has the nodes, it does not test a credential.
	const nodes = page.waitForResponse(/\/types\/nodes\.json/);
	await page.goto(`${stage.address}/home/credentials`);
	await (await nodes).finished();
	await page.getByTestId('add-resource-credential').click();
	await page.keyboard.type('Customer Messaging');
	await page
		.getByTestId('new-credential-type-select-option')
		.getByText('Customer Messaging API', { exact: true })
		.click();
	await page.getByTestId('new-credential-type-button').click();
	// n8n suggests a name, and refuses to save before it has come.
	await page.getByTestId('credential-name').waitFor();
}

async function select(name: string, entry: string): Promise<void> {
	await field(name).click();
	// An entry begins with its name; the descriptions of others may have the same word.
	const named = { hasText: new RegExp(`^\\s*${entry}`) };
	await page.locator('.el-select-dropdown__item:visible').filter(named).click();
}

/** Creates a credential for the sandbox; gives its ID. */
async function createCredential(
	service: { baseUrl: string; apiKey: string },
	isInHeader = false,
): Promise<string> {
	await openForm();
	await select('service', 'Other');
	await field('baseUrl').fill(service.baseUrl);
	await field('apiKey').fill(service.apiKey);
	if (isInHeader) {
		await select('apiKeyIn', 'Header');
		expect(await field('apiKeyHeader').inputValue()).toBe('X-Myalice-Api-Key');
	}
	return await save();
}

/** Saves the form; gives the credential's ID. */
async function save(): Promise<string> {
	const saved = page.waitForResponse(
		(response) =>
			response.request().method() === 'POST' && response.url().endsWith('/rest/credentials'),
	);
	await page.getByTestId('credential-save-button').click();
	const answer = (await (await saved).json()) as { data: { id: string } };
	// Where n8n refuses, its words are seen.
	expect(answer).toHaveProperty('data.id');
	created.push(answer.data.id);
	return answer.data.id;
}

test('no service is chosen beforehand; without one nobody is asked, and only another one asks for its address', async () => {
	await openForm();
	expect(await field('service').inputValue()).toBe('');
	await field('apiKey').fill(stage.service.apiKey);
	await save();
	await page.getByText('Couldn’t connect with these settings').waitFor();
	await page.getByText('More details').click();
	await page.getByText("Choose the 'Service' in the credential.").waitFor();
	expect(await books.requests()).toEqual([]);

	for (const service of ['iOmniHub', 'MyAlice', 'Other']) {
		await select('service', service);
		for (const name of ['baseUrl', 'apiKeyIn'])
			await expect(field(name)).toHaveCount(service === 'Other' ? 1 : 0);
	}
});

test('a credential with the right key passes its test, and the key does not come back to the browser', async () => {
	const id = await createCredential(stage.service);

	await page.getByText('Connection tested successfully').waitFor();
	expect(await books.requests()).toMatchObject([{ operation: 'channel.getAll', status: 200 }]);
	expect(await field('apiKey').getAttribute('type')).toBe('password');

	await page.goto(`${stage.address}/home/credentials/${id}`);
	await field('apiKey').waitFor();
	expect(await field('baseUrl').inputValue()).toBe(stage.service.baseUrl);
	expect(await field('apiKey').inputValue()).not.toContain(stage.service.apiKey);
});

test('a key in a header passes the test, and is in no address', async () => {
	await books.reset();
	await createCredential(stage.service, true);

	await page.getByText('Connection tested successfully').waitFor();
	// n8n may still be testing the credential of the test before, which was opened again.
	const ofThisOne = ((await books.requests()) as ReceivedRequest[]).filter(
		({ headers }) => 'x-myalice-api-key' in headers,
	);
	expect(ofThisOne.map(({ status, query }) => [status, query])).toEqual([[200, {}]]);
});
