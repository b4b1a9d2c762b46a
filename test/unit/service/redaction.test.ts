import * as fc from 'fast-check';

import { redactionOf } from '../../../nodes/CustomerMessaging/service/redaction';
import { runInTime } from '../../support/runInTime';

const HTML: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&apos;',
};

const hexadecimal = (value: number, digits: number): string =>
	value.toString(16).padStart(digits, '0');

const unicodeEscapes = (text: string): string =>
	text.replace(/[^]/g, (unit) => `\\u${hexadecimal(unit.charCodeAt(0), 4)}`);

/** Spells one character in one of the ways of a service, each as often encoded as it likes. */
const spellings: fc.Arbitrary<(character: string) => string> = fc
	.tuple(fc.nat(3), fc.boolean(), fc.nat(5))
	.map(([times, capital, way]) => (character) => {
		const inCase = (digits: string): string => (capital ? digits.toUpperCase() : digits);
		const row = '\\'.repeat(times + 1);
		const units = character.split('').map((unit) => hexadecimal(unit.charCodeAt(0), 4));
		const bytes = Array.from(Buffer.from(character), (byte) => hexadecimal(byte, 2));
		const codePoint = character.codePointAt(0)!;
		return [
			character,
			units.map((unit) => `${row}u${inCase(unit)}`).join(''),
			bytes.map((byte) => `%${'25'.repeat(times)}${inCase(byte)}`).join(''),
			`&#${'0'.repeat(times)}${codePoint};`,
			`&#${inCase('x')}${'0'.repeat(times)}${inCase(hexadecimal(codePoint, 1))};`,
			'"\\/'.includes(character)
				? row + character
				: ({ ...HTML, ' ': '+' }[character] ?? character),
		][way]!;
	});

/** Secrets of any characters, those that the spellings themselves are made of more often. */
const secrets = fc
	.array(
		fc.oneof(
			fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
			fc.constantFrom(...'\\%&"/ 250u#;'),
		),
		{ minLength: 1, maxLength: 12 },
	)
	.map((characters) => characters.join(''))
	.filter((secret) => secret.trim() === secret && !/[<>*]/.test(secret));

/** What may stand before and after the secret. */
const noise = fc.string({ unit: fc.constantFrom(...'\\%&#;"250ux+<> '), maxLength: 20 });

test('takes any secret out of any text, each character in any spelling', () => {
	fc.assert(
		fc.property(
			...([secrets, fc.infiniteStream(spellings), noise, noise] as const),
			(secret, spelling, before, after) => {
				const redact = redactionOf(secret);
				fc.pre(redact(before) === before && redact(after) === after);
				const mixed = Array.from(secret, (character) => spelling.next().value(character)).join('');
				expect(redact(`${before}<${mixed}>${after}`)).toBe(`${before}<***>${after}`);
			},
		),
		{ numRuns: 500 },
	);
});

test('leaves text without the secret as it is', () => {
	// Nothing in it can spell a k, which is 6b, or 107.
	const redact = redactionOf('k\\%&"2\\5');
	const texts = fc.string({ unit: fc.constantFrom(...'\\%&#;"205ux+'), maxLength: 100 });
	fc.assert(fc.property(texts, (text) => expect(redact(text)).toBe(text)));
});

test.each([1, 2, 3, 4, 7, 15])('finds it behind %i backslashes in a row', (count) => {
	const row = '\\'.repeat(count);
	expect(redactionOf('a"b/c')(`x${row}u0061${row}"b${row}/c`)).toBe('x***');
	expect(redactionOf('a\\b')(`xa${row}b a${row}\\u0062 a${row}u005cb`)).toBe('x*** *** ***');
});

test.each([150, 250, 5_001])('finds a secret of %i characters', (length) => {
	const secret = Array.from({ length }, (_, index) => `${index}/`)
		.join('')
		.slice(0, length);
	for (const spelled of [secret, encodeURIComponent(secret), unicodeEscapes(secret)])
		expect(redactionOf(secret)(`<${spelled}>`)).toMatch(/^<[*]+>$/);
});

test.each<[what: string, secret: string, text: string, shown: string]>([
	['a u goes with its escape', 'a\\u', '<a\\\\u0075> <a\\u> <a\\\\u005cu>', '<***> <***> <***>'],
	['white space around it is left', ' key-1 \n', 'a key-1, %20key-1%20', 'a ***, %20***%20'],
	['other letters are not the same', 'Secret', 'secret SECRET Secre t', 'secret SECRET Secre t'],
	['half a character is found', 'a\ud83db', '<a\ud83db>', '<***>'],
	['an empty key changes nothing', '', 'some  text', 'some  text'],
	['nor does one of white space', '  ', 'some  text', 'some  text'],
])('%s: %j', (_what, secret, text, shown) => {
	expect(redactionOf(secret)(text)).toBe(shown);
});

const longest = 512 * 1024;
const fill = (text: string): string =>
	text.repeat(Math.ceil(longest / text.length)).slice(0, longest);

test.each<[name: string, text: (secret: string) => string]>([
	['words', () => fill('The quick brown fox, {"id": "a"}\n')],
	['backslashes', () => fill('\\')],
	['escapes that break off', () => fill('\\\\u00')],
	['percent signs', () => fill('%')],
	['percent signs that were encoded', () => fill('%25')],
	['one percent sign that was encoded many times', () => `%${fill('25')}`],
	['the beginnings of HTML numbers', () => fill('&#000')],
	['one endless HTML number', () => `&#x${fill('0')}`],
	['ampersands', () => fill('&amp;')],
	['its first character', (secret) => fill(secret.charAt(0))],
	['all of it but the end', (secret) => fill(secret.slice(0, -1))],
	[
		'all of its escapes but the last digit',
		(secret) => fill(unicodeEscapes(secret).replaceAll('\\', '\\\\\\').slice(0, -1)),
	],
	['nothing but itself', fill],
])('half a megabyte of %s takes no more than a moment', (_name, text) => {
	for (const secret of [
		...['5f8c0d1e-72ab-4e39', 'aaaaaaab', '\\\\secret', '\\s\\e\\'],
		...['%25%25secret', '&amp;&secret', '"0 0"'],
	]) {
		const long = `${text(secret)}<${secret}>`;
		expect(runInTime(() => redactionOf(secret)(long)).slice(-5)).toBe('<***>');
	}
});
