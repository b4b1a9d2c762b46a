import * as fc from 'fast-check';

import {
	checkCustomerPhone,
	defaultCountryOption,
} from '../../../nodes/CustomerMessaging/recipient/customerPhone';
import { refusalOf } from '../../doubles/refusal';

const read = (value: unknown, country = ''): string =>
	checkCustomerPhone(value, undefined, () => country);

test('the list of countries begins with none', () => {
	expect(defaultCountryOption.options![0]).toEqual({ name: 'None', value: '' });
});

const FORMAT =
	'Enter it in international format: a plus sign, the country code and the number, such as +12025550123';

const WITHOUT_CODE =
	"Choose a 'Default Country' under 'Options', which leaves numbers with a plus sign as they are. Only if all numbers have their country code, put a plus sign in front, as in +{{ $json.phone }}";

test.each<[told: string, values: unknown[]]>([
	[
		`was turned into a number by a spreadsheet or a program. ${WITHOUT_CODE}. If it has lost digits, format the column as text, and enter the number again`,
		[12025550123, 2025550123],
	],
	[
		`was turned into a number by a spreadsheet or a program. Format the column as text, and enter the number again. ${FORMAT}`,
		[
			...['6.28e11', '6.28E+11', '6,28E+11', '+6.28e11'],
			...['+12025550123.0', '+12025550123,0', '+12025550123.00', '12025550123.0'],
			...['+1 202 555 0123.0 ', '0012025550123.0', '\u202a+12025550123.0\u202c'],
		],
	],
	[
		`has no plus sign and country code. ${WITHOUT_CODE}`,
		[
			...['628123456789', '2025550123', '0202 5550123', '(202) 555-0123', 'tel:2025550123'],
			...['00012025550123', '0 0 0 12025550123', '000', '00'],
			// Zeros fill up a number that has to be of some length.
			...['000012025550123', '0000 49 170 1234567', '0(0)1 202 555 0123'],
		],
	],
	[
		"has a plus sign, but no country code. Choose a 'Default Country' under 'Options' and leave out the plus sign, or put the country code behind it",
		[
			'+(202) 555-0123',
			'+(202)5550123',
			'+202-555-0123',
			'+202.555.0123',
			'+ (202) 555 0123',
			'+-202',
			// What stands for a missing code.
			...['+--646 555 0101', '+/646 555 0101', '+ – 646 555 0101', '+(-) 646 555 0101'],
			...['+\u30fc646 555 0101', '+00-646 555 0101', '+-0049 170 1234567'],
		],
	],
	[
		`has letters in it. ${FORMAT}`,
		[
			...['+1 202 555 0123 ext 5', '+1 202 CALLNOW', 'undefined', '+1 202 555 0123 (ext 2)'],
			...['+12025550123 or +12025550124', 'wa.me/message/ABC', 'a@lid', 'tel:1;ext=5'],
			...['No. 12025550123', 'Nr.12025550123', 'US.', 'USA.13491208655302741918'],
		],
	],
	[
		"is WhatsApp's ID of a customer who hides the phone number. Write to their customer ID instead, with the resource 'Message'",
		[
			...['US.13491208655302741918', 'US.ENT.11815799212886844830', ' DE.4f9A1208655302741918\n'],
			...['12025550123@lid', '134912086553027:12@lid', '+134912086553027@LID'],
			...['\u202aUS.13491208655302741918\u202c', 'whatsapp:US.13491208655302741918'],
		],
	],
	[
		'has more than one number in it. Leave only one',
		[
			...['+1 202 555 0123 (2)', '+1 202 555 0123(2) ', '+1 202 555 0123 [2].'],
			...['+1 (202) 555 0123 ( 2 )', '+12025550123/24', '+1202+5550123', '+1+12025550123'],
			...['+1++2025550123', '+49 170 1234567/8'],
			...['+12025550123, +12025550124', '+49 30 12345\n12346', '+1 202 555\r\n0123'],
		],
	],
	[
		`is not an international phone number: it has no country code, or behind the code are too few or too many digits, or a 0 that is dialed only within the country. ${FORMAT}`,
		[
			...['+1 202 555 0123 - 5', '+1 202 555 012', '+1 149 170 1234', '0011 49 170 1234'],
			...['0011 44 20 7946 0958', '001 44 20 7946 0958', '0011 1 202 555 0123'],
			...['+34 612 34 56 7', '+34 612 34 56 789', 'wa.me/3461234567', '+290255', '00290255'],
			...['+7 8 912 555-01-23', '+4915255501230123', '+491525550123012'],
			...['+1 (0) 202 555 0123', '+1( 0 )2025550123', '+1(\u200e0\u200e)2025550123'],
			...['+1 [0] 202 555 0123', '+1 0 2025550123', '+1 202 (0) 555 0123', '+7 0 9123456789'],
			...['+49 00170 1234567', '+49 (0) 0170 1234567', '+34 (0) 612 34 56 78'],
			...['+52 1 55 1234 56789', '+52 01 55 1234 5678', '+52 2 55 1234 5678'],
			...['+39 (0) 6 12345678', '00 39 [0] 6 12345678', 'wa.me/0612345678'],
			...['+44 7911 (0) 123456', '+33 6 (0) 12 34 56 78'],
			...['+02025550123', '++02025550123', '+00012025550123', '+000012025550123'],
			// A 0 for a missing code, and a national number with a 0 in front.
			...['+0 012025550123', '+0 049 170 1234567', '+(0)012025550123', '+00', '++1202555012'],
			...['+999 1234567', '+1 202 555 012³', '+1 202 555*0123'],
		],
	],
])('refuses with “%s”: %j', (told, values) => {
	for (const value of values)
		expect(refusalOf(() => checkCustomerPhone(value))).toBe(
			`'Customer Phone' '${String(value).trim()}' ${told}`,
		);
});

