import * as fc from 'fast-check';

import { checkCustomerPhone } from '../../../../nodes/CustomerMessaging/operations/fields/customerPhone';
import { refusalOf } from '../../doubles/refusal';

const NUMBER = '+12025550123';

/** What stands between digits without being seen, or as a space or a dash of some kind. */
const BETWEEN = [
	...[' ', '-', '.', '(', ')', '[', ']', '\t', '\n'],
	...['\u00a0', '\u2007', '\u2009', '\u202f', '\u3000'],
	...['\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2212'],
	...[
		'\u00ad',
		'\u061c',
		'\u180e',
		'\u200b',
		'\u200c',
		'\u200d',
		'\u200e',
		'\u200f',
		'\u2060',
		'\u2064',
		'\ufeff',
	],
	...['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'],
];

test.each(BETWEEN.map((sign) => [sign, `U+${sign.codePointAt(0)!.toString(16).padStart(4, '0')}`]))(
	'takes out %j (%s), wherever it stands',
	(sign) => {
		for (const written of [
			`${sign}${NUMBER}`,
			`${NUMBER}${sign}`,
			`+1${sign}202${sign}${sign}5550123`,
			`+${sign}12025550123`,
		]) {
			expect(checkCustomerPhone(written)).toBe(NUMBER);
		}
	},
);

test('takes any mixture of them out, and never a digit', () => {
	fc.assert(
		fc.property(
			fc.array(fc.constantFrom(...BETWEEN.filter((sign) => !'()[]'.includes(sign))), {
				minLength: 13,
				maxLength: 13,
			}),
			(signs) => {
				const written =
					Array.from(NUMBER, (digit, index) => `${signs[index]}${digit}`).join('') + signs[12];
				expect(checkCustomerPhone(written)).toBe(NUMBER);
			},
		),
	);
});

test.each([
	['+1 (202) 555-0123', NUMBER],
	['+1.202.555.0123', NUMBER],
	['\u202a+1 202-555-0123\u202c', NUMBER],
	['+1202555', '+1202555'],
	['+120255501230123', '+120255501230123'],
	// Italian numbers keep their zero, so one that begins a group is left alone.
	['+39 06 1234567', '+39061234567'],
	['+44 07911 123456', '+4407911123456'],
	['+1 202 555 0 1 2 3', NUMBER],
	['+3 0 2 1 0 1 2 3 4 5 6 7', '+302101234567'],
	['+30 210 1234567', '+302101234567'],
])('takes %j as %s', (written, number) => {
	expect(checkCustomerPhone(written)).toBe(number);
});

