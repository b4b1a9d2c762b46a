import type { IDataObject } from 'n8n-workflow';

import {
	checkMessage,
	type FilledTemplate,
	textIfItFits,
} from '../../../nodes/CustomerMessaging/template/fits';
import {
	variablesOf,
	variablesWithAddress,
	variablesWithButtonsApart,
} from '../../../nodes/CustomerMessaging/template/placeholders';
import type { Read } from '../../../nodes/CustomerMessaging/service/service';
import { refusalOf } from '../../doubles/refusal';

const choice = { channelId: '101', templateId: '2001' };

/** The text of a message that fits a template, which is what the service may give, whatever the interface says it is. */
const textOf = (template: object, message: Partial<FilledTemplate> = {}): string =>
	textIfItFits(template as IDataObject, { choice, variables: {}, ...chosen('none'), ...message });

const refusal = (...given: Parameters<typeof textOf>): string => refusalOf(() => textOf(...given));

let accounts = 0;

/** Why a message is not checked against what the service gives. */
async function whyUnchecked(template: unknown): Promise<string | undefined> {
	const read: Read = async ({ expects }) =>
		await Promise.resolve(expects === 'list' ? [] : [template as IDataObject]);
	const checked = await checkMessage(
		{ choice, variables: {}, variablesIn: variablesOf },
		{
			address: 'https://service.example.com',
			checkAddress: "Check 'Base URL' in the credential",
			templateLookup: { platformIdParameter: 'platform_id', templateIdParameter: 'template_id' },
			read,
			readBriefly: read,
			// Each time another one, so that no template is known.
			account: String(++accounts),
		},
	);
	return checked.whyUnchecked;
}

const chosen = (type: string) => ({
	header: { type, shown: `'Header Type' says '${type}'` },
	variablesIn: variablesOf,
});
const withFile = (type: string) => ({ ...chosen(type), variablesIn: variablesWithButtonsApart });

test.each<[template: object, text: string]>([
	[{ body: '', header: null, footer: null, buttons: null, attributes: null }, ''],
	[{ body: '', header: {}, footer: {}, buttons: [{}], attributes: [] }, ''],
	[{ body: '', header: { type: null } }, ''],
	[{ body: 'nothing {{}} {{ }} here, { {1} }' }, 'nothing {{}} {{ }} here, { {1} }'],
	[{ body: 'Hello', header: { type: 'none', value: '{{1}}' } }, 'Hello'],
	[{ body: 'Hello', header: { type: 'NONE', value: '{{1}}' } }, 'Hello'],
	[{ body: 'Hello', header: { type: 'text', value: 'New' } }, 'New\n\nHello'],
	[{ body: 'Hello', header: { type: ' TEXT ', value: 'New' } }, 'New\n\nHello'],
	[{ body: 'Hello', footer: '{{1}}' }, 'Hello\n\n{{1}}'],
])('%j has no variables and no file, and is read as %j', (template, text) => {
	for (const message of [chosen('none'), withFile('none'), withFile('text')])
		expect(textOf(template, message)).toBe(text);
	expect(refusal(template, { variables: { 1: 'a' } })).toBe(
		"The message does not fit the template '2001': variable '1' is not in the template. The template has no variables. Remove the values",
	);
	expect(refusal(template, chosen('video'))).toBe(
		"The message does not fit the template '2001': 'Header Type' says 'video', and the template shows no file. Choose a template that fits, or change what the message has",
	);
});

test('the variables are those that are declared, be it as numbers, and those of the texts', async () => {
	const template = {
		name: 'order',
		body: 'Hello {{2}}',
		footer: 'No {{1}}',
		buttons: [{ title: 'Track {{1}}', value: 'https://example.com/{{1}}' }, { title: 'Yes' }],
		attributes: [{ attribute: 3 }],
	};
	expect(textOf(template, { variables: { 1: 'a', 2: '', 3: 'c' } })).toBe(
		'Hello \n\nNo {{1}}\n\n[Track a] https://example.com/a\n\n[Yes]',
	);
	expect(refusal(template, { variables: { 2: 'b', valueOf: 'd' } })).toBe(
		"The message does not fit the template 'order': variable '3' has no value; variable '1' has no value; variable 'valueOf' is not in the template. The template has these variables: 3; 2: Hello ___; 1: …/___",
	);
	expect(refusal({ body: '', attributes: [{ attribute: 'toString' }] })).toContain(
		"variable 'toString' has no value",
	);
});

