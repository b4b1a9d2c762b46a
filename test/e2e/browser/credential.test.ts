import type { Page } from 'playwright-core';

import { books } from '../stage/books';
import { field, visit, type Visit } from '../stage/browser';
import { connect, stage } from '../stage/stage';

let visited: Visit;
let page: Page;
beforeAll(async () => {
	visited = await visit();
	page = visited.page;
});
afterAll(async () => {
	await visited?.leave();
	const rest = await connect();
	for (const credential of await rest.credentials()) {
		if (credential.id !== stage.credential.id) await rest.deleteCredential(credential);
	}
});
beforeEach(async () => await books.reset());

const PASSED = 'Connection tested successfully';
const FAILED = 'Couldn’t connect with these settings';

/** Creates a credential as a user does, and waits for the outcome of its test. */
async function createCredential({
	baseUrl,
	apiKey,
}: {
	baseUrl: string;
	apiKey: string;
}): Promise<string> {
	await page.goto(`${stage.address}/home/credentials`);
	await page.getByTestId('add-resource-credential').click();
	await page.keyboard.type('Customer Messaging');
	await page
		.getByTestId('new-credential-type-select-option')
		.getByText('Customer Messaging API', { exact: true })
		.click();
	await page.getByTestId('new-credential-type-button').click();
	await field(page, 'baseUrl').fill(baseUrl);
	await field(page, 'apiKey').fill(apiKey);
	await page.getByTestId('credential-save-button').click();
	const outcome = page.getByText(PASSED).or(page.getByText(FAILED)).filter({ visible: true });
	await outcome.waitFor();
	return (await outcome.innerText()).trim();
}

/** What the form says about a test that failed. */
async function reason(): Promise<string> {
	await page.getByText('More details').click();
	return await page.getByTestId('node-credentials-config-container').innerText();
}

test('a credential with the right key passes its test', async () => {
	expect(await createCredential(stage.service)).toBe(PASSED);
	expect(await books.requests()).toMatchObject([{ operation: 'channel.getAll', status: 200 }]);
});

test('a wrong key fails the test, and the form says where the right one is', async () => {
	expect(await createCredential({ ...stage.service, apiKey: 'wrong' })).toBe(FAILED);
	expect(await reason()).toContain(
		"Copy the API Key from the team settings of the service's dashboard",
	);
});

test('a plain-http address fails the test, and the form says what to change', async () => {
	expect(await createCredential({ ...stage.service, baseUrl: 'http://hub.example.com' })).toBe(
		FAILED,
	);
	expect(await reason()).toContain(
		"'Base URL' starts with http://, which would send the API key unencrypted. Change it to https://",
	);
});

test('an address at which something else answers fails the test, such as that of n8n itself', async () => {
	expect(await createCredential({ ...stage.service, baseUrl: stage.address })).toBe(FAILED);
	expect(await reason()).toMatch(
		/a web page titled '.*' instead of JSON\. Check that 'Base URL' in the credential/,
	);
});

test('the key is hidden while it is typed, and does not come back to the browser', async () => {
	await createCredential(stage.service);
	expect(await field(page, 'apiKey').getAttribute('type')).toBe('password');

	await page.reload();
	await page.getByTestId('resources-list-item').first().click();
	await field(page, 'apiKey').waitFor();
	expect(await field(page, 'baseUrl').inputValue()).toBe(stage.service.baseUrl);
	expect(await field(page, 'apiKey').inputValue()).not.toContain(stage.service.apiKey);
});