test.each<[value: unknown, message: string, advice: RegExp]>([
	[
		'',
		"'Customer Phone' is empty",
		/international format: a plus sign, the country code and the number/,
	],
	[' \n', "'Customer Phone' is empty", /international format/],
	[undefined, "'Customer Phone' is empty", /international format/],
	[null, "'Customer Phone' is empty", /international format/],
	[
		12025550123,
		"'Customer Phone' is the number 12025550123, not text, so its plus sign is missing",
		/Format the column as text/,
	],
	[
		628123456789,
		"'Customer Phone' is the number 628123456789, not text, so its plus sign is missing",
		/Format the column as text/,
	],
	[
		6.28e11,
		"'Customer Phone' is the number 628000000000, not text, so its plus sign is missing",
		/Format the column as text/,
	],
	[
		NaN,
		"'Customer Phone' is the number NaN, not text, so its plus sign is missing",
		/Format the column as text/,
	],
	[
		'6.28e11',
		"'Customer Phone' '6.28e11' was shortened by a spreadsheet and has lost its digits",
		/Format the column as text/,
	],
	[
		'6.28E+11',
		"'Customer Phone' '6.28E+11' was shortened by a spreadsheet and has lost its digits",
		/enter the number again/,
	],
	[
		'6,28E+11',
		"'Customer Phone' '6,28E+11' was shortened by a spreadsheet and has lost its digits",
		/enter the number again/,
	],
	[
		'+6.28e11',
		"'Customer Phone' '+6.28e11' was shortened by a spreadsheet and has lost its digits",
		/enter the number again/,
	],
	[
		'628123456789',
		"'Customer Phone' '628123456789' has no plus sign and country code",
		/international format/,
	],
	[
		'2025550123',
		"'Customer Phone' '2025550123' has no plus sign and country code",
		/international format/,
	],
	[
		'0202 5550123',
		"'Customer Phone' '0202 5550123' has no plus sign and country code",
		/international format/,
	],
	[
		'(202) 555-0123',
		"'Customer Phone' '(202) 555-0123' has no plus sign and country code",
		/international format/,
	],
	[
		'0012025550123',
		"'Customer Phone' '0012025550123' starts with 00 instead of a plus sign",
		/Replace the 00 by a plus sign/,
	],
	[
		'00 1 202 555 0123',
		"'Customer Phone' '00 1 202 555 0123' starts with 00 instead of a plus sign",
		/Replace the 00/,
	],
	[
		'+1 (0) 202 555 0123',
		"'Customer Phone' '+1 (0) 202 555 0123' contains the 0 that is dialled only inside the country",
		/Remove that 0/,
	],
	[
		'+1( 0 )2025550123',
		"'Customer Phone' '+1( 0 )2025550123' contains the 0 that is dialled only inside the country",
		/Remove that 0/,
	],
	[
		'+1(\u200e0\u200e)2025550123',
		"'Customer Phone' '+1(\u200e0\u200e)2025550123' contains the 0 that is dialled only inside the country",
		/Remove that 0/,
	],
	[
		'+1 [0] 202 555 0123',
		"'Customer Phone' '+1 [0] 202 555 0123' contains the 0 that is dialled only inside the country",
		/Remove that 0/,
	],
	...[
		...[
			'+44 0 7911 123456',
			'+44-0-7911-123456',
			'+44.0.7911.123456',
			'+44 (0) 7911 123456',
			'+44 (0 7911) 123456',
			'+44\u00a00\u00a07911123456',
		],
		...[
			'+44\u200b0\u200b7911123456',
			'(+44) 0 7911 123456',
			'+(44)(0)7911123456',
			'+ 44 0 7911123456',
			' +44 \u2013 0 \u2013 7911123456',
			'\u202a+44 0 7911123456',
		],
		...['+1 0 2025550123', '+7 0 9123456789', '+353 0 871234567', '+1 202 (0) 5550123'],
	].map((written): [string, string, RegExp] => [
		written,
		`'Customer Phone' '${written.trim()}' contains the 0 that is dialled only inside the country`,
		/^Remove that 0 from the number$/,
	]),
	[
		'+1 202 555 0123 ext 5',
		"'Customer Phone' '+1 202 555 0123 ext 5' contains letters",
		/international format/,
	],
	['+1 202 CALLNOW', "'Customer Phone' '+1 202 CALLNOW' contains letters", /international format/],
	[
		'tel:+12025550123',
		"'Customer Phone' 'tel:+12025550123' contains letters",
		/international format/,
	],
	['undefined', "'Customer Phone' 'undefined' contains letters", /international format/],
	['+', "'Customer Phone' '+' contains something that is not a digit", /international format/],
	[
		'++12025550123',
		"'Customer Phone' '++12025550123' contains something that is not a digit",
		/international format/,
	],
	[
		'+1202+5550123',
		"'Customer Phone' '+1202+5550123' contains something that is not a digit",
		/international format/,
	],
	[
		'+12025550123, +12025550124',
		"'Customer Phone' '+12025550123, +12025550124' contains something that is not a digit",
		/international format/,
	],
	[
		'+12025550123/24',
		"'Customer Phone' '+12025550123/24' contains something that is not a digit",
		/international format/,
	],
	[
		'+12025550123#5',
		"'Customer Phone' '+12025550123#5' contains something that is not a digit",
		/international format/,
	],
	[
		'+١٢٠٢٥٥٥٠١٢٣',
		"'Customer Phone' '+١٢٠٢٥٥٥٠١٢٣' contains something that is not a digit",
		/international format/,
	],
	[
		'+02025550123',
		"'Customer Phone' '+02025550123' has a country code that starts with 0, which none does",
		/international format/,
	],
	[
		'+120255',
		"'Customer Phone' '+120255' is too short for an international number",
		/at least 7 digits/,
	],
	[
		'+1202555012301234',
		"'Customer Phone' '+1202555012301234' is too long for an international number",
		/15 digits at most/,
	],
	[true, "'Customer Phone' is not text", /international format/],
	[{}, "'Customer Phone' is not text", /international format/],
	[[NUMBER], "'Customer Phone' is not text", /international format/],
])('refuses %j', (value, message, advice) => {
	const refusal = refusalOf(() => checkCustomerPhone(value));
	expect(refusal.message).toBe(message);
	expect(refusal.advice).toMatch(advice);
});

test('whatever it is given, it gives a whole international number or refuses', () => {
	const signs = fc.constantFrom(...BETWEEN, '+', '0', '1', '9', 'e', 'x', '/');
	fc.assert(
		fc.property(
			fc.oneof(
				fc.anything(),
				fc.array(signs, { maxLength: 24 }).map((all) => all.join('')),
			),
			(value) => {
				let number: string;
				try {
					number = checkCustomerPhone(value);
				} catch {
					expect(refusalOf(() => checkCustomerPhone(value)).message).toMatch(/^'Customer Phone' /);
					return;
				}
				expect(number).toMatch(/^\+[1-9]\d{6,14}$/);
				// Not a digit more or less than was written, and in its order.
				expect((value as string).replace(/[^\d+]/g, '')).toBe(number);
			},
		),
	);
});
