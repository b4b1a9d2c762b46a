import type { IDataObject } from 'n8n-workflow';

import { NodeParameters } from '../../../../nodes/CustomerMessaging/operations/nodeParameters';
import { preview, previewOf } from '../../../../nodes/CustomerMessaging/operations/template/preview.operation';
import { executeContext } from '../../doubles/executeContext';
import { hubWith } from '../../doubles/service';
import { laterRefusalOf } from '../../doubles/refusal';

const PARAMETERS = { channelId: { __rl: true, mode: 'id', value: '101' }, templateId: 2001, specifyVariables: 'json' };

async function prepare(more: Record<string, unknown> = {}) {
	const { service, asked } = hubWith();
	const job = await preview.prepare(new NodeParameters(executeContext({ parameters: { ...PARAMETERS, ...more } }).context), 0, service);
	expect(asked).toEqual([]);
	return job;
}

/** The template is what the service may give, whatever the interface says it is. */
const shownFor = (template: unknown, variables: Record<string, string> = {}): IDataObject => previewOf(template as IDataObject, variables);

describe('the job', () => {
	test('reads the template, is for nobody, and sends nothing', async () => {
		const { recipient, check, request } = await prepare();
		expect({ recipient, check }).toEqual({});
		expect(request).toEqual({
			method: 'GET',
			path: '/stable/open/whatsapp/get-template-detail',
			answer: 'object',
			query: { platform_id: '101', template_id: '2001' },
		});
	});

	test("makes one output item of the template, filled with the item's values as text", async () => {
		const { results } = await prepare({ variablesJson: { 1: 5, 2: false, 3: null } });
		expect(results!({ body: '{{1}} {{2}} {{3}}' })).toMatchObject([
			{ body: '5 false {{3}}', variables: { used: { 1: '5', 2: 'false' }, missing: ['3'], unknown: [] } },
		]);
	});

	test.each<[more: Record<string, unknown>, message: RegExp]>([
		[{ channelId: '' }, /^'Channel' is empty$/],
		[{ templateId: '' }, /^'Template ID' is empty$/],
		[{ variablesJson: { 1: { a: 1 } } }, /^'Variables \(JSON\)': variable '1' is an object/],
	])('%j is refused', async (more, message) => {
		expect((await laterRefusalOf(async () => await prepare(more))).message).toMatch(message);
	});
});

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
		const { buttons, text } = shownFor({ buttons: [null, button, { id: 8, title: 'Yes' }] }, { 1: 'A' });
		expect(buttons).toEqual([
			{ ...button, title: 'Track A', value: 'https://example.com/A' },
			{ id: 8, title: 'Yes', value: '' },
		]);
		expect(text).toBe('[Track A] https://example.com/A\n\n[Yes]');
	});

	test('has numbers as text', () => {
		expect(shownFor({ header: { type: 'image', value: 5 }, footer: 2026 })).toMatchObject({ header: { value: '5' }, footer: '2026' });
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
		const { header, text } = shownFor({ header: { type, value: 'https://example.com/{{1}}' }, body: 'Hello' }, { 1: 'A' });
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
		expect(shownFor(template, { 2: 'b', 4: 'd', 9: 'i', 10: 'j', toString: 'x' }).variables).toEqual({
			used: { 2: 'b', 4: 'd', 9: 'i' },
			missing: ['3'],
			unknown: ['10', 'toString'],
		});
	});

	test('an empty value is a value', () => {
		expect(shownFor({ body: 'Hello{{1}}!' }, { 1: '' })).toMatchObject({ body: 'Hello!', variables: { used: { 1: '' }, missing: [] } });
	});

	test('a template is not changed by being shown', () => {
		const template = { header: { type: 'text', value: '{{1}}' }, body: '{{1}}', buttons: [{ title: '{{1}}', value: '{{1}}' }] };
		const before = structuredClone(template);
		shownFor(template, { 1: 'A' });
		expect(template).toEqual(before);
	});
});
