import * as fc from 'fast-check';
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';

import { countries, phonePlans, samplesOf } from '../../../dev/scripts/phonePlans';
import { hasSeveral, internationalNumber, planOf, plainNumber } from '../../../lib/phones';
import { PHONE_PLANS } from '../../../lib/phones/phonePlans';

/** Empty if it is refused. */
const read = (written: string, country = ''): string =>
	internationalNumber(plainNumber(written), country);

const NUMBER = '+12025550123';

test('the plans are those of libphonenumber’s metadata: npm run phones writes them', () => {
	// Names depend on the release of Unicode that Node has.
	const withoutNames = (plans: typeof PHONE_PLANS) =>
		plans.map(([iso, name, ...plan]) => [iso, name !== '', ...plan].join()).sort();
	expect(withoutNames(PHONE_PLANS)).toEqual(withoutNames(phonePlans()));
});

test('countries that share a code share their numbers and their 0, and no code begins with another', () => {
	for (const [, , code, prefix, pattern] of PHONE_PLANS)
		for (const [, , other, itsPrefix, itsPattern] of PHONE_PLANS)
			if (other.startsWith(code))
				expect([code, pattern, /0/.test(prefix)]).toEqual([other, itsPattern, /0/.test(itsPrefix)]);
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
		const isChoice = planOf(iso) !== undefined;
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
				const ours = read(written, isChoice ? iso : '');
				if (ours === '') continue;
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

/** What stands between digits without being seen, or as a space or a dash of some kind. */
const BETWEEN = Array.from(
	' -.()[]\t\u00a0\u2007\u2009\u202f\u3000\u2010\u2011\u2012\u2013\u2014\u2212\u00ad\u061c\u180e\u200b\u200c\u200d' +
		'\u200e\u200f\u2060\u2064\ufeff\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069',
);

test('takes out what stands between digits, wherever it is', () => {
	for (const sign of BETWEEN) {
		const spread = `+1${sign}202${sign}${sign}5550123`;
		for (const written of [`${sign}${NUMBER}`, `${NUMBER}${sign}`, spread])
			expect([written, read(written)]).toEqual([written, NUMBER]);
		// What a list has for a country code that is missing, in front of a number that may be anybody's.
		const isForCode = /[\p{Pd}\u2212.]/u.test(sign);
		for (const prefix of ['+', '00']) {
			const written = `${prefix}${sign}12025550123`;
			expect([written, read(written)]).toEqual([written, isForCode ? '' : NUMBER]);
		}
	}
});

test.each([
	['+1 (202) 555-0123', NUMBER],
	['+2902555', '+2902555'],
	['+1 202 555 0 1 2 3', NUMBER],
	// Most of the world dials 00 for the plus sign.
	['0012025550123', NUMBER],
	['00 1 202 555 0123', NUMBER],
	[' (00)1-202-555-0123', NUMBER],
	['\u202a00 1 202-555-0123\u202c', NUMBER],
	// A plus sign in front of a country code that has one, or 00, already.
	['++12025550123', NUMBER],
	['+0012025550123', NUMBER],
	['+00 1 202 555 0123', NUMBER],
	['+ (+1) 202 555 0123', NUMBER],
	['+(001)202-555-0123', NUMBER],
	['00+12025550123', NUMBER],
	['++49 (0) 170 1234567', '+491701234567'],
	['+00490170 1234567', '+491701234567'],
	['0012025550123@c.us', NUMBER],
	// Numbers in pairs of digits, as in France.
	['+33.1.23.45.67.00', '+33123456700'],
	// Slashes, and what phones, sheets and keyboards put around digits or in place of them.
	['+49 170/1234567', '+491701234567'],
	["'+1 202 555 0123", NUMBER],
	['\u2019+12025550123', NUMBER],
	['＋１（２０２）５５５－０１２３', NUMBER],
	['+81 90ー1234ー5678', '+819012345678'],
	['+١٢٠٢٥٥٥٠١٢٣', NUMBER],
	['+१२०२५५५०१२३', NUMBER],
	['tel:+1-202-555-0123', NUMBER],
	['WhatsApp: +1 202 555 0123', NUMBER],
	['wa.me/12025550123', NUMBER],
	['https://wa.me/12025550123?text=Hello', NUMBER],
	['https://www.wa.me/+12025550123/', NUMBER],
	['https://api.whatsapp.com/send?phone=12025550123&text=Hello', NUMBER],
	['api.whatsapp.com/send/?text=Hi&phone=%2B12025550123', NUMBER],
	['12025550123@c.us', NUMBER],
	['12025550123@s.whatsapp.net', NUMBER],
	// A 0 in brackets where it is not dialed from abroad.
	['+49 (0) 170 1234567', '+491701234567'],
	['+44 (0)7911 123456', '+447911123456'],
	['(+44) (0) 7911 123456', '+447911123456'],
	['00 44 [0] 7911 123456', '+447911123456'],
	['+370 (0) 612 34567', '+37061234567'],
	// The same without brackets.
	['+49 0170 1234567', '+491701234567'],
	['+44 07700 900123', '+447700900123'],
	['0044 0 7911 123456', '+447911123456'],
	['+44 (0 7911) 123456', '+447911123456'],
	['+4407700900123', '+447700900123'],
	// WhatsApp's own ID of a mobile phone in Mexico.
	['+52 1 55 1234 5678', '+5215512345678'],
	['5215512345678@c.us', '+5215512345678'],
])('takes %j as %s', (written, number) => {
	expect(read(written)).toBe(number);
});

test('a 0 behind the country code stays where numbers begin with it, and is refused elsewhere', () => {
	for (const number of [
		'+390612345678',
		'+2250123456789',
		'+2290195123456',
		'+25006123456',
		'+250061234567',
	])
		for (const written of [number, number.replace('+', '00')]) expect(read(written)).toBe(number);
	for (const country of '1 7 30 34 44 61 81 224 227 230 420 993'.split(' '))
		for (const written of [`+${country}012345678`, `00${country} 01 23 45 67`])
			expect([written, read(written)]).toEqual([written, '']);
	// A 0 further on is a digit as any other.
	expect(read('+49 2002 000200')).toBe('+492002000200');
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
	['US', '1 (202) 555-0123', '+12025550123'],
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
		expect([written, hasSeveral(plainNumber(written), 'DE'), read(written, 'DE')]).toEqual([
			...[written, true, ''],
		]);
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
	for (const sign of '²①½⒈') expect(read(`0170 1234567${sign}`, 'DE')).toBe('');
});

test('whatever is written, no country takes a number that libphonenumber reads as another one', () => {
	const signs = fc.constantFrom(...'0123456789', ...'01', ...' -./()+ー');
	const written = fc.array(signs, { maxLength: 18 }).map((all) => all.join(''));
	const country = fc.constantFrom('DE', 'ES', 'GB', 'FR', 'US', 'RU', 'IT', 'HU', 'JP', 'NL', '');
	fc.assert(
		fc.property(written, country, (value, iso) => {
			const ours = read(value, iso);
			if (ours === '') return;
			const text = value.replaceAll('ー', '-').replace(/^\D*0[^1-9+]*0(?=[^1-9]*[1-9])/, '+');
			const theirs = parsePhoneNumberFromString(text, (iso || 'DE') as CountryCode);
			if (theirs?.isValid()) expect([value, iso, ours]).toEqual([value, iso, theirs.number]);
		}),
		{ numRuns: 500 },
	);
});
