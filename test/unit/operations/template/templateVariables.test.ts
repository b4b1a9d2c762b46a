import * as fc from 'fast-check';

import {
	fillVariables,
	variablesOf,
} from '../../../../nodes/CustomerMessaging/operations/template/templateVariables';

describe('variablesOf', () => {
	test('has those declared in their order, then those that only a text uses, by number', () => {
		const template = {
			body: 'Hello {{10}}, {{9}} and {{2}}',
			header: { type: 'text', value: '{{1}}' },
			buttons: [{ id: 1, type: 'url', title: 'Track', value: 'https://example.com/{{3}}' }],
			attributes: [{ attribute: '2' }, { attribute: '1' }, { attribute: '7' }],
		};
		expect(variablesOf(template).map(({ id, places }) => [id, places])).toEqual([
			['2', ['body']],
			['1', ['header']],
			['7', []],
			['3', ['button']],
			['9', ['body']],
			['10', ['body']],
		]);
	});

	test('a variable in several places is one', () => {
		const template = {
			body: '{{1}} {{1}}',
			header: { type: 'text', value: '{{1}}' },
			attributes: [{ attribute: '1' }, { attribute: 1 }],
		};
		expect(variablesOf(template).map(({ id, places }) => [id, places])).toEqual([
			['1', ['body', 'header']],
		]);
	});

	test.each<[template: Record<string, unknown>]>([
		[{}],
		[{ body: null, header: null, buttons: null, attributes: null }],
		[{ body: 5, header: 'x', buttons: [null, 5], attributes: [null, {}, 'x'] }],
		[{ body: 'no {{name}} here, { {1} }' }],
		[{ header: { type: 'image', value: 'https://example.com/{{1}}' } }],
	])('%j has none', (template) => {
		expect(variablesOf(template as never)).toEqual([]);
	});
});

describe('a label', () => {
	const labelsOf = (template: Record<string, unknown>): string[] =>
		variablesOf(template as never).map(({ label }) => label);
	const address = 'https://example.com/orders/{{1}}';

	test('of a variable in a button is the title, which says more than the address', () => {
		expect(labelsOf({ buttons: [{ title: 'Track order', value: address }] })).toEqual([
			'1: button “Track order”',
		]);
	});

	test('of a variable in a title shows the gap there', () => {
		expect(labelsOf({ buttons: [{ title: 'Track {{1}} or {{2}}', value: '' }] })).toEqual([
			'1: button “Track ____ or ____”',
			'2: button “Track ____ or ____”',
		]);
	});

	test.each([{}, { title: null }, { title: '' }, { title: ' ' }])(
		'of a button without a title, %j, shows the words around the gap',
		(button) => {
			expect(labelsOf({ buttons: [{ ...button, value: address }] })).toEqual([
				'1 (button): …ple.com/orders/____',
			]);
		},
	);

	test.each([
		['body', { body: 'اطلب {{1}} الآن' }],
		['title', { buttons: [{ title: 'تتبع', value: address }] }],
	])('keeps the direction of a right-to-left %s', (_place, template) => {
		expect(labelsOf(template)[0]).toMatch(/\u2068[^\u2069]+\u2069/);
	});
});

describe('fillVariables', () => {
	test('fills each variable that has a value, and leaves the others as they are', () => {
		expect(fillVariables('{{1}} {{2}} {{1}} {{10}}', { 1: 'a', 10: 'b' })).toBe('a {{2}} a b');
	});

	test('a value may contain anything, and is filled in once', () => {
		expect(fillVariables('{{1}}-{{2}}', { 1: '{{2}} $& $1', 2: '{{1}}' })).toBe(
			'{{2}} $& $1-{{1}}',
		);
	});

	test("has no values of an object's own", () => {
		expect(
			fillVariables('{{1}}', Object.create({ 1: 'inherited' }) as Record<string, string>),
		).toBe('{{1}}');
	});

	test('keeps the text around the variables, whatever it is', () => {
		fc.assert(
			fc.property(fc.string(), fc.string(), fc.string(), (before, value, after) => {
				fc.pre(!/[{}]/.test(before + after));
				expect(fillVariables(`${before}{{1}}${after}`, { 1: value })).toBe(before + value + after);
			}),
		);
	});
});
