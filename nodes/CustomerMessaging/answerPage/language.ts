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
export function pageTextsIn(language: string): PageTexts {
	const translation = Object.entries(TRANSLATIONS).find(([code]) => isSame(code, language));
	return (translation?.[1] ?? TRANSLATIONS.en).texts;
}

/** The direction of a language, as HTML has it. */
export function directionOf(language: string): 'ltr' | 'rtl' {
	return RIGHT_TO_LEFT.includes(scriptOf(new Intl.Locale(language)) ?? '') ? 'rtl' : 'ltr';
}

/** The digits that the page's languages have beside 0 to 9, from 0 on. */
const OTHER_DIGITS = ['arab', 'arabext', 'deva'].map((numberingSystem) =>
	new Intl.NumberFormat('en', {
		numberingSystem,
		minimumIntegerDigits: 10,
		useGrouping: false,
	}).format(123456789),
);

/**
 * The number that somebody has typed, NaN if it is none. Both decimal signs are understood, and the language's own sign
 * between thousands, such as the dot of `1.500` in German.
 */
export function numberIn(language: string, typed: string): number {
	const text = typed
		.normalize('NFKC')
		.trim()
		.replace(/\p{Nd}/gu, (digit) => {
			const digits = OTHER_DIGITS.find((others) => others.includes(digit));
			return digits === undefined ? digit : String(digits.indexOf(digit));
		});
	const parts = new Intl.NumberFormat(language).formatToParts(1e6);
	const sign = `[${parts.find(({ type }) => type === 'group')?.value.normalize('NFKC')}]`;
	const thousands = new RegExp(`^-?[1-9]\\d{0,2}(${sign}\\d{2,3})*${sign}\\d{3}(?!\\d|${sign})`);
	const plain = text
		.replace(thousands, (whole) => whole.replace(new RegExp(sign, 'g'), ''))
		.replace(/[,\u066b]/, '.');
	return /^-?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i.test(plain) ? Number(plain) : NaN;
}

export function numberAsWritten(language: string, value: number): string {
	return new Intl.NumberFormat(language, { maximumSignificantDigits: 21 }).format(value);
}

/** @param day in ISO 8601 */
export function dayAsWritten(language: string, day: string): string {
	return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(
		new Date(day),
	);
}

/** Whether two codes stand for the same language in the same script, wherever it is spoken. */
function isSame(one: string, other: string): boolean {
	const [first, second] = [new Intl.Locale(one), new Intl.Locale(other)];
	return first.language === second.language && scriptOf(first) === scriptOf(second);
}

/** The script that a language is usually written in; undefined for an unknown language. */
function scriptOf(locale: Intl.Locale): string | undefined {
	return locale.maximize().script;
}
