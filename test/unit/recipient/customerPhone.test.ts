import * as fc from 'fast-check';

import { checkCustomerPhone } from '../../../nodes/CustomerMessaging/recipient/customerPhone';
import { refusalOf } from '../../doubles/refusal';

const NUMBER = '+12025550123';

/** What stands between digits without being seen, or as a space or a dash of some kind. */
const BETWEEN = Array.from(
	' -.()[]\t\u00a0\u2007\u2009\u202f\u3000\u2010\u2011\u2012\u2013\u2014\u2212\u00ad\u061c\u180e\u200b\u200c\u200d' +
		'\u200e\u200f\u2060\u2064\ufeff\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069',
);

test('takes out what stands between digits, wherever it is', () => {
	for (const sign of BETWEEN) {
		const spread = `+1${sign}202${sign}${sign}5550123`;
		for (const written of [`${sign}${NUMBER}`, `${NUMBER}${sign}`, spread])
			expect([written, checkCustomerPhone(written)]).toEqual([written, NUMBER]);
		// What a list has for a country code that is missing, in front of a number that may be anybody's.
		const isForCode = /[\p{Pd}\u2212.]/u.test(sign);
		for (const prefix of ['+', '00']) {
			const written = `${prefix}${sign}12025550123`;
			if (isForCode) expect(() => checkCustomerPhone(written)).toThrow('it has no country code');
			else expect([written, checkCustomerPhone(written)]).toEqual([written, NUMBER]);
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
	expect(checkCustomerPhone(written)).toBe(number);
});

test('a 0 behind the country code stays where numbers begin with it, and is refused elsewhere', () => {
	for (const number of ['+390612345678', '+2250123456789', '+2290195123456', '+25006123456'])
		for (const written of [number, number.replace('+', '00')])
			expect(checkCustomerPhone(written)).toBe(number);
	for (const country of '1 7 30 34 44 61 81 224 227 230 420 993'.split(' '))
		for (const written of [`+${country}012345678`, `00${country} 01 23 45 67`])
			expect([written, refusalOf(() => checkCustomerPhone(written))]).toEqual([
				written,
				expect.stringContaining('or a 0 that is dialed only within the country. '),
			]);
	// A 0 further on is a digit as any other.
	expect(checkCustomerPhone('+49 2002 000200')).toBe('+492002000200');
});

const FORMAT =
	'Enter it in international format: a plus sign, the country code and the number, such as +12025550123';

test.each<[told: string, values: unknown[]]>([
	[
		`was turned into a number by a spreadsheet or a program. Format the column as text, and enter the number again. ${FORMAT}`,
		[
			...[12025550123, 6.28e11, '6.28e11', '6.28E+11', '6,28E+11', '+6.28e11'],
			...['+12025550123.0', '+12025550123,0', '+12025550123.00', '12025550123.0'],
			...['+1 202 555 0123.0 ', '0012025550123.0', '\u202a+12025550123.0\u202c'],
		],
	],
	[
		`has no plus sign and country code. ${FORMAT}, or choose a 'Default Country' under 'Options'`,
		[
			...['628123456789', '2025550123', '0202 5550123', '(202) 555-0123', 'tel:2025550123'],
			...['00012025550123', '0 0 0 12025550123', '000', '00'],
			// Zeros fill up a number that has to be of some length.
			...['000012025550123', '0000 49 170 1234567', '0(0)1 202 555 0123'],
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
			'\u202aUS.13491208655302741918\u202c',
		],
	],
	[
		'has more than one number in it. Leave only one',
		[
			...['+1 202 555 0123 (2)', '+1 202 555 0123(2) ', '+1 202 555 0123 [2].'],
			...[
				'+1 (202) 555 0123 ( 2 )',
				'+12025550123/24',
				'+1202+5550123',
				'+1+12025550123',
				'+1++2025550123',
				'+49 170 1234567/8',
			],
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
			...['+', '++', '+02025550123', '++02025550123', '+00012025550123', '+000012025550123'],
			// What stands for a missing code.
			...['+--646 555 0101', '+/646 555 0101', '+ – 646 555 0101', '+(-) 646 555 0101'],
			...['+\u30fc646 555 0101', '+00-646 555 0101', '+-0049 170 1234567'],
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

test.each<[what: string, values: unknown[]]>([
	['is empty. Enter a value', ['', ' \n', '\u200b', undefined, null]],
	['is an object, not a plain value. ', [{}]],
	['is true, not a text. ', [true]],
	['is a list, not a plain value. ', [[NUMBER]]],
	['is the number NaN, not a plain value. ', [NaN]],
])('%s: %j', (told, values) => {
	for (const value of values)
		expect(refusalOf(() => checkCustomerPhone(value))).toContain(`'Customer Phone' ${told}`);
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
			expect(number).toMatch(/^\+([17]\d{10}|[2-689]\d{6,14})$/);
			// Not a digit more or less than was written, and in its order.
			const digits = (value as string).replace(/[^\d+]/g, '');
			expect(digits.replace(/^\+*(00)?\+*/, '+')).toBe(number);
		}),
	);
});
