import { readFileSync } from 'node:fs';

import { safeJsonOf } from '../../../nodes/CustomerMessaging/service/safeJson';
import { runInTime } from '../../support/runInTime';

/** What becomes of JSON that comes as this text. */
function safe(secret: string, json: unknown): unknown {
	const text = typeof json === 'string' ? json : JSON.stringify(json);
	return safeJsonOf(secret)(JSON.parse(text));
}

test.each<[key: string, json: unknown, shown: unknown]>([
	['secret', { url: '?key=secret', a: 3, b: null }, { url: '?key=***', a: 3, b: null }],
	['secret', { list: ['secret', { secret: 'a secret' }] }, { list: ['***', { '***': 'a ***' }] }],
	// The text does not show what stands in escapes.
	['secret', '{"\\u0073ecret":"secre\\u0074"}', { '***': '***' }],
	['a', { data: { status: 'a' }, customer: 1 }, { data: { status: '***' }, customer: 1 }],
	['error', { error: 'an error', errors: [] }, { error: 'an ***', '***s': [] }],
	['data', { data: 1, metadata: 2 }, { data: 1, 'meta***': 2 }],
	['true', { success: true, said: 'true' }, { success: true, said: '***' }],
	['null', { error: null, said: 'null' }, { error: null, said: '***' }],
])('%j is taken out of all of %j but the names of the interface', (key, json, shown) => {
	expect(safe(key, json)).toEqual(shown);
});

test.each([
	['4839201', '{"key":4839201,"id":48392017,"other":7}', { key: '***', id: 48392017, other: 7 }],
	['1234567890123456789', '{"key":1234567890123456789}', { key: '***' }],
	['1234567890123456789', '{"key":1234567890123456800}', { key: '***' }],
	['1234567890123456789', '{"key":"1234567890123456800"}', { key: '***' }],
	['12345678901234567890123', '[12345678901234567890123,1.2345678901234568e+22]', ['***', '***']],
	['12345678901234567890123', '["=1.2345678901234568e+22"]', ['=***']],
	['007', '{"key":7,"text":"7"}', { key: '***', text: '7' }],
	['1e5', '[100000,1e5,"100000"]', ['***', '***', '100000']],
])('a secret of digits, %s, is taken out however %s writes it', (key, text, shown) => {
	expect(safe(key, text)).toEqual(shown);
});

test.each(['secret', '"', '8', 'x', ' '])('JSON without %j stays equal, odd names too', (key) => {
	const text = '{"__proto__":{"a":1},"b":[[],{},""],"constructor":0}';
	expect(JSON.stringify(safe(key, text))).toBe(text);
});

test('JSON is cut below a hundred levels, wherever it is deep, and nowhere else', () => {
	const nested = (levels: number, inner: string): string =>
		`${'[{"a":'.repeat(levels / 2)}${inner}${'}]'.repeat(levels / 2)}`;
	for (const key of ['secret', '8']) {
		expect(safe(key, nested(98, '[[]]'))).toEqual(JSON.parse(nested(98, '[[]]')));
		expect(safe(key, nested(98, '[[[],{}]]'))).toEqual(
			JSON.parse(nested(98, '[["[nested too deeply]","[nested too deeply]"]]')),
		);
		const wide = JSON.stringify({ list: Array.from({ length: 200 }, () => [{ a: [{}] }]) });
		expect(JSON.stringify(safe(key, wide))).toBe(wide);
	}
});

test.each([
	['levels', '['.repeat(2_000_000) + ']'.repeat(2_000_000)],
	['lists', `[${'[],'.repeat(1_000_000)}[]]`],
	['names', `{${'"a":{},'.repeat(500_000)}"a":{}}`],
	['backslashes', `["${'\\\\'.repeat(1_900_000)}"]`],
])('4 MB of %s take no more than a moment', (_name, text) => {
	expect(JSON.stringify(runInTime(() => safe('secret', text))).length).toBeGreaterThan(0);
});

test('every name in the service’s answers stays, also where it is the secret', () => {
	const { components } = JSON.parse(readFileSync('dev/sandbox/service.openapi.json', 'utf8')) as {
		components: { schemas: Record<string, unknown> };
	};
	const answers = Object.entries(components.schemas).filter(([name]) => !name.endsWith('Message'));
	const names: string[] = [];
	JSON.stringify(answers, (key, value: unknown) => {
		if (key === 'properties') names.push(...Object.keys(value as object));
		return value;
	});
	expect(names.length).toBeGreaterThan(40);
	for (const name of names) expect(safe(name, { [name]: name })).toEqual({ [name]: '***' });
});
