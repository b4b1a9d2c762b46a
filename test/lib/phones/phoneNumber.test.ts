import * as fc from 'fast-check';
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { INodePropertyOptions } from 'n8n-workflow';

import { countries, phonePlans, samplesOf } from '../../../dev/scripts/phonePlans';
import {
	checkCustomerPhone,
	defaultCountryOption,
} from '../../../nodes/CustomerMessaging/recipient/customerPhone';
import { PHONE_PLANS } from '../../../lib/phones/phonePlans';
import { refusalOf } from '../../doubles/refusal';

const read = (value: unknown, country = ''): string =>
	checkCustomerPhone(value, undefined, () => country);

const [none, ...choices] = defaultCountryOption.options as INodePropertyOptions[];

test('the plans are those of libphonenumber’s metadata: npm run phones writes them', () => {
	// Names depend on the release of Unicode that Node has.
	const withoutNames = (plans: typeof PHONE_PLANS) =>
		plans.map(([iso, name, ...plan]) => [iso, name !== '', ...plan].join()).sort();
	expect(withoutNames(PHONE_PLANS)).toEqual(withoutNames(phonePlans()));
});

test('the list has every country once, by its name, and begins with none', () => {
	expect(none).toEqual({ name: 'None', value: '' });
	expect(defaultCountryOption.default).toBe('');
	const all = countries.map(({ iso }) => iso).filter((iso) => !['AR', 'GA'].includes(iso));
	expect(choices.map(({ value }) => value).sort()).toEqual(all.sort());
	const names = choices.map(({ name }) => name);
	expect([...names].sort((one, other) => one.localeCompare(other, 'en'))).toEqual(names);
	for (const { name, value } of choices)
		expect(name).toMatch(new RegExp(`^[\\p{L}\\p{M} '().-]+ \\(${value}, \\+\\d+\\)$`, 'u'));
});

/** Numbers of a country, in digits as they are dialed from abroad, but no shorter or longer than we take them. */
const numbersOf = (country: (typeof countries)[number]): string[] => {
	const [, , , , pattern] = PHONE_PLANS.find(([, , code]) => code === country.code)!;
	return samplesOf(country).filter(
		(number, position) => position % 40 === 0 && new RegExp(`^(?:${pattern})$`).test(number),
	);
};

test.each(countries.map((country) => [country.iso, country] as const))(
	'%s: whatever is taken is what libphonenumber reads, and what it writes is taken',
	(iso, country) => {
		const isChoice = choices.some(({ value }) => value === iso);
		for (const digits of numbersOf(country)) {
			const number = parsePhoneNumberFromString(`+${country.code}${digits}`)!;
			const foreign = number.formatInternational();
			const national = number.formatNational();
			const local = foreign.slice(`+${country.code} `.length);
			const taken = [number.number, foreign, number.number.replace('+', '00')];
			const dialed = ['0', '1', '8', '06', '80'].flatMap((prefix) => [
				prefix + digits,
				`${prefix} ${local}`,
			]);
			const tried = [
				...[
					foreign.replace(' ', ' (0) '),
					foreign.replace(' ', ' 0'),
					`${foreign} / 2`,
					`${national} (3)`,
					`${national}/45`,
				],
				...(isChoice ? [digits, local, national.replace(/[ -]+/g, '/'), ...dialed] : []),
			];
			for (const written of taken)
				expect([written, read(written)]).toEqual([written, number.number]);
			for (const written of [...tried, ...(isChoice ? [national] : [])]) {
				let ours: string;
				try {
					ours = read(written, isChoice ? iso : '');
				} catch {
					continue;
				}
				// Most of the world dials 00, and so do our users; libphonenumber knows what each country dials. In three countries
				// it reads some beginnings of numbers as a prefix, or as the country code.
				const theirs = parsePhoneNumberFromString(
					written.replace(/^00(?=[1-9])/, '+'),
					iso as CountryCode,
				)?.number;
				const isOdd = /^UY0 ?19[89]|^CN8\D*6|^DE49/.test(iso + written);
				if (!isOdd) expect([written, ours]).toEqual([written, theirs]);
			}
			// Begins with 00, as an international number does.
			if (isChoice && !national.startsWith('00'))
				expect([national, read(national, iso)]).toEqual([national, number.number]);
		}
	},
);

test.each([
	['CD', 7],
	['GM', 9],
	['IS', 9],
	['LR', 7],
	['NL', 11],
	['SB', 5],
	['WS', 10],
	['ZA', 5],
])('%s has mobile numbers of %i digits', (iso, length) => {
	const [, , code] = PHONE_PLANS.find(([country]) => country === iso)!;
	expect(read(`+${code}${'7'.repeat(length)}`)).toHaveLength(1 + code.length + length);
});

