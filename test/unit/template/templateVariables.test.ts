import * as fc from 'fast-check';

import {
	fillVariables,
	variablesOf,
	variablesWithButtonsApart,
} from '../../../nodes/CustomerMessaging/template/templateVariables';

const template = {
	body: 'Hello {{10}}, {{first name}}, {{ 2 }} and {{2}}',
	header: { type: 'text', value: '{{1}} {{2}}' },
	buttons: [{ id: 1, type: 'url', title: 'Track', value: 'https://example.com/{{3}}/{{2}}' }],
	attributes: [{ attribute: ' 2 ' }, { attribute: 2 }, { attribute: '1' }, { attribute: '7' }],
};

test('the variables are those declared in their order, then those that only a text uses', () => {
	const ids = ['2', '1', '7', '10', 'first name', '3'];
	expect(variablesOf(template).map(({ id }) => id)).toEqual(ids);
});

test('with the buttons apart, one that stands in text and button is there twice', () => {
	const ids = ['2', '1', '7', '10', 'first name', 'button 2', 'button 3'];
	expect(variablesWithButtonsApart(template).map(({ id }) => id)).toEqual(ids);
});

test.each<[template: Record<string, unknown>]>([
	[{}],
	[{ body: null, header: null, buttons: null, attributes: null }],
	[{ body: 'nothing {{}} {{ }} here, { {1} }' }],
	[{ header: { type: 'image', value: 'https://example.com/{{1}}' } }],
])('%j has no variables', (template) => {
	expect(variablesOf(template as never)).toEqual([]);
});

const button = (value: string, title = 'Confirm') => ({ buttons: [{ title, value }] });

test.each<[label: string, template: object]>([
	['1: Hello ____, thank you', { body: 'Hello {{1}}, thank you for your order.' }],
	['1: We come by ____. See', { body: 'Hello,\nWe come\nby {{1}}.\nSee you!' }],
	['1: , see you on ____ at', { body: 'Hello {{0}}, see you on {{1}} at {{2}}.' }],
	[
		'1: 🥳🥳🥳🥳🥳🥳🥳🥳🥳🥳🥳🥳____🥳🥳🥳🥳🥳',
		{ body: `${'🥳'.repeat(30)}{{1}}${'🥳'.repeat(5)}` },
	],
	['1 (header): Order ____ i', { header: { type: 'text', value: 'Order {{1}} is here' } }],
	['1 (button): ments/____/c', button('https://clinic.example/appointments/{{1}}/confirm')],
	['1 (button): /____', button('https://clinic.example:8080/{{1}}')],
	['1 (button): ____.clinic.', button('https://{{1}}.clinic.example/')],
	['1 (button): Track ____', button('', 'Track {{1}}')],
	['customer_name: llo ____,', { body: 'Hello {{customer_name}}, welcome' }],
	['the_name_of_the_customer_in_full', { body: 'Hello {{the_name_of_the_customer_in_full}}' }],
	// Of several places, the first.
	[
		'1: Hello ____, thank you',
		{ body: 'Hello {{1}}, thank you', ...button('https://a.example/{{1}}') },
	],
	['Variable 1', { attributes: [{ attribute: '1' }] }],
])('the label %j has the text around the gap', (label, template) => {
	expect(variablesOf(template as never).find(({ id }) => id !== '0')!.label).toBe(label);
});

test('with the buttons apart, the label says which are theirs', () => {
	const labels = variablesWithButtonsApart(button('https://clinic.example/{{1}}/confirm'));
	expect(labels.map(({ label }) => label)).toEqual(['button 1: /____/confirm']);
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
