import type { Template } from './catalogue';
import { fillVariables, renderMessage } from './render';

const template: Template = {
	id: 1,
	name: 'example',
	header: { type: 'text', value: 'Order {{1}}' },
	body: 'Hello {{2}}, order {{1}} comes on {{3}}. Thank you, {{2}}!',
	footer: 'Footer {{1}}',
	buttons: [{ id: 1, type: 'url', title: 'Track {{1}}', value: 'https://shop.example/{{1}}' }],
	attributes: [{ attribute: '1' }, { attribute: '2' }, { attribute: '3' }],
};

describe('fillVariables', () => {
	test.each<[string, string, Record<string, unknown>, string]>([
		['each time a variable is there', '{{1}} {{2}} {{1}}', { '1': 'a', '2': 'b' }, 'a b a'],
		[
			'what looks like a variable in a value',
			'{{1}} {{2}}',
			{ '1': '{{2}}', '2': '{{1}}' },
			'{{2}} {{1}}',
		],
		['what means something in a replacement', '{{1}}', { '1': "$& $1 $` $' $$" }, "$& $1 $` $' $$"],
		['a missing value', '{{1}} {{3}}', { '1': 'a' }, 'a {{3}}'],
		['an empty value', '[{{1}}]', { '1': '' }, '[]'],
		[
			'a value that comes with every object',
			'{{1}}',
			Object.create({ '1': 'inherited' }) as object as Record<string, unknown>,
			'{{1}}',
		],
		['two digits', '{{1}} {{10}} {{11}}', { '1': 'a', '10': 'j' }, 'a j {{11}}'],
		[
			'braces that are no variable',
			'{{name}} {1} {{ 1 }} {{{1}}}',
			{ '1': 'a' },
			'{{name}} {1} {{ 1 }} {a}',
		],
		[
			'numbers and booleans',
			'{{1}} {{2}} {{3}}',
			{ '1': 0, '2': false, '3': null },
			'0 false null',
		],
		['right-to-left text and emoji', 'مرحباً {{1}} 🎉', { '1': '👩‍👩‍👧' }, 'مرحباً 👩‍👩‍👧 🎉'],
		['several lines', 'a\n{{1}}\nb', { '1': '1\n2' }, 'a\n1\n2\nb'],
	])('%s', (_name, text, variables, expected) => {
		expect(fillVariables(text, variables)).toBe(expected);
	});
});

describe('renderMessage', () => {
	test('fills header, body and buttons, and leaves the footer', () => {
		expect(
			renderMessage(template, { variables: { '1': 'A-1', '2': 'Customer 1', '3': 'Friday' } }),
		).toEqual({
			header: { type: 'text', text: 'Order A-1' },
			body: 'Hello Customer 1, order A-1 comes on Friday. Thank you, Customer 1!',
			footer: 'Footer {{1}}',
			buttons: [{ type: 'url', title: 'Track A-1', value: 'https://shop.example/A-1' }],
		});
	});

	test('fills buttons with their own variables where there are some', () => {
		const message = renderMessage(template, {
			variables: { '1': 'body' },
			buttonVariables: { '1': 'button' },
		});
		expect(message.header).toEqual({ type: 'text', text: 'Order body' });
		expect(message.buttons).toEqual([
			{ type: 'url', title: 'Track button', value: 'https://shop.example/button' },
		]);
	});

	test('leaves every placeholder without variables', () => {
		expect(renderMessage(template).body).toBe(template.body);
	});

	test('shows an attachment as the header', () => {
		const attachment = { type: 'image', url: 'https://files.example/a.png' };
		const message = renderMessage(
			{ ...template, header: { type: 'image', value: '' } },
			{ attachment },
		);
		expect(message.header).toEqual(attachment);
	});

	test.each(['none', 'image', 'document'])(
		'has no header for type %s without an attachment, and no empty footer',
		(type) => {
			const message = renderMessage({ ...template, header: { type, value: '' }, footer: '' });
			expect(message).not.toHaveProperty('header');
			expect(message).not.toHaveProperty('footer');
		},
	);
});
