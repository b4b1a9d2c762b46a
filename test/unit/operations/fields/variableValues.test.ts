import { DateTime } from 'luxon';

import {
	dateText,
	filledText,
	plainText,
	textsByName,
} from '../../../../nodes/CustomerMessaging/operations/fields/variableValues';
import { refusalOf } from '../../doubles/refusal';

const moment = '2026-03-01T12:00:00.000Z';

test.each<[value: unknown, text: string]>([
	['text', 'text'],
	['', ''],
	['  kept  ', '  kept  '],
	[0, '0'],
	[-0, '0'],
	[12.5, '12.5'],
	[-3, '-3'],
	[628123456789, '628123456789'],
	[9007199254740991, '9007199254740991'],
	[1e-7, '1e-7'],
	[10n, '10'],
	[true, 'true'],
	[false, 'false'],
	[new Date(moment), moment],
	[DateTime.fromISO(moment, { zone: 'utc' }), moment],
	[DateTime.fromISO('2026-03-01T14:00:00', { zone: 'UTC+2' }), '2026-03-01T14:00:00.000+02:00'],
])('%p is written as %j', (value, text) => {
	expect(plainText(value, "'Text'")).toBe(text);
});

test.each<[value: unknown, message: string, advice: RegExp]>([
	[undefined, "'Text' has no value", /an expression that gives one for every item/],
	[null, "'Text' has no value", /an expression that gives one for every item/],
	[NaN, "'Text' is the number NaN, not a plain value", /Use text, a number, a date, true or false/],
	[Infinity, "'Text' is the number Infinity, not a plain value", /Use text, a number/],
	[
		9007199254740992,
		"'Text' is the number 9007199254740992, which may have lost its last digits",
		/^Keep it as text where it comes from$/,
	],
	[-1e21, "'Text' is the number -1e+21, which may have lost its last digits", /^Keep it as text/],
	[{ name: 'x' }, "'Text' is an object, not a plain value", /point the expression at that part/],
	[{}, "'Text' is an object, not a plain value", /point the expression at that part/],
	[['a', 'b'], "'Text' is a list, not a plain value", /point the expression at that part/],
	[new Date('never'), "'Text' is an object, not a plain value", /a date/],
	[DateTime.invalid('never'), "'Text' is an object, not a plain value", /a date/],
	[() => 'x', "'Text' is a function, not a plain value", /Use text/],
	[Symbol('x'), "'Text' is a symbol, not a plain value", /Use text/],
])('%p is refused', (value, message, advice) => {
	const refusal = refusalOf(() => plainText(value, "'Text'"));
	expect(refusal.message).toBe(message);
	expect(refusal.advice).toMatch(advice);
});

test.each([[undefined], [null], [''], [' \n'], ['\u200b\u3164']])(
	'%j does not fill anything',
	(value) => {
		const { message, advice } = refusalOf(() => filledText(value, "'Text'"));
		expect(message).toBe("'Text' is empty");
		expect(advice).toBe('Enter a value, or an expression that gives one for every item');
	},
);

test.each<[value: unknown, text: string]>([
	[0, '0'],
	[false, 'false'],
	['  kept\u200d  ', '  kept\u200d  '],
])('%j fills, as it is', (value, text) => {
	expect(filledText(value, "'Text'")).toBe(text);
});

test.each<[value: unknown, text: string | undefined]>([
	[new Date(moment), moment],
	[DateTime.fromISO(moment, { zone: 'utc' }), moment],
	[new Date('never'), undefined],
	[DateTime.invalid('never'), undefined],
	[moment, undefined],
	[null, undefined],
	[{ toISO: 'x', toISOString: 'x' }, undefined],
])('the date in %p is %p', (value, text) => {
	expect(dateText(value)).toBe(text);
});

describe('named values', () => {
	const named = (...entries: Array<[name: string, value: unknown]>) =>
		entries.map(([name, value]) => ({ name, shown: `'${name}'`, value }));

	test('become a map of texts, in their order', () => {
		expect(
			Object.entries(
				textsByName(named(['b', 0], ['a', false], ['d', new Date(moment)]), 'Variables'),
			),
		).toEqual([
			['b', '0'],
			['a', 'false'],
			['d', moment],
		]);
	});

	test("have no prototype's keys, and keep a key that looks like one", () => {
		const texts = textsByName(named(['toString', 'x'], ['__proto__', 'y']), 'Variables');
		expect(JSON.stringify(texts)).toBe('{"toString":"x","__proto__":"y"}');
	});

	test('are refused where a name is there twice, as one value would be lost', () => {
		expect(refusalOf(() => textsByName(named(['1', 'a'], ['1', 'b']), 'Variables'))).toEqual({
			message: "'Variables' has '1' twice",
			advice: 'Keep one of them',
		});
	});

	test('are refused where one is empty, unless it may be', () => {
		expect(refusalOf(() => textsByName(named(['1', 'a'], ['2', '']), 'Variables')).message).toBe(
			"'2' is empty",
		);
		expect(textsByName(named(['1', 'a'], ['2', '']), 'Variables', plainText)).toEqual({
			1: 'a',
			2: '',
		});
	});
});
