import { createHash } from 'node:crypto';
import { channels, templates } from './catalogue';
import { type Sandbox, startSandbox } from './sandbox';
import {
	exchange,
	fileParts,
	get,
	type Part,
	paths,
	phone,
	post,
	postParts,
	templateMessage,
	withKey,
} from './rawClient';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
});
beforeEach(() => sandbox.reset());
afterAll(async () => await sandbox.stop());

const json = { 'Content-Type': 'application/json' };

function errorOf(text: string) {
	const body = JSON.parse(text) as { error: string; code: string; success: boolean };
	expect(Object.keys(body).sort()).toEqual(['code', 'error', 'success']);
	expect(body.success).toBe(false);
	return body;
}

describe('the key', () => {
	const unauthorized = { detail: 'An invalid API key was provided.' };

	test.each([
		['missing', paths.getAll],
		['wrong', `${paths.getAll}?api_key=wrong`],
		['empty', `${paths.getAll}?api_key=`],
		['given twice', `${paths.getAll}?api_key=a&api_key=b`],
	])('%s', async (_name, path) => {
		const answer = await exchange(sandbox, 'GET', path);
		expect(answer.status).toBe(401);
		expect(JSON.parse(answer.text)).toEqual(unauthorized);
	});

	test('is looked at before the body', async () => {
		const answer = await exchange(sandbox, 'POST', `${paths.send}?api_key=wrong`, '{"broken', json);
		expect(answer.status).toBe(401);
		expect(sandbox.requests[0]).toMatchObject({
			status: 401,
			text: '{"broken',
			operation: 'template.send',
		});
	});

	test('does not count as a header', async () => {
		const answer = await exchange(sandbox, 'GET', paths.getAll, undefined, {
			api_key: sandbox.apiKey,
		});
		expect(answer.status).toBe(401);
	});
});

