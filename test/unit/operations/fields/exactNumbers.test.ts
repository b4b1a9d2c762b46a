import * as fc from 'fast-check';

import {
	inexactNumberIn,
	mayHaveLostDigits,
} from '../../../../nodes/CustomerMessaging/operations/fields/exactNumbers';

test.each<[number: number, lost: boolean]>([
	[0, false],
	[-1, false],
	[0.1, false],
	[1e-300, false],
	[9007199254740991, false],
	[-9007199254740991, false],
	[9007199254740992, true],
	[-9007199254740992, true],
	[1e21, true],
	[Number.MAX_VALUE, true],
	[NaN, false],
	[Infinity, false],
])('%d may have lost digits: %s', (number, lost) => {
	expect(mayHaveLostDigits(number)).toBe(lost);
});

describe('a JSON text', () => {
	test.each([
		'12345678901234567890',
		'9007199254740993',
		'1.10',
		'1.0',
		'0.0',
		'-0',
		'1e3',
		'1E3',
		'1e+3',
		'1e-3',
		'0.10000000000000000001',
		'1e400',
		'-1e400',
		'5e-325',
		'1e21',
	])('with %s is not exact, wherever it stands', (number) => {
		for (const json of [
			number,
			` ${number}\n`,
			`{"1":${number}}`,
			`{"1":"a","2":${number},"3":5}`,
			`[[1, ${number}]]`,
			`{"a":{"b":[${number}]}}`,
			`{"x\\"1":${number}}`,
		]) {
			expect(JSON.parse(json)).toBeDefined();
			expect(inexactNumberIn(json)).toBe(number);
		}
	});

	test.each([
		'{}',
		'[]',
		'""',
		'null',
		'[true,false]',
		'{"1":0,"2":-5,"3":12.5,"4":9007199254740991,"5":0.1,"6":1e+21,"7":1e-7}',
		'{"1":"12345678901234567890","1.10":"1e3"}',
		String.raw`{"\"1.10":"\\","\u0031.10":"\\\"1.10"}`,
		String.raw`["\\\\","1.10\\"]`,
	])('%s is exact', (json) => {
		expect(JSON.parse(json)).toBeDefined();
		expect(inexactNumberIn(json)).toBeUndefined();
	});

	test('of any values, as they are written, is exact', () => {
		fc.assert(
			fc.property(fc.json(), fc.constantFrom(undefined, 2), (json, indent) => {
				const written = JSON.stringify(JSON.parse(json), undefined, indent);
				expect(inexactNumberIn(written)).toBeUndefined();
			}),
		);
	});

	test('gives the number in it that would change, among any texts', () => {
		const texts = fc.array(
			fc.string({ unit: fc.constantFrom('"', '\\', '1', '.', '0', 'e', '-', 'a', '\n', '\u2028') }),
		);
		fc.assert(
			fc.property(texts, texts, (before, after) => {
				const json = `[${[...before.map((text) => JSON.stringify(text)), '1.10', ...after.map((text) => JSON.stringify(text))].join(',')}]`;
				expect(inexactNumberIn(json)).toBe('1.10');
			}),
		);
	});

	test('of any length is read in one go', () => {
		for (const text of [
			'\\'.repeat(1_000_000),
			'"'.repeat(1_000_000),
			'1'.repeat(4_000_000),
			'a'.repeat(4_000_000),
		]) {
			expect(inexactNumberIn(`[${JSON.stringify(text)},1.10]`)).toBe('1.10');
		}
		expect(inexactNumberIn(`[${'1,'.repeat(2_000_000)}1.10]`)).toBe('1.10');
	});
});
