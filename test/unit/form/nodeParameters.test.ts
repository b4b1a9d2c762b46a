import type { IExecuteFunctions } from 'n8n-workflow';

import { NodeParameters } from '../../../nodes/CustomerMessaging/form/nodeParameters';

/** What n8n's own evaluation gives. */
const EVALUATED = 'what n8n evaluates';

/** The form as n8n gives it to a node, with what was typed in a field, and the items for which n8n has evaluated it. */
function formOf(typed: unknown, type = 'customerMessaging') {
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
			return EVALUATED;
		},
		getInputData: () => [{ json: { value: 'a' } }, { json: { value: null } }],
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
	const { parameters, evaluated } = formOf(typed);
	const check = jest.fn(String);
	for (const item of [7, 0, 1]) expect(parameters.item(item).read('field', check)).toBe(EVALUATED);
	const refuse = jest.fn(() => {
		throw new Error('refused');
	});
	for (const item of [0, 1])
		expect(() => parameters.item(item).read('other', refuse)).toThrow('refused');
	expect([check.mock.calls.length, refuse.mock.calls.length, evaluated]).toEqual([1, 1, [0, 0]]);
});

test.each<[what: string, typed: unknown, read: unknown[], evaluated: number[], type?: string]>([
	['a field of the item is looked up', '={{ $json.value }}', ['a', EVALUATED], [1]],
	['so is each in a list', ['=No. {{ $json.value }}', 'x'], [['No. a', 'x'], EVALUATED], [1]],
	['anything else is evaluated', '={{ $now }}', [EVALUATED, EVALUATED], [0, 1]],
	['a locator is', { __rl: true, value: '={{ $json.value }}' }, [EVALUATED, EVALUATED], [0, 1]],
	[
		"as an agent's tool, whose items are what the agent gave, everything is",
		'={{ $json.value }}',
		[EVALUATED, EVALUATED],
		[0, 1],
		'customerMessagingTool',
	],
])('of expressions, %s', (_what, typed, read, evaluatedItems, type = 'customerMessaging') => {
	const { parameters, evaluated } = formOf(typed, type);
	expect([0, 1].map((item) => parameters.item(item).read('field', (value) => value))).toEqual(read);
	expect(evaluated).toEqual(evaluatedItems);
	expect(parameters.isFixed('field')).toBe(false);
});
