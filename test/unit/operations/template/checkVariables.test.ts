import type { IDataObject } from 'n8n-workflow';

import {
	checkAgainstTemplate,
	type TemplateMessage,
} from '../../../../nodes/CustomerMessaging/operations/template/checkVariables';
import { laterRefusalOf, type Refusal } from '../../doubles/refusal';
import { readableService } from '../../doubles/service';

const MESSAGE: TemplateMessage = {
	channelId: '101',
	templateId: '2001',
	variables: {},
	header: { type: 'none', operation: 'Send' },
};

/** Checks a message against a template, which is what the service may give, whatever the interface says it is. */
async function check(template: unknown, message: Partial<TemplateMessage> = {}): Promise<void> {
	await checkAgainstTemplate(
		{ ...MESSAGE, ...message },
		readableService([template as IDataObject]),
	);
}

async function refusal(
	template: unknown,
	message: Partial<TemplateMessage> = {},
): Promise<Refusal> {
	return await laterRefusalOf(async () => await check(template, message));
}

const attachment = (type: string) => ({
	header: { type, operation: 'Send' as const },
});
const withFile = (type: string) => ({ header: { type, operation: 'Send with File' as const } });

describe('a template in a shape that the interface does not show', () => {
	test.each<[template: unknown]>([
		[{ body: '', header: null, buttons: null, attributes: null }],
		[
			{
				body: '',
				header: 'image',
				buttons: [null, '{{1}}'],
				attributes: [null, '1', { attribute: null }, {}],
			},
		],
		[{ header: { type: null } }],
		[{ header: { type: '' } }],
	])('%j has no variables and no header', async (template) => {
		await check(template);
		expect((await refusal(template, { variables: { 1: 'a' } })).advice).toBe(
			'The template has no variables. Remove the values',
		);
		expect((await refusal(template, attachment('image'))).message).toContain(
			'has no header that shows a file',
		);
	});

	test('without attributes has the variables of its texts', async () => {
		const template = {
			name: 'order',
			body: 'Hello {{2}}',
			buttons: [{ title: 'Track', value: 'https://example.com/{{1}}' }],
		};
		await check(template, { variables: { 1: 'a', 2: 'b' } });
		expect((await refusal(template)).message).toBe(
			"The variables do not fit the template 'order': variable '1' has no value; variable '2' has no value",
		);
	});

	test('with numbers for its variables takes the same keys', async () => {
		const template = { body: '{{1}}', attributes: [{ attribute: 1 }, { attribute: 2 }] };
		await check(template, { variables: { 1: 'a', 2: 'b' } });
		expect((await refusal(template, { variables: { 1: 'a' } })).message).toContain(
			": variable '2' has no value",
		);
	});

	test.each<[template: IDataObject, named: string]>([
		[{ body: '', name: 'order' }, 'order'],
		[{ body: '', name: null }, '2001'],
		[{ body: '', name: ' ' }, '2001'],
	])('is named so that it can be found: %j', async (template, named) => {
		expect((await refusal(template, { variables: { 1: 'a' } })).message).toContain(
			` the template '${named}': `,
		);
		expect((await refusal({ ...template, header: { type: 'image' } })).message).toContain(
			` the template '${named}' has `,
		);
	});
});

describe('the values', () => {
	test('may be empty, but not missing', async () => {
		await check({ body: '{{1}}' }, { variables: { 1: '' } });
		expect((await refusal({ body: '{{1}}' })).message).toContain("variable '1' has no value");
	});

	test('are not found in what every object has', async () => {
		const template = { body: 'Hello', attributes: [{ attribute: 'toString' }] };
		expect((await refusal(template)).message).toContain("variable 'toString' has no value");
		expect((await refusal({ body: 'Hello' }, { variables: { valueOf: 'a' } })).message).toContain(
			"variable 'valueOf' is not in the template",
		);
	});

	test('that do not fit are all named, the missing before the unknown', async () => {
		const variables = Object.fromEntries(
			Array.from({ length: 50 }, (_, index) => [`extra ${index}`, 'a']),
		);
		const { message, advice } = await refusal(
			{ name: 'long', body: 'Dear {{1}}, see {{2}}' },
			{ variables },
		);
		expect(message.split('; ')).toHaveLength(52);
		expect(message).toMatch(
			/^The variables do not fit the template 'long': variable '1' has no value; variable '2' has no value; variable 'extra 0' is not/,
		);
		expect(advice).toMatch(/^The template has these variables: 1: [^;]+; 2: [^;]+$/);
	});
});

describe('where the buttons have values of their own', () => {
	const template = {
		name: 'order',
		body: '{{1}}',
		buttons: [
			{ title: 'Track', value: '{{1}}' },
			{ title: 'Pay', value: '{{2}}' },
		],
		attributes: [{ attribute: '3' }],
	};
	const texts = { 1: 'a', 3: 'c' };

	test('each needs what its own texts use; a variable that no text uses counts as text', async () => {
		await check(template, { variables: texts, buttonVariables: { 1: 'a', 2: 'b' } });
		expect(
			(await refusal(template, { variables: { 1: 'a' }, buttonVariables: { 1: 'a', 2: 'b' } }))
				.message,
		).toBe("The variables do not fit the template 'order': variable '3' has no value");
		expect((await refusal(template, { variables: texts, buttonVariables: {} })).message).toBe(
			"The variables do not fit the template 'order': variable '1' has no value under 'Button Variables'; variable '2' has no value under 'Button Variables'",
		);
	});

	test('a value that only a button uses may be among the others too, as JSON may be the same for both', async () => {
		await check(template, { variables: { ...texts, 2: 'b' }, buttonVariables: { 1: 'a', 2: 'b' } });
	});
});

describe('the header', () => {
	test.each(['image', 'audio', 'video', 'document'])(
		'of the type %s fits, in whatever case the service writes it',
		async (type) => {
			for (const written of [
				type,
				type.toUpperCase(),
				type.charAt(0).toUpperCase() + type.slice(1),
			]) {
				await check({ header: { type: written, value: '' } }, attachment(type));
				const { message, advice } = await refusal(
					{ name: 'order', header: { type: written } },
					attachment('none'),
				);
				const shown = type.charAt(0).toUpperCase() + type.slice(1);
				expect(message).toBe(
					`'Header Type' is 'None', but the template 'order' has a header of the type '${shown}'`,
				);
				expect(advice).toBe(
					`Set 'Header Type' to '${shown}' and enter the file's 'Attachment URL'`,
				);
			}
		},
	);

	test.each(['none', 'NONE', 'text', 'TEXT', ''])('of the type %j shows no file', async (type) => {
		for (const none of [attachment('none'), withFile('none'), withFile('text')])
			await check({ header: { type } }, none);
		expect(await refusal({ name: 'order', header: { type } }, attachment('video'))).toEqual({
			message: "'Header Type' is 'Video', but the template 'order' has no header that shows a file",
			advice: "Set 'Header Type' to 'None'",
		});
		expect((await refusal({ header: { type } }, withFile('document'))).advice).toBe(
			"Use the operation 'Send', which sends no file",
		);
	});

	test('of a type that is not known here is left to the service', async () => {
		for (const message of [attachment('none'), attachment('image'), withFile('document')])
			await check({ header: { type: 'location' } }, message);
	});

	test('is named after the variables, which are looked at first', async () => {
		expect((await refusal({ body: '{{1}}', header: { type: 'image' } })).message).toMatch(
			/^The variables do not fit/,
		);
	});
});
