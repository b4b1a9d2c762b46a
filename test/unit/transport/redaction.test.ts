import * as fc from 'fast-check';

import { redactionOf, redactJson } from '../../../nodes/CustomerMessaging/transport/redaction';

const SECRET = 'k3y/with+every kind"of\\sign&=%ü🙂';

function unicodeEscapes(text: string): string {
	return text.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Every spelling in which a service may echo what it received in a query. */
const SPELLINGS: Array<[name: string, spell: (secret: string) => string]> = [
	['as it is', (secret) => secret],
	['percent-encoded', encodeURIComponent],
	['percent-encoded with small digits', (secret) => encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase())],
	['percent-encoded where it need not be', (secret) => Buffer.from(secret).toString('hex').replace(/../g, '%$&')],
	['form-encoded', (secret) => new URLSearchParams({ key: secret }).toString().slice('key='.length)],
	['as a JSON string', (secret) => JSON.stringify(secret).slice(1, -1)],
	['as a JSON string with escaped slashes', (secret) => JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/')],
	['percent-encoded twice', (secret) => encodeURIComponent(encodeURIComponent(secret))],
	['as HTML', (secret) => secret.replace(/[&<>"']/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' })[sign]!)],
	['as HTML with numbers', (secret) => Array.from(secret, (sign) => `&#${sign.codePointAt(0)};`).join('')],
	['as HTML with hexadecimal numbers', (secret) => Array.from(secret, (sign) => `&#x${sign.codePointAt(0)!.toString(16).toUpperCase()};`).join('')],
	['in JSON escapes throughout', unicodeEscapes],
	['in JSON escapes with capital digits', (secret) => unicodeEscapes(secret).replace(/u..../g, (code) => `u${code.slice(1).toUpperCase()}`)],
];

describe('redactionOf', () => {
	test.each(SPELLINGS)('takes the secret out where it is written %s', (_name, spell) => {
		const redact = redactionOf(SECRET);
		expect(redact(`before ${spell(SECRET)} after ${spell(SECRET)}`)).toBe('before *** after ***');
	});

	test.each(SPELLINGS)('takes any secret out where it is written %s', (_name, spell) => {
		fc.assert(
			fc.property(fc.string({ minLength: 1, unit: 'grapheme' }).filter((secret) => secret.trim() === secret && !'<>*'.includes(secret)), (secret) => {
				expect(redactionOf(secret)(`<${spell(secret)}>`)).toBe('<***>');
			}),
		);
	});

	test('finds a mixture of spellings', () => {
		expect(redactionOf('a b/c')('x=%61+b%2fc&y=a%20b\\/c')).toBe('x=***&y=***');
	});

	test('finds the secret of a key that was pasted with white space around it', () => {
		const redact = redactionOf(' secret-1 \n');
		expect(redact('key secret-1, key %20secret-1%20')).toBe('key ***, key %20***%20');
	});

	test('leaves everything else as it is, in the same letters only', () => {
		const redact = redactionOf('Secret');
		expect(redact('secret SECRET Secre t')).toBe('secret SECRET Secre t');
	});

	test.each(['', '  '])('changes nothing for the secret %j', (secret) => {
		expect(redactionOf(secret)('some  text')).toBe('some  text');
	});

	test('works for a secret of half a character', () => {
		expect(redactionOf('a\ud83db')('<a\ud83db>')).toBe('<***>');
	});
});

describe('redactJson', () => {
	const redact = redactionOf('secret');

	test('takes the secret out of every string and every key, however deep', () => {
		const body = { url: '?api_key=secret', list: ['secret', { secret: 'a secret b' }], count: 3, none: null, yes: true };
		expect(redactJson(body, redact)).toEqual({
			url: '?api_key=***',
			list: ['***', { '***': 'a *** b' }],
			count: 3,
			none: null,
			yes: true,
		});
		expect(body.list[0]).toBe('secret');
	});

	test('takes out a secret of digits that comes back as a number', () => {
		expect(redactJson({ key: 4839201, id: 48392017, other: 7 }, redactionOf('4839201'))).toEqual({
			key: '***',
			id: 48392017,
			other: 7,
		});
	});

	test('keeps a value without the secret equal, its odd keys included', () => {
		const body: unknown = JSON.parse('{"__proto__": {"a": 1}, "b": [[], {}, ""]}');
		expect(JSON.stringify(redactJson(body, redact))).toBe(JSON.stringify(body));
	});
});
