import type { ResourceMapperFields } from 'n8n-workflow';

import { getTemplateVariables } from '../../../nodes/CustomerMessaging/methods/getTemplateVariables';
import { httpAnswering } from '../doubles/httpHelper';
import { loadOptionsContext, type FormSetup } from '../doubles/loadOptionsContext';

const channel = (value: unknown) => ({ __rl: true, mode: 'list', value });

const CHOSEN = { channelId: channel('101'), templateId: '2001', operation: 'send' };

/** Asks for the fields of a form whose service gives one answer to everything. */
async function fieldsFor(answer: unknown, parameters: Record<string, unknown> = {}, setup: FormSetup = {}, status = 200): Promise<ResourceMapperFields> {
	const { helpers } = httpAnswering(answer, status);
	return await getTemplateVariables.call(loadOptionsContext({ helpers, parameters: { ...CHOSEN, ...parameters }, ...setup }));
}

async function noticeFor(...given: Parameters<typeof fieldsFor>): Promise<string> {
	const { fields, emptyFieldsNotice } = await fieldsFor(...given);
	expect(fields).toEqual([]);
	return emptyFieldsNotice!;
}

const labelsFor = async (...given: Parameters<typeof fieldsFor>) => (await fieldsFor(...given)).fields.map(({ displayName }) => displayName);

const NO_VARIABLES = 'This template has no variables, so there is nothing to fill in.';

describe('a template in a shape that the interface does not show', () => {
	test.each<[template: unknown]>([
		[{}],
		[{ body: null, header: null, buttons: null, attributes: null }],
		[{ body: 5, header: 'text', buttons: [null, 'Track'], attributes: [null, '1', {}] }],
		[{ body: 'Hello {{name}}', header: { type: 'IMAGE', value: 'https://example.com/{{1}}' } }],
	])('%j has no variables', async (template) => {
		expect(await noticeFor(template)).toBe(NO_VARIABLES);
	});

	test('has a field for each variable of its texts, without any attributes', async () => {
		const { fields } = await fieldsFor({ body: '{{2}} and {{1}}', header: { type: 'TEXT', value: '{{3}}' } });
		expect(fields.map(({ id, required, type }) => ({ id, required, type }))).toEqual(
			['1', '2', '3'].map((id) => ({ id, required: true, type: 'string' })),
		);
	});

	test('has fields for attributes that are numbers, each by its text', async () => {
		expect((await fieldsFor({ body: '{{1}}', attributes: [{ attribute: 1 }, { attribute: 7 }] })).fields.map(({ id }) => id)).toEqual(['1', '7']);
	});

	test.each([[[{ id: 1 }]], ['2001'], [null]])('%j is none at all', async (answer) => {
		expect(await noticeFor(answer)).toMatch(
			/^The template's variables could not be read\. The service answered 200 with something that is not the JSON it should be: .+\. Check that 'Base URL' .+\. You can also set 'Specify Variables' to 'Using JSON'/,
		);
	});
});

describe('the labels', () => {
	test('keep right-to-left titles of buttons in their own direction', async () => {
		expect(await labelsFor({ buttons: [{ title: 'تتبع الطلب', value: 'https://example.com/{{1}}' }] })).toEqual(['1: button “\u2068تتبع الطلب\u2069”']);
	});

	test('stay short and on one line around long texts, and never cut a character in two', async () => {
		const labels = await labelsFor({ body: `${'🙂'.repeat(500)}{{1}}${'🙂'.repeat(500)}\n{{2}}` });
		expect(labels).toHaveLength(2);
		for (const label of labels) {
			expect(Array.from(label).length).toBeLessThan(40);
			expect(label).not.toMatch(/\n|\p{Surrogate}/u);
		}
	});
});

describe('with a file, whose buttons have a field of their own,', () => {
	const operation = { operation: 'sendWithFile' };
	const button = { title: 'Track', value: '{{1}}' };

	test('a variable that a text has too keeps its field, and one that nothing uses', async () => {
		const template = { body: '{{1}}', buttons: [button, { title: 'Pay', value: '{{2}}' }], attributes: [{ attribute: '3' }] };
		expect((await fieldsFor(template, operation)).fields.map(({ id }) => id)).toEqual(['3', '1']);
		expect((await fieldsFor(template)).fields.map(({ id }) => id)).toEqual(['3', '1', '2']);
	});

	test('a template without any variable does not point at the buttons', async () => {
		expect(await noticeFor({ buttons: [{ title: 'Yes' }] }, operation)).toBe(NO_VARIABLES);
		expect(await noticeFor({ buttons: [button] }, operation)).toContain("'Button Variables'");
	});
});