test('with a file, the buttons have values of their own', async () => {
	const buttons = ['{{1}}', '{{2}}'].map((value) => ({ title: 'Track', value }));
	const template = { name: 'order', body: '{{1}}', buttons, attributes: [{ attribute: '3' }] };
	const all = { 1: 'a', 3: 'c', 'button 1': 'A', 'button 2': 'B' };
	expect(textOf(template, { variables: all, ...withFile('none') })).toBe(
		'a\n\n[Track] A\n\n[Track] B',
	);
	expect(refusal(template, { variables: { 1: 'a', 2: 'b' }, ...withFile('none') })).toContain(
		"': variable '3' has no value; variable 'button 1' has no value; variable 'button 2' has no value; variable '2' is not in the template. ",
	);
});

test.each([
	['Image', '[Image]', 'an image'],
	['Audio', '[Audio]', 'an audio file'],
	['Video', '[Video]', 'a video'],
	['Document', '[Document]', 'a document'],
])(
	'a header of the type %s is read as %s in whatever case, and no other fits',
	async (shown, text, shows) => {
		const type = shown.toLowerCase();
		for (const written of [type, shown, ` ${type.toUpperCase()} `]) {
			const template = {
				name: 'order',
				header: { type: written, value: 'https://a.example/{{1}}' },
			};
			expect(textOf(template, chosen(type))).toBe(text);
			const { header, ...file } = withFile(type);
			const named = { ...file, header: { ...header, fileName: 'a [1].png' } };
			expect(textOf(template, named)).toBe(text.replace(']', ': a [1].png]'));
			for (const [address, end] of [
				['https://a.example/b/cup%20.png?x=/y#z', 'cup%20.png'],
				['https://a.example/b/', 'b'],
				['https://a.example', 'a.example'],
			] as const)
				expect(
					textOf(template, {
						variables: { [`${type} address`]: address },
						variablesIn: variablesWithAddress,
						header: undefined,
					}),
				).toBe(text.replace(']', `: ${end}]`));
			for (const [message, name] of [
				[chosen('none'), 'none'],
				[withFile('text'), 'text'],
			] as const)
				expect(refusal(template, message)).toBe(
					`The message does not fit the template 'order': 'Header Type' says '${name}', and the template shows ${shows}. Choose a template that fits, or change what the message has`,
				);
		}
	},
);

