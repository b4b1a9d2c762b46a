import type { IDataObject } from 'n8n-workflow';

import { TRANSLATIONS } from '../../../nodes/CustomerMessaging/answerPage/translations';
import { useScene } from '../../support/scene';

const scene = useScene();

const ask = async (parameters: IDataObject, options: IDataObject = {}, item: IDataObject = {}) =>
	await scene.run(
		{
			resource: 'message',
			operation: 'sendAndWait',
			customerId: '5001',
			message: '¿Le va bien el jueves?',
			...parameters,
			options,
		},
		[item],
	);

const form = {
	responseType: 'customForm',
	formFields: {
		values: [
			{ fieldLabel: 'Nombre', requiredField: true },
			{ fieldLabel: 'Piso', fieldType: 'number' },
			{ fieldLabel: 'Correo', fieldType: 'email' },
			{ fieldLabel: 'Fecha', fieldType: 'date' },
			{
				fieldLabel: 'Extras',
				fieldType: 'checkbox',
				fieldOptions: { values: [{ option: 'Pan' }, { option: 'Leche <fría>' }] },
			},
			{
				fieldLabel: 'Puerta',
				fieldType: 'dropdown',
				fieldOptions: { values: [{ option: 'Delante' }, { option: 'Detrás' }] },
			},
			{ fieldLabel: 'Nota', fieldType: 'textarea' },
		],
	},
};

/** What n8n parses from the form's parts. */
const sent = (fields: IDataObject) => ({ data: { ...fields, answer: 'form' }, files: {} });

const WRONG = sent({
	'field-1': 'dos',
	'field-2': 'nadie',
	'field-3': '2030-02-31',
	'field-6': 'x'.repeat(4001),
});

/** The texts of a page, without its tags. */
const textOf = (page: string): string =>
	page
		.slice(page.indexOf('<main>'))
		.replace(/<[^>]*>/g, '\n')
		.replace(/&nbsp;/g, ' ')
		.replace(/\s*\n\s*/g, '\n')
		.trim();

test('a page in Spanish says nothing in English', async () => {
	const waiting = await ask({ ...form, businessName: 'Panadería Sol' }, { pageLanguage: 'es' });

	const { headers, page } = await scene.visit(waiting);
	expect(page).toContain('<html lang="es" dir="ltr">');
	expect(headers['Content-Language']).toBe('es');
	expect(page).toContain('<title>Una pregunta para usted – Panadería Sol</title>');
	expect(textOf(page).split('\n')).toEqual([
		...['Panadería Sol', 'Una pregunta para usted', '¿Le va bien el jueves?', '* Obligatorio'],
		...['Nombre *', 'Piso', 'Correo', 'Fecha', 'Extras', 'Pan', 'Leche &#60;fría&#62;', 'Puerta'],
		...['Elija una opción', 'Delante', 'Detrás', 'Nota', 'Enviar'],
	]);

	const { page: wrong } = await scene.visit(waiting, WRONG);
	expect(Array.from(wrong.matchAll(/class="problem"[^>]*>([^<]*)/g), ([, text]) => text)).toEqual([
		'Su respuesta no se ha enviado. Revísela y vuelva a enviarla.',
		'Complete este campo.',
		'Escriba un número.',
		'Escriba una dirección de correo electrónico.',
		'Indique una fecha.',
		'Acorte este texto.',
	]);

	const right = { 'field-0': 'Cliente 1', 'field-4': ['0', '1'], 'field-6': 'Timbre\r\nroto' };
	const { page: thanks } = await scene.visit(waiting, sent(right));
	expect(thanks).toContain('<title>Su respuesta – Panadería Sol</title>');
	expect(textOf(thanks).split('\n')).toEqual([
		...['Panadería Sol', 'Su respuesta', 'Nombre', 'Cliente 1', 'Extras', 'Pan'],
		...['Leche &#60;fría&#62;', 'Nota', 'Timbre', 'roto'],
		'Gracias por su respuesta. Ya puede cerrar esta página.',
	]);

	const { status, page: late } = await scene.visit(waiting, sent(right));
	expect(status).toBe(410);
	expect(textOf(late)).toContain('Este enlace ya no es válido');
});

test.each(Object.entries(TRANSLATIONS))(
	'every text of the page is in its language: %s',
	async (code, { texts }) => {
		const buttons = await ask({}, { pageLanguage: code });
		const { page } = await scene.visit(buttons);
		const direction = ['ar', 'he'].includes(code) ? 'rtl' : 'ltr';
		expect(page).toContain(`<html lang="${code}" dir="${direction}">`);
		for (const text of [texts.title, texts.yes, texts.no]) expect(page).toContain(`>${text}<`);

		const { page: thanks } = await scene.visit(buttons, { answer: 'disapprove' });
		expect(textOf(thanks)).toBe(`${texts.yourAnswer}\n${texts.no}\n${texts.thankYou}`);
		const { page: late } = await scene.visit(buttons, { answer: 'disapprove' });
		expect(textOf(late)).toBe(`${texts.title}\n${texts.noLongerValid}`);

		const { page: wrong } = await scene.visit(await ask(form, { pageLanguage: code }), WRONG);
		const { notAnAnswer, required, notANumber, notAnEmail, notADate, tooLong } = texts;
		for (const text of [notAnAnswer, required, notANumber, notAnEmail, notADate, tooLong])
			expect(wrong).toContain(`>${text}</p>`);
		for (const text of [texts.choose, texts.requiredMark, texts.submit])
			expect(wrong).toContain(`>${text}</`);
	},
);

