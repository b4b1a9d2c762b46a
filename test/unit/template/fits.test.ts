import type { IDataObject } from 'n8n-workflow';

import { checkAgainstTemplate } from '../../../nodes/CustomerMessaging/template/fits';
import {
	variablesOf,
	variablesWithButtonsApart,
} from '../../../nodes/CustomerMessaging/template/placeholders';
import { laterRefusalOf } from '../doubles/refusal';

/** Checks a message against a template, which is what the service may give, whatever the interface says it is. */
async function check(
	template: unknown,
	message: Partial<Parameters<typeof checkAgainstTemplate>[1]> = {},
): Promise<string | undefined> {
	const { whyUnchecked } = await checkAgainstTemplate(
		{ channelId: '101', templateId: '2001' },
		{ variables: {}, ...chosen('none'), ...message },
		{
			address: 'https://service.example.com',
			checkAddress: "Check 'Base URL' in the credential",
			templateLookup: { platformIdParameter: 'platform_id', templateIdParameter: 'template_id' },
			read: async ({ expects }) =>
				await Promise.resolve(expects === 'list' ? [] : [template as IDataObject]),
		},
	);
	return whyUnchecked;
}

const refusal = async (...given: Parameters<typeof check>): Promise<string> =>
	await laterRefusalOf(check(...given));

const chosen = (type: string) => ({
	header: { type, shown: `'Header Type' says '${type}'` },
	variablesIn: variablesOf,
});
const withFile = (type: string) => ({ ...chosen(type), variablesIn: variablesWithButtonsApart });

test.each<[template: unknown]>([
	[{ body: '', header: null, buttons: null, attributes: null }],
	[{ body: '', header: {}, buttons: [{}], attributes: [] }],
	[{ body: '', header: { type: null } }],
])('a template with nothing in it, %j, has no variables and no header', async (template) => {
	expect(await check(template)).toBeUndefined();
	expect(await refusal(template, { variables: { 1: 'a' } })).toMatch(
		/ the template '2001': .*\. The template has no variables\. Remove the values$/,
	);
	expect(await refusal(template, chosen('image'))).toMatch(
		/ the template '2001': 'Header Type' says 'image', and the template shows no file\. /,
	);
});

test('the variables are those that are declared, be it as numbers, and those of the texts', async () => {
	const buttons = [{ title: 'Track', value: 'https://example.com/{{1}}' }];
	const template = { name: 'order', body: 'Hello {{2}}', buttons, attributes: [{ attribute: 3 }] };
	await check(template, { variables: { 1: 'a', 2: '', 3: 'c' } });
	expect(await refusal(template, { variables: { 2: 'b', valueOf: 'd' } })).toMatch(
		/^The message does not fit the template 'order': variable '3' has no value; variable '1' has no value; variable 'valueOf' is not in the template\. The template has these variables: Variable 3; 2: Hello ___; 1 \(button\)$/,
	);
	expect(await refusal({ body: '', attributes: [{ attribute: 'toString' }] })).toContain(
		"variable 'toString' has no value",
	);
});

test('with a file, the buttons have values of their own', async () => {
	const buttons = ['{{1}}', '{{2}}'].map((value) => ({ title: 'Track', value }));
	const template = { name: 'order', body: '{{1}}', buttons, attributes: [{ attribute: '3' }] };
	const all = { 1: 'a', 3: 'c', 'button 1': 'a', 'button 2': 'b' };
	await check(template, { variables: all, ...withFile('none') });
	expect(await refusal(template, { variables: { 1: 'a', 2: 'b' }, ...withFile('none') })).toContain(
		"': variable '3' has no value; variable 'button 1' has no value; variable 'button 2' has no value; variable '2' is not in the template. ",
	);
});

test.each([
	['Image', 'an image'],
	['Audio', 'an audio file'],
	['Video', 'a video'],
	['Document', 'a document'],
])('a header of the type %s fits in whatever case, and no other does', async (shown, shows) => {
	const type = shown.toLowerCase();
	for (const written of [type, shown, type.toUpperCase()]) {
		await check({ header: { type: written, value: '' } }, chosen(type));
		for (const [message, name] of [
			[chosen('none'), 'none'],
			[withFile('text'), 'text'],
		] as const)
			expect(await refusal({ name: 'order', header: { type: written } }, message)).toBe(
				`The message does not fit the template 'order': 'Header Type' says '${name}', and the template shows ${shows}. Choose a template that fits, or change what the message has`,
			);
	}
});

