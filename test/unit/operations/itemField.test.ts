import * as fc from 'fast-check';

import { fieldAt, fieldPathOf } from '../../../nodes/CustomerMessaging/operations/itemField';

test.each<[expression: string, path: string[]]>([
	['={{ $json.phone }}', ['phone']],
	['={{$json.phone}}', ['phone']],
	['={{ $json.customer.phone_1 }}', ['customer', 'phone_1']],
	['={{ $json["phone number"] }}', ['phone number']],
	["={{ $json['phone number'] }}", ['phone number']],
	['={{ $json.customer["phone number"].mobile }}', ['customer', 'phone number', 'mobile']],
])('%s points at a field', (expression, path) => {
	expect(fieldPathOf(expression)).toEqual(path);
});

test.each<[parameter: unknown]>([
	['{{ $json.phone }}'],
	['$json.phone'],
	['=$json.phone'],
	['=+{{ $json.phone }}'],
	['={{ $json.phone }} '],
	['={{ $json.phone.trim() }}'],
	['={{ $json.phone || "+12025550123" }}'],
	['={{ $json.phone }}{{ $json.extension }}'],
	['={{ $json["a\\"b"] }}'],
	['={{ $json["a}}b"] }}'],
	['={{ $json["a\nb"] }}'],
	['={{ $json.phones[0] }}'],
	['={{ $json?.phone }}'],
	['={{ $json }}'],
	['={{ $input.item.json.phone }}'],
	['={{ $("Start").item.json.phone }}'],
	[5],
	[null],
	[{ __rl: true, mode: 'id', value: '={{ $json.phone }}' }],
])('%j is left to n8n', (parameter) => {
	expect(fieldPathOf(parameter)).toBeUndefined();
});

test('a field is found under any key that an expression can be written with', () => {
	const key = fc.string({ minLength: 1 }).filter((text) => !/["\\{}\r\n]/.test(text));
	fc.assert(
		fc.property(fc.array(key, { minLength: 1, maxLength: 4 }), fc.oneof(fc.string(), fc.integer(), fc.boolean()), (keys, value) => {
			const json = keys.reduceRight<unknown>((inner, name) => Object.fromEntries([[name, inner]]), value) as Record<string, never>;
			const path = fieldPathOf(`={{ $json${keys.map((name) => `["${name}"]`).join('')} }}`);
			expect(path).toEqual(keys);
			expect(fieldAt(json, path!)).toBe(value);
		}),
	);
});

test.each<[what: string, json: Record<string, never> | undefined, path: string[]]>([
	['is not there', {}, ['phone']],
	['lies below text', { phone: '+12025550123' } as never, ['phone', 'length']],
	['is inherited', {}, ['toString']],
	['is null', { phone: null } as never, ['phone']],
	['is an object', { phone: { mobile: '+12025550123' } } as never, ['phone']],
	['is a list', { phone: ['+12025550123'] } as never, ['phone']],
	['belongs to no item', undefined, ['phone']],
])('a field that %s is left to n8n', (_what, json, path) => {
	expect(fieldAt(json, path)).toBeUndefined();
});
