import { DateTime } from 'luxon';

import {
	readGivenVariables,
	readVariables,
} from '../../../../nodes/CustomerMessaging/operations/fields/variables';
import { NodeParameters } from '../../../../nodes/CustomerMessaging/operations/nodeParameters';
import { executeContext, PerItem } from '../../doubles/executeContext';
import { refusalOf } from '../../doubles/refusal';

function parametersOf(parameters: Record<string, unknown>): NodeParameters {
	return new NodeParameters(executeContext({ parameters }).context);
}

const schema = [
	{ id: '1', displayName: 'Variable 1: “Hello ____”' },
	{ id: '2', displayName: 'Variable 2: “order ____ is”' },
];

const mapped = (value: unknown, fields: unknown = schema): Record<string, unknown> => ({
	specifyVariables: 'fields',
	variables: { mappingMode: 'defineBelow', value, schema: fields },
});

describe('the fields', () => {
	test('give each variable as text', () => {
		expect(readVariables(parametersOf(mapped({ 1: 'Customer 1', 2: 0 })), 0)).toEqual({
			1: 'Customer 1',
			2: '0',
		});
		expect(readVariables(parametersOf(mapped({ 1: false, 2: new Date(0) })), 0)).toEqual({
			1: 'false',
			2: '1970-01-01T00:00:00.000Z',
		});
	});

	test('give nothing where the template has no variables', () => {
		for (const parameters of [
			mapped(null, []),
			mapped({}, []),
			mapped(null, null),
			{},
			{ variables: null },
		]) {
			expect(readVariables(parametersOf(parameters), 0)).toEqual({});
		}
	});

	test('leave out a variable that the user removed', () => {
		expect(
			readVariables(
				parametersOf(mapped({ 1: 'a', 2: null }, [schema[0], { ...schema[1], removed: true }])),
				0,
			),
		).toEqual({ 1: 'a' });
	});

	test('give values without a field of their own too', () => {
		expect(readVariables(parametersOf(mapped({ 7: 'a' }, null)), 0)).toEqual({ 7: 'a' });
	});

	test.each<[value: unknown, message: RegExp]>([
		[{ 1: 'a' }, /^'Variables': 'Variable 2: “order ____ is”' is empty$/],
		[{ 1: 'a', 2: null }, /^'Variables': 'Variable 2.*' is empty$/],
		[{ 1: 'a', 2: ' ' }, /^'Variables': 'Variable 2.*' is empty$/],
		[{ 1: 'a', 2: '' }, /^'Variables': 'Variable 2.*' is empty$/],
		[{ 1: { b: 1 }, 2: 'a' }, /^'Variables': 'Variable 1.*' is an object, not a plain value$/],
		[{ 1: ['b'], 2: 'a' }, /^'Variables': 'Variable 1.*' is a list, not a plain value$/],
		[{ 1: NaN, 2: 'a' }, /^'Variables': 'Variable 1.*' is the number NaN/],
		[null, /^'Variables': 'Variable 1.*' is empty$/],
	])('are refused by their labels: %j', (value, message) => {
		expect(refusalOf(() => readVariables(parametersOf(mapped(value)), 0)).message).toMatch(message);
	});
});

const json = (variablesJson: unknown): Record<string, unknown> => ({
	specifyVariables: 'json',
	variablesJson,
});

describe('the JSON object', () => {
	test.each<[value: unknown, variables: Record<string, string>]>([
		['{" 1 ": "Customer 1", "2": 5, "3": true}', { 1: 'Customer 1', 2: '5', 3: 'true' }],
		[
			'{"toString": "x", "hasOwnProperty": 1}',
			JSON.parse('{"toString": "x", "hasOwnProperty": "1"}') as Record<string, string>,
		],
		['{}', {}],
		['', {}],
		[' \n', {}],
		[undefined, {}],
		[null, {}],
		[
			{ 1: 'a', 2: 0 },
			{ 1: 'a', 2: '0' },
		],
	])('%j gives %j', (value, variables) => {
		expect(readVariables(parametersOf(json(value)), 0)).toEqual(variables);
	});

	test.each<[value: unknown, message: RegExp]>([
		['{"1": "a"', /^'Variables \(JSON\)' is not valid JSON: /],
		['{1: "a"}', /^'Variables \(JSON\)' is not valid JSON: /],
		['["a"]', /^'Variables \(JSON\)' is not an object$/],
		['"a"', /^'Variables \(JSON\)' is not an object$/],
		['5', /^'Variables \(JSON\)' is not an object$/],
		['null', /^'Variables \(JSON\)' is not an object$/],
		[['a'], /^'Variables \(JSON\)' is not an object$/],
		['{"1": {"a": 1}}', /^'Variables \(JSON\)': variable '1' is an object, not a plain value$/],
		['{"1": null}', /^'Variables \(JSON\)': variable '1' is empty$/],
		['{"1": ""}', /^'Variables \(JSON\)': variable '1' is empty$/],
		[
			'{"1": 1.10}',
			/^'Variables \(JSON\)' contains the number 1\.10, which would be sent as 1\.1$/,
		],
		['{" ": "a"}', /^'Variables \(JSON\)' has a variable without a name$/],
		['{"1": "a", " 1": "b"}', /^'Variables \(JSON\)' has '1' twice$/],
		[5, /^'Variables \(JSON\)' is not an object$/],
		[new Date(0), /^'Variables \(JSON\)' is not an object$/],
		[new Date('never'), /^'Variables \(JSON\)' is not an object$/],
		[DateTime.fromMillis(0), /^'Variables \(JSON\)' is not an object$/],
		...['__proto__', 'constructor', 'prototype'].map((name): [string, RegExp] => [
			`{"${name}": "x"}`,
			new RegExp(`^'Variables \\(JSON\\)' has a variable named '${name}', which n8n cannot send$`),
		]),
	])('%j is refused', (value, message) => {
		expect(refusalOf(() => readVariables(parametersOf(json(value)), 0)).message).toMatch(message);
	});

	test('may be another one for each item', () => {
		const parameters = parametersOf(json(new PerItem(['{"1": "a"}', { 1: 'b' }])));
		expect([0, 1].map((itemIndex) => readVariables(parameters, itemIndex))).toEqual([
			{ 1: 'a' },
			{ 1: 'b' },
		]);
	});
});

describe('what is given, where missing values are no error', () => {
	test('leaves out what is missing', () => {
		expect(readGivenVariables(parametersOf(mapped({ 1: null, 2: 'a' })), 0)).toEqual({ 2: 'a' });
		expect(
			readGivenVariables(parametersOf(json('{"1": null, "2": "", "3": 0, "4": "\u200b"}')), 0),
		).toEqual({ 3: '0' });
	});

	test('still refuses what is nested or no object', () => {
		expect(
			refusalOf(() => readGivenVariables(parametersOf(json('{"1": [1]}')), 0)).message,
		).toContain('is a list');
		expect(refusalOf(() => readGivenVariables(parametersOf(json('[1]')), 0)).message).toContain(
			'is not an object',
		);
	});
});