test.each(['none', 'NONE', 'text', 'TEXT', ''])('the header %j shows no file', async (type) => {
	for (const none of [chosen('none'), withFile('none'), withFile('text')])
		await check({ header: { type } }, none);
	expect(await refusal({ name: 'order', header: { type } }, chosen('video'))).toBe(
		"The message does not fit the template 'order': 'Header Type' says 'video', and the template shows no file. Choose a template that fits, or change what the message has",
	);
});

test.each<[template: object]>([
	[{ header: { type: 'location' } }],
	[{ header: { value: 'Hello' } }],
	[{ header: { type: 'text', value: ['Hello'] } }],
	[{ header: 'image' }],
	[{ body: { text: 'Hello' }, attributes: [] }],
	[{ body: 'Hello', footer: 7 }],
	[{ body: 'Hello', buttons: 'Track' }],
	[{ body: 'Hello', buttons: ['Track'] }],
	[{ body: 'Hello', buttons: [{ title: { text: 'Track' } }] }],
	[{ body: 'Hello {{1}}', attributes: ['1'] }],
	[{ body: 'Hello {{1}}', attributes: [{ name: '1' }] }],
])('%j has not the documented shape, so the message is sent unchecked', async (template) => {
	for (const message of [chosen('image'), withFile('document')])
		expect(await check(template, message)).toMatch(/^The messages were not checked /);
});

test('everything that does not fit is said at once', async () => {
	const template = { name: 'order', body: '{{1}}', header: { type: 'image' }, status: 'Paused' };
	expect(await refusal(template, { variables: { 2: 'b' } })).toBe(
		"The message does not fit the template 'order': the service says that the template is paused, so WhatsApp does not send it; variable '1' has no value; variable '2' is not in the template; 'Header Type' says 'none', and the template shows an image. Choose an approved template",
	);
});

describe('a button whose address begins before its variable', () => {
	const template = {
		name: 'order',
		body: 'See {{1}} and {{2}}',
		buttons: [
			{ title: 'Track {{2}}', value: 'https://shop.example/track/{{ 1 }}' },
			{ title: 'More', value: '{{2}}' },
			{ title: 'Shop {{2}}', value: 'https://shop.example' },
		],
	};
	const all = { 1: 'x', 2: 'x', 'button 1': 'x', 'button 2': 'x' };

	/** What a template says to a value, sent as JSON and with a file. */
	const sent = (name: string, value: string) => [
		check(template, { variables: { 1: 'x', 2: 'x', [name]: value } }),
		check(template, {
			variables: { ...all, [`button ${name}`]: value },
			...withFile('none'),
		}),
	];

	test.each([
		...['A-1001', 'orders/A-1001', '?order=A-1001&from=https://shop.example/', 'www.shop.example'],
		...['/A-1001#https://shop.example', 'https%3A%2F%2Fshop.example', 'https', 'a: //b', '://'],
	])('takes %j behind it', async (value) => {
		for (const check of sent('1', value)) expect(await check).toBeUndefined();
	});

	test.each([
		...['https://shop.example/track/A-1001', 'http://shop.example', 'HTTPS://SHOP.EXAMPLE'],
		...['\u200bhttps://shop.example/', 'app://orders/1', 'https://'],
	])('refuses the whole address %j behind it', async (value) => {
		const [asJson, file] = await Promise.all(sent('1', value).map(laterRefusalOf));
		expect(asJson).toBe(
			"The message does not fit the template 'order': variable '1' has a whole address, and the button's address already begins with 'https://shop.example/track/'. Enter only what follows that beginning",
		);
		expect(file).toBe(asJson!.replace("'1'", "'button 1'"));
	});

	test('takes a whole address where none begins: in a button, a title and the text', async () => {
		for (const check of sent('2', 'https://shop.example/')) expect(await check).toBeUndefined();
		const variables = { ...all, 1: 'https://shop.example/' };
		expect(await check(template, { variables, ...withFile('none') })).toBeUndefined();
	});
});

test('a message is refused, not sent unchecked, if this node has a fault in reading the template', async () => {
	const template = {
		get body(): string {
			throw new TypeError('fault');
		},
	};
	await expect(check(template)).rejects.toThrow('This node has a fault: fault');
});
