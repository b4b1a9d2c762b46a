import { expect, type Page, test } from '@playwright/test';

import { AxeBuilder } from '@axe-core/playwright';

import { TRANSLATIONS } from '../../../lib/answerPage/translations';
import {
	executeWorkflow,
	openNode,
	useBrowser,
	openWorkflow,
	page as editor,
} from '../stage/browser';
import { latestExecution } from '../stage/executions';
import { takePicture } from '../stage/picture';
import { answersOf, ask, latestLink, QUESTION } from '../stage/waiting';
import { line, manualTrigger, MESSAGING, messagingNode } from '../stage/workflows';

useBrowser();

const appointment = {
	message: 'Hello! Your appointment is on Thursday at 10:00. Is that fine?',
};
const buttons = {
	...appointment,
	approvalOptions: { values: { approveLabel: 'Yes, I will come' } },
};
const TEN = Array.from({ length: 10 }, (_, index) => ({
	label: `Thursday, between ${index + 8} and ${index + 9}`,
}));
const choice = {
	message: 'When may we bring your order?',
	businessName: 'Webshop',
	responseType: 'choice',
	choices: { values: TEN },
};
const rightToLeft = {
	message: 'متى يمكننا التوصيل؟',
	responseType: 'choice',
	choices: { values: [{ label: 'صباحا' }, { label: 'مساء' }] },
	// axe looks at the colors of Latin letters only.
	businessName: 'Webshop',
	options: { pageLanguage: 'ar' },
};

/** Opens the link of the latest message on a phone that knows nothing of n8n. */
async function openOnPhone(javaScriptEnabled: boolean): Promise<Page> {
	const context = await editor
		.context()
		.browser()!
		.newContext({
			viewport: { width: 390, height: 560 },
			isMobile: true,
			hasTouch: true,
			javaScriptEnabled,
			storageState: { cookies: [], origins: [] },
		});
	const page = await context.newPage();
	await page.goto(await latestLink());
	return page;
}

/** Asks with a node, and opens the page. */
async function askOnPhone(parameters: object) {
	const { workflow } = await ask('answer page', parameters);
	return { workflow, page: await openOnPhone(true) };
}

/** The widths of a small and of a usual phone, in pixels. */
const WIDTHS = [320, 390];

/** The texts that run out of their place, or out of the card. */
const RUNNING_OUT = `(() => {
	const card = document.querySelector('main').getBoundingClientRect();
	return [document.documentElement, ...document.querySelectorAll('body *')]
		.filter((element) => {
			const { left, right, width } = element.getBoundingClientRect();
			const isInCard = element.closest('main') && width > 0;
			const isOutside = isInCard && (left < card.left || right > card.right);
			return isOutside || (element.clientWidth > 0 && element.scrollWidth > element.clientWidth);
		})
		.map(({ outerHTML }) => outerHTML.slice(0, 200));
})()`;

/** Looks at the page as it is, by day and by night: nothing keeps anybody from reading it, and it fits the phone. */
async function look(page: Page, name: string): Promise<void> {
	for (const colorScheme of ['dark', 'light'] as const) {
		await page.emulateMedia({ colorScheme });
		const { passes, violations, incomplete } = await new AxeBuilder({ page }).analyze();
		expect([...violations, ...incomplete].map(({ id, help }) => `${id}: ${help}`)).toEqual([]);
		expect(passes.map(({ id }) => id)).toContain('color-contrast');
		for (const width of WIDTHS) {
			await page.setViewportSize({ width, height: 560 });
			expect(await page.evaluate(RUNNING_OUT)).toEqual([]);
		}
		// The README shows one by day.
		await takePicture(page, colorScheme === 'light' ? name : `${name}-dark`);
	}
}

for (const [name, parameters, { texts }] of [
	['answer-page', buttons, TRANSLATIONS.en],
	['answer-page-choice', choice, TRANSLATIONS.en],
	['answer-page-right-to-left', rightToLeft, TRANSLATIONS.ar],
] as const)
	test(`nothing keeps anybody from reading and answering the page: ${name}`, async () => {
		const { page } = await askOnPhone(parameters);
		await look(page, name);

		await page.getByRole('button').first().click();
		await page.getByText(texts.thankYou).waitFor();
		expect(await page.getByRole('heading').allTextContents()).toEqual([
			parameters.message,
			texts.yourAnswer,
		]);
		await look(page, `${name}-thanks`);
		await page.context().close();
	});

// The one that runs from right to left, the one with the longest words, and two other scripts.
for (const code of ['ar', 'de', 'hi', 'ja'] as const)
	test(`the page speaks the language, and after a text that is too long asks again: ${code}`, async () => {
		const { texts } = TRANSLATIONS[code];
		const { workflow, page } = await askOnPhone({
			responseType: 'freeText',
			message: texts.title,
			businessName: 'Webshop',
			options: { pageLanguage: code },
		});
		await look(page, `answer-page-${code}-text`);

		const field = page.getByRole('textbox', { name: texts.title });
		await page.evaluate("document.querySelector('textarea').removeAttribute('maxlength')");
		await field.fill('x'.repeat(4001));
		await page.getByRole('button').click();
		await page.getByText(texts.notAnAnswer).waitFor();
		await look(page, `answer-page-${code}-mistake`);

		const text = `\n${texts.yes} "1" </textarea>`;
		await field.fill(text);
		await page.getByRole('button', { name: texts.submit }).click();
		await page.getByText(texts.thankYou).waitFor();
		expect(await page.title()).toBe(`${texts.yourAnswer} – Webshop`);
		await look(page, `answer-page-${code}-thanks`);
		await page.context().close();

		const { id } = await latestExecution(workflow.id, 'success');
		expect(await answersOf(id)).toMatchObject([{ responded: true, text }]);
	});

test('a phone without scripts answers, and the editor goes on', async () => {
	const nodes = [manualTrigger(), messagingNode({ ...QUESTION, ...buttons })];
	const id = await openWorkflow(line('Ask for an appointment', nodes));
	await executeWorkflow();
	await latestExecution(id, 'waiting');
	await openNode(MESSAGING);
	await editor.getByText('The execution continues when the customer answers').waitFor();
	await takePicture(editor, 'waiting-node');

	await editor.getByTestId('ndv-close-button').click();
	const phone = await openOnPhone(false);
	await phone.getByRole('button', { name: 'No' }).tap();
	await phone.getByText('Thank you').waitFor();

	await editor.getByTestId('canvas-node-status-success').nth(1).waitFor();
	const execution = await latestExecution(id, 'success');
	expect(await answersOf(execution.id)).toMatchObject([{ responded: true, approved: false }]);
});
