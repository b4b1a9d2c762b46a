import { source as axe } from 'axe-core';
import type { Page } from 'playwright-core';

import { books } from '../stage/books';
import {
	executeWorkflow,
	openNode,
	useBrowser,
	openWorkflow,
	page as editor,
} from '../stage/browser';
import { latestExecution } from '../stage/executions';
import { takePicture } from '../stage/picture';
import { answersOf, latestLink } from '../stage/waiting';
import { line, listen, manualTrigger, MESSAGING, messagingNode } from '../stage/workflows';

useBrowser();

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
	const context = await editor
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

test.each(['light', 'dark'] as const)(
	'the page has nothing that keeps anybody from reading and answering it (%s)',
	async (colors) => {
		for (const parameters of [buttons, { ...ask, responseType: 'freeText' }]) {
			await books.reset();
			const { workflow, call } = await listen('Answer page', [messagingNode(parameters)]);
			await call({});
			await latestExecution(workflow.id, 'waiting');
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
	const nodes = [manualTrigger(), messagingNode(buttons)];
	const id = await openWorkflow(line('Ask for an appointment', nodes));
	await executeWorkflow();
	await latestExecution(id, 'waiting');
	await openNode(MESSAGING);
	await editor.getByText('The execution continues when the customer answers').waitFor();
	await takePicture(editor, 'waiting-node');

	await editor.getByTestId('ndv-close-button').click();
	const phone = await openOnPhone('light', false);
	await phone.getByRole('button', { name: 'No' }).tap();
	await phone.getByText('Thank you').waitFor();

	await editor.getByTestId('canvas-node-status-success').nth(1).waitFor();
	const execution = await latestExecution(id, 'success');
	expect(await answersOf(execution.id)).toMatchObject([{ responded: true, approved: false }]);
});
