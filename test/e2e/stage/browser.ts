import { expect, type Locator, type Page, test } from '@playwright/test';

import type { WorkflowFile } from '../../../dev/editor/restInterface';
import { books } from './books';
import { rest, stage } from './stage';

/** The page that the tests of a file share, as opening the editor is what costs most. */
export let page: Page;

/** Opens the page for the tests of a file, and whatever they begin with; the service's books are empty for each. */
export function useBrowser(begin: () => Promise<unknown> = async () => {}): void {
	test.beforeAll(async ({ browser }) => {
		page = await browser.newPage();
		await begin();
	});
	test.afterAll(async () => await page.close());
	test.beforeEach(books.reset);
}

/** The field of a form, by its parameter's name. */
export function field(name: string): Locator {
	return page.getByTestId(`parameter-input-${name}`).locator('input');
}

/** The fields that a resource locator consists of. */
export function locator(name: string): Locator {
	return page.getByTestId(`resource-locator-${name}`);
}

/** Types into the search of a resource locator that is set to its list, and chooses the entry with this text. */
export async function choose(name: string, search: string, text: string): Promise<void> {
	await locator(name).getByTestId('rlc-input').click();
	await page.getByTestId('rlc-search').filter({ visible: true }).fill(search);
	await page.getByTestId('rlc-item').filter({ visible: true, hasText: text }).click();
}

/** Saves a workflow and opens it; gives its ID. */
export async function openWorkflow(workflow: WorkflowFile): Promise<string> {
	const { id } = await rest.createWorkflow(workflow);
	await page.goto(`${stage.address}/workflow/${id}`);
	await page.getByTestId('canvas-node').first().waitFor();
	return id;
}

/** Has the workflow that is open executed. */
export async function executeWorkflow(): Promise<void> {
	await page.getByTestId('execute-workflow-button').filter({ visible: true }).first().click();
}

/** Opens a node of the workflow on the canvas. */
export async function openNode(name: string): Promise<void> {
	await page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).dblclick();
	await page.getByTestId('ndv').waitFor();
}

/** Has the node that is open executed. */
export async function executeNode(): Promise<void> {
	// The editor ignores the click while it believes that the run before still goes on.
	await page.getByTestId('stop-execution-button').waitFor({ state: 'hidden' });
	await page.getByTestId('node-execute-button').click();
}

/** What the output panel says of the error that begins like this: what happened, and what to do. */
export async function shownError(beginning: RegExp | string = ''): Promise<[string, string]> {
	const message = page.getByTestId('node-error-message').filter({ hasText: beginning });
	return [await message.innerText(), await page.getByTestId('node-error-description').innerText()];
}

/** Has the fields for variables read anew. */
export async function refreshVariables(): Promise<void> {
	await page.getByTestId('mapping-fields-container').getByTestId('action-toggle').first().click();
	await page.getByText('Refresh variable list').filter({ visible: true }).click();
}

/** Goes back to the canvas. */
export async function closeNode(): Promise<void> {
	await page.getByTestId('ndv-close-button').click();
	await page.getByTestId('ndv').waitFor({ state: 'detached' });
}

/** Searches the list of nodes that is open, and chooses one by its name. */
export async function chooseNode(search: string, name: string): Promise<void> {
	const entry = page.getByTestId('node-creator-item-name').getByText(name, { exact: true });
	// A list that is still coming in forgets what was typed into it.
	await expect(async () => {
		await page.getByTestId('node-creator-search-bar').fill('');
		await page.getByTestId('node-creator-search-bar').fill(search);
		await entry.waitFor({ timeout: 5_000 });
	}).toPass();
	await entry.click();
}
