import { createHash } from 'node:crypto';
import { channels, phoneOfCustomer, templates } from './catalogue';
import {
	exchange,
	fileParts,
	get,
	type Part,
	paths,
	phone,
	post,
	postParts,
	type RawAnswer,
	templateMessage,
	useSandbox,
	withKey,
} from './rawClient';
import { startSandbox } from './sandbox';

const sandbox = useSandbox();

const text = (words: RegExp): string => expect.stringMatching(words) as string;
const url = 'https://files.example/a%20file?size=1';
const attachment = { customer_id: '77', attachment_type: 'image', attachment_url: url };

const send = async (change: object = {}): Promise<RawAnswer> =>
	await post(sandbox, paths.send, { ...templateMessage, ...change });

test('every number is fictional', () => {
	const numbers = [
		...channels.map(({ number }) => number),
		...['1', '123456'].map(phoneOfCustomer),
	];
	expect(numbers.filter((number) => !/^\+120255501\d\d$/.test(number))).toEqual([]);
});

test.each<[query: string, headers: object]>([
	['', {}],
	['?api_key=wrong', {}],
	['?api_key=', {}],
	['?api_key=a&api_key=b', {}],
	['', { 'X-Myalice-Api-Key': 'wrong' }],
	['', { api_key: 'right' }],
])('the key in %j and %j is refused, before the body is looked at', async (query, keys) => {
	const headers = { 'Content-Type': 'application/json', ...keys };
	if ('api_key' in headers) headers.api_key = sandbox.apiKey;
	const text = '{"broken';
	const answer = await exchange(sandbox, 'POST', paths.send + query, text, { headers });
	const detail = '{"detail":"An invalid API key was provided."}';
	expect(answer).toMatchObject({ status: 401, text: detail });
	expect(sandbox.requests).toMatchObject([{ status: 401, text, operation: 'template.send' }]);
});

test.each([
	['query', [200, 401]],
	['header', [401, 200]],
	['either', [200, 200]],
] as const)('with the key in %s, the query and the header get %j', async (keyIn, statuses) => {
	const one = await startSandbox({ keyIn });
	const headers = { 'X-Myalice-Api-Key': one.apiKey };
	const answers = [
		await get(one, paths.getAll),
		await exchange(one, 'GET', paths.getAll, '', { headers }),
	];
	await one.stop();
	expect(answers.map(({ status }) => status)).toEqual(statuses);
});

test('a template is accepted, answered with a send result, and kept as it was received', async () => {
	const answer = await send();
	expect(JSON.parse(answer.text)).toMatchObject({
		id: sandbox.accepted[0]!.id,
		status: 'ongoing',
		extra: { platform_id: 11, customer_phone: phone, template_id: '101', success: true },
	});
	expect(sandbox.requests).toMatchObject([
		{
			method: 'POST',
			path: paths.send,
			query: { api_key: sandbox.apiKey },
			headers: { 'content-type': 'application/json' },
			body: templateMessage,
			text: JSON.stringify(templateMessage),
			status: 200,
		},
	]);
	expect(sandbox.accepted).toMatchObject([
		{
			operation: 'template.send',
			recipient: phone,
			channel: { id: 11 },
			template: { id: 101 },
			content: {
				header: { type: 'text', text: 'Order A-1 is confirmed' },
				body: 'Hello Customer 1, thank you for your order. We will deliver it on Friday.',
				buttons: [{ value: 'https://shop.example/orders/A-1' }],
			},
		},
	]);
	expect(sandbox.accepted[0]!.request).toBe(sandbox.requests[0]);
});

test.each(['image', 'audio', 'video', 'document'])(
	'a header of %s takes a URL of its type, and no other',
	async (type) => {
		const template_id = String(templates.find(({ header }) => header.type === type)!.id);
		await send({ template_id, attachment: { [type]: url } });
		expect(sandbox.accepted.map(({ content }) => content.header)).toEqual([{ type, url }]);
		const attachment = { [type === 'image' ? 'video' : 'image']: url };
		expect((await send({ template_id, attachment })).text).toContain('"header_mismatch"');
	},
);

const VALID = {
	send: templateMessage,
	sendText: { customer_id: '77', text: 'Hello' },
	sendAttachment: attachment,
};

