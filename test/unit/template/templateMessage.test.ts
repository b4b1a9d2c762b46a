import type { IDataObject } from 'n8n-workflow';

import {
	templateMessage,
	textOfMessage,
} from '../../../nodes/CustomerMessaging/template/templateMessage';

/** The template is what the service may give, whatever the interface says it is. */
const textFor = (template: unknown, variables: Record<string, string> = {}): string =>
	textOfMessage(templateMessage(template as IDataObject, variables));

test.each<[template: unknown]>([
	[{}],
	[{ header: null, body: null, footer: null, buttons: null, attributes: null }],
	[{ header: {}, body: '', footer: {}, buttons: [{}], attributes: {} }],
])('a template with nothing in it, %j, is an empty message', (template) => {
	expect(textFor(template)).toBe('');
});

test('buttons are filled, by values of their own where they have some, and a footer has no variables', () => {
	const button = { id: 7, type: 'url', title: 'Track {{1}}', value: 'https://example.com/{{1}}' };
	const template = { footer: '{{1}}', buttons: [button, { id: 8, title: 'Yes' }] };
	const text = '{{1}}\n\n[Track A] https://example.com/A\n\n[Yes]';
	expect(textFor(template, { 1: 'A' })).toBe(text);
	expect(textFor(template, { 1: 'of the body', 'button 1': 'A' })).toBe(text);
});

test.each([
	['none', ''],
	['NONE', ''],
	['IMAGE', '[Image]\n\n'],
	['Document', '[Document]\n\n'],
])('a header of the type %j is shown as what it is, not as its address', (type, shown) => {
	const header = { type, value: 'https://example.com/{{1}}' };
	expect(textFor({ header, body: 'Hello' }, { 1: 'A' })).toBe(`${shown}Hello`);
});
