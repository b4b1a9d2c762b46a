import * as fc from 'fast-check';

import {
	fillVariables,
	variablesOf,
} from '../../../nodes/CustomerMessaging/templates/templateVariables';

test('the variables are those declared in their order, then those that only a text uses, by number', () => {
	const template = {
		body: 'Hello {{10}}, {{9}}, {{2}} and {{2}}',
		header: { type: 'text', value: '{{1}} {{2}}' },
		buttons: [{ id: 1, type: 'url', title: 'Track', value: 'https://example.com/{{3}}' }],
		attributes: [{ attribute: '2' }, { attribute: 2 }, { attribute: '1' }, { attribute: '7' }],
	};
	expect(variablesOf(template).map(({ id, places }) => [id, places])).toEqual([
		['2', ['body', 'header']],
		['1', ['header']],
		['7', []],
		['3', ['button']],
		['9', ['body']],
		['10', ['body']],
	]);
});

test.each<[template: Record<string, unknown>]>([
	[{}],
	[{ body: null, header: null, buttons: null, attributes: null }],
	[{ body: 5, header: 'x', buttons: [null, 5], attributes: [null, {}, 'x'] }],
	[{ body: 'no {{name}} here, { {1} }' }],
	[{ header: { type: 'image', value: 'https://example.com/{{1}}' } }],
])('%j has no variables', (template) => {
	expect(variablesOf(template as never)).toEqual([]);
});

const address = 'https://example.com/orders/{{1}}';

test.each<[label: string, template: object]>([
	['1 (button): Track order', { buttons: [{ title: 'Track order', value: address }] }],
	['1 (button): Track ____…', { buttons: [{ title: 'Track {{1}} or {{2}}', value: '' }] }],
	['1 (button): …rders/____', { buttons: [{ title: ' ', value: address }] }],
	['1 (button): …rders/____', { buttons: [{ value: address }] }],
	['1: …We come by ____.…', { body: 'Hello,\nWe come\nby {{1}}.\nSee you!' }],
	['1: …🥳🥳🥳🥳🥳____🥳🥳…', { body: '🥳🥳🥳🥳🥳🥳🥳{{1}}🥳🥳🥳🥳' }],
])('the label %j', (label, template) => {
	expect(variablesOf(template as never)[0]!.label).toBe(label);
});

test('each variable that has a value is filled, once, and the others stay as they are', () => {
	expect(fillVariables('{{1}} {{2}} {{1}} {{10}}', { 1: '{{2}} $& $1', 10: '{{1}}' })).toBe(
		'{{2}} $& $1 {{2}} {{2}} $& $1 {{1}}',
	);
	expect(fillVariables('{{1}}', Object.create({ 1: 'inherited' }) as Record<string, string>)).toBe(
		'{{1}}',
	);
	fc.assert(
		fc.property(fc.string(), fc.string(), fc.string(), (before, value, after) => {
			fc.pre(!/[{}]/.test(before + after));
			expect(fillVariables(`${before}{{1}}${after}`, { 1: value })).toBe(before + value + after);
		}),
	);
});
