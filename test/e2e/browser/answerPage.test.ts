import { source as axe } from 'axe-core';
import type { Page } from 'playwright-core';

import { TRANSLATIONS } from '../../../nodes/CustomerMessaging/answerPage/translations';
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
	options: { pageTitle: 'Your appointment' },
};
const buttons = {
	...appointment,
	approvalOptions: { values: { approveLabel: 'Yes, I will come' } },
};
const list = (...options: string[]) => ({ values: options.map((option) => ({ option })) });
const field = (fieldLabel: string, fieldType: string, more: object = {}) => ({
	fieldLabel,
	fieldType,
	...more,
});
const required = { requiredField: true };
const TEN = Array.from({ length: 10 }, (_, index) => ({
	label: `Thursday, between ${index + 8} and ${index + 9}`,
}));
const delivery = {
	message: 'When may we bring your order?',
	businessName: 'Webshop',
	options: { pageTitle: 'Your delivery' },
};
const choice = { ...delivery, responseType: 'choice', choices: { values: TEN } };
const form = {
	...delivery,
	responseType: 'customForm',
	formFields: {
		values: [
			field('Name', 'text', { ...required, placeholder: 'As on the doorbell' }),
			field('Email', 'email', required),
			field('Floor', 'number'),
			field('Day', 'date', required),
			field('Entrance', 'dropdown', { ...required, fieldOptions: list('Front', 'Back') }),
			field('Slot', 'radio', { ...required, fieldOptions: list('Morning', 'Afternoon') }),
			field('Extras', 'checkbox', { ...required, fieldOptions: list('Bread', 'Milk', 'Tea') }),
			field('Note', 'textarea'),
		],
	},
};
const rightToLeft = {
	responseType: 'customForm',
	message: 'متى يمكننا التوصيل؟',
	formFields: {
		values: [
			field('الاسم', 'text', { ...required, placeholder: 'كما هو على الباب' }),
			field('الموعد', 'radio', { ...required, fieldOptions: list('صباحا', 'مساء') }),
			field('إضافات', 'checkbox', { fieldOptions: list('خبز', 'حليب') }),
			field('المدخل', 'dropdown', { fieldOptions: list('الأمامي', 'الخلفي') }),
			field('ملاحظة', 'textarea'),
		],
	},
	businessName: 'متجر الشرق',
	options: { pageTitle: 'توصيل طلبك', pageLanguage: 'ar' },
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

/** Asks with a node, and opens the page. */
async function askOnPhone(parameters: object, colors: 'light' | 'dark') {
	const { workflow } = await ask('answer page', parameters);
	return { workflow, page: await openOnPhone(colors, true) };
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

/** Looks at the page as it is: nothing keeps anybody from reading it, and it fits the phone. */
async function look(page: Page, name: string): Promise<void> {
	expect(await findings(page)).toEqual([]);
	for (const width of WIDTHS) {
		await page.setViewportSize({ width, height: 560 });
		expect(await page.evaluate(RUNNING_OUT)).toEqual([]);
	}
	await takePicture(page, name);
}

/** Sends the form although the browser would not, as one that checks nothing does. */
async function sendUnchecked(page: Page): Promise<void> {
	await page.evaluate("document.querySelector('form').noValidate = true");
	await page.getByRole('button').click();
	await page.getByRole('alert').waitFor();
}

describe.each(['light', 'dark'] as const)(
	'the page has nothing that keeps anybody from reading and answering it (%s)',
	(colors) => {
		test.each([
			['answer-page', buttons],
			['answer-page-text', { ...appointment, responseType: 'freeText' }],
			['answer-page-choice', choice],
		])('%s', async (name, parameters) => {
			const { page } = await askOnPhone(parameters, colors);
			// The README shows the first of them.
			await look(page, colors === 'light' ? name : `${name}-dark`);

			const field = page.getByRole('textbox', { name: appointment.message });
			if (await field.isVisible()) await field.fill('On Friday');
			await page.getByRole('button').first().click();
			await page.getByText('Thank you').waitFor();
			expect(await page.getByRole('heading').allTextContents()).toEqual(['Your answer']);
			await look(page, `${name}-thanks-${colors}`);
			await page.context().close();
		});

		test.each([
			['answer-page-form', form, 'Webshop'],
			['answer-page-right-to-left', rightToLeft, 'متجر الشرق'],
		])('%s, empty and with mistakes in it', async (name, parameters, business) => {
			const { page } = await askOnPhone(parameters, colors);
			expect(await page.title()).toContain(business);
			await look(page, `${name}-${colors}`);

			await sendUnchecked(page);
			await look(page, `${name}-mistakes-${colors}`);
			await page.context().close();
		});
	},
);

/** A field of each type, in the words of its language. */
const formIn = ({ yes, no, title }: (typeof TRANSLATIONS)['en']['texts']) => ({
	responseType: 'customForm',
	message: title,
	formFields: {
		values: [
			field(`1. ${title}`, 'text', required),
			field('2.', 'number'),
			field('3.', 'email'),
			field('4.', 'date', required),
			field('5.', 'dropdown', { fieldOptions: list(yes, title) }),
			field('6.', 'radio', { ...required, fieldOptions: list(yes, no) }),
			field('7.', 'checkbox', { fieldOptions: list(yes, title) }),
			field('8.', 'textarea'),
		],
	},
});

test.each(Object.entries(TRANSLATIONS))(
	'the page speaks the language, and everything has its place: %s',
	async (code, { texts }) => {
		const { page } = await askOnPhone(
			{ ...formIn(texts), businessName: 'Webshop', options: { pageLanguage: code } },
			'light',
		);
		const lookBothWays = async (name: string) => {
			for (const colorScheme of ['light', 'dark'] as const) {
				await page.emulateMedia({ colorScheme });
				await look(page, `answer-page-${code}-${name}-${colorScheme}`);
			}
		};
		await lookBothWays('form');

		await page.getByLabel('1.').fill(texts.yes);
		await page.getByLabel('3.').fill(texts.yes);
		await page.evaluate("document.querySelector('textarea').removeAttribute('maxlength')");
		await page.getByLabel('8.').fill('x'.repeat(4001));
		await sendUnchecked(page);
		for (const text of [texts.notAnEmail, texts.required, texts.tooLong])
			await page.getByText(text).first().waitFor();
		await lookBothWays('mistakes');

		await page.getByLabel('3.').fill('customer@shop.example');
		await page.getByLabel('4.').fill('2030-02-28');
		await page.getByLabel(texts.no, { exact: true }).check();
		await page.getByLabel('8.').fill('');
		await page.getByRole('button', { name: texts.submit }).click();
		await page.getByText(texts.thankYou).waitFor();
		expect(await page.title()).toBe(`${texts.yourAnswer} – Webshop`);
		await lookBothWays('thanks');
		await page.context().close();
	},
);

test('what was typed survives a mistake, and is sent once that is corrected', async () => {
	const { workflow, page } = await askOnPhone(form, 'light');
	await page.getByLabel('Name').fill('Customer "1" <b>');
	await page.getByLabel('Email').fill('nobody');
	await page.getByLabel('Floor').fill('2.5');
	await page.getByLabel('Entrance').selectOption('Back');
	await page.getByLabel('Afternoon').check();
	await page.getByLabel('Milk').check();
	await page.getByLabel('Tea').check();
	await page.getByLabel('Note').fill('\nsecond line');

	await sendUnchecked(page);

	const problems = page.locator('.problem');
	expect(await problems.allTextContents()).toEqual([
		'Your answer was not sent. Please check it, and send it again.',
		'Please enter an email address.',
		'Please answer this.',
	]);
	expect(await page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true');
	await page.getByLabel('Email').fill('customer@shop.example');
	await page.getByLabel('Day').fill('2030-02-28');
	await page.getByRole('button').click();
	await page.getByText('Thank you').waitFor();
	await page.context().close();

	const { id } = await latestExecution(workflow.id, 'success');
	expect(await answersOf(id)).toMatchObject([
		{
			responded: true,
			data: {
				...{ Name: 'Customer "1" <b>', Email: 'customer@shop.example', Floor: 2.5 },
				...{ Day: '2030-02-28', Entrance: 'Back', Slot: 'Afternoon' },
				...{ Extras: ['Milk', 'Tea'], Note: '\nsecond line' },
			},
		},
	]);
});

test('a German page takes 1,5 for what it is, and gives number and date back as German writes them', async () => {
	const fields = [field('Meter', 'number'), field('Tag', 'date')];
	const { workflow, page } = await askOnPhone(
		{ ...form, formFields: { values: fields }, options: { pageLanguage: 'de' } },
		'light',
	);
	await page.getByLabel('Meter').pressSequentially('1,5');
	await page.getByLabel('Tag').fill('2030-02-28');
	await page.getByRole('button').click();
	await page.getByText('28. Februar 2030').waitFor();
	await page.getByText('1,5', { exact: true }).waitFor();
	await page.context().close();

	const { id } = await latestExecution(workflow.id, 'success');
	expect(await answersOf(id)).toMatchObject([{ data: { Meter: 1.5, Tag: '2030-02-28' } }]);
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
	const phone = await openOnPhone('light', false);
	await phone.getByRole('button', { name: 'No' }).tap();
	await phone.getByText('Thank you').waitFor();

	await editor.getByTestId('canvas-node-status-success').nth(1).waitFor();
	const execution = await latestExecution(id, 'success');
	expect(await answersOf(execution.id)).toMatchObject([{ responded: true, approved: false }]);
});
