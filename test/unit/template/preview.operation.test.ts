import type { IDataObject } from 'n8n-workflow';

import { previewOf } from '../../../nodes/CustomerMessaging/operations/template/preview.operation';

/** The template is what the service may give, whatever the interface says it is. */
const shownFor = (template: unknown, variables: Record<string, string> = {}): IDataObject =>
	previewOf(template as IDataObject, variables);

test.each<[template: unknown]>([
	[{}],
	[{ header: null, body: null, footer: null, buttons: null, attributes: null }],
	[{ header: {}, body: { text: 'Hello' }, footer: {}, buttons: 'none', attributes: {} }],
	[{ header: { type: null, value: null }, buttons: [null, 'Track', 5] }],
])('a template in an undocumented shape, %j, is an empty message', (template) => {
	const header = { type: 'none', value: '' };
	expect(shownFor(template)).toMatchObject({ header, body: '', footer: '', buttons: [], text: '' });
});

test('buttons are filled, with what else they have, and numbers are text', () => {
	const button = { id: 7, type: 'url', title: 'Track {{1}}', value: 'https://example.com/{{1}}' };
	const template = { footer: 2026, buttons: [null, button, { id: 8, title: 'Yes' }] };
	expect(shownFor(template, { 1: 'A' })).toMatchObject({
		footer: '2026',
		buttons: [
			{ ...button, title: 'Track A', value: 'https://example.com/A' },
			{ id: 8, title: 'Yes', value: '' },
		],
		text: '2026\n\n[Track A] https://example.com/A\n\n[Yes]',
	});
});

test.each([
	['none', ''],
	['NONE', ''],
	['', '[Unknown]\n\n'],
	['IMAGE', '[Image]\n\n'],
	['Document', '[Document]\n\n'],
	['location', '[Location]\n\n'],
])('a header of the type %j is shown as what it is, not as its address', (type, shown) => {
	const header = { type, value: 'https://example.com/{{1}}' };
	// The address is no text, so nothing in it is filled; the type stays as the service writes it.
	expect(shownFor({ header, body: 'Hello' }, { 1: 'A' })).toMatchObject({
		header: { ...header, type: type || 'unknown' },
		text: `${shown}Hello`,
	});
});