describe('template.send', () => {
	test('accepts a message, answers with a send result and keeps what it received', async () => {
		const answer = await post(sandbox, paths.send, templateMessage);
		expect(answer.status).toBe(200);
		expect(JSON.parse(answer.text)).toMatchObject({
			id: sandbox.accepted[0]!.id,
			status: 'ongoing',
			extra: {
				platform_id: 11,
				customer_phone: phone,
				template_id: '101',
				template_name: 'order_confirmation',
				success: true,
				report: { contacts: [{ input: phone, wa_id: '12025550123' }] },
			},
		});
		expect(sandbox.requests).toHaveLength(1);
		expect(sandbox.requests[0]).toMatchObject({
			method: 'POST',
			path: paths.send,
			query: { api_key: sandbox.apiKey },
			headers: { 'content-type': 'application/json' },
			body: templateMessage,
			text: JSON.stringify(templateMessage),
			operation: 'template.send',
			status: 200,
			inFlight: 1,
		});
		expect(sandbox.accepted).toHaveLength(1);
		expect(sandbox.accepted[0]).toMatchObject({
			operation: 'template.send',
			recipient: phone,
			channel: { id: 11 },
			template: { id: 101 },
			content: {
				header: { type: 'text', text: 'Order A-1 is confirmed' },
				body: 'Hello Customer 1, thank you for your order. We will deliver it on Friday.',
				buttons: [{ value: 'https://shop.example/orders/A-1' }],
			},
		});
		expect(sandbox.accepted[0]!.request).toBe(sandbox.requests[0]);
	});

	test('needs neither variables nor an attachment', async () => {
		const { attributes: _attributes, ...message } = templateMessage;
		expect((await post(sandbox, paths.send, { ...message, template_id: '102' })).status).toBe(200);
	});

	test.each(['image', 'audio', 'video', 'document'])(
		'takes a URL for a template with a header of %s',
		async (type) => {
			const template = templates.find(({ header }) => header.type === type)!;
			const url = 'https://files.example/a%20file?size=1';
			const message = {
				...templateMessage,
				template_id: String(template.id),
				attachment: { [type]: url },
			};
			expect((await post(sandbox, paths.send, message)).status).toBe(200);
			expect(sandbox.accepted[0]!.content.header).toEqual({ type, url });
		},
	);

	test.each<[string, object, string]>([
		['an unknown field', { extra: 1 }, 'extra'],
		[
			'an unknown kind of attachment',
			{ template_id: '102', attachment: { picture: 'https://a.example' } },
			'picture',
		],
		['no phone number', { customer_phone: undefined }, 'customer_phone'],
		['no channel', { channel_id: undefined }, 'channel_id'],
		['no template', { template_id: undefined }, 'template_id'],
		['an identifier that is a number', { template_id: 101 }, 'template_id'],
		['an empty identifier', { channel_id: '' }, 'channel_id'],
		['a phone number without a plus sign', { customer_phone: '12025550123' }, 'customer_phone'],
		['a phone number with spaces', { customer_phone: '+1 202 555 0123' }, 'customer_phone'],
		['a variable that is a number', { attributes: { '1': 5 } }, 'attributes'],
		['variables as a list', { attributes: ['a'] }, 'attributes'],
		[
			'an attachment that is no URL',
			{ template_id: '102', attachment: { image: 'picture.png' } },
			'image',
		],
		[
			'a URL with spaces',
			{ template_id: '102', attachment: { image: 'https://a.example/b c' } },
			'image',
		],
	])('refuses %s', async (_name, change, field) => {
		const answer = await post(sandbox, paths.send, { ...templateMessage, ...change });
		expect(answer.status).toBe(400);
		expect(errorOf(answer.text)).toMatchObject({
			code: 'invalid_request',
			error: expect.stringContaining(field) as string,
		});
		expect(sandbox.accepted).toHaveLength(0);
		expect(sandbox.requests[0]!.status).toBe(400);
	});

	test.each<[string, object, string]>([
		['an unknown template', { template_id: '999' }, 'unknown_template'],
		['an unknown channel', { channel_id: '999' }, 'unknown_channel'],
		[
			'an image for a header that is text',
			{ attachment: { image: 'https://a.example' } },
			'header_mismatch',
		],
		[
			'a document for an image',
			{ template_id: '102', attachment: { document: 'https://a.example' } },
			'header_mismatch',
		],
		[
			'an image for no header',
			{ template_id: '105', attachment: { image: 'https://a.example' } },
			'header_mismatch',
		],
	])('refuses %s', async (_name, change, code) => {
		const answer = await post(sandbox, paths.send, { ...templateMessage, ...change });
		expect(answer.status).toBe(400);
		expect(errorOf(answer.text).code).toBe(code);
		expect(sandbox.accepted).toHaveLength(0);
	});

	test.each([
		['text', 'text/plain', JSON.stringify(templateMessage)],
		['broken JSON', 'application/json', '{"template_id":'],
		['JSON that is no object', 'application/json', '"text"'],
		['nothing', 'application/json', ''],
	])('refuses %s as a body', async (_name, contentType, body) => {
		const headers = { 'Content-Type': contentType };
		const answer = await exchange(sandbox, 'POST', withKey(sandbox, paths.send), body, headers);
		expect(answer.status).toBe(400);
		errorOf(answer.text);
		expect(sandbox.accepted).toHaveLength(0);
	});

	test('refuses a multipart body', async () => {
		expect((await postParts(sandbox, fileParts, paths.send)).status).toBe(400);
		expect(sandbox.accepted).toHaveLength(0);
	});

	test('refuses an unknown query parameter', async () => {
		const path = withKey(sandbox, paths.send, { verbose: '1' });
		const answer = await exchange(sandbox, 'POST', path, JSON.stringify(templateMessage), json);
		expect(answer.status).toBe(400);
		expect(errorOf(answer.text).error).toContain('verbose');
	});
});

