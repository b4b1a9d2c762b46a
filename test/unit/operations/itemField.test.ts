import * as fc from 'fast-check';
import { isSafeObjectProperty } from 'n8n-workflow';

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
	customer: {
		7: 'a position’s name',
		phone_1: '+12025550126',
		'phone number': { mobile: '+12025550127' },
	},
	orders: [{ id: 'A-1001' }, { id: 'A-1002' }],
	nothing: null,
	odd: NaN,
	'010': 'octal',
	constructor: 'an own constructor',
	toString: 'an own toString',
	globalThis: 'an own globalThis',
	named: Object.assign(['a', 'b'], {
		name: 'a list’s name',
		'01': 'a named position',
		4294967295: 'beyond a list',
	}),
	'a\u2028b': 'two lines',
	date: Object.assign(new Date(0), { zone: 'UTC' }),
	inherited: Object.create({ name: 'inherited' }) as object,
	instance: Object.assign(new (class Instance {})(), { name: 'an instance’s name' }),
	query: Object.assign(Object.create(null) as object, { phone: '+12025550128' }),
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
	['={{ $json.query.phone }}', '+12025550128'],
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
	['={ "1": "{{ $json.phone }}", "2": {} }', '{ "1": "+12025550123", "2": {} }'],
	['={{ $json.count }}} }}', '5} }}'],
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
	['={{ $json.phone'],
	['={{ $json.phone }} {{'],
	['={{ $json.phone }} {{ $json.phone }'],
	['={{ }}'],
	['={{ $json["a\\"b"] }}'],
	['={{ $json["a"b"] }}'],
	['={{ $json["a\'] }}'],
	['={{ $json["a}}b"] }}'],
	['={{ $json["a\nb"] }}'],
	['={{ $json["a\u2028b"] }}'],
	['={{ $json["a\u2029b"] }}'],
	['={{ $json["a\u0000b"] }}'],
	['={{ $json["a\ud800b"] }}'],
	['={{ $json[""] }}'],
	['={{ $json.orders[-1] }}'],
	['={{ $json.orders[01] }}'],
	['={{ $json.orders[1.0] }}'],
	['={{ $json.orders[1e0] }}'],
	['={{ $json.orders[0x1] }}'],
	['={{ $json.orders[ 1 ] }}'],
	['={{ $json.orders[9007199254740993] }}'],
	['={{ $json.named[4294967295] }}'],
	['={{ $json[010] }}'],
	['={{ $json.constructor }}'],
	['={{ $json["constructor"] }}'],
	['={{ $json.constructorName }}'],
	['={{ $json.__proto__ }}'],
	['={{ $json.prototype }}'],
	['={{ $json.toString }}'],
	["={{ $json['toString'] }}"],
	['={{ $json.hasOwnProperty }}'],
	['={{ $json.globalThis }}'],
	['={{ $json.mainModule }}'],
	['=A. constructor: {{ $json.phone }}'],
	['={{ $json.größe }}'],
	['={{ $json.$phone }}'],
	['={{ $json?.phone }}'],
	['={{ $json .phone }}'],
	['={{ $json/**/.phone }}'],
	['={{ $json.phone // the customer’s\n }}'],
	['={{ ($json.phone) }}'],
	['={{ $jsonphone }}'],
	['={{ $JSON.phone }}'],
	['={{ $json.phone; }}'],
	['={{ $input.item.json.phone }}'],
	['={{ $("Start").item.json.phone }}'],
	[{ __rl: true, mode: 'id', value: '={{ $json.phone }}' }],
])('%j is left to n8n', (parameter) => {
	expect(itemLookupOf(parameter)).toBeUndefined();
});