describe('the request', () => {
	test.each<[what: string, parameters: Record<string, unknown>]>([
		['text', { channelId: channel('101'), templateId: '2001' }],
		['numbers', { channelId: channel(101), templateId: 2001 }],
		['text with spaces', { channelId: channel(' 101'), templateId: '2001 ' }],
		['a channel that is no locator', { channelId: '101' }],
	])('has the identifiers of a form that holds %s', async (_what, parameters) => {
		const { helpers, asked } = httpAnswering({});
		await getTemplateVariables.call(loadOptionsContext({ helpers, parameters: { ...CHOSEN, ...parameters } }));
		expect(asked.map(({ url, qs }) => ({ url, qs }))).toEqual([
			{ url: 'https://service.example.com/stable/open/whatsapp/get-template-detail', qs: { platform_id: '101', template_id: '2001' } },
		]);
	});

	test('has the query names of the credential', async () => {
		const { helpers, asked } = httpAnswering({});
		const credential = { customTemplateLookup: true, platformIdParameter: 'platform', templateIdParameter: 'template' };
		await getTemplateVariables.call(loadOptionsContext({ helpers, credential, parameters: CHOSEN }));
		expect(asked[0]!.qs).toEqual({ platform: '101', template: '2001' });
	});

	test.each<[what: string, parameters: Record<string, unknown>, setup: FormSetup, words: RegExp]>([
		['no template', { templateId: ' ' }, {}, /^Choose a 'Channel' and enter a 'Template ID'/],
		['no channel', { channelId: channel('') }, {}, /^Choose a 'Channel' and enter a 'Template ID'/],
		['a channel that has no value yet', { channelId: { __rl: true, mode: 'list' } }, {}, /^Choose a 'Channel' and enter a 'Template ID'/],
		['an expression for the template', { templateId: '={{ $json.id }}' }, {}, /^The template is chosen by an expression/],
		['an expression for the channel', { channelId: channel('={{ $json.id }}') }, {}, /^The template is chosen by an expression/],
		['an expression that gives nothing', { templateId: null }, {}, /^The template is chosen by an expression/],
		['no credential', {}, { credential: null }, /^Choose a credential first/],
		['a credential that cannot be used', {}, { credential: { baseUrl: '' } }, /^The template's variables could not be read\. 'Base URL' is empty\. /],
	])('is not made with %s', async (_what, parameters, setup, words) => {
		const { helpers, asked } = httpAnswering({});
		expect(await noticeFor({}, parameters, { helpers, ...setup })).toMatch(words);
		expect(asked).toEqual([]);
	});
});

describe('what cannot be read', () => {
	test('is told with what to do in the form, and the way around it', async () => {
		expect(await noticeFor({ error: 'Unknown template', code: 'T404', success: false }, {}, {}, 400)).toBe(
			"The template's variables could not be read. The service refused the request with status 400: Unknown template (code T404). Check 'Channel' and 'Template ID'; if they are right, check 'Base URL' and 'Custom Template Lookup' in the credential. You can also set 'Specify Variables' to 'Using JSON' to give them as one object.",
		);
	});

	test('because the channel is called by a name that cannot be looked up says so', async () => {
		expect(await noticeFor({ error: 'No', code: '1', success: false }, { channelId: channel('Shop') }, {}, 403)).toContain('status 403: No (code 1). Check');
		expect(await noticeFor([], { channelId: channel('Shop') })).toContain("'Channel' is 'Shop', which matches none of your team's channels. Your team has no");
	});

	test('because of anything else is a notice too, not an error in the form', async () => {
		const context = loadOptionsContext({ parameters: CHOSEN });
		context.getCredentials = async () => await Promise.reject(new Error('The credential is gone'));
		expect((await getTemplateVariables.call(context)).emptyFieldsNotice).toContain('could not be read. The credential is gone. You can also');
	});
});
