import type { IDataObject } from 'n8n-workflow';

import { itemFieldOf } from '../../../lib/fields/itemField';

const ITEM = {
	phone: '+12025550123',
	count: 5,
	price: 12.5,
	zero: 0,
	yes: true,
	no: false,
	empty: '',
	'phone number': '+12025550125',
	' spaced ': 'spaced',
	customer: { 7: 'a position’s name', phone_1: '+12025550126', 'phone number': { mobile: '+1' } },
	orders: [{ id: 'A-1001' }, { id: 'A-1002' }],
	nothing: null,
	odd: NaN,
	named: Object.assign(['a', 'b'], { name: 'a list’s name', '01': 'a named position' }),
	date: Object.assign(new Date(0), { zone: 'UTC' }),
	inherited: Object.create({ name: 'inherited' }) as object,
	instance: Object.assign(new (class Instance {})(), { name: 'an instance’s name' }),
	query: Object.assign(Object.create(null) as object, { phone: '+12025550128' }),
};

const lookUp = (code: string): unknown => itemFieldOf(code)?.(ITEM as unknown as IDataObject);

test.each<[code: string, value: unknown]>([
	['$json.phone', '+12025550123'],
	['\n\t$json.phone\n', '+12025550123'],
	['$json.customer.phone_1', '+12025550126'],
	['$json["phone number"]', '+12025550125'],
	['$json[" spaced "]', 'spaced'],
	["$json['phone number']", '+12025550125'],
	['$json.customer["phone number"].mobile', '+1'],
	['$json.orders[1].id', 'A-1002'],
	['$json.count', 5],
	['$json.zero', 0],
	['$json.no', false],
	['$json.empty', ''],
	['$json.query.phone', '+12025550128'],
])('%s is %j', (code, value) => {
	expect(lookUp(code)).toBe(value);
});

test.each<[why: string, codes: string[]]>([
	['no code', ['']],
	['more than a field', ['$json.phone.trim()', '$json.phone || 1', '($json.phone)']],
	['more than fields', ['$json.phone;']],
	['an escape', ['$json["a\\"b"]', '$json["a\\nb"]']],
	['quotes that do not fit', ['$json["a"b"]', '$json["a\']', '$json[""]']],
	[
		'odd characters',
		['}}', '\n', '\u2028', '\u2029', '\0', '\ud800'].map((odd) => `$json["a${odd}b"]`),
	],
	[
		'an odd index',
		'-1 01 010 1.0 1e0 0x1 4294967295 9007199254740993'
			.split(' ')
			.map((index) => `$json.orders[${index}]`),
	],
	[
		'JavaScript’s own',
		'constructor __proto__ toString globalThis mainModule'
			.split(' ')
			.map((name) => `$json.${name}`),
	],
	['what n8n refuses', ['$json["constructor"]', '$json["a.constructor"]']],
	['odd steps', ['$json?.phone', '$json .phone', '$json.größe', '$json.$phone']],
	['another item', ['$JSON.phone', '$jsonphone', '$input.item.json.phone']],
])('%s is left to n8n: %j', (_why, codes) => {
	expect(codes.filter((code) => itemFieldOf(code) !== undefined)).toEqual([]);
});

test.each([
	...'missing phone.length phone[0] nothing odd customer orders named.name named["0"]'.split(' '),
	...'named.length named[2] customer[7] date.zone inherited.name instance.name'.split(' '),
])('$json.%s is no plain value of the item, so it is left to n8n', (path) => {
	expect(itemFieldOf(`$json.${path}`)!(ITEM as unknown as IDataObject)).toBeUndefined();
});