test('a list of fields is found as a whole', () => {
	const mapped = {
		mappingMode: 'defineBelow',
		value: { 1: '={{ $json.phone }}', 2: 'Friday', 3: null, 4: '=No. {{ $json.count }}' },
		schema: [{ id: '1', required: true }],
	};
	expect(lookUp(mapped)).toEqual({
		...mapped,
		value: { 1: '+12025550123', 2: 'Friday', 3: null, 4: 'No. 5' },
	});
	const listed = {
		variable: [
			{ name: '1', value: '={{ $json.phone }}' },
			{ name: '={{ $json.count }}', value: '' },
		],
	};
	expect(lookUp(listed)).toEqual({
		variable: [
			{ name: '1', value: '+12025550123' },
			{ name: 5, value: '' },
		],
	});
});

test('a list is left to n8n where one of its fields is', () => {
	expect(lookUp({ value: { 1: '={{ $json.phone }}', 2: '={{ $now }}' } })).toBeUndefined();
	expect(
		lookUp(['={{ $json.phone }}', { __rl: true, mode: 'id', value: '={{ $json.phone }}' }]),
	).toBeUndefined();
	expect(lookUp({ value: { 1: '={{ $json.phone }}', 2: '={{ $json.nothing }}' } })).toBeUndefined();
	expect(lookUp([['={{ $json.phone }}'], ['={{ $json.missing }}']])).toBeUndefined();
});

test('what is looked up changes nothing in the parameter', () => {
	const parameter = { value: { 1: '={{ $json.phone }}' }, schema: [{ id: '1' }] };
	const before = structuredClone(parameter);
	lookUp(parameter);
	expect(parameter).toEqual(before);
});

test.each<[parameter: unknown]>([
	['a={{ $json.phone }}'],
	['{{ $json.phone }}'],
	[''],
	[5],
	[null],
	[{ value: { 1: 'A' } }],
])('%j, which is no expression, is its own value', (parameter) => {
	expect(lookUp(parameter)).toBe(parameter);
});

test('a field is found under any key that an expression can be written with', () => {
	const key = fc
		.string({ minLength: 1 })
		.filter((text) => !/["\\{}]/.test(text) && !(text in {}) && isSafeObjectProperty(text));
	fc.assert(
		fc.property(
			fc.array(key, { minLength: 1, maxLength: 4 }),
			fc.oneof(fc.string(), fc.integer(), fc.boolean()),
			(keys, value) => {
				const json = keys.reduceRight<unknown>(
					(inner, name) => Object.fromEntries([[name, inner]]),
					value,
				) as Record<string, never>;
				expect(
					itemLookupOf(`={{ $json${keys.map((name) => `["${name}"]`).join('')} }}`)!(json),
				).toBe(value);
			},
		),
	);
});

test.each<[what: string, expression: string]>([
	['is not there', '={{ $json.missing }}'],
	['lies below text', '={{ $json.phone.length }}'],
	['is a letter of text', '={{ $json.phone[0] }}'],
	['is null', '={{ $json.nothing }}'],
	['is no number', '={{ $json.odd }}'],
	['is an object', '={{ $json.customer }}'],
	['is a list', '={{ $json.orders }}'],
	['is the whole item', '={{ $json }}'],
	['is a list’s own', '={{ $json.named.name }}'],
	['is a list’s position in quotes', '={{ $json.named["0"] }}'],
	['is a list’s length', '={{ $json.named.length }}'],
	['lies beyond a list', '={{ $json.named[2] }}'],
	['is a position, but in no list', '={{ $json.customer[7] }}'],
	['lies in a date', '={{ $json.date.zone }}'],
	['is inherited by an object', '={{ $json.inherited.name }}'],
	['lies in an instance of a class', '={{ $json.instance.name }}'],
	['is null, within text', '=Dear {{ $json.nothing }}'],
	['is an object, within text', '=Dear {{ $json.customer }}'],
])('a field that %s is left to n8n', (_what, expression) => {
	expect(lookUp(expression)).toBeUndefined();
});

test('a field that belongs to no item is left to n8n', () => {
	expect(itemLookupOf('={{ $json.phone }}')!(undefined)).toBeUndefined();
});
