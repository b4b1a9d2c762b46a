import { NodeParameters } from '../../../nodes/CustomerMessaging/operations/nodeParameters';
import { executeContext, NODE, PerItem } from '../doubles/executeContext';

const items = Array.from({ length: 1000 }, () => ({ json: {} }));

function parametersOf(parameters: Record<string, unknown>) {
	const { context, reads } = executeContext({ parameters, items });
	return { parameters: new NodeParameters(context), reads };
}

describe('a fixed field', () => {
	test.each<[name: string, value: unknown]>([
		['text', '+12025550123'],
		['empty text', ''],
		['a number', 5],
		['false', false],
		['nothing', null],
		['an object', { value: { 1: 'A = 1' }, schema: [{ id: '1' }] }],
		['a locator', { __rl: true, mode: 'id', value: '101' }],
	])('is read and checked once for all items: %s', (_name, value) => {
		const { parameters, reads } = parametersOf({ field: value });
		const check = jest.fn((read: unknown) => ({ read }));
		const first = parameters.read('field', 0, check);
		for (const itemIndex of items.keys())
			expect(parameters.read('field', itemIndex, check)).toBe(first);
		expect(first).toEqual({ read: value });
		expect(check).toHaveBeenCalledTimes(1);
		// Once as the user typed it, to see that it is no expression, and once for its value.
		expect(reads.map(({ raw }) => raw)).toEqual([true, false]);
	});

	test('is refused for every item with the same error, checked once', () => {
		const { parameters } = parametersOf({ field: 'odd' });
		const check = jest.fn(() => {
			throw new Error('refused');
		});
		for (let itemIndex = 0; itemIndex < 5; itemIndex++)
			expect(() => parameters.read('field', itemIndex, check)).toThrow('refused');
		expect(check).toHaveBeenCalledTimes(1);
	});

	test('a first item that is not asked for does not matter', () => {
		const { parameters } = parametersOf({ field: 'value' });
		expect(parameters.read('field', 7, String)).toBe('value');
	});

	test('that is not there has its fallback', () => {
		const { parameters } = parametersOf({});
		expect(parameters.read('field', 3, (value) => value, { fallback: 'auto' })).toBe('auto');
		expect(parameters.read('other', 3, (value) => value)).toBe('');
	});
});

describe('an expression', () => {
	test('is read and checked for each item', () => {
		const { parameters, reads } = parametersOf({
			field: new PerItem(items.map((_item, index) => index)),
		});
		const check = jest.fn(Number);
		expect(
			[...items.keys()].map((itemIndex) => parameters.read('field', itemIndex, check)),
		).toEqual([...items.keys()]);
		expect(check).toHaveBeenCalledTimes(items.length);
		expect(reads.filter(({ raw }) => raw)).toHaveLength(1);
	});

	test('of one item that is refused leaves the others alone', () => {
		const { parameters } = parametersOf({ field: new PerItem(['a', '', 'c']) });
		const check = (value: unknown): string => {
			if (value === '') throw new Error('refused');
			return String(value);
		};
		expect(parameters.read('field', 0, check)).toBe('a');
		expect(() => parameters.read('field', 1, check)).toThrow('refused');
		expect(parameters.read('field', 2, check)).toBe('c');
	});

	test.each<[name: string, value: unknown, fixed: boolean]>([
		['text', '={{ $json.id }}', false],
		['text with an equals sign further on', 'a={{ b }}', true],
		['a value of a locator', { __rl: true, mode: 'id', value: '={{ $json.channel }}' }, false],
		[
			'deep in a collection',
			{
				variable: [
					{ name: '1', value: 'a' },
					{ name: '2', value: '={{ $json.b }}' },
				],
			},
			false,
		],
		['a collection without one', { variable: [{ name: '1', value: 'a' }] }, true],
		['nothing', null, true],
	])('is found wherever it is: %s', (_name, value, fixed) => {
		expect(parametersOf({ field: value }).parameters.isFixed('field')).toBe(fixed);
	});
});

test('each field has a value of its own', () => {
	const { parameters } = parametersOf({ one: 'first', other: 'second' });
	expect([
		parameters.read('one', 0, String),
		parameters.read('other', 0, String),
		parameters.read('one', 1, String),
	]).toEqual(['first', 'second', 'first']);
});

test("a locator's value is taken out as n8n does it", () => {
	const { parameters } = parametersOf({ channelId: { __rl: true, mode: 'list', value: '101' } });
	expect(parameters.read('channelId', 0, (value) => value, { extractValue: true })).toBe('101');
});

describe('a field that only points at a field of the item', () => {
	const recipients = new PerItem(['what n8n evaluates']);
	const itemsWithValue = [{ json: { value: 'what the item holds' } }];

	test('is looked up there', () => {
		const { context, reads } = executeContext({
			parameters: { customerPhone: recipients },
			items: itemsWithValue,
		});
		expect(new NodeParameters(context).read('customerPhone', 0, String)).toBe(
			'what the item holds',
		);
		expect(reads.filter(({ raw }) => !raw)).toEqual([]);
	});

	test('is looked up wherever it is in a list', () => {
		const parameter = {
			value: { 1: '={{ $json.value }}', 2: '=No. {{ $json.value }}', 3: 'fixed' },
		};
		const { context, reads } = executeContext({
			parameters: { variables: parameter },
			items: itemsWithValue,
		});
		expect(new NodeParameters(context).read('variables', 0, (value) => value)).toEqual({
			value: { 1: 'what the item holds', 2: 'No. what the item holds', 3: 'fixed' },
		});
		expect(reads.filter(({ raw }) => !raw)).toEqual([]);
	});

	test('is evaluated by n8n where the item holds nothing plain', () => {
		const { context } = executeContext({
			parameters: { customerPhone: recipients },
			items: [{ json: { value: null } }],
		});
		expect(new NodeParameters(context).read('customerPhone', 0, String)).toBe('what n8n evaluates');
	});

	test("is evaluated by n8n where the node is an agent's tool, whose items are what the agent gave", () => {
		const { context } = executeContext({
			parameters: { customerPhone: recipients },
			items: itemsWithValue,
		});
		context.getNode = () => ({ ...NODE, type: `${NODE.type}Tool` });
		expect(new NodeParameters(context).read('customerPhone', 0, String)).toBe('what n8n evaluates');
	});
});
