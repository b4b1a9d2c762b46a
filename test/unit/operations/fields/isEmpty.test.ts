import * as fc from 'fast-check';

import { isEmpty } from '../../../../nodes/CustomerMessaging/operations/fields/isEmpty';

/** What is drawn as nothing, by its code point. */
const UNSEEN = [
	...[0x00, 0x07, 0x09, 0x0a, 0x0d, 0x1f, 0x20, 0x7f, 0x85, 0xa0, 0xad],
	...[
		0x034f, 0x061c, 0x115f, 0x1160, 0x1680, 0x17b4, 0x17b5, 0x180e, 0x2003, 0x200b, 0x200c, 0x200d,
		0x200e, 0x200f,
	],
	...[
		0x2028, 0x2029, 0x202a, 0x202e, 0x202f, 0x205f, 0x2060, 0x2064, 0x2066, 0x2069, 0x2800, 0x3000,
		0x3164,
	],
	...[0xfe0f, 0xfeff, 0xffa0, 0xe0001, 0xe0020],
].map((codePoint) => String.fromCodePoint(codePoint));

test.each([[undefined], [null], ['']])('%p is empty', (value) => {
	expect(isEmpty(value)).toBe(true);
});

test.each(UNSEEN.map((sign) => [`U+${sign.codePointAt(0)!.toString(16).padStart(4, '0')}`, sign]))(
	'%s is empty, alone and repeated',
	(_name, sign) => {
		expect(isEmpty(sign)).toBe(true);
		expect(isEmpty(sign.repeat(100))).toBe(true);
	},
);

test('any mixture of them is empty, until something stands among them that is seen', () => {
	const unseen = fc.array(fc.constantFrom(...UNSEEN)).map((signs) => signs.join(''));
	const seen = fc.constantFrom(
		'a',
		'0',
		'.',
		'-',
		'_',
		'~',
		'|',
		'ä',
		'한',
		'ا',
		'·',
		'👩‍👩‍👧',
		'☺️',
		'\ue000',
		'{{1}}',
	);
	fc.assert(
		fc.property(unseen, seen, unseen, (before, sign, after) => {
			expect(isEmpty(before + after)).toBe(true);
			expect(isEmpty(before + sign + after)).toBe(false);
		}),
	);
});

test.each([[0], [false], [NaN], [{}], [[]], [0n]])(
	'%p is no text, but it is something',
	(value) => {
		expect(isEmpty(value)).toBe(false);
	},
);

test('a text of any length is looked at in one go', () => {
	expect(isEmpty('\u200b'.repeat(4_000_000))).toBe(true);
	expect(isEmpty(`${'\u200b'.repeat(4_000_000)}a`)).toBe(false);
});
