import {
	namedValuesField,
	readNamedValues,
	type NamedValues,
} from '../../../../nodes/CustomerMessaging/operations/fields/namedValues';
import { NodeParameters } from '../../../../nodes/CustomerMessaging/operations/nodeParameters';
import { executeContext } from '../../doubles/executeContext';
import { refusalOf } from '../../doubles/refusal';

const definition = {
	name: 'buttonVariables',
	list: 'variable',
	displayName: 'Button Variables',
	entryName: 'Variable',
	description: '',
	placeholder: '',
	nameField: { displayName: 'Name', name: 'name', type: 'string', default: '' },
	mayBeEmpty: false,
} satisfies NamedValues;

function read(value: unknown, mayBeEmpty = false): Record<string, string> {
	return readNamedValues(
		new NodeParameters(executeContext({ parameters: { buttonVariables: value } }).context),
		0,
		{ ...definition, mayBeEmpty },
	);
}

test('are the map that the interface wants, as texts', () => {
	const variable = [
		{ name: ' 1 ', value: 'a' },
		{ name: 2, value: 5 },
		{ name: 'yes', value: true },
		{ name: 'when', value: new Date(0) },
	];
	expect(read({ variable })).toEqual({
		1: 'a',
		2: '5',
		yes: 'true',
		when: '1970-01-01T00:00:00.000Z',
	});
});

test('may be empty, but not missing, where that says something', () => {
	expect(read({ variable: [{ name: '1', value: '' }] }, true)).toEqual({ 1: '' });
	expect(refusalOf(() => read({ variable: [{ name: '1' }] }, true)).message).toBe(
		"'Button Variables': the value of '1' has no value",
	);
});

test.each([[undefined], [null], [{}], [{ variable: [] }]])('are none for %j', (value) => {
	expect(read(value)).toEqual({});
});

test.each<[entries: unknown[], message: string]>([
	[
		[
			{ name: '1', value: 'a' },
			{ name: ' ', value: 'b' },
		],
		"'Button Variables': Variable 2 has no 'Name'",
	],
	[[{ value: 'b' }], "'Button Variables': Variable 1 has no 'Name'"],
	[[{ name: null, value: 'b' }], "'Button Variables': Variable 1 has no 'Name'"],
	[
		[
			{ name: '1', value: 'a' },
			{ name: '1 ', value: 'b' },
		],
		"'Button Variables' has '1' twice",
	],
	[[{ name: '1' }], "'Button Variables': the value of '1' is empty"],
	[[{ name: '1', value: ' ' }], "'Button Variables': the value of '1' is empty"],
	[[{ name: '\u200b', value: 'a' }], "'Button Variables': Variable 1 has no 'Name'"],
	[
		[{ name: '1', value: {} }],
		"'Button Variables': the value of '1' is an object, not a plain value",
	],
	[[{ name: {}, value: 'a' }], "'Button Variables': 'Name' is an object, not a plain value"],
])('%j are refused', (variable, message) => {
	expect(refusalOf(() => read({ variable })).message).toBe(message);
});

test('their field is saved under the names that are read', () => {
	const field = namedValuesField(definition);
	expect(field).toMatchObject({
		name: 'buttonVariables',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
	});
	expect(field.options).toMatchObject([
		{ name: 'variable', values: [{ name: 'name' }, { name: 'value' }] },
	]);
});
