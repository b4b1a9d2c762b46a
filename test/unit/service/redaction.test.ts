import * as fc from 'fast-check';

import { redactionOf } from '../../../nodes/CustomerMessaging/service/redaction';
import { runInTime } from '../../support/runInTime';
import { spellingsOf } from '../../support/secrets';

/** Secrets of any characters, those that the spellings themselves are made of more often. */
const secrets = fc
	.array(
		fc.oneof(
			fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
			fc.constantFrom(...'\\%&"/ 250u#;?+'),
		),
		{ minLength: 4, maxLength: 12 },
	)
	.map((characters) => characters.join(''))
	.filter((secret) => secret.trim() === secret && !/[<>*]/.test(secret));

test('takes any secret out of any text, as it is, URL-encoded and JSON-escaped', () => {
	fc.assert(
		fc.property(secrets, (secret) => {
			for (const spelling of spellingsOf(secret))
				expect(redactionOf(secret)(`<${spelling}>`)).toBe('<***>');
		}),
		{ numRuns: 500 },
	);
});

test('takes it out of all texts, names and numbers in JSON, and leaves the rest as it is', () => {
	const redact = redactionOf('secret');
	const json = { url: '?key=secret', a: 3, b: null, list: ['secret', { secret: ['a secret'] }] };
	expect(redact(json)).toEqual({
		url: '?key=***',
		a: 3,
		b: null,
		list: ['***', { '***': ['a ***'] }],
	});
	const text = '{"__proto__":{"a":1},"b":[[],{},""],"constructor":0}';
	expect(JSON.stringify(redact(JSON.parse(text)))).toBe(text);
});

test.each([
	['4839201', '{"key":4839201,"id":48392017,"other":7}', { key: '***', id: 48392017, other: 7 }],
	['1234567890123456789', '{"key":1234567890123456789}', { key: '***' }],
	['1234567890123456789', '{"key":"1234567890123456800"}', { key: '***' }],
	['12345678901234567890123', '["=1.2345678901234568e+22"]', ['=***']],
	['007', '{"key":7,"text":"7"}', { key: '***', text: '7' }],
])('a secret of digits, %s, is taken out however %s writes it', (key, text, shown) => {
	expect(redactionOf(key)(JSON.parse(text))).toEqual(shown);
});

test.each<[what: string, secret: string, text: string, shown: string]>([
	['the word in front of it may be missing', 'Bearer key-1234', 'key-1234, Bearer', '***, Bearer'],
	...[
		...['Token token=key-1234', 'Api-Key: key-1234', "token='key-1234'", 'token="key-1234"'],
		...['user;key-1234', 'a:key-1234;b'],
	].map((secret): [string, string, string, string] => [
		`so may all around a part of ${secret}`,
		secret,
		`<key-1234> <${secret}> <key%2D1234>`,
		'<***> <***> <***>',
	]),
	['of two parts the longer one is found', 'key-1234 key-123456', 'key-123456', '***'],
	['half a character is found', 'a\ud83db', '<a\ud83db>', '<***>'],
	['a key may have any length', 'key-'.repeat(50_000), `<${'key-'.repeat(50_000)}>`, '<***>'],
])('%s', (_what, secret, text, shown) => {
	expect(redactionOf(secret)(text)).toBe(shown);
});

test.each(['5f8c0d1e-72ab-4e39', 'aaaaaaab', '\\\\secret', '%25%25secret'])(
	'megabytes of the beginning of %s take no more than a moment',
	(secret) => {
		const long = `${secret.slice(0, -1).repeat(300_000)}<${secret}>`;
		expect(runInTime(() => redactionOf(secret)(long)).slice(-5)).toBe('<***>');
	},
);