test.each<[country: string, value: number, number: string]>([
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

test.each(['0170 1234567', '(0170) 1234567', '(0)170 1234567'])(
	'there, %j has its 0 in front',
	(written) => {
		expect(read(written, 'DE')).toBe('+491701234567');
	},
);

test('a number is refused for what else is wrong with it, as without a default country', () => {
	for (const value of [
		...['612345678.0', '6.1e8', 'unknown', '', '612345678 ext 9', 'whatsapp', '+34 612 34 56 7'],
		...['+1 (0) 202 555 0123', '+1202', '+034612345678'],
	])
		for (const country of ['ES', 'DE'])
			expect(refusalOf(() => read(value, country))).toBe(refusalOf(() => read(value)));
});

test.each<[what: string, values: unknown[]]>([
	['is empty. Enter a value', ['', ' \n', '\u200b', undefined, null]],
	['is an object, not a plain value. ', [{}]],
	['is true, not a text. ', [true]],
	['is a list, not a plain value. ', [['+12025550123']]],
	['is the number NaN, not a plain value. ', [NaN]],
])('%s: %j', (told, values) => {
	for (const value of values)
		expect(refusalOf(() => checkCustomerPhone(value))).toContain(`'Customer Phone' ${told}`);
});

test('whatever it is given, it gives a whole international number or refuses', () => {
	const signs = fc.constantFrom(...' -.()[]\t\u00a0\u2010\u2212\u200b\u202a+019ex/');
	const written = fc.array(signs, { maxLength: 24 }).map((all) => all.join(''));
	fc.assert(
		fc.property(fc.oneof(fc.anything(), written), (value) => {
			let number: string;
			try {
				number = checkCustomerPhone(value);
			} catch {
				return expect(refusalOf(() => checkCustomerPhone(value))).toMatch(/^'Customer Phone' /);
			}
			expect(number).toMatch(/^\+([17]\d{10}|[2-689]\d{6,14})$/);
			// Not a digit more or less than was written, and in its order.
			const digits = (value as string).replace(/[^\d+]/g, '');
			expect(digits.replace(/^\+*(00)?\+*/, '+')).toBe(number);
		}),
	);
});