describe('template.sendWithFile', () => {
	function change(name: string, part: Partial<Part> | undefined): Part[] {
		return fileParts.flatMap((one) =>
			one.name === name ? (part ? [{ ...one, ...part }] : []) : [one],
		);
	}

	test('accepts a file and keeps every part', async () => {
		const parts = [
			...fileParts,
			{ name: 'button_vars', content: '{"1":"x"}' },
			{ name: 'customer_attributes', content: '{"city":"Customer city"}' },
		];
		const answer = await postParts(sandbox, parts);
		expect(answer.status).toBe(200);
		expect(JSON.parse(answer.text)).toEqual({ success: true, data: { status: 'ongoing' } });
		const [request] = sandbox.requests;
		expect(request!.parts!.map(({ name }) => name)).toEqual(parts.map(({ name }) => name));
		expect(request!.parts!.map(({ value }) => value)).toEqual(
			parts.map(({ name, content }) => (name === 'file' ? undefined : content)),
		);
		expect(request!.parts!.find(({ name }) => name === 'file')).toEqual({
			name: 'file',
			fileName: 'invoice.pdf',
			contentType: 'application/pdf',
			size: 16,
			sha256: createHash('sha256').update('%PDF-1.4 invoice').digest('hex'),
			content: Buffer.from('%PDF-1.4 invoice'),
		});
		expect(request).toMatchObject({ operation: 'template.sendWithFile', status: 200 });
		expect(request!.body).toBeUndefined();
		expect(sandbox.accepted[0]).toMatchObject({
			recipient: phone,
			content: {
				header: { type: 'document', file: { name: 'invoice.pdf', size: 16 } },
				body: expect.stringContaining('your invoice 2031 over *48.20* is attached') as string,
			},
		});
	});

	test('fills buttons with the button variables alone', async () => {
		const parts = [
			...change('template_id', { content: '101' }).filter(
				({ name }) => name !== 'file' && name !== 'header_type',
			),
			{ name: 'button_vars', content: '{"1":"for the button"}' },
		];
		expect((await postParts(sandbox, parts)).status).toBe(200);
		expect(sandbox.accepted[0]!.content).toMatchObject({
			header: { text: 'Order Customer 1 is confirmed' },
			buttons: [{ value: 'https://shop.example/orders/for the button' }],
		});
	});

	test.each([
		['plain UTF-8', 'name="file"; filename="Grüße – 写真.pdf"', 'Grüße – 写真.pdf'],
		[
			'an encoded name',
			'name="file"; filename="x.pdf"; filename*=UTF-8\'\'Gr%C3%BC%C3%9Fe%20%E5%86%99.pdf',
			'Grüße 写.pdf',
		],
		[
			'an encoded name in Latin-1',
			'name="file"; filename*=ISO-8859-1\'\'Gr%FC%DFe.pdf',
			'Grüße.pdf',
		],
		['a path', 'name="file"; filename="folder/a.pdf"', 'folder/a.pdf'],
	])('reads the file name from %s', async (_name, disposition, fileName) => {
		expect((await postParts(sandbox, change('file', { disposition }))).status).toBe(200);
		expect(sandbox.requests[0]!.parts!.at(-1)!.fileName).toBe(fileName);
	});

	test.each<[string, Part[], string]>([
		['an unknown part', [...fileParts, { name: 'note', content: 'x' }], 'note'],
		['a part twice', [...fileParts, fileParts[0]!], 'template_id'],
		['two files', [...fileParts, fileParts[5]!], 'file'],
		['no template', change('template_id', undefined), 'template_id'],
		['no channel', change('channel_id', undefined), 'channel_id'],
		['no phone number', change('customer_phone', undefined), 'customer_phone'],
		['no file for a header that is a document', change('file', undefined), 'file'],
		[
			'a file that is text',
			change('file', { fileName: undefined, contentType: undefined }),
			'file',
		],
		['text that is a file', change('body_vars', { fileName: 'vars.json' }), 'body_vars'],
		['an unknown header type', change('header_type', { content: 'audio' }), 'header_type'],
		['variables that are no JSON', change('body_vars', { content: '{"1":' }), 'body_vars'],
		['variables that are no object', change('body_vars', { content: '"x"' }), 'body_vars'],
		['empty variables', change('body_vars', { content: '' }), 'body_vars'],
		['an unknown template', change('template_id', { content: '999' }), '999'],
		['an unknown channel', change('channel_id', { content: '999' }), '999'],
	])('refuses %s, in the unauthorized shape', async (_name, parts, word) => {
		const answer = await postParts(sandbox, parts);
		expect(answer.status).toBe(400);
		expect(JSON.parse(answer.text)).toEqual({ detail: expect.stringContaining(word) as string });
		expect(sandbox.accepted).toHaveLength(0);
	});

	test('refuses JSON, a body that ends early, and one without a boundary', async () => {
		expect((await post(sandbox, paths.sendWithFile, templateMessage)).status).toBe(400);
		const path = withKey(sandbox, paths.sendWithFile);
		const early = await exchange(
			sandbox,
			'POST',
			path,
			'--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nx',
			{
				'Content-Type': 'multipart/form-data; boundary=b',
			},
		);
		expect(early.status).toBe(400);
		const without = await exchange(sandbox, 'POST', path, 'x', {
			'Content-Type': 'multipart/form-data',
		});
		expect(without.status).toBe(400);
		expect(sandbox.accepted).toHaveLength(0);
	});

	test('counts and hashes a large file without keeping it', async () => {
		const content = Buffer.alloc(9 * 1024 * 1024, 'large');
		expect((await postParts(sandbox, change('file', { content }))).status).toBe(200);
		const file = sandbox.requests[0]!.parts!.at(-1)!;
		expect(file).toMatchObject({
			size: content.length,
			sha256: createHash('sha256').update(content).digest('hex'),
		});
		expect(file).not.toHaveProperty('content');
	});
});

