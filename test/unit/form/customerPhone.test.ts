import * as fc from 'fast-check';

import { checkCustomerPhone } from '../../../nodes/CustomerMessaging/form/customerPhone';
import { refusalOf } from '../doubles/refusal';

const NUMBER = '+12025550123';

/** What stands between digits without being seen, or as a space or a dash of some kind. */
const BETWEEN = Array.from(
	' -.()[]\t\n\u00a0\u2007\u2009\u202f\u3000\u2010\u2011\u2012\u2013\u2014\u2212\u00ad\u061c\u180e\u200b\u200c\u200d' +
		'\u200e\u200f\u2060\u2064\ufeff\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069',
);

test('takes out what stands between digits, wherever it is', () => {
	for (const sign of BETWEEN) {
		const spread = `+1${sign}202${sign}${sign}5550123`;
		for (const written of [`${sign}${NUMBER}`, `${NUMBER}${sign}`, spread, `+${sign}12025550123`])
			expect([written, checkCustomerPhone(written)]).toEqual([written, NUMBER]);
	}
});

test.each([
	['+1 (202) 555-0123', NUMBER],
	['+1202555', '+1202555'],
	['+120255501230123', '+120255501230123'],
	// Italian numbers keep their zero, so one that begins a group is left alone.
	['+39 06 1234567', '+39061234567'],
	['+44 07911 123456', '+4407911123456'],
	['+1 202 555 0 1 2 3', NUMBER],
	['+3 0 2 1 0 1 2 3 4 5 6 7', '+302101234567'],
	['+30 210 1234567', '+302101234567'],
	// Most of the world dials 00 for the plus sign.
	['0012025550123', NUMBER],
	['00 1 202 555 0123', NUMBER],
	[' (00)1-202-555-0123', NUMBER],
	['\u202a00 1 202-555-0123\u202c', NUMBER],
	// Numbers in pairs of digits, as in France.
	['+33.1.23.45.67.00', '+33123456700'],
	['+1.202.555.0100', '+12025550100'],
	['+1 (202) 555.0123', NUMBER],
])('takes %j as %s', (written, number) => {
	expect(checkCustomerPhone(written)).toBe(number);
});

test.each<[refusal: RegExp, values: unknown[]]>([
	[/^'Customer Phone' is empty\. Enter it in international format: /, ['', ' \n', undefined, null]],
	[
		/^'Customer Phone' is the number \w+, not text, so its plus sign is missing\. .*Format the column as text/,
		[12025550123, 6.28e11, NaN],
	],
	[
		/ was shortened by a spreadsheet and has lost some of its digits\. Format the column as text and enter /,
		['6.28e11', '6.28E+11', '6,28E+11', '+6.28e11'],
	],
	[
		/ has no plus sign and country code\. Enter it in international format: a plus sign, the country code /,
		[
			...['628123456789', '2025550123', '0202 5550123', '(202) 555-0123'],
			...['00012025550123', '0 0 12025550123', '000', '00'],
		],
	],
	[
		/ was turned into a decimal number by a spreadsheet or a program\. Format the column as text and enter /,
		[
			...['+12025550123.0', '+12025550123,0', '+12025550123.00', '12025550123.0'],
			...['+1 202 555 0123.0 ', '0012025550123.0', '\u202a+12025550123.0\u202c'],
		],
	],
	[
		/ contains the 0 that is dialed only within the country\. Remove that 0 from the number$/,
		[
			...['+1 (0) 202 555 0123', '+1 202 (0) 555 0123', '+1( 0 )2025550123'],
			...['+1(\u200e0\u200e)2025550123', '+1 [0] 202 555 0123', '+1 0 2025550123'],
			...['+44 0 7911 123456', '+44-0-7911-123456', '+44 (0 7911) 123456', '(+44) 0 7911 123456'],
			...['+44\u00a00\u00a07911123456', '+44\u200b0\u200b7911123456', '+(44)(0)7911123456'],
			...['+ 44 0 7911123456', ' +44 \u2013 0 \u2013 7911123456', '\u202a+44 0 7911123456'],
			...['0044 0 7911 123456', '00 44 (0) 7911 123456', '+7 0 9123456789', '+353 0 871234567'],
		],
	],
	[
		/ contains letters\. /,
		['+1 202 555 0123 ext 5', '+1 202 CALLNOW', 'tel:+12025550123', 'undefined'],
	],
	[
		/ contains something that is not a digit\. /,
		[
			...['+', '++12025550123', '+1202+5550123', '+١٢٠٢٥٥٥٠١٢٣'],
			...['+12025550123, +12025550124', '+12025550123/24'],
		],
	],
	[
		/ has a country code that starts with 0, which none does\. /,
		['+02025550123', '+0012025550123', '+00 1 202 555 0123'],
	],
	[
		/ is too short for an international number\. It needs at least 7 digits\. /,
		['+120255', '00120255'],
	],
	[
		/ is too long for an international number\. It may have 15 digits at most\. /,
		['+1202555012301234'],
	],
	[/^'Customer Phone' is not text\. /, [true, {}, [NUMBER]]],
])('refuses with %s: %j', (refusal, values) => {
	for (const value of values) {
		const told = refusalOf(() => checkCustomerPhone(value));
		expect(told).toMatch(refusal);
		if (typeof value === 'string' && value.trim() !== '')
			expect(told).toContain(`'Customer Phone' '${value.trim()}' `);
	}
});

test('whatever it is given, it gives a whole international number or refuses', () => {
	const signs = fc.constantFrom(...BETWEEN, '+', '0', '1', '9', 'e', 'x', '/');
	const written = fc.array(signs, { maxLength: 24 }).map((all) => all.join(''));
	fc.assert(
		fc.property(fc.oneof(fc.anything(), written), (value) => {
			let number: string;
			try {
				number = checkCustomerPhone(value);
			} catch {
				return expect(refusalOf(() => checkCustomerPhone(value))).toMatch(/^'Customer Phone' /);
			}
			expect(number).toMatch(/^\+[1-9]\d{6,14}$/);
			// Not a digit more or less than was written, and in its order.
			const digits = (value as string).replace(/[^\d+]/g, '');
			expect([digits, digits.replace(/^00/, '+')]).toContain(number);
		}),
	);
});
