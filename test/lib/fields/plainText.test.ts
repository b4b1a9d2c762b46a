import * as fc from 'fast-check';
import { DateTime } from 'luxon';

import { checkChoice } from '../../../lib/fields/fieldChecks';
import { dateText, filledText, plainText, textsByName } from '../../../lib/fields/plainText';
import { showsNothing } from '../../../lib/basics/nothing';
import { identifierCheck } from '../../../lib/fields/identifier';
import { refusalOf } from '../../doubles/refusal';

const moment = '2026-03-01T12:00:00.000Z';

const checkId = identifierCheck('Customer ID');

test.each<[value: unknown, id: string]>([
	['5001', '5001'],
	[' 5001\n', '5001'],
	['a1b2-c3', 'a1b2-c3'],
	['\u202a50\u200b01\u202c\ufeff', '5001'],
	['007', '007'],
	['9007199254740993', '9007199254740993'],
	[0, '0'],
	[9007199254740991, '9007199254740991'],
	[9007199254740993n, '9007199254740993'],
])('the ID %p is %j', (value, id) => {
	expect(checkId(value)).toBe(id);
});

test.each<[refusal: RegExp, values: unknown[]]>([
	[/^'Customer ID' is empty\. Enter the ID, .* for every item$/, ['', '  \t', undefined, null]],
	[
		/^'Customer ID' is not an ID\. Enter the ID as text or as a whole number\. /,
		[true, { id: 1 }, ['5001']],
	],
	[
		/^'Customer ID' is the number \S+, which is not an ID\. Enter the ID as text/,
		[NaN, Infinity, 1.5, -5],
	],
	[/, which is not an ID\. .*loses its last digits: store it as text/, [2 ** 53, 1e21]],
])('an ID is refused with %s: %p', (refusal, values) => {
	for (const value of values) expect(refusalOf(() => checkId(value))).toMatch(refusal);
});

test('a choice is one of those that the form lists, and a refusal lists them', () => {
	const options = ['image', 'video'].map((value) => ({ name: value, value }));
	const field = { displayName: 'File Type', name: '', default: '', options };
	const check = (value: unknown): string => checkChoice({ ...field, type: 'options' }, value);
	expect(['image', 'video'].map(check)).toEqual(['image', 'video']);
	// As text, the list would be one of the choices.
	for (const value of ['audio', 'Image', ' image', '', 5, true, undefined, null, ['image']])
		expect(refusalOf(() => check(value))).toBe(
			`'File Type' is '${String(value)}', which is not one of its options. Use one of: 'image', 'video'`,
		);
});

test.each<[value: unknown, text: string]>([
	['', ''],
	['  kept\u200d  ', '  kept\u200d  '],
	[0, '0'],
	[-0, '0'],
	[12.5, '12.5'],
	[9007199254740991, '9007199254740991'],
	[1e-7, '1e-7'],
	[10n, '10'],
	[new Date(moment), moment],
	[DateTime.fromISO(moment, { zone: 'utc' }), moment],
	[DateTime.fromISO('2026-03-01T14:00:00', { zone: 'UTC+2' }), '2026-03-01T14:00:00.000+02:00'],
])('the value %p is %j as text', (value, text) => {
	expect(plainText(value, "'Text'")).toBe(text);
	if (text !== '') expect(filledText(value, "'Text'")).toBe(text);
});

test.each<[refusal: RegExp, values: unknown[]]>([
	[
		/^'Text' has no value\. Enter a value, or an expression that gives one for every item$/,
		[undefined, null],
	],
	[/^'Text' is the number \w+, not a plain value\. Use text, a number or a date/, [NaN, Infinity]],
	[
		/^'Text' is an object, not a plain value\. .*point the expression at that part$/,
		[{}, { name: 'x' }],
	],
	[/^'Text' is an invalid date\. /, [new Date('never'), DateTime.invalid('never')]],
	[/^'Text' is a list, /, [['a', 'b']]],
	[/^'Text' is a (function|symbol), /, [() => 'x', Symbol('x')]],
	[
		/^'Text' is (true|false), not a text\. .* such as \{\{ \$json\.paid \? 'yes' : 'no' \}\}$/,
		[true, false],
	],
])('a value is refused as text with %s: %p', (refusal, values) => {
	for (const value of values) expect(refusalOf(() => plainText(value, "'Text'"))).toMatch(refusal);
});

test.each<[number: number, text: string]>([
	[4.99 * 5, '24.95'],
	[0.1 + 0.2, '0.3'],
	[1 / 3, '0.333333333333'],
	[1234567.89, '1234567.89'],
	[820982911946154500, '820982911946154500'],
])('%d is written as %s', (number, text) => {
	expect(plainText(number, "'Text'")).toBe(text);
});

test('a value has to be there where it fills something', () => {
	for (const value of [undefined, null, '', ' \n', '\u200b\u3164'])
		expect(refusalOf(() => filledText(value, "'Text'"))).toMatch(
			/^'Text' is empty\. Enter a value/,
		);
});

test('what only looks like a date is none', () => {
	for (const value of [moment, null, { toISO: 'x', toISOString: 'x' }])
		expect(dateText(value)).toBeUndefined();
});

test('named values become a map of texts in their order, whatever the names', () => {
	const named = Object.entries({ b: 0, toString: 'x', ['__proto__']: new Date(moment) }).map(
		([name, value]) => ({ name, shown: `'${name}'`, value }),
	);
	expect(JSON.stringify(textsByName(named, 'Values to Send', filledText))).toBe(
		`{"b":"0","toString":"x","__proto__":"${moment}"}`,
	);
});

/** What is drawn as nothing, by its code point. */
const UNSEEN = [
	...[0x00, 0x07, 0x09, 0x0a, 0x0d, 0x1f, 0x20, 0x7f, 0x85, 0xa0, 0xad, 0x034f, 0x061c, 0x115f],
	...[0x1160, 0x1680, 0x17b4, 0x17b5, 0x180e, 0x2003, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f],
	...[0x2028, 0x2029, 0x202a, 0x202e, 0x202f, 0x205f, 0x2060, 0x2064, 0x2066, 0x2069, 0x2800],
	...[0x3000, 0x3164, 0xfe0f, 0xfeff, 0xffa0, 0xe0001, 0xe0020],
].map((codePoint) => String.fromCodePoint(codePoint));

test('what is empty is missing, or a text in which nothing is seen', () => {
	for (const value of [undefined, null, '', ...UNSEEN])
		expect([value, showsNothing(value)]).toEqual([value, true]);
	for (const value of [0, false, NaN, {}, [], 0n])
		expect([value, showsNothing(value)]).toEqual([value, false]);
});

test('any mixture of them is empty, until something stands among them that is seen', () => {
	const unseen = fc.array(fc.constantFrom(...UNSEEN)).map((signs) => signs.join(''));
	const seen = fc.constantFrom(...'a0.-_~|ä한ا·\ue000', '👩‍👩‍👧', '☺️', '{{1}}');
	fc.assert(
		fc.property(unseen, seen, unseen, (before, sign, after) => {
			expect(showsNothing(before + after)).toBe(true);
			expect(showsNothing(before + sign + after)).toBe(false);
		}),
	);
	expect(showsNothing(`${'\u200b'.repeat(4_000_000)}a`)).toBe(false);
});
