import type { IExecuteFunctions } from 'n8n-workflow';

import { NodeParameters } from '../../../nodes/CustomerMessaging/form/nodeParameters';

/** The form as n8n gives it to a node: what was typed, and beside it what n8n's own evaluation gives. */
function formOf(
	typed: unknown,
	{ value, type = 'customerMessaging' }: { value: string; type?: string },
) {
	const evaluated: number[] = [];
	const context = {
		getNodeParameter(
			_name: string,
			index: number,
			_fallback: unknown,
			options: { rawExpressions?: boolean },
		) {
			if (options.rawExpressions) return typed;
			evaluated.push(index);
			return 'what n8n evaluates';
		},
		getInputData: () => [{ json: { value } }, { json: { value: null } }],
		getNode: () => ({ type }),
	} as unknown as IExecuteFunctions;
	return { parameters: new NodeParameters(context), evaluated };
}

test.each<[what: string, typed: unknown]>([
	['text', '+12025550123'],
	['text with an equals sign further on', 'a={{ b }}'],
	['false', false],
	['nothing', null],
	['a collection', { variable: [{ name: '1', value: 'A = 1' }] }],
])('a fixed field is read and checked once, also where it is refused: %s', (_what, typed) => {
	const { parameters, evaluated } = formOf(typed, { value: 'a' });
	const check = jest.fn(String);
	for (const item of [7, 0, 1])
		expect(parameters.item(item).read('field', check)).toBe('what n8n evaluates');
	const refuse = jest.fn(() => {
		throw new Error('refused');
	});
	for (const item of [0, 1])
		expect(() => parameters.item(item).read('other', refuse)).toThrow('refused');
	expect([check.mock.calls.length, refuse.mock.calls.length, evaluated]).toEqual([1, 1, [0, 0]]);
});

test.each<[what: string, typed: unknown, read: unknown[], evaluated: number[], type?: string]>([
	['a field of the item is looked up', '={{ $json.value }}', ['a', 'what n8n evaluates'], [1]],
	[
		'so is each in a list',
		['=No. {{ $json.value }}', 'x'],
		[['No. a', 'x'], 'what n8n evaluates'],
		[1],
	],
	[
		'anything else is evaluated',
		'={{ $now }}',
		['what n8n evaluates', 'what n8n evaluates'],
		[0, 1],
	],
	[
		'a locator is',
		{ __rl: true, value: '={{ $json.value }}' },
		['what n8n evaluates', 'what n8n evaluates'],
		[0, 1],
	],
	[
		"as an agent's tool, whose items are what the agent gave, everything is",
		'={{ $json.value }}',
		['what n8n evaluates', 'what n8n evaluates'],
		[0, 1],
		'customerMessagingTool',
	],
])('of expressions, %s', (_what, typed, read, evaluatedItems, type = 'customerMessaging') => {
	const { parameters, evaluated } = formOf(typed, { value: 'a', type });
	expect([0, 1].map((item) => parameters.item(item).read('field', (value) => value))).toEqual(read);
	expect(evaluated).toEqual(evaluatedItems);
	expect(parameters.isFixed('field')).toBe(false);
});