test.each<[template: object]>([
	[{ header: { type: 'location' } }],
	[{ header: { value: 'Hello' } }],
	[{ header: { type: 'text', value: ['Hello'] } }],
	[{ body: 'Hello', header: 'image' }],
	[{ body: { text: 'Hello' }, attributes: [] }],
	[{ body: 'Hello', footer: 7 }],
	[{ body: 'Hello', buttons: 'Track' }],
	[{ body: 'Hello', buttons: ['Track'] }],
	[{ body: 'Hello', buttons: [{ title: { text: 'Track' } }] }],
	[{ body: 'Hello {{1}}', attributes: ['1'] }],
	[{ body: 'Hello {{1}}', attributes: [{ name: '1' }] }],
])('%j has not the documented shape, so the message is sent unchecked', async (template) => {
	expect(await whyUnchecked(template)).toMatch(
		/^The messages were not checked against the template '2001': the service answered, but not with a template in the expected format: \{/,
	);
});

test.each([2001, '2001', ' 2001 ', '', null])(
	'a template with the ID %j is the one',
	async (id) => {
		expect(await whyUnchecked({ id, body: 'Hello' })).toBeUndefined();
	},
);

test.each([105, '105', 20010, '2001a'])('a template with the ID %j is another one', async (id) => {
	const why = await whyUnchecked({ id, body: 'Hello' });
	expect(why).toContain(`the service gave template '${id}' instead of '2001'. `);
	expect(why).toContain("'Custom Template Lookup' in the credential");
});

test.each([
	['rejected', 'rejected'],
	['PAUSED', 'paused'],
	[' disabled ', 'disabled'],
	['deleted', 'deleted'],
	['Pending review', 'pending review'],
])('a template whose status is %j is not sent', async (status, shown) => {
	expect(refusal({ name: 'order', body: '', status })).toBe(
		`The message does not fit the template 'order': the service says that the template is ${shown}, so WhatsApp does not send it. Choose an approved template`,
	);
});

test.each(['approved', 'in_appeal', '', null, 7, { paused: true }])(
	'a template whose status is %j is sent',
	async (status) => {
		expect(textOf({ body: 'Hello', status })).toBe('Hello');
	},
);

test.each(['image', 'video', 'document', 'audio'])(
	'the address of an %s file is a value like any other',
	(type) => {
		const template = { name: 'order', body: '{{1}}', header: { type } };
		const name = `${type} address`;
		const withAddress = { header: undefined, variablesIn: variablesWithAddress };
		const variables = { [name]: 'https://a.example/b', 1: 'a' };
		expect(textOf(template, { ...withAddress, variables })).toMatch(/^\[[A-Z][a-z]+: b\]\n\na$/);
		expect(refusal(template, { ...withAddress, variables: { 1: 'a' } })).toBe(
			`The message does not fit the template 'order': variable '${name}' has no value. The template has these variables: ${name}; 1`,
		);
		expect(refusal({ body: '{{1}}' }, { ...withAddress, variables })).toContain(
			`variable '${name}' is not in the template`,
		);
	},
);

test('everything that does not fit is said at once', async () => {
	const template = { name: 'order', body: '{{1}}', header: { type: 'image' }, status: 'Paused' };
	expect(refusal(template, { variables: { 2: 'b' } })).toBe(
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
		() => textOf(template, { variables: { 1: 'x', 2: 'x', [name]: value } }),
		() =>
			textOf(template, { variables: { ...all, [`button ${name}`]: value }, ...withFile('none') }),
	];

	test.each([
		...['A-1001', 'orders/A-1001', '?order=A-1001&from=https://shop.example/', 'www.shop.example'],
		...['/A-1001#https://shop.example', 'https%3A%2F%2Fshop.example', 'https', 'a: //b', '://'],
	])('takes %j behind it', async (value) => {
		for (const text of sent('1', value)) expect(text()).toContain(value);
	});

	test.each([
		...['https://shop.example/track/A-1001', 'http://shop.example', 'HTTPS://SHOP.EXAMPLE'],
		...['\u200bhttps://shop.example/', 'app://orders/1', 'https://'],
		...['shop.example/track/A-1001', 'Shop.Example'],
	])('refuses the whole address %j behind it', async (value) => {
		const [asJson, file] = sent('1', value).map(refusalOf);
		expect(asJson).toBe(
			"The message does not fit the template 'order': variable '1' has a whole address, and the button's address already begins with 'https://shop.example/track/'. Enter only what follows that beginning",
		);
		expect(file).toBe(asJson!.replace("'1'", "'button 1'"));
	});

	test('takes a whole address where none begins: in a button, a title and the text', async () => {
		const address = 'https://shop.example/';
		for (const text of sent('2', address)) expect(text()).toContain(address);
		const variables = { ...all, 1: address };
		expect(textOf(template, { variables, ...withFile('none') })).toContain(address);
	});
});

test('a message is refused, not sent unchecked, if this node has a fault in reading the template', async () => {
	const template = {
		get body(): string {
			throw new TypeError('fault');
		},
	};
	await expect(whyUnchecked(template)).rejects.toThrow('This node has a fault: fault');
});
