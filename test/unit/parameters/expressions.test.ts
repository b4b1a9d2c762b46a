import { DateTime } from 'luxon';

import {
	readingOf,
	type ExpressionItem,
} from '../../../nodes/CustomerMessaging/parameters/expressions';
import { TextsOfItems } from '../../../nodes/CustomerMessaging/parameters/hole';
import { findPlace } from '../../../nodes/CustomerMessaging/parameters/place';
import { properties } from '../../../nodes/CustomerMessaging/resources';
import { refusalOf } from '../doubles/refusal';

const UNDEFINED = Symbol('what n8n gives for what is not there');

/** What `{{ $x }}` stands for, so that it need not be JSON, in an item with these texts. */
const itemOf = (value: unknown, texts: unknown = value): ExpressionItem => ({
	json: undefined,
	itemsRead: () => [new TextsOfItems([texts])],
	evaluate(expression) {
		if (value instanceof Error) throw value;
		expect(expression).toMatch(/^\{\{ .* \}\}$/s);
		return value === UNDEFINED ? undefined : value;
	},
});

const PLACE = { shown: "'Text'" };

const read = (typed: unknown, value: unknown, texts?: unknown, mayHaveGaps = false): unknown =>
	readingOf(typed, PLACE, { mayHaveGaps })(itemOf(value, texts));

const moment = '2026-03-01T12:00:00.000Z';

test.each<[value: unknown, text: string]>([
	['a', 'a'],
	[' a ', ' a '],
	[0, '0'],
	[-0.5, '-0.5'],
	[2 ** 53 - 1, '9007199254740991'],
	[10n, '10'],
	[true, 'true'],
	[false, 'false'],
	[new Date(moment), moment],
	[DateTime.fromISO(moment, { zone: 'utc' }), moment],
	// What people write means itself.
	['an undefined word', 'an undefined word'],
	['Null', 'Null'],
	['Nan', 'Nan'],
])('%p among others is %j', (value, text) => {
	expect(read('=No. {{ $x }}!', value)).toBe(`No. ${text}!`);
	expect(read('={{ $x }}{{ $x }}', value)).toBe(text + text);
	expect(read({ a: ['={{ $x }} ', 'b'] }, value)).toEqual({ a: [`${text} `, 'b'] });
});

test.each<[told: RegExp, values: unknown[]]>([
	[/ gives nothing for this item\. /, [UNDEFINED, null, '', ' \n', '\u200b']],
	[/ gives an object, not a plain value\. .*point the expression at that part$/, [{}, { a: 1 }]],
	[/ gives a list, not a plain value\. /, [[], ['a', 'b'], [1]]],
	[/ gives an invalid date\. /, [new Date('never'), DateTime.invalid('never')]],
	[/ gives the number (NaN|Infinity), not a plain value\. /, [NaN, Infinity]],
	[
		/ gives the number \d+, which may have lost its last digits\. Store it as text/,
		[2 ** 53, 2 ** 60],
	],
	[/ gives a (symbol|function), not a plain value\. /, [Symbol('x'), () => 'x']],
	[
		/ gives '.*', so a value is missing\. Check that the item has everything/,
		[
			...['undefined', ' undefined ', 'NaN', '[object Object]'],
			...['Invalid DateTime', 'Invalid Date', 'Invalid Duration', 'Invalid Interval', 'null'],
			...['[object Object],[object Object]', '-Infinity'],
		],
	],
	[/ fails: never heard of it\. Check/, [new Error('never heard of it')]],
])('a text is refused with %s: %p', (told, values) => {
	for (const value of values)
		for (const typed of ['=No. {{ $x }}!', '={{ $x }}.', '=.{{ $x }}', '={{ $x }} '])
			expect(refusalOf(() => read({ a: [typed] }, value))).toMatch(
				new RegExp(/^'Text': \{\{ \$x \}\}/.source + told.source),
			);
});

test('a gap is allowed in a free text, but only one that somebody may have meant', () => {
	for (const value of ['', null, ' '])
		expect(read('=No. {{ $x }}!', value, undefined, true)).toBe(`No. ${value ?? ''}!`);
	for (const value of [UNDEFINED, NaN, {}, [], new Date('never')])
		expect(refusalOf(() => read('=No. {{ $x }}!', value, undefined, true))).toContain(
			'{{ $x }} gives ',
		);
});

