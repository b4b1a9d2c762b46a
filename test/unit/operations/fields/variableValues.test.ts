import { DateTime } from 'luxon';

import { plainText, plainTexts } from '../../../../nodes/CustomerMessaging/operations/fields/variableValues';
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

describe('a map of values', () => {
	test('becomes a map of texts, in its order', () => {
		const texts = plainTexts({ b: 0, ' a ': false, c: '', d: new Date(moment) }, 'Variables');
		expect(Object.entries(texts)).toEqual([
			['b', '0'],
			['a', 'false'],
			['c', ''],
			['d', moment],
		]);
	});

	test("has no prototype's keys, and keeps a key that looks like one", () => {
		const texts = plainTexts(JSON.parse('{"toString": "x", "hasOwnProperty": 1}'), 'Variables');
		expect(JSON.stringify(texts)).toBe('{"toString":"x","hasOwnProperty":"1"}');
	});

	test.each(['__proto__', 'constructor', 'prototype'])('with %s, which n8n would take out unseen, is refused', (name) => {
		expect(refusalOf(() => plainTexts(JSON.parse(`{"${name}": "x"}`), 'Variables')).message).toBe(
			`'Variables' has a variable named '${name}', which n8n cannot send`,
		);
	});

	test.each<[name: string, values: unknown]>([
		['a list', ['a']],
		['text', 'a'],
		['a number', 5],
		['null', null],
		['nothing', undefined],
		['a Date', new Date(moment)],
		['a DateTime', DateTime.fromISO(moment)],
	])('that is %s is refused', (_name, values) => {
		const { message, advice } = refusalOf(() => plainTexts(values, 'Variables'));
		expect(message).toBe("'Variables' is not an object");
		expect(advice).toMatch(/^Enter a JSON object with the variables and their values, such as \{/);
	});

	test('names the variable whose value cannot be used', () => {
		expect(refusalOf(() => plainTexts({ 1: 'a', 2: { b: 1 } }, 'Variables')).message).toBe(
			"'Variables': variable '2' is an object, not a plain value",
		);
		expect(refusalOf(() => plainTexts({ 1: null }, 'Variables')).message).toBe("'Variables': variable '1' has no value");
	});

	test('is refused with an empty name', () => {
		expect(refusalOf(() => plainTexts({ ' ': 'a' }, 'Variables')).message).toBe("'Variables' has a variable without a name");
	});

	test('is refused where two names differ only in white space, as one value would be lost', () => {
		expect(refusalOf(() => plainTexts({ '1': 'a', ' 1': 'b' }, 'Variables')).message).toBe("'Variables' has the variable '1' twice");
	});
});
