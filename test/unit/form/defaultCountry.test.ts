import {
	type CountryCode,
	getCountryCallingCode,
	getExampleNumber,
	parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import type { INodePropertyOptions } from 'n8n-workflow';

import { checkCustomerPhone } from '../../../nodes/CustomerMessaging/form/customerPhone';
import {
	defaultCountryOption,
	internationalNumber,
} from '../../../nodes/CustomerMessaging/form/defaultCountry';
import { refusalOf } from '../doubles/refusal';

const [none, ...choices] = defaultCountryOption.options as INodePropertyOptions[];

const COUNTRIES = choices.map(({ value }) => value as CountryCode);

const read = (value: unknown, country = ''): string =>
	checkCustomerPhone(value, undefined, country);

test('the list has every country once, by its name, and begins with none', () => {
	expect(none).toEqual({ name: 'None', value: '' });
	expect(defaultCountryOption.default).toBe('');
	expect(COUNTRIES.length).toBeGreaterThan(190);
	expect(new Set(COUNTRIES).size).toBe(COUNTRIES.length);
	const names = choices.map(({ name }) => name);
	expect([...names].sort((one, other) => one.localeCompare(other, 'en'))).toEqual(names);
});

test.each(COUNTRIES)(
	'%s: reads its mobile numbers as libphonenumber does, with and without what is dialed before them',
	(country) => {
		const example = getExampleNumber(country, examples)!;
		const { name } = choices.find(({ value }) => value === country)!;
		expect(name).toMatch(new RegExp(` \\(\\+${getCountryCallingCode(country)}\\)$`));

		const national = example.formatNational();
		const ways = [national, national.replace(/\D/g, ''), example.nationalNumber];
		for (const way of [...ways, example.number, example.number.replace('+', '00')])
			expect([way, read(way, country)]).toEqual([way, example.number]);

		for (const prefix of ['0', '06', '1', '8', '80']) {
			const dialed = prefix + example.nationalNumber;
			const isPrefix = parsePhoneNumberFromString(dialed, country)?.number === example.number;
			expect([dialed, internationalNumber(dialed, country) === example.number]).toEqual([
				dialed,
				isPrefix,
			]);
		}
	},
);

test.each([
	// Trunk prefixes: 0, 8, 06, 1, none, and a 0 that stays.
	['DE', '0170 1234567', '+491701234567'],
	['GB', '(07400) 123 456', '+447400123456'],
	['FR', '06 12 34 56 78', '+33612345678'],
	['BR', '011 96123-4567', '+5511961234567'],
	['CN', '010 6552 9988', '+861065529988'],
	['RU', '8 (912) 345-67-89', '+79123456789'],
	['BY', '8 029 491-19-11', '+375294911911'],
	['BY', '029 491 19 11', '+375294911911'],
	['LT', '8 612 34567', '+37061234567'],
	['LT', '0 612 34567', '+37061234567'],
	['HU', '06 20 123 4567', '+36201234567'],
	['US', '(202) 555-0123', '+12025550123'],
	['US', '1-202-555-0123', '+12025550123'],
	['ES', '612 34 56 78', '+34612345678'],
	['IT', '06 1234 5678', '+390612345678'],
	['IT', '312 345 6789', '+393123456789'],
	['CI', '01 23 45 67 89', '+2250123456789'],
	['DE', '(0)170 1234567', '+491701234567'],
	['DE', '0491 12345', '+4949112345'],
	['IN', '91234 56789', '+919123456789'],
	['KZ', '771 000 9998', '+77710009998'],
	// What is international stays what it is.
	['ES', '+49 170 1234567', '+491701234567'],
	['ES', '0049 170 1234567', '+491701234567'],
])('in %s, %j is %s', (country, written, number) => {
	expect(read(written, country)).toBe(number);
});

test.each<[country: CountryCode, value: number, number: string]>([
	['ES', 612345678, '+34612345678'],
	['DE', 1701234567, '+491701234567'],
	['US', 2025550123, '+12025550123'],
])('in %s, a spreadsheet’s number %d is %s', (country, value, number) => {
	expect(read(value, country)).toBe(number);
	expect(refusalOf(() => read(value))).toContain('was turned into a number by a spreadsheet');
});

test.each([
	// Too long or too short, or perhaps international without its plus sign.
	...['34612345678', '61234567', '6123456789', '0612345678', 34612345678].map((value) => [
		'ES',
		'Spain',
		value,
	]),
	...['491701234567', '49301234567', '0491701234567', '1234', '170123456789'].map((value) => [
		'DE',
		'Germany',
		value,
	]),
	...['5550123', '912025550123', '919123456789'].map((value) => ['IN', 'India', value]),
	...['79123456789', '800 555 3535'].map((value) => ['RU', 'Russia', value]),
	['IT', 'Italy', '393123456789'],
	['LU', 'Luxembourg', '0628123456'],
])('in %s (%s), %j is refused', (country, name, value) => {
	expect(refusalOf(() => read(value, country as string))).toBe(
		`'Customer Phone' '${value}' has no plus sign, and is not a phone number of the 'Default Country', ${name}. Correct it or, if it begins with a country code, put a plus sign in front`,
	);
});

test('a number is refused for what else is wrong with it, as without a default country', () => {
	for (const value of [
		...['+34 612 34 56 78 (2)', '612 34 56 78 (2)', '612345678.0', '6.1e8', 'unknown', ''],
		...['+49 0170 1234567', '+1 (0) 202 555 0123', '+1202', '612345678 / 9', '++34612345678'],
	])
		for (const country of ['ES', 'DE'])
			expect(refusalOf(() => read(value, country))).toBe(
				refusalOf(() => read(value)).replace(", or choose a 'Default Country'", ''),
			);
});

test('a slash may stand behind the area code, and nowhere else', () => {
	for (const value of ['0170/1234567', '0170 / 123 45 67', '(0170)/1234567'])
		expect(read(value, 'DE')).toBe('+491701234567');
	for (const value of [
		'0170/1234567/8',
		'170/1234567',
		'0170 123456/7',
		'/01701234567',
		'01701234567/',
		'030123456/57',
	])
		expect(refusalOf(() => read(value, 'DE'))).toContain('has no plus sign and country code');
	expect(refusalOf(() => read('0170/1234567'))).toContain("or choose a 'Default Country'");
});

test('a number with a fraction is what a spreadsheet has made of another', () => {
	expect(refusalOf(() => read(170123456.7, 'DE'))).toContain('was turned into a number');
});