test.each([
	// With and without what is dialed in front of it: 0, 8, 06, 1, nothing, and a 0 that stays.
	['DE', '0170/1234567', '+491701234567'],
	['DE', '1701234567', '+491701234567'],
	['DE', '(0)170 1234567', '+491701234567'],
	['DE', '0491 12345', '+4949112345'],
	['GB', '(07400) 123 456', '+447400123456'],
	['BR', '011 96123-4567', '+5511961234567'],
	['RU', '(812) 123-45-67', '+78121234567'],
	['RU', '800 555 3535', '+78005553535'],
	['BY', '029 491 19 11', '+375294911911'],
	['LT', '0 612 34567', '+37061234567'],
	['HU', '30/123-4567', '+36301234567'],
	['US', '202/555-0123', '+12025550123'],
	['ES', "'612345678", '+34612345678'],
	['ES', 'tel:612-34-56-78', '+34612345678'],
	['IT', '06 1234 5678', '+390612345678'],
	['CI', '01 23 45 67 89', '+2250123456789'],
	['JP', '０９０ー１２３４ー５６７８', '+819012345678'],
	// What is international stays what it is.
	['ES', '+49 170 1234567', '+491701234567'],
	['ES', '0049 170 1234567', '+491701234567'],
	['DE', 'https://wa.me/34612345678', '+34612345678'],
])('in %s, %j is %s', (country, written, number) => {
	expect(read(written, country)).toBe(number);
});

test.each<[country: CountryCode, value: number, number: string]>([
	['ES', 612345678, '+34612345678'],
	['DE', 1701234567, '+491701234567'],
	['US', 2025550123, '+12025550123'],
])('in %s, a spreadsheet’s number %d is %s', (country, value, number) => {
	expect(read(value, country)).toBe(number);
	for (const other of [value + 0.5, -value])
		expect(refusalOf(() => read(other, country))).toContain('was turned into a number');
	expect(refusalOf(() => read(value))).toContain('was turned into a number by a spreadsheet');
});

test.each([
	// Too long or too short, or perhaps international without its plus sign.
	['ES', 'Spain', ['34612345678', '61234567', '6123456789', '0612345678', 34612345678]],
	['DE', 'Germany', ['491701234567', '49301234567', '0491701234567', '1234', '170123456789']],
	['IN', 'India', ['5550123', '912025550123', '919123456789']],
	['RU', 'Russia', ['79123456789', '123-45-67']],
	['IT', 'Italy', ['393123456789']],
	['AT', 'Austria', ['4366412345678', '43066412345678', '43037737058']],
])('in %s (%s), these are refused: %j', (country, name, values) => {
	for (const value of values)
		expect(refusalOf(() => read(value, country))).toBe(
			`'Customer Phone' '${value}' has no plus sign, and is not a phone number of the 'Default Country', ${name}. Correct it or, if it begins with a country code, put a plus sign in front`,
		);
});

test.each(['612 34 56 78', '(170) 1234567', '170-1234567', '1 70 12 34 56 7'])(
	'where everybody writes a 0 in front, %j may be another country’s',
	(written) => {
		expect(refusalOf(() => read(written, 'DE'))).toBe(
			`'Customer Phone' '${written}' has no 0 in front, so it may not be a phone number of the 'Default Country', Germany. Put the 0 in front or, for another country, a plus sign and the country code`,
		);
	},
);

test('two numbers, an extension and a count are never read as one number', () => {
	for (const written of [
		...['0170/1234567/8', '0170 123456/7', '030 123456/57', '0170 1234567 (2)', '0170 1234567 [2]'],
		...[
			'030 123456 / 030 123457',
			'0170 1234567, 0170 1234568',
			'0170 1234567\n8',
			'+4930123456/57',
		],
		...['+49 30 123456 (57)', '0170 1234567 & 8', '0170 1234567 + 8', '0170 1234567; 8'],
	])
		expect(refusalOf(() => read(written, 'DE'))).toBe(
			`'Customer Phone' '${written}' has more than one number in it. Leave only one`,
		);
});

test('a number is refused for what else is wrong with it, as without a default country', () => {
	for (const value of [
		...['612345678.0', '6.1e8', 'unknown', '', '612345678 ext 9', 'whatsapp', '+34 612 34 56 7'],
		...['+1 (0) 202 555 0123', '+1202', '+034612345678'],
	])
		for (const country of ['ES', 'DE'])
			expect(refusalOf(() => read(value, country))).toBe(refusalOf(() => read(value)));
});

test('the digits of every script are read', () => {
	const systems = Intl.supportedValuesOf('numberingSystem');
	const written = systems.map((system) =>
		new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(34612345678),
	);
	const whole = written.filter((digits) => /^\p{Nd}{11}$/u.test(digits));
	expect(whole.length).toBeGreaterThan(50);
	for (const digits of whole)
		expect([digits, read(`＋${digits}`)]).toEqual([digits, '+34612345678']);
});

test('superscripts, circled digits and fractions are no digits of a number', () => {
	for (const sign of '²①½⒈')
		expect(refusalOf(() => read(`0170 1234567${sign}`, 'DE'))).toContain('0170 1234567');
});

test('whatever is written, no country takes a number that libphonenumber reads as another one', () => {
	const signs = fc.constantFrom(...'0123456789', ...'01', ...' -./()+ー');
	const written = fc.array(signs, { maxLength: 18 }).map((all) => all.join(''));
	const country = fc.constantFrom('DE', 'ES', 'GB', 'FR', 'US', 'RU', 'IT', 'HU', 'JP', 'NL', '');
	fc.assert(
		fc.property(written, country, (value, iso) => {
			let ours: string;
			try {
				ours = read(value, iso);
			} catch {
				return;
			}
			const text = value.replaceAll('ー', '-').replace(/^\D*0[^1-9+]*0(?=[^1-9]*[1-9])/, '+');
			const theirs = parsePhoneNumberFromString(text, (iso || 'DE') as CountryCode);
			if (theirs?.isValid()) expect([value, iso, ours]).toEqual([value, iso, theirs.number]);
		}),
		{ numRuns: 500 },
	);
});
