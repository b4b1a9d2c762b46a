import type { IDataObject } from 'n8n-workflow';

import { TRANSLATIONS, type Language } from '../../../lib/answerPage/translations';
import { OPERATIONS } from '../../support/operations';
import { useScene } from '../../support/scene';

const scene = useScene();

const ask = async (parameters: IDataObject, options: IDataObject = {}, item: IDataObject = {}) =>
	await scene.run(
		{
			...OPERATIONS['message.sendAndWait'],
			customerId: '5001',
			message: '¿Le va bien el jueves?',
			...parameters,
			options,
		},
		[item],
	);

const freeText = { responseType: 'freeText' };

/** The texts of a page, without its tags. */
const textOf = (page: string): string =>
	page
		.slice(page.indexOf('<main>'))
		.replace(/<[^>]*>/g, '\n')
		.replace(/&nbsp;/g, ' ')
		.replace(/\s*\n\s*/g, '\n')
		.trim();

/** By hand: if yes and no are swapped, the page says the opposite of what it gives. */
const YES_AND_NO: Array<[code: Language, yes: string, no: string]> = [
	['ar', 'نعم', 'لا'],
	['zh', '是', '否'],
	['zh-Hant', '是', '否'],
	['nl', 'Ja', 'Nee'],
	['en', 'Yes', 'No'],
	['fr', 'Oui', 'Non'],
	['de', 'Ja', 'Nein'],
	['he', 'כן', 'לא'],
	['hi', 'हाँ', 'नहीं'],
	['id', 'Ya', 'Tidak'],
	['it', 'Sì', 'No'],
	['ja', 'はい', 'いいえ'],
	['pl', 'Tak', 'Nie'],
	['pt', 'Sim', 'Não'],
	['ru', 'Да', 'Нет'],
	['es', 'Sí', 'No'],
	['tr', 'Evet', 'Hayır'],
];

test.each(YES_AND_NO)(
	'every text of the page is in its language: %s says %s and %s',
	async (code, yes, no) => {
		const { texts } = TRANSLATIONS[code];
		const buttons = await ask({ businessName: 'Panadería Sol' }, { pageLanguage: code });
		const { headers, page } = await scene.visit(buttons);
		const direction = ['ar', 'he'].includes(code) ? 'rtl' : 'ltr';
		expect(page).toContain(`<html lang="${code}" dir="${direction}">`);
		expect(headers['Content-Language']).toBe(code);
		expect(page).toContain(`<title>${texts.title} – Panadería Sol</title>`);
		expect(page).toContain('<h1 id="heading">¿Le va bien el jueves?</h1>');
		expect(textOf(page)).toBe(`Panadería Sol\n¿Le va bien el jueves?\n${yes}\n${no}`);

		const [, value] = new RegExp(`value="(\\w+)"[^>]*>${no}<`).exec(page)!;
		const { page: thanks, answer } = await scene.visit(buttons, { answer: value });
		expect(answer?.[0]?.[0]?.json.approved).toBe(false);
		expect(thanks).toContain(`<title>${texts.yourAnswer} – Panadería Sol</title>`);
		expect(textOf(thanks)).toBe(
			`Panadería Sol\n¿Le va bien el jueves?\n${texts.yourAnswer}\n${no}\n${texts.thankYou}`,
		);
		const { page: late } = await scene.visit(buttons, { answer: 'disapprove' });
		expect(textOf(late)).toBe(`Panadería Sol\n${texts.title}\n${texts.noLongerValid}`);

		const text = await ask(freeText, { pageLanguage: code });
		for (const answer of [' ', 'x'.repeat(4001)]) {
			const { page: wrong } = await scene.visit(text, { answer });
			expect(wrong).toContain(`<p role="alert">${texts.notAnAnswer}</p>`);
			expect(wrong).toContain(`>${texts.submit}</button>`);
		}
	},
);

test.each([
	['pt_BR', 'pt'],
	[' ES-mx ', 'es'],
	['zh-TW', 'zh-Hant'],
	['zh_HK', 'zh-Hant'],
	['Spanish', 'es'],
	[' chinese (traditional)', 'zh-Hant'],
	['Chinese (Simplified)', 'zh'],
	...['sv', 'constructor', '', undefined].map((code): [unknown, string] => [code, 'en']),
])('a code or a name that an expression gives: %j is %s', async (language, code) => {
	const waiting = await ask({}, { pageLanguage: '={{ $json.language }}' }, {
		language,
	} as IDataObject);

	const { page } = await scene.visit(waiting);
	expect(page).toContain(`<html lang="${code}" dir="${code === 'ar' ? 'rtl' : 'ltr'}">`);
	expect(page).toContain(`<title>${TRANSLATIONS[code as 'en'].texts.title}</title>`);
});

test("own words stand in place of the page's", async () => {
	const waiting = await ask(
		{ approvalOptions: { values: { approveLabel: 'Con gusto' } } },
		{ pageLanguage: 'es', thankYou: 'Hasta el jueves.' },
	);

	expect(textOf((await scene.visit(waiting)).page)).toBe('¿Le va bien el jueves?\nCon gusto\nNo');
	const { page } = await scene.visit(waiting, { answer: 'approve' });
	expect(textOf(page)).toBe('¿Le va bien el jueves?\nSu respuesta\nCon gusto\nHasta el jueves.');
});

test("the business's name stands on every page and in its tab, as text, not as the page's own code", async () => {
	const businessName = `</title><script>alert("1")</script>' & Co. ${'x'.repeat(2000)}`;
	const waiting = await ask({ businessName });
	const inHtml = '&lt;/title&gt;&lt;script&gt;alert("1")&lt;/script&gt;\' &amp; Co. ';

	for (const answer of [undefined, { answer: '' }, { answer: 'approve' }, { answer: 'approve' }]) {
		const { page } = await scene.visit(waiting, answer);
		expect(page).toMatch(/<title>[^<]* – &lt;\/title&gt;&lt;script/);
		expect(page).toContain(`<p class="business"><bdi>${inHtml}x`);
		expect(page).not.toContain('<script');
	}
});

test('a text is given back as it was typed', async () => {
	const waiting = await ask(freeText);

	const { page } = await scene.visit(waiting, { answer: 'El viernes,\r\n<b>por favor</b>' });
	expect(page).toContain('<p><bdi>El viernes,\n&lt;b&gt;por favor&lt;/b&gt;</bdi></p>');
	expect(page).not.toContain('A question for you');
});

test('every language has its own words for everything, politely and with the marks of its script', () => {
	const { en, ...others } = TRANSLATIONS;
	expect(YES_AND_NO.map(([code]) => code).sort()).toEqual(Object.keys(TRANSLATIONS).sort());
	for (const [code, { texts }] of Object.entries(others))
		for (const [name, text] of Object.entries(texts)) {
			const isSentence = /[.]$/.test(en.texts[name as keyof typeof texts]);
			expect([code, name, /[.。।]$/.test(text)]).toEqual([code, name, isSentence]);
			expect([code, name, text.trim()]).toEqual([code, name, text]);
			// "No" is the same word in several languages.
			if (name !== 'no') expect(text).not.toBe(en.texts[name as keyof typeof texts]);
		}
});
