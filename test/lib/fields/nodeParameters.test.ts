import { DateTime } from 'luxon';
import type { INodeProperties } from 'n8n-workflow';

import { holdsExpression, typedIn } from '../../../lib/fields/typed';
import { findOperation, properties } from '../../../nodes/CustomerMessaging/resources';
import { OPERATION_NAMES } from '../../support/operations';
import { fieldOf, parametersWith, valueOf } from '../../doubles/form';
import { refusalOf } from '../../doubles/refusal';

const UNDEFINED = Symbol('what n8n gives for what is not there');

const FIELD = fieldOf();

/** What is read where `{{ $x }}` stands for this value, so that it need not be JSON. */
function read(typed: unknown, value: unknown, field = FIELD): unknown {
	const evaluate = (expression: string): unknown => {
		if (value instanceof Error) throw value;
		expect(expression).toMatch(/^\{\{ .* \}\}$/s);
		return value === UNDEFINED ? undefined : value;
	};
	return valueOf(parametersWith([field], { field: typed }, { evaluate }).item(0), field);
}

const moment = '2026-03-01T12:00:00.000Z';

test.each<[value: unknown, text: string]>([
	['a', 'a'],
	[' a ', ' a '],
	[0, '0'],
	[-0.5, '-0.5'],
	[2 ** 53 - 1, '9007199254740991'],
	[10n, '10'],
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
	[
		/ gives (true|false), not a text\. Some programs give false for an empty field: /,
		[true, false],
	],
	[/ gives an object, not a plain value\. .*point the expression at that part$/, [{}, { a: 1 }]],
	[/ gives a list, not a plain value\. /, [[], ['a', 'b'], [1]]],
	[/ gives an invalid date\. /, [new Date('never'), DateTime.invalid('never')]],
	[/ gives the number (NaN|Infinity), not a plain value\. /, [NaN, Infinity]],
	[/ gives a (symbol|function), not a plain value\. /, [Symbol('x'), () => 'x']],
	[
		/ gives '.*', so a value is missing\. Check that the item has everything/,
		[
			...['undefined', ' undefined ', 'NaN', '[object Object]'],
			...['Invalid Duration', 'Invalid Interval', 'null'],
			...['false', '#N/A'],
			'[object Object],[object Object]',
		],
	],
	[
		/ gives 'Invalid Date(Time)?'\. Check that the date is there, /,
		['Invalid DateTime', 'Invalid Date'],
	],
	[/ fails: never heard of it\. Check/, [new Error('never heard of it')]],
])('a text is refused with %s: %p', (told, values) => {
	for (const value of values)
		for (const typed of ['=No. {{ $x }}!', '={{ $x }}.', '=.{{ $x }}', '={{ $x }} '])
			expect(refusalOf(() => read({ a: [typed] }, value))).toMatch(
				new RegExp(/^'Text': \{\{ \$x \}\}/.source + told.source),
			);
});

