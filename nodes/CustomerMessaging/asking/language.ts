import { TRANSLATIONS, type PageTexts } from './translations';

/** The scripts, by their codes, that are written from right to left. */
const RIGHT_TO_LEFT = ['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa'];

/**
 * A language's code as browsers have it, such as `pt-BR`; undefined if there is no such language.
 *
 * @param code also as shops and WhatsApp write it, such as `pt_BR`
 */
export function languageOf(code: string): string | undefined {
	try {
		const locale = new Intl.Locale(code.trim().replaceAll('_', '-'));
		return scriptOf(locale) === undefined ? undefined : locale.toString();
	} catch {
		return undefined;
	}
}

/** What the page says by itself in a language; in English if there is no translation. */
export function textsIn(language: string): PageTexts {
	const translation = Object.entries(TRANSLATIONS).find(([code]) => isSame(code, language));
	return (translation?.[1] ?? TRANSLATIONS.en).texts;
}

/** The direction of a language, as HTML has it. */
export function directionOf(language: string): 'ltr' | 'rtl' {
	return RIGHT_TO_LEFT.includes(scriptOf(new Intl.Locale(language)) ?? '') ? 'rtl' : 'ltr';
}

/** Whether two codes stand for the same language in the same script, wherever it is spoken. */
function isSame(one: string, other: string): boolean {
	const [first, second] = [new Intl.Locale(one), new Intl.Locale(other)];
	return first.language === second.language && scriptOf(first) === scriptOf(second);
}

/** The script that a language is usually written in; undefined for a language that nobody knows. */
function scriptOf(locale: Intl.Locale): string | undefined {
	return locale.maximize().script;
}
