import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';

import { type Browser, chromium, type Locator, type Page, selectors } from 'playwright-core';

import { stage } from './stage';
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

/** A browser in which the owner of n8n is logged in. */
export interface Visit {
	page: Page;
	/** Closes the browser. */
	leave(): Promise<void>;
}

/**
 * Opens a browser and logs in by n8n's own form.
 *
 * @param colors which of the editor's two looks
 * @throws Error where there is no Chromium
 */
export async function visit(colors: 'light' | 'dark' = 'light'): Promise<Visit> {
	if (!existsSync(EXECUTABLE)) {
		throw new Error(
			`The tests in a browser need Chromium at ${EXECUTABLE}. Install it (on Debian: apt-get install chromium), or name another one in the environment variable E2E_CHROMIUM.`,
		);
	}
	const browser: Browser = await chromium.launch({
		executablePath: EXECUTABLE,
		args: ARGUMENTS,
		// It keeps things in the home folder that nobody needs afterwards.
		env: { ...process.env, HOME: tmpdir() },
	});
	const context = await browser.newContext({
		viewport: WINDOW,
		colorScheme: colors,
		locale: 'en-US',
	});
	const page = await context.newPage();
	page.setDefaultTimeout(PATIENCE);
	await page.goto(`${stage.address}/signin`);
	await page.locator('input[type="email"]').fill(stage.login.email);
	await page.locator('input[type="password"]').fill(stage.login.password);
	await page.getByTestId('form-submit-button').click();
	// Where a login leads to differs from release to release.
	await page.waitForURL((url) => url.pathname !== '/signin');
	return { page, leave: () => browser.close() };
}

/** The field of a form, by its parameter's name. */
export function field(page: Page, name: string): Locator {
	return page.getByTestId(`parameter-input-${name}`).locator('input');
}

/** The fields that a resource locator consists of. */
export function locator(page: Page, name: string): Locator {
	return page.getByTestId(`resource-locator-${name}`);
}

/** Types into the search of a resource locator that is set to its list, and chooses the entry with this text. */
export async function choose(
	page: Page,
	name: string,
	search: string,
	text: string,
): Promise<void> {
	await locator(page, name).getByTestId('rlc-input').click();
	await page.getByTestId('rlc-search').filter({ visible: true }).fill(search);
	await page.getByTestId('rlc-item').filter({ visible: true, hasText: text }).click();
}

/** Opens a saved workflow. */
export async function openWorkflow(page: Page, id: string): Promise<void> {
	await page.goto(`${stage.address}/workflow/${id}`);
	await page.getByTestId('canvas-node').first().waitFor();
}

/** Executes the workflow that is open, and waits until the editor says that it went well. */
export async function executeWorkflow(page: Page): Promise<void> {
	await page.getByTestId('execute-workflow-button').filter({ visible: true }).first().click();
	await page.getByText('Workflow executed successfully').waitFor();
}

/** Opens a node of the workflow on the canvas. */
export async function openNode(page: Page, name: string): Promise<void> {
	await page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).dblclick();
	await page.getByTestId('ndv').waitFor();
}

/** Searches the list of nodes that is open, and chooses one by its name. */
export async function chooseNode(page: Page, search: string, name: string): Promise<void> {
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
	await entry.click();
}
