import * as fc from 'fast-check';

import { itemLookupOf } from '../../../nodes/CustomerMessaging/operations/itemField';

const ITEM = {
	phone: '+12025550123',
	phone_1: '+12025550124',
	count: 5,
	price: 12.5,
	zero: 0,
	yes: true,
	no: false,
	empty: '',
	'phone number': '+12025550125',
	customer: { phone_1: '+12025550126', 'phone number': { mobile: '+12025550127' } },
	orders: [{ id: 'A-1001' }, { id: 'A-1002' }],
	nothing: null,
	odd: NaN,
};

function lookUp(parameter: unknown): unknown {
	return itemLookupOf(parameter)?.(ITEM);
}

test.each<[expression: string, value: unknown]>([
	['={{ $json.phone }}', '+12025550123'],
	['={{$json.phone}}', '+12025550123'],
	['={{\n\t$json.phone\n}}', '+12025550123'],
	['={{ $json.customer.phone_1 }}', '+12025550126'],
	['={{ $json["phone number"] }}', '+12025550125'],
	["={{ $json['phone number'] }}", '+12025550125'],
	['={{ $json.customer["phone number"].mobile }}', '+12025550127'],
	['={{ $json.orders[1].id }}', 'A-1002'],
	['={{ $json.count }}', 5],
	['={{ $json.zero }}', 0],
	['={{ $json.yes }}', true],
	['={{ $json.no }}', false],
	['={{ $json.empty }}', ''],
])('%s is a field of the item', (expression, value) => {
	expect(lookUp(expression)).toBe(value);
});

test.each<[expression: string, value: string]>([
	['=Order {{ $json.orders[0].id }} is on its way.', 'Order A-1001 is on its way.'],
	['={{ $json.phone }} ', '+12025550123 '],
	['= {{ $json.phone }}', ' +12025550123'],
	['={{ $json.count }}{{ $json.count }}', '55'],
	['={{ $json.count }} x {{ $json.price }}', '5 x 12.5'],
	['={{ $json.zero }}, {{ $json.yes }}, {{ $json.no }}, “{{ $json.empty }}”', '0, true, false, “”'],
	['=Hello,\n\n"{{ $json.phone }}" 🙂\n', 'Hello,\n\n"+12025550123" 🙂\n'],
	['=+{{ $json.phone }}', '++12025550123'],
	['=={{ $json.count }}', '=5'],
])('%j is text around fields', (expression, value) => {
	expect(lookUp(expression)).toBe(value);
});

test.each<[parameter: unknown]>([
	['=$json.phone'],
	['=text'],
	['='],
	['={{ $json.phone.trim() }}'],
	['={{ $json.phone || "+12025550123" }}'],
	['=Hello {{ $json.phone }} and {{ $json.phone.trim() }}'],
	['=a \\{{ $json.phone }}'],
	['={{ $json.phone }} \\'],
	['={{{ $json.phone }}}'],
	['={{ $json.phone }} {'],
	['={{ $json.phone }} }} '],
	['={{ $json["a\\"b"] }}'],
	['={{ $json["a}}b"] }}'],
	['={{ $json["a\nb"] }}'],
	['={{ $json.orders[-1] }}'],
	['={{ $json?.phone }}'],
	['={{ $json }}'],
	['={{ $json.phone; }}'],
	['={{ $input.item.json.phone }}'],
	['={{ $("Start").item.json.phone }}'],
	[{ __rl: true, mode: 'id', value: '={{ $json.phone }}' }],
	[{ value: { 1: '={{ $json.phone }}', 2: '={{ $now }}' } }],
	[['={{ $json.phone }}', '={{ $now }}']],
])('%j is left to n8n', (parameter) => {
	expect(itemLookupOf(parameter)).toBeUndefined();
});

test('a list of fields is found as a whole', () => {
	const mapped = {
		mappingMode: 'defineBelow',
		value: { 1: '={{ $json.phone }}', 2: 'Friday', 3: null, 4: '=No. {{ $json.count }}' },
		schema: [{ id: '1', required: true }],
	};
	expect(lookUp(mapped)).toEqual({ ...mapped, value: { 1: '+12025550123', 2: 'Friday', 3: null, 4: 'No. 5' } });
	const listed = { variable: [{ name: '1', value: '={{ $json.phone }}' }, { name: '={{ $json.count }}', value: '' }] };
	expect(lookUp(listed)).toEqual({ variable: [{ name: '1', value: '+12025550123' }, { name: 5, value: '' }] });
});

test('a list is left to n8n where one of its fields is', () => {
	expect(lookUp({ value: { 1: '={{ $json.phone }}', 2: '={{ $json.nothing }}' } })).toBeUndefined();
	expect(lookUp([['={{ $json.phone }}'], ['={{ $json.missing }}']])).toBeUndefined();
});

test('what is looked up changes nothing in the parameter', () => {
	const parameter = { value: { 1: '={{ $json.phone }}' }, schema: [{ id: '1' }] };
	const before = structuredClone(parameter);
	lookUp(parameter);
	expect(parameter).toEqual(before);
});

test.each<[parameter: unknown]>([['a={{ $json.phone }}'], ['{{ $json.phone }}'], [''], [5], [null], [{ value: { 1: 'A' } }]])(
	'%j, which is no expression, is its own value',
	(parameter) => {
		expect(lookUp(parameter)).toBe(parameter);
	},
);

test('a field is found under any key that an expression can be written with', () => {
	const key = fc.string({ minLength: 1 }).filter((text) => !/["\\{}\r\n]/.test(text));
	fc.assert(
		fc.property(fc.array(key, { minLength: 1, maxLength: 4 }), fc.oneof(fc.string(), fc.integer(), fc.boolean()), (keys, value) => {
			const json = keys.reduceRight<unknown>((inner, name) => Object.fromEntries([[name, inner]]), value) as Record<string, never>;
			expect(itemLookupOf(`={{ $json${keys.map((name) => `["${name}"]`).join('')} }}`)!(json)).toBe(value);
		}),
	);
});

test.each<[what: string, expression: string]>([
	['is not there', '={{ $json.missing }}'],
	['lies below text', '={{ $json.phone.length }}'],
	['is a letter of text', '={{ $json.phone[0] }}'],
	['is inherited', '={{ $json.toString }}'],
	['is null', '={{ $json.nothing }}'],
	['is no number', '={{ $json.odd }}'],
	['is an object', '={{ $json.customer }}'],
	['is a list', '={{ $json.orders }}'],
	['is null, within text', '=Dear {{ $json.nothing }}'],
	['is an object, within text', '=Dear {{ $json.customer }}'],
])('a field that %s is left to n8n', (_what, expression) => {
	expect(lookUp(expression)).toBeUndefined();
});

test('a field that belongs to no item is left to n8n', () => {
	expect(itemLookupOf('={{ $json.phone }}')!(undefined)).toBeUndefined();
});