test.each([
	['pt_BR', 'pt-BR', 'ltr', TRANSLATIONS.pt],
	['ES-mx', 'es-MX', 'ltr', TRANSLATIONS.es],
	['zh-TW', 'zh-TW', 'ltr', TRANSLATIONS['zh-Hant']],
	['zh_CN', 'zh-CN', 'ltr', TRANSLATIONS.zh],
	['iw', 'he', 'rtl', TRANSLATIONS.he],
	['ar-EG', 'ar-EG', 'rtl', TRANSLATIONS.ar],
	['fa', 'fa', 'rtl', TRANSLATIONS.en],
	['sv', 'sv', 'ltr', TRANSLATIONS.en],
])('a code that an expression gives: %s', async (code, lang, direction, { texts }) => {
	const waiting = await ask({}, { pageLanguage: '={{ $json.language }}' }, { language: code });

	const { page } = await scene.visit(waiting);
	expect(page).toContain(`<html lang="${lang}" dir="${direction}">`);
	expect(page).toContain(`>${texts.title}</h1>`);
});

test.each<[string, IDataObject, string]>([
	['words', { pageLanguage: 'English please' }, "'Page Language' is 'English please'"],
	['a name', { pageLanguage: 'Spanish' }, "'Page Language' is 'Spanish', which is not a language"],
	[
		'nothing',
		{ pageLanguage: '={{ $json.missing }}' },
		"'Page Language' under 'Options': {{ $json.missing }} gives nothing",
	],
])(
	'a language that is none is refused before anything is sent: %s',
	async (_, options, message) => {
		const { error } = await ask({}, options);

		expect(error?.message).toContain(message);
		expect(scene.sandbox.requests).toEqual([]);
	},
);

test("own words stand in place of the page's", async () => {
	const waiting = await ask(
		{ approvalOptions: { values: { approveLabel: 'Con gusto' } } },
		{
			pageLanguage: 'es',
			pageTitle: 'Su cita',
			texts: { values: { thankYou: 'Hasta el jueves.', noLongerValid: 'Llámenos.' } },
		},
	);

	expect(textOf((await scene.visit(waiting)).page)).toBe(
		'Su cita\n¿Le va bien el jueves?\nCon gusto\nNo',
	);
	const { page } = await scene.visit(waiting, { answer: 'approve' });
	expect(textOf(page)).toBe('Su respuesta\nCon gusto\nHasta el jueves.');
	expect(textOf((await scene.visit(waiting, { answer: 'approve' })).page)).toBe(
		'Su cita\nLlámenos.',
	);
});

test("the business's name stands on every page and in its tab, as text, not as the page's own code", async () => {
	const businessName = `</title><script>alert("1")</script>' & Co. ${'x'.repeat(2000)}`;
	const waiting = await ask({ businessName });
	const inHtml =
		'&#60;/title&#62;&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62;&#39; &#38; Co. ';

	for (const answer of [undefined, { answer: '' }, { answer: 'approve' }, { answer: 'approve' }]) {
		const { page } = await scene.visit(waiting, answer);
		expect(page).toMatch(/<title>[^<]* – &#60;\/title&#62;&#60;script/);
		expect(page).toContain(`<p class="business"><bdi>${inHtml}x`);
		expect(page).not.toContain('<script');
	}
});

test('a text is given back as it was typed', async () => {
	const waiting = await ask({ responseType: 'freeText' });

	const { page } = await scene.visit(waiting, { answer: 'El viernes,\r\n<b>por favor</b>' });
	expect(page).toContain('<p><bdi>El viernes,\n&#60;b&#62;por favor&#60;/b&#62;</bdi></p>');
	expect(page).not.toContain('A question for you');
});

test('a number with either decimal sign comes out as one, and is shown as the language writes it, as is a date', async () => {
	for (const typed of ['1,5', '1.5']) {
		const waiting = await ask(form, { pageLanguage: 'de' });
		const fields = { 'field-0': 'Kundin', 'field-1': typed, 'field-3': '2030-02-28' };
		const { page, answer } = await scene.visit(waiting, sent(fields));
		expect(textOf(page)).toContain('Piso\n1,5\nFecha\n28. Februar 2030\n');
		expect(answer![0]![0]!.json.data).toMatchObject({ Piso: 1.5, Fecha: '2030-02-28' });
	}
});

test('where no field has to be filled in, nothing explains a star', async () => {
	const optional = form.formFields.values.map((field) => ({ ...field, requiredField: false }));
	const waiting = await ask({ ...form, formFields: { values: optional } });

	expect(textOf((await scene.visit(waiting)).page)).not.toContain('*');
});

test('every language has its own words for everything, politely and with the marks of its script', () => {
	const { en, ...others } = TRANSLATIONS;
	for (const [code, { texts }] of Object.entries(others))
		for (const [name, text] of Object.entries(texts)) {
			const isSentence = /[.]$/.test(en.texts[name as keyof typeof texts]);
			expect([code, name, /[.。।]$/.test(text)]).toEqual([code, name, isSentence]);
			expect([code, name, text.trim()]).toEqual([code, name, text]);
			expect([code, name, text.startsWith('* ')]).toEqual([code, name, name === 'requiredMark']);
			// "No" is the same word in several languages.
			if (name !== 'no') expect(text).not.toBe(en.texts[name as keyof typeof texts]);
		}
});