test('an expression alone keeps its value, which the check of its field knows', () => {
	for (const value of ['a', '', null, 5, true, {}, ['a'], new Date(0), NaN, 2 ** 60, 'Null'])
		expect(read('={{ $x }}', value)).toBe(value);
	expect(read('={{ $x }}', UNDEFINED)).toBeUndefined();
});

test.each<[value: unknown]>([[['a', 'b undefined']], [{ 1: { 2: 'undefined b' } }]])(
	'in what a list or an object holds, a hole is found, too: %j',
	(value) => {
		expect(refusalOf(() => read('={{ $x }}', value, {}))).toMatch(
			/^'Text': \{\{ .* \}\} gives '.*', so a value is missing\. /,
		);
	},
);

test('JSON is looked at value by value', () => {
	const json = (value: unknown): unknown =>
		readingOf('={{ $x }}', PLACE, { isJson: true })(itemOf(JSON.stringify(value), {}));
	expect(json({ 1: null, null: [5] })).toBe('{"1":null,"null":[5]}');
	expect(refusalOf(() => json({ 1: 'a', 2: 'Invalid DateTime' }))).toBe(
		"'Text': {{ $x }} gives 'Invalid DateTime', so a value is missing. Check that the item has everything that this expression points at",
	);
});

test('what an error shows of a long expression is its beginning, on one line', () => {
	const told = refusalOf(() => read(`=No. {{ ${'a\n+ '.repeat(50)} }}`, null));
	expect(told).toMatch(/^'Text': \{\{ (a \+ ){15}… \}\} gives nothing for this item\. /);
	expect(told.length).toBeLessThan(200);
});

test('what only n8n can put together is left to it, once its pieces are checked', () => {
	const asked: string[] = [];
	const item = {
		json: { a: 'A', none: '' },
		itemsRead: () => [],
		evaluate: (expression: string) => asked.push(expression),
	};
	expect(readingOf('=C:\\ {{ $json.a }}', PLACE, {})(item)).toBe(1);
	expect(asked).toEqual(['C:\\ {{ $json.a }}']);
	expect(refusalOf(() => readingOf('=C:\\ {{ $json.none }}', PLACE, {})(item))).toMatch(
		/ \{\{ \$json\.none \}\} gives nothing /,
	);
});

test.each<[parameter: string, typed: unknown, shown: string]>([
	['customerPhone', '=+{{ $x }}', "'Customer Phone'"],
	['channelId', { __rl: true, mode: 'id', value: '=1{{ $x }}' }, "'Channel'"],
	['options', { thankYou: '=a{{ $x }}' }, "'Thank You' under 'Options'"],
	['options.thankYou', '=a{{ $x }}', "'Thank You' under 'Options'"],
	[
		'customerAttributes',
		{ attribute: [{ name: '1', value: '=a{{ $x }}' }] },
		"'Value' under 'Customer Attributes'",
	],
	['choices.values', [{ label: 'a' }, { label: '=a{{ $x }}' }], "'Label' under 'Choices'"],
	[
		'variables',
		{ value: { 1: '=a{{ $x }}' }, schema: [{ id: '1', displayName: '1: Hello ____' }] },
		"'Values to Send': '1: Hello ____'",
	],
	['variables', { value: { 7: '=a{{ $x }}' }, schema: null }, "'Values to Send': '7'"],
	['notInTheForm', '=a{{ $x }}', "'notInTheForm'"],
])('a hole in %s (%j) is shown as one in %s', (parameter, typed, shown) => {
	const place = findPlace(properties, parameter);
	expect(refusalOf(() => readingOf(typed, place, {})(itemOf(null)))).toMatch(
		new RegExp(`^${shown.replace(/[?$]/g, '\\$&')}: \\{\\{ \\$x \\}\\} gives nothing `),
	);
});

test('what the form does not show is not read: a removed variable, a label that n8n keeps, a field of another node', () => {
	const item = itemOf(new Error('It was read'));
	for (const [parameter, typed] of [
		['variables', { value: { 1: '=a{{ $x }}' }, schema: [{ id: '1', removed: true }] }],
		['channelId', { __rl: true, mode: 'list', value: '11', cachedResultName: '=a{{ $x }}' }],
		['choices.values', [{ label: 'a', html: '=a{{ $x }}' }]],
	] as const)
		expect(readingOf(typed, findPlace(properties, parameter), {})(item)).toEqual(typed);
});
