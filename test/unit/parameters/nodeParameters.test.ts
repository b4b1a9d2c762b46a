import type { IExecuteFunctions } from 'n8n-workflow';

import { NodeParameters } from '../../../nodes/CustomerMessaging/parameters/nodeParameters';

/** What n8n's own evaluation gives. */
const EVALUATED = 'what n8n evaluates';

/** The form as n8n gives it to a node, with what was typed in a field, and all that n8n was asked to read or evaluate. */
function formOf(typed: unknown, type = 'customerMessaging') {
	const asked: Array<string | number> = [];
	const context = {
		getNodeParameter(
			_name: string,
			index: number,
			_fallback: unknown,
			options: { rawExpressions?: boolean },
		) {
			if (options.rawExpressions) return typed;
			asked.push(index);
			return EVALUATED;
		},
		evaluateExpression(expression: string, index: number) {
			asked.push(`${expression} of ${index}`);
			return EVALUATED;
		},
		getInputData: () => [{ json: { value: 'a' } }, { json: { value: null } }],
		getNode: () => ({ type }),
	} as unknown as IExecuteFunctions;
	return { parameters: new NodeParameters(context, []), asked };
}

test.each<[what: string, typed: unknown]>([
	['text', '+12025550123'],
	['text with an equals sign further on', 'a={{ b }}'],
	['false', false],
	['nothing', null],
	['a collection', { variable: [{ name: '1', value: 'A = 1' }] }],
])('a fixed field is read once, and checked by whatever asks for it: %s', (_what, typed) => {
	const { parameters, asked } = formOf(typed);
	for (const item of [7, 0, 1]) {
		expect(parameters.item(item).read('field', String)).toBe(EVALUATED);
		expect(parameters.item(item).read('field', (value) => [value, item])).toEqual([
			EVALUATED,
			item,
		]);
	}
	expect(asked).toEqual([0]);
});

const VALUE = '{{ $json.value }}';

test.each<[what: string, typed: unknown, read: unknown[], asked: string[], type?: string]>([
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
])('of expressions, %s', (_what, typed, read, asked, type = 'customerMessaging') => {
	const { parameters, asked: evaluated } = formOf(typed, type);
	expect([0, 1].map((item) => parameters.item(item).read('field', (value) => value))).toEqual(read);
	expect(evaluated).toEqual(asked);
});

test('of a locator, its value is read', () => {
	const { parameters } = formOf({ __rl: true, mode: 'id', value: `=${VALUE}1` });
	const read = (extractValue: boolean): unknown =>
		parameters.item(0).read(`locator ${extractValue}`, (value) => value, { extractValue });
	expect(read(true)).toBe('a1');
	expect(read(false)).toEqual({ __rl: true, mode: 'id', value: 'a1' });
});

test('the texts of another node are looked at once, and only where the own item does not have the word', () => {
	const others = ['I wrote undefined', 'Ana', 'null Euro'];
	const own = [{ say: 'I wrote undefined' }, {}, {}];
	const asked: string[] = [];
	const context = {
		getNodeParameter: () => "={{ $('Start').item.json.say }}",
		evaluateExpression(expression: string, index: number) {
			if (!expression.includes('.all()')) return others[index];
			asked.push(`${expression} of ${index}`);
			return others.map((say) => ({ json: { say }, binary: { a: { data: 'NaN' } } }));
		},
		getInputData: () => own.map((json) => ({ json })),
		getNode: () => ({ type: 'customerMessaging' }),
	} as unknown as IExecuteFunctions;
	const parameters = new NodeParameters(context, []);
	const read = (index: number): unknown => parameters.item(index).read('field', (value) => value);
	expect(read(0)).toBe(others[0]);
	expect(asked).toEqual([]);
	for (const index of [1, 2, 2, 1]) expect(read(index)).toBe(others[index]);
	expect(asked).toEqual(["{{ $('Start').all() }} of 2"]);
});