test.each<[words: string, path: keyof typeof VALID, change: object]>([
	['extra', 'send', { extra: 1 }],
	['picture', 'send', { template_id: '102', attachment: { picture: url } }],
	['customer_phone', 'send', { customer_phone: undefined }],
	['customer_phone', 'send', { customer_phone: '12025550123' }],
	['customer_phone', 'send', { customer_phone: '+1 202 555 0123' }],
	['channel_id', 'send', { channel_id: undefined }],
	['channel_id', 'send', { channel_id: '' }],
	['template_id', 'send', { template_id: 101 }],
	['attributes', 'send', { attributes: { '1': 5 } }],
	['attributes', 'send', { attributes: ['a'] }],
	['image', 'send', { template_id: '102', attachment: { image: 'https://a.example/b c' } }],
	['"unknown_template"', 'send', { template_id: '999' }],
	['"unknown_channel"', 'send', { channel_id: '999' }],
	['text', 'sendText', { text: undefined }],
	['text', 'sendText', { text: '' }],
	['customer_id', 'sendText', { customer_id: 77 }],
	['channel_id', 'sendText', { channel_id: '11' }],
	['customer_id', 'sendText', { customer_id: '' }],
	...['4041', '0', '-1', '1.5', 'Customer 1'].map((customer_id): [string, 'sendText', object] => [
		'"unknown_customer"',
		'sendText',
		{ customer_id },
	]),
	['attachment_type', 'sendAttachment', { attachment_type: 'audio' }],
	['attachment_url', 'sendAttachment', { attachment_url: 'a.png' }],
	['caption', 'sendAttachment', { caption: 'Look' }],
	['"unknown_customer"', 'sendAttachment', { customer_id: '404' }],
])('%s is refused in %s: %j', async (words, path, change) => {
	const answer = await post(sandbox, paths[path], { ...VALID[path], ...change });
	expect(answer).toMatchObject({
		status: 400,
		text: text(/^\{"error":".+","code":".+","success":false\}$/),
	});
	expect(answer.text).toContain(words);
	expect(sandbox.accepted).toEqual([]);
});

test.each([
	['text/plain', JSON.stringify(templateMessage)],
	['application/json', '{"template_id":'],
	['application/json', '"text"'],
	['application/json', ''],
])('a body of %s is refused: %j', async (contentType, body) => {
	const headers = { 'Content-Type': contentType };
	const path = withKey(sandbox, paths.send);
	expect((await exchange(sandbox, 'POST', path, body, { headers })).status).toBe(400);
	expect((await postParts(sandbox, fileParts, paths.send)).status).toBe(400);
	expect(sandbox.accepted).toEqual([]);
});

function change(name: string, part?: Partial<Part>): Part[] {
	return fileParts.flatMap((one) =>
		one.name === name ? (part ? [{ ...one, ...part }] : []) : [one],
	);
}

test('a template with a file is accepted with every part; buttons have variables of their own', async () => {
	const parts = [...fileParts, { name: 'button_vars', content: '{"1":"x"}' }];
	const answer = await postParts(sandbox, parts);
	expect(answer).toMatchObject({
		status: 200,
		text: '{"success":true,"data":{"status":"ongoing"}}',
	});
	expect(sandbox.requests[0]!.parts!.map(({ name, value }) => [name, value])).toEqual(
		parts.map(({ name, content }) => [name, name === 'file' ? undefined : content]),
	);
	expect(sandbox.requests[0]!.parts!.find(({ name }) => name === 'file')).toEqual({
		name: 'file',
		fileName: 'invoice.pdf',
		contentType: 'application/pdf',
		size: 16,
		sha256: createHash('sha256').update('%PDF-1.4 invoice').digest('hex'),
		content: Buffer.from('%PDF-1.4 invoice'),
	});
	await postParts(sandbox, [
		...change('template_id', { content: '101' }).filter(({ name }) => !/file|header/.test(name)),
		{ name: 'button_vars', content: '{"1":"for the button"}' },
	]);
	expect(sandbox.accepted.map(({ content }) => content)).toMatchObject([
		{
			header: { type: 'document', file: { fileName: 'invoice.pdf' } },
			body: text(/your invoice 2031 for \*48\.20\*/),
		},
		{
			header: { text: 'Order Customer 1 is confirmed' },
			buttons: [{ value: text(/\/for the button$/) }],
		},
	]);
});

test.each(['Grüße – 写真.pdf', 'folder/a.pdf'])('the file name %s is kept', async (fileName) => {
	await postParts(sandbox, change('file', { fileName }));
	expect(sandbox.requests[0]!.parts!.at(-1)).toMatchObject({ fileName });
});

test.each<[word: string, parts: Part[]]>([
	['note', [...fileParts, { name: 'note', content: 'x' }]],
	['template_id', [...fileParts, fileParts[0]!]],
	['file', [...fileParts, fileParts[5]!]],
	['template_id', change('template_id')],
	['channel_id', change('channel_id')],
	['customer_phone', change('customer_phone')],
	['file', change('file')],
	['file', change('file', { fileName: undefined, contentType: undefined })],
	['body_vars', change('body_vars', { fileName: 'vars.json' })],
	['header_type', change('header_type', { content: 'audio' })],
	['body_vars', change('body_vars', { content: '{"1":' })],
	['body_vars', change('body_vars', { content: '"x"' })],
	['999', change('template_id', { content: '999' })],
])('a template with a file is refused for %s', async (word, parts) => {
	const answer = await postParts(sandbox, parts);
	expect(answer).toMatchObject({ status: 400, text: text(/^\{"detail":".+"\}$/) });
	expect(answer.text).toContain(word);
	expect(sandbox.accepted).toEqual([]);
});