describe('message.sendText', () => {
	test('accepts a text', async () => {
		const answer = await post(sandbox, paths.sendText, { customer_id: '77', text: 'Hello' });
		expect(answer.status).toBe(200);
		expect(JSON.parse(answer.text)).toMatchObject({ extra: { customer_id: 77, success: true } });
		expect(sandbox.accepted).toMatchObject([{ recipient: '77', content: { body: 'Hello' } }]);
	});

	test.each([
		['no text', { customer_id: '77' }],
		['an empty text', { customer_id: '77', text: '' }],
		['no customer', { text: 'Hello' }],
		['a customer that is a number', { customer_id: 77, text: 'Hello' }],
		['an unknown field', { customer_id: '77', text: 'Hello', channel_id: '11' }],
		['an unknown customer', { customer_id: '4041', text: 'Hello' }],
		['a customer who has no number', { customer_id: 'Customer 1', text: 'Hello' }],
	])('refuses %s', async (_name, body) => {
		const answer = await post(sandbox, paths.sendText, body);
		expect(answer.status).toBe(400);
		errorOf(answer.text);
		expect(sandbox.accepted).toHaveLength(0);
	});
});

describe('message.sendAttachment', () => {
	const message = {
		customer_id: '77',
		attachment_type: 'image',
		attachment_url: 'https://files.example/a.png',
	};

	test.each(['image', 'video', 'document'])('accepts %s', async (type) => {
		expect(
			(await post(sandbox, paths.sendAttachment, { ...message, attachment_type: type })).status,
		).toBe(200);
		expect(sandbox.accepted[0]!.content.header).toEqual({ type, url: message.attachment_url });
	});

	test.each<[string, object]>([
		['audio', { attachment_type: 'audio' }],
		['no type', { attachment_type: undefined }],
		['no URL', { attachment_url: undefined }],
		['what is no URL', { attachment_url: 'a.png' }],
		['an unknown field', { caption: 'Look' }],
		['an unknown customer', { customer_id: '404' }],
	])('refuses %s', async (_name, change) => {
		const answer = await post(sandbox, paths.sendAttachment, { ...message, ...change });
		expect(answer.status).toBe(400);
		errorOf(answer.text);
		expect(sandbox.accepted).toHaveLength(0);
	});
});