test('a gap that nobody has allowed is refused, and the error says how to allow it', () => {
	expect(refusalOf(() => read('=No. {{ $x }}!', ''))).toBe(
		`'Text': {{ $x }} gives nothing for this item. Check that the item has everything that this expression points at. If it may be missing, say what to write then, as in {{ $json.title || '' }}`,
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
		expect(refusalOf(() => read('={{ f($x) }}', value))).toMatch(
			/^'Text': \{\{ .* \}\} gives '.*', so a value is missing\. /,
		);
	},
);

test('JSON is looked at value by value', () => {
	const json = (value: unknown): unknown =>
		read('={{ $x }}', JSON.stringify(value), fieldOf({ type: 'json' }));
	expect(json({ 1: null, null: [5] })).toBe('{"1":null,"null":[5]}');
	expect(refusalOf(() => json({ 1: 'a', 2: 'Invalid DateTime' }))).toMatch(
		/^'Text': \{\{ \$x \}\} gives 'Invalid DateTime'\. /,
	);
});

test('what an error shows of a long expression is its beginning, on one line', () => {
	const told = refusalOf(() => read(`=No. {{ ${'a\n+ '.repeat(50)} }}`, null));
	expect(told).toMatch(/^'Text': \{\{ (a \+ ){15}… \}\} gives nothing for this item\. /);
	expect(told).not.toContain('a + '.repeat(16));
});

const EVALUATED = 'what n8n evaluates';

const VALUE = '{{ $json.value }}';

test.each<[what: string, typed: unknown, read: unknown[], asked: string[], type?: string]>([
	['what is fixed is not evaluated', 'a={{ b }}', ['a={{ b }}', 'a={{ b }}'], []],
	['a field of the item is looked up', `=${VALUE}`, ['a', EVALUATED], [`${VALUE} of 1`]],
	[
		'so is each in a list',
		[`=No. ${VALUE}`, 'x'],
		[
			['No. a', 'x'],
			[`No. ${EVALUATED}`, 'x'],
		],
		[`${VALUE} of 1`],
	],
	[
		'anything else is evaluated',
		'={{ $now }}',
		[EVALUATED, EVALUATED],
		['{{ $now }} of 0', '{{ $now }} of 1'],
	],
	[
		"as an agent's tool, whose items are what the agent gave, everything is",
		`=${VALUE}`,
		[EVALUATED, EVALUATED],
		[`${VALUE} of 0`, `${VALUE} of 1`],
		'customerMessagingTool',
	],
])('of expressions, %s', (_what, typed, given, asked, nodeType = 'customerMessaging') => {
	const evaluated: string[] = [];
	const evaluate = (expression: string, index: number): string => {
		evaluated.push(`${expression} of ${index}`);
		return EVALUATED;
	};
	const items = [{ value: 'a' }, { value: null }];
	const parameters = parametersWith([FIELD], { field: typed }, { evaluate, items, nodeType });
	expect([0, 1].map((index) => valueOf(parameters.item(index), FIELD))).toEqual(given);
	expect(evaluated).toEqual(asked);
});

const formField = (name: string): INodeProperties =>
	properties.find((field) => field.name === name)!;

describe('an expression that is not finished, or in a field that is set to plain text', () => {
	const TYPED = 'Dear {{ $json.name }}';

	const check = (field: INodeProperties, typed: unknown): void =>
		parametersWith([field], { [field.name]: typed }).refuseUnfinishedExpressions();

	const FIXED =
		/' has an expression in it, but the field is set to 'Fixed'\. Switch the field from 'Fixed' to 'Expression'$/;
	const UNFINISHED = /' has an unfinished expression in it, .*\. Complete the expression, /;

	test.each<[field: Partial<INodeProperties>, told: RegExp, typed: unknown[]]>([
		[{ type: 'string' }, FIXED, [TYPED, `\n${TYPED}`, ' ={{$json.name}}', '{{1}}']],
		[
			{ type: 'string' },
			UNFINISHED,
			[
				'Dear {{ $json.nombre',
				'Dear Ana }}',
				'=Dear {{ $json.name',
				'={{ $json.name }}-shipped }}',
			],
		],
		[
			{ type: 'json' },
			FIXED,
			['{ "1": "{{ $json.order }}" }', '{ "1": {{ $json.order }} }', '{{ "1": "a" }}'],
		],
		[{ type: 'fixedCollection' }, FIXED, [{ attribute: [{ value: 'x' }, { value: TYPED }] }]],
	])('is refused in a field %j (%p): %j', (field, told, typed) => {
		for (const one of typed) expect(refusalOf(() => check(fieldOf(field), one))).toMatch(told);
	});

	test.each<[field: INodeProperties, typed: unknown]>([
		[FIELD, '={{ $json.text }}'],
		[FIELD, '{1} costs { $5 } }'],
		[fieldOf({ type: 'json' }), '{"1":{"a":{"b":1}}}'],
		[fieldOf({ noDataExpression: true }), TYPED],
		[formField('channelId'), { mode: 'list', value: '11', cachedResultName: TYPED }],
		[formField('variables'), { value: { 1: 'A', 2: TYPED }, schema: [{ id: '2', removed: true }] }],
		[formField('variables'), { value: { 1: 'A' }, schema: [{ id: '1', displayName: TYPED }] }],
	])('is not what it is taken for: %j is %j', (field, typed) => {
		check(field, typed);
	});
});

describe('what was typed', () => {
	test.each<[name: string, parameter: unknown, typed: Record<string, unknown>]>([
		[
			'channelId',
			{ __rl: true, mode: 'list', value: '11', cachedResultName: '=a{{ $x }}' },
			{ channelId: '11' },
		],
		[
			'variables',
			{
				value: { 1: 'a', 2: '=b', 7: null },
				schema: [
					{ id: '1', displayName: '=A' },
					{ id: '2', removed: true },
				],
			},
			{ variables: { 1: 'a', 7: null } },
		],
		['variables', { value: null, schema: null }, { variables: {} }],
		['variables', null, { variables: null }],
		[
			'approvalOptions',
			{ values: { approveLabel: '=a' } },
			{ approvalOptions: { values: { approveLabel: '=a' } }, approveLabel: '=a' },
		],
		[
			'choices',
			{ values: [{ label: 'a' }, { label: 'b' }] },
			{ choices: { values: [{ label: 'a' }, { label: 'b' }] } },
		],
	])('in %s (%j) is without what n8n keeps beside', (name, parameter, typed) => {
		expect(Object.fromEntries(typedIn(formField(name), parameter))).toEqual(typed);
	});

	test.each([
		['=a', true],
		['a = b', false],
		[{ a: [{ b: '=' }] }, true],
		[[null, 5, undefined, { a: '' }], false],
		[null, false],
	])('%j holds an expression: %p', (typed, holds) => {
		expect(holdsExpression(typed)).toBe(holds);
	});

	test('no field inside another has the name of one beside them', () => {
		const namesIn = (fields: INodeProperties[]): string[] =>
			fields.flatMap(({ name, options = [], typeOptions }) => [
				name,
				...options.flatMap((option) => {
					if (typeOptions?.multipleValues) return [];
					if ('values' in option) return namesIn(option.values);
					return 'type' in option ? namesIn([option]) : [];
				}),
			]);
		for (const operation of OPERATION_NAMES) {
			const names = namesIn(findOperation(operation).fields);
			expect(names).toEqual([...new Set(names)]);
		}
	});

	test('an option that was not added has its default', () => {
		const options = fieldOf({
			...{ name: 'options', type: 'collection', default: {} },
			options: [fieldOf({ name: 'a', default: 'A' }), fieldOf({ name: 'b', default: 'B' })],
		});
		const item = parametersWith([options], { options: { b: null } }).item(0);
		expect(['a', 'b'].map((name) => valueOf(item, fieldOf({ name, default: 'D' })))).toEqual([
			'D',
			null,
		]);
	});
});