test('a multipart body that ends early is refused, and a large file is hashed, not kept', async () => {
	const early = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nx';
	const path = withKey(sandbox, paths.sendWithFile);
	for (const contentType of ['multipart/form-data; boundary=b', 'multipart/form-data']) {
		const headers = { 'Content-Type': contentType };
		expect((await exchange(sandbox, 'POST', path, early, { headers })).status).toBe(400);
	}
	sandbox.reset();
	const content = Buffer.alloc(9 * 1024 * 1024, 'large');
	expect((await postParts(sandbox, change('file', { content }))).status).toBe(200);
	const file = sandbox.requests[0]!.parts!.at(-1)!;
	expect(file).toMatchObject({
		size: content.length,
		sha256: createHash('sha256').update(content).digest('hex'),
	});
	expect(file).not.toHaveProperty('content');
});

test('texts and attachments are accepted for customers that are known', async () => {
	const answer = await post(sandbox, paths.sendText, { customer_id: '77', text: 'Hello' });
	expect(JSON.parse(answer.text)).toMatchObject({ extra: { customer_id: 77, success: true } });
	for (const attachment_type of ['image', 'video', 'document'])
		await post(sandbox, paths.sendAttachment, { ...attachment, attachment_type });
	expect(
		sandbox.accepted.map(({ recipient, content: { header, body } }) => [recipient, header ?? body]),
	).toEqual([
		['77', 'Hello'],
		...['image', 'video', 'document'].map((type) => ['77', { type, url }]),
	]);
});

test('channels and templates are given as the catalogue has them', async () => {
	expect(JSON.parse((await get(sandbox, paths.getAll)).text)).toEqual(channels);
	const answer = await get(sandbox, paths.get, { platform_id: '11', template_id: '110' });
	expect(JSON.parse(answer.text)).toEqual(templates.find(({ id }) => id === 110));
});

test.each<[status: number, method: string, path: string, query?: Record<string, string>]>([
	[400, 'GET', paths.get, { template_id: '110' }],
	[400, 'GET', paths.get, { platform_id: '11', template_id: '999' }],
	[400, 'GET', paths.get, { platform_id: '999', template_id: '110' }],
	[400, 'GET', paths.get, { platform_id: '11', template_id: '110', language: 'en' }],
	[400, 'GET', paths.getAll, { limit: '5' }],
	[405, 'GET', paths.send, {}],
	[405, 'POST', paths.getAll, {}],
	[404, 'GET', '/stable/open/whatsapp/elsewhere', {}],
	[404, 'GET', `${paths.getAll}/`, {}],
	[404, 'GET', paths.getAll.toUpperCase(), {}],
])(
	'%i for %s %s %j, which is noted only below the path of the service',
	async (status, method, path, query = {}) => {
		expect((await exchange(sandbox, method, withKey(sandbox, path, query))).status).toBe(status);
		expect(sandbox.requests.map((request) => request.status)).toEqual(
			path.startsWith('/stable/') ? [status] : [],
		);
	},
);

async function ask(
	options: Parameters<typeof startSandbox>[0],
	path: string,
	query = {},
): Promise<RawAnswer> {
	const other = await startSandbox(options);
	const answer = await get(other, path, query);
	await other.stop();
	return answer;
}

test('the template is looked up by the parameter names it was started with, and by no others', async () => {
	const names = { platformIdParameter: 'channel', templateIdParameter: 'id' };
	expect((await ask(names, paths.get, { channel: '11', id: '101' })).status).toBe(200);
	expect((await ask(names, paths.get, { platform_id: '11', template_id: '101' })).status).toBe(400);
});

test('the list has approved, pending and rejected templates, a button with verbose, and no header where there is none', async () => {
	const { text: list } = await get(sandbox, paths.getTemplates, { platform_id: '11' });
	const listed = JSON.parse(list) as Array<Record<string, unknown>>;
	expect(new Set(listed.map(({ status }) => status))).toEqual(
		new Set(['approved', 'pending', 'rejected']),
	);
	const button = { id: 1, type: 'url', title: 'Track order', verbose: 'Visit website' };
	expect(listed[0]).toMatchObject({ id: 101, header: { type: 'text' }, buttons: [button] });
	expect(listed.find(({ id }) => id === 105)).not.toHaveProperty('header');
	expect((await get(sandbox, paths.getTemplates, { platform_id: '99' })).status).toBe(400);
});

test('without the list, a template can still be read', async () => {
	const query = { platform_id: '11' };
	expect((await ask({ withoutList: true }, paths.getTemplates, query)).status).toBe(404);
	const one = { ...query, template_id: '101' };
	expect((await ask({ withoutList: true }, paths.get, one)).status).toBe(200);
});

test('the sandbox’s own answers are validated', async () => {
	const query = { platform_id: '11', template_id: '101' };
	const wrong = [{ ...templates[0]!, language: 'en' } as never];
	expect(await ask({ templates: wrong }, paths.get, query)).toMatchObject({
		status: 500,
		text: text(/additional/),
	});
	const channel = { id: 1, title: 'One', number: 5 as never };
	expect(await ask({ channels: [channel] }, paths.getAll)).toMatchObject({
		status: 500,
		text: text(/number/),
	});
});
