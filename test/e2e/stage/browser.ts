import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { chromium, type Locator, type Page, selectors } from 'playwright-core';

import { cache } from '../../../dev/editor/folders';
import type { WorkflowFile } from '../../../dev/editor/restInterface';
import { books } from './books';
import { rest, stage } from './stage';
import { until } from '../../support/until';

/** Where Debian's package `chromium` puts it; another one can be named. */
const EXECUTABLE = process.env.E2E_CHROMIUM ?? '/usr/bin/chromium';

const ARGUMENTS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/** The size of the window, in pixels; the pictures in the README have it too. */
const WINDOW = { width: 1280, height: 800 };

/** Milliseconds until a wait for something on the page is given up. */
const PATIENCE = 60_000;

/** The same where it is tried again. */
const SHORT_PATIENCE = 5_000;

selectors.setTestIdAttribute('data-test-id');

/** The page of a test file's own browser, in which the owner of n8n is logged in. */
export let page: Page;

/** Opens the browser for the tests of a file, and whatever they begin with; the service's books are empty for each. */
export function useBrowser(begin: () => Promise<unknown> = async () => {}): void {
	beforeAll(async () => {
		await openPage();
		await begin();
	});
	afterAll(async () => await page?.context().browser()!.close());
	beforeEach(books.reset);
}

async function openPage(): Promise<void> {
	if (!existsSync(EXECUTABLE)) {
		throw new Error(
			`The tests in a browser need Chromium at ${EXECUTABLE}. Install it (on Debian: apt-get install chromium), or name another one in the environment variable E2E_CHROMIUM.`,
		);
	}
	const browser = await chromium.launch({
		executablePath: EXECUTABLE,
		args: ARGUMENTS,
		// It keeps things in the home folder that nobody needs afterwards.
		env: { ...process.env, HOME: join(cache, 'e2e', 'browser') },
	});
	const { cookie, 'browser-id': browserId } = stage.session;
	const [, name, value] = /^([^=]+)=(.*)$/.exec(cookie!)!;
	const context = await browser.newContext({
		viewport: WINDOW,
		colorScheme: 'light',
		locale: 'en-US',
		storageState: {
			cookies: [],
			origins: [
				{ origin: stage.address, localStorage: [{ name: 'n8n-browserId', value: browserId! }] },
			],
		},
	});
	await context.addCookies([{ name: name!, value: value!, url: stage.address }]);
	page = await context.newPage();
	page.setDefaultTimeout(PATIENCE);
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
export async function chooseNode(
	search: string,
	name: string,
	click = async (entry: Locator) => await entry.click(),
): Promise<void> {
	const entry = page.getByTestId('node-creator-item-name').getByText(name, { exact: true });
	// A list that is still coming in forgets what was typed into it.
	await until(async () => {
		if (await entry.isVisible()) return true;
		await page.getByTestId('node-creator-search-bar').fill('');
		await page.getByTestId('node-creator-search-bar').fill(search);
		return await entry.waitFor({ timeout: SHORT_PATIENCE }).then(
			() => true,
			() => undefined,
		);
	});
	await click(entry);
}