describe('template.get', () => {
	test('gives a template as the catalogue has it', async () => {
		const answer = await get(sandbox, paths.get, { platform_id: '11', template_id: '110' });
		expect(answer.status).toBe(200);
		expect(JSON.parse(answer.text)).toEqual(templates.find(({ id }) => id === 110));
		expect(sandbox.requests[0]!.query).toEqual({
			api_key: sandbox.apiKey,
			platform_id: '11',
			template_id: '110',
		});
	});

	test.each<[string, Record<string, string>]>([
		['no platform', { template_id: '110' }],
		['no template', { platform_id: '11' }],
		['an unknown template', { platform_id: '11', template_id: '999' }],
		['an unknown channel', { platform_id: '999', template_id: '110' }],
		['an unknown parameter', { platform_id: '11', template_id: '110', language: 'en' }],
	])('refuses %s', async (_name, query) => {
		const answer = await get(sandbox, paths.get, query);
		expect(answer.status).toBe(400);
		errorOf(answer.text);
	});

	test('has the parameter names it was started with, and no others', async () => {
		const other = await startSandbox({ platformIdParameter: 'channel', templateIdParameter: 'id' });
		expect((await get(other, paths.get, { channel: '11', id: '101' })).status).toBe(200);
		expect((await get(other, paths.get, { platform_id: '11', template_id: '101' })).status).toBe(
			400,
		);
		await other.stop();
	});
});

describe('channel.getAll', () => {
	test('gives all channels', async () => {
		const answer = await get(sandbox, paths.getAll);
		expect(answer.status).toBe(200);
		expect(JSON.parse(answer.text)).toEqual(channels);
	});

	test('refuses a parameter', async () => {
		expect((await get(sandbox, paths.getAll, { limit: '5' })).status).toBe(400);
	});
});

describe('what the service does not have', () => {
	test.each([
		['GET', paths.send, 405],
		['POST', paths.getAll, 405],
		['GET', '/stable/open/whatsapp/elsewhere', 404],
		['GET', `${paths.getAll}/`, 404],
		['GET', paths.getAll.toUpperCase(), 404],
	])('%s %s', async (method, path, status) => {
		const answer = await exchange(sandbox, method, withKey(sandbox, path));
		expect(answer.status).toBe(status);
	});

	test('is noted below the service’s path, without an operation', async () => {
		await get(sandbox, '/stable/open/elsewhere');
		await get(sandbox, '/elsewhere');
		expect(sandbox.requests).toHaveLength(1);
		expect(sandbox.requests[0]).toMatchObject({
			path: '/stable/open/elsewhere',
			status: 404,
			operation: undefined,
		});
	});
});

describe('the sandbox’s own answers', () => {
	test.each<[string, Parameters<typeof startSandbox>[0], string, Record<string, string>, string]>([
		[
			'a template whose identifier is text',
			{ templates: [{ ...templates[0]!, id: '101' as unknown as number }] },
			paths.get,
			{ platform_id: '11', template_id: '101' },
			'id',
		],
		[
			'a template with a field that is not in the specification',
			{ templates: [{ ...templates[0]!, language: 'en' } as never] },
			paths.get,
			{ platform_id: '11', template_id: '101' },
			'additional properties',
		],
		[
			'a channel whose number is no text',
			{ channels: [{ id: 1, title: 'One', number: 5 as never }] },
			paths.getAll,
			{},
			'number',
		],
	])('are validated: %s', async (_name, options, path, query, word) => {
		const other = await startSandbox(options);
		const answer = await get(other, path, query);
		expect(answer.status).toBe(500);
		expect(answer.text).toContain(word);
		expect(other.requests[0]!.status).toBe(500);
		await other.stop();
	});
});
