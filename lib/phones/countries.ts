import { PHONE_PLANS, type PhonePlan } from './phonePlans';

/** The countries whose national numbers are taken, each also as a list shows it. */
export const COUNTRIES = PHONE_PLANS.filter(([, name]) => name !== '').map(([iso, name, code]) => ({
	iso,
	name,
	inList: `${name} (${iso}, +${code})`,
}));

/** ISO codes by what people, shops and sheets call a country. */
const ISO_CODES = new Map([
	...COUNTRIES.flatMap(({ iso, name, inList }) =>
		[iso, name, inList].map((one) => [one.toUpperCase(), iso] as const),
	),
	['UK', 'GB'],
	['USA', 'US'],
	['UAE', 'AE'],
	['CZECH REPUBLIC', 'CZ'],
]);

/** The ISO code of a country; two letters in brackets at the end count alone, as in United States (US). */
export function countryCalled(written: string): string | undefined {
	return ISO_CODES.get(written.toUpperCase().replace(/^.*\(([A-Z]{2})\)$/, '$1'));
}

/** The plan of a country whose national numbers are taken. */
export function planOf(country: string): PhonePlan | undefined {
	return PHONE_PLANS.find(([iso, name]) => iso === country && name !== '');
}
