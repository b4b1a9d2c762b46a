import { source as axe } from 'axe-core';
import type { Page } from 'playwright-core';

import type { RestInterface, WorkflowNode } from '../../../dev/editor/restInterface';
import { books } from '../stage/books';
import { openNode, openWorkflow, visit, type Visit } from '../stage/browser';
import { takePicture } from '../stage/picture';
import { connect } from '../stage/stage';
import { answersOf, latestExecution, latestLink } from '../stage/waiting';
import { line, MESSAGING, messagingNode, node, spread } from '../stage/workflows';

let rest: RestInterface;
let editor: Visit;
beforeAll(async () => {
	rest = await connect();
	editor = await visit();
});
afterAll(async () => await editor?.leave());
beforeEach(async () => await books.reset());

const ask = {
	resource: 'message',
	operation: 'sendAndWait',
	customerId: '5001',
	message: 'Hello! Your appointment is on Thursday at 10:00. Is that fine?',
	options: { pageTitle: 'Your appointment' },
};
const buttons = {
	...ask,
	approvalOptions: {
		values: { approvalType: 'double', approveLabel: 'Yes, I will come', disapproveLabel: 'No' },
	},
};

/** Opens the link of the latest message on a phone that knows nothing of n8n. */
async function openOnPhone(
	colorScheme: 'light' | 'dark',
	javaScriptEnabled: boolean,
): Promise<Page> {
	const context = await editor.page
		.context()
		.browser()!
		.newContext({
			viewport: { width: 390, height: 560 },
			isMobile: true,
			hasTouch: true,
			colorScheme,
			javaScriptEnabled,
		});
	const page = await context.newPage();
	await page.goto(await latestLink());
	return page;
}

/** What axe finds wrong with a page, by rule. */
async function findings(page: Page): Promise<string[]> {
	await page.evaluate(axe);
	return await page.evaluate(async () => {
		const { passes, violations, incomplete } = await (
			globalThis as unknown as { axe: typeof import('axe-core') }
		).axe.run();
		const found = [...violations, ...incomplete].map(({ id, help }) => `${id}: ${help}`);
		return passes.some(({ id }) => id === 'color-contrast')
			? found
			: ['The colors were not looked at'];
	});
}

/** Executes the workflow in the editor, up to the wait. */
async function executeUpToWait(parameters: object): Promise<string> {
	const nodes: WorkflowNode[] = [
		node('Start', 'n8n-nodes-base.manualTrigger', 1, {}),
		messagingNode(parameters),
	];
	const { id } = await rest.createWorkflow({
		name: 'Ask for an appointment',
		nodes: spread(nodes),
		connections: line(nodes),
	});
	await openWorkflow(editor.page, id);
	await editor.page
		.getByTestId('execute-workflow-button')
		.filter({ visible: true })
		.first()
		.click();
	await latestExecution(rest, id, 'waiting');
	return id;
}

test.each(['light', 'dark'] as const)(
	'the page has nothing that keeps anybody from reading and answering it (%s)',
	async (colors) => {
		for (const parameters of [buttons, { ...ask, responseType: 'freeText' }]) {
			await books.reset();
			await executeUpToWait(parameters);
			const page = await openOnPhone(colors, true);
			expect(await findings(page)).toEqual([]);
			// It fits the phone, without scrolling to the side.
			expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
			if (parameters === buttons && colors === 'light') await takePicture(page, 'answer-page');

			const field = page.getByRole('textbox', { name: ask.message });
			if (await field.isVisible()) await field.fill('On Friday');
			await page.getByRole('button').first().click();
			await page.getByText('Thank you').waitFor();
			expect(await findings(page)).toEqual([]);
			await page.context().close();
		}
	},
);

test('a phone without scripts answers, and the editor goes on', async () => {
	const id = await executeUpToWait(buttons);
	await openNode(editor.page, MESSAGING);
	await editor.page.getByText('The execution continues when the customer answers').waitFor();
	await takePicture(editor.page, 'waiting-node');

	await editor.page.getByTestId('ndv-close-button').click();
	const phone = await openOnPhone('light', false);
	await phone.getByRole('button', { name: 'No' }).tap();
	await phone.getByText('Thank you').waitFor();

	await editor.page.getByTestId('canvas-node-status-success').nth(1).waitFor();
	const execution = await latestExecution(rest, id, 'success');
	expect(await answersOf(rest, execution.id, MESSAGING)).toMatchObject([
		{ responded: true, approved: false },
	]);
});

test("the template's own variables are offered for the link, and the one that is chosen needs no value", async () => {
	const { page } = editor;
	const id = (value: string) => ({ __rl: true, mode: 'id', value });
	const nodes = [
		node('Start', 'n8n-nodes-base.manualTrigger', 1, {}),
		messagingNode({
			resource: 'template',
			operation: 'sendAndWait',
			channelId: id('11'),
			templateId: id('107'),
		}),
	];
	const workflow = await rest.createWorkflow({
		name: 'Link',
		nodes: spread(nodes),
		connections: line(nodes),
	});
	await openWorkflow(page, workflow.id);
	await openNode(page, MESSAGING);

	await page.getByTestId('parameter-input-linkVariable').locator('input').click();
	await page
		.locator('.el-select-dropdown__item:visible')
		.getByText('3: …for you at ____.', { exact: true })
		.click();

	await page.getByTestId('mapping-fields-container').getByText('1: Parcel').waitFor();
	await page.getByTestId('parameter-input-3').waitFor({ state: 'detached' });
	expect(await page.getByTestId('mapping-fields-container').locator('input').count()).toBe(1);
});
