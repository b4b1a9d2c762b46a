import type { IDataObject } from 'n8n-workflow';

import { previewOf } from '../../../../nodes/CustomerMessaging/operations/template/preview.operation';

/** The template is what the service may give, whatever the interface says it is. */
const shownFor = (template: unknown, variables: Record<string, string> = {}): IDataObject =>
	previewOf(template as IDataObject, variables);

const EMPTY = { header: { type: 'none', value: '' }, body: '', footer: '', buttons: [], text: '' };

describe('a template in a shape that the interface does not show', () => {
	test.each<[template: unknown]>([
		[{}],
		[{ header: null, body: null, footer: null, buttons: null, attributes: null }],
		[{ header: 'text', body: { text: 'Hello' }, buttons: 'none', attributes: {} }],
		[{ buttons: [null, 'Track', 5] }],
		[{ header: { type: null, value: null } }],
	])('%j is an empty message', (template) => {
		expect(shownFor(template)).toMatchObject(EMPTY);
	});

	test('has the buttons that are there, filled, with what else they have', () => {
		const button = { id: 7, type: 'url', title: 'Track {{1}}', value: 'https://example.com/{{1}}' };
		const { buttons, text } = shownFor(
			{ buttons: [null, button, { id: 8, title: 'Yes' }] },
			{ 1: 'A' },
		);
		expect(buttons).toEqual([
			{ ...button, title: 'Track A', value: 'https://example.com/A' },
			{ id: 8, title: 'Yes', value: '' },
		]);
		expect(text).toBe('[Track A] https://example.com/A\n\n[Yes]');
	});

	test('has numbers as text', () => {
		expect(shownFor({ header: { type: 'image', value: 5 }, footer: 2026 })).toMatchObject({
			header: { value: '5' },
			footer: '2026',
		});
	});
});

describe('the header', () => {
	test.each(['none', 'NONE', 'None', ''])('of the type %j is not shown', (type) => {
		expect(shownFor({ header: { type, value: '' }, body: 'Hello' }).text).toBe('Hello');
	});

	test.each([
		['image', '[Image]'],
		['IMAGE', '[Image]'],
		['Document', '[Document]'],
		['location', '[Location]'],
	])('of the type %s is shown as what it is, not as its address', (type, shown) => {
		const { header, text } = shownFor(
			{ header: { type, value: 'https://example.com/{{1}}' }, body: 'Hello' },
			{ 1: 'A' },
		);
		expect(text).toBe(`${shown}\n\nHello`);
		// The address is no text, so nothing in it is filled; the type stays as the service writes it.
		expect(header).toEqual({ type, value: 'https://example.com/{{1}}' });
	});

	test.each(['text', 'TEXT'])('of the type %s is filled', (type) => {
		expect(shownFor({ header: { type, value: 'Order {{1}}' } }, { 1: 'A' })).toMatchObject({
			header: { type, value: 'Order A' },
			text: 'Order A',
			variables: { used: { 1: 'A' }, unknown: [] },
		});
	});
});

describe('the values', () => {
	test('fill long and right-to-left texts without changing anything else', () => {
		const long = 'a {{1}} b '.repeat(2000);
		const { body, text } = shownFor({ body: `مرحباً {{1}}، ${long}` }, { 1: 'שלום\n{{1}}' });
		expect(body).toBe(`مرحباً {{1}}، ${long}`.split('{{1}}').join('שלום\n{{1}}'));
		expect(text).toBe(body);
	});

	test('are told apart by whether the template has their variable, wherever it is', () => {
		const template = {
			body: '{{2}}',
			header: { type: 'text', value: '{{3}}' },
			buttons: [{ title: 'Track', value: '{{4}}' }],
			attributes: [{ attribute: 9 }],
		};
		expect(
			shownFor(template, { 2: 'b', 4: 'd', 9: 'i', 10: 'j', toString: 'x' }).variables,
		).toEqual({
			used: { 2: 'b', 4: 'd', 9: 'i' },
			missing: ['3'],
			unknown: ['10', 'toString'],
		});
	});

	test('an empty value is a value', () => {
		expect(shownFor({ body: 'Hello{{1}}!' }, { 1: '' })).toMatchObject({
			body: 'Hello!',
			variables: { used: { 1: '' }, missing: [] },
		});
	});

	test('a template is not changed by being shown', () => {
		const template = {
			header: { type: 'text', value: '{{1}}' },
			body: '{{1}}',
			buttons: [{ title: '{{1}}', value: '{{1}}' }],
		};
		const before = structuredClone(template);
		shownFor(template, { 1: 'A' });
		expect(template).toEqual(before);
	});
});
