import { escapeHtml, renderInbox } from './inbox';
import { type Sandbox, startSandbox } from './sandbox';
import { exchange, fileParts, paths, phone, post, postParts, templateMessage } from './rawClient';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
});
beforeEach(() => sandbox.reset());
afterAll(async () => await sandbox.stop());

async function page(): Promise<string> {
	const answer = await exchange(sandbox, 'GET', '/inbox');
	expect(answer.status).toBe(200);
	expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
	return answer.text;
}

async function send(message: object) {
	expect((await post(sandbox, paths.send, { ...templateMessage, ...message })).status).toBe(200);
}

test('an empty inbox says so', async () => {
	expect(await page()).toContain('Nothing has been sent yet');
});

test('shows a template message as its recipient sees it', async () => {
	await send({});
	const html = await page();
	for (const text of [
		phone,
		'Webshop · +12025550110',
		'Order A-1 is confirmed',
		'Hello Customer 1, thank you for your order. We will deliver it on Friday.',
		'Reply STOP to unsubscribe',
		'Track order',
		'href="https://shop.example/orders/A-1"',
		sandbox.accepted[0]!.time.slice(11, 16),
	]) {
		expect(html).toContain(text);
	}
	expect(html).not.toContain('{{');
	expect(html).not.toContain(sandbox.apiKey);
});

test('shows a picture on this machine, and names one that is elsewhere', async () => {
	const picture = `${sandbox.baseUrl}/samples/picture.png`;
	await send({ template_id: '102', attachment: { image: picture } });
	await send({
		template_id: '102',
		attachment: { image: 'https://cdn.example/spring%20sale.png' },
	});
	const html = await page();
	expect(html).toContain(`<img class="picture" src="${picture}"`);
	expect(html).not.toContain('src="https://cdn.example');
	expect(html).toContain('>spring sale.png<');
});

test('shows an uploaded document with its name and size, and hands it out', async () => {
	const content = Buffer.from([0, 1, 2, 255]);
	const file = {
		name: 'file',
		content,
		fileName: 'Rechnung <1> – Grüße.pdf',
		contentType: 'application/pdf',
	};
	expect((await postParts(sandbox, [...fileParts.slice(0, -1), file])).status).toBe(200);
	const html = await page();
	expect(html).toContain('Rechnung &lt;1&gt; – Grüße.pdf');
	expect(html).toContain('4 bytes · application/pdf');
	const address = `/inbox/files/${sandbox.accepted[0]!.id}`;
	expect(html).toContain(`href="${address}"`);
	const answer = await fetch(sandbox.baseUrl + address);
	expect(Buffer.from(await answer.arrayBuffer())).toEqual(content);
	expect(answer.headers.get('content-type')).toBe('application/octet-stream');
	expect(answer.headers.get('content-disposition')).toMatch(
		/^attachment; .*filename\*=UTF-8''Rechnung/,
	);
	expect((await exchange(sandbox, 'GET', '/inbox/files/message-0')).status).toBe(404);
});

test('shows an uploaded picture', async () => {
	const file = { name: 'file', content: 'png', fileName: 'a.png', contentType: 'image/png' };
	await postParts(sandbox, [...fileParts.slice(0, -1), file]);
	expect(await page()).toContain(
		`<img class="picture" src="/inbox/files/${sandbox.accepted[0]!.id}"`,
	);
});

test('has no link to a file that was too large to keep', async () => {
	const file = {
		name: 'file',
		content: Buffer.alloc(9_000_000),
		fileName: 'a.pdf',
		contentType: 'application/pdf',
	};
	await postParts(sandbox, [...fileParts.slice(0, -1), file]);
	const html = await page();
	expect(html).toContain('9.0 MB · application/pdf · too large to keep');
	expect(html).not.toContain('/inbox/files/');
});

test('escapes whatever was sent', async () => {
	const nasty = `<script>alert("1")</script><img src=x onerror='alert(2)'>&amp;`;
	await send({ attributes: { '1': nasty, '2': nasty, '3': nasty } });
	await post(sandbox, paths.sendText, { customer_id: '77', text: nasty });
	await post(sandbox, paths.sendAttachment, {
		customer_id: '77',
		attachment_type: 'image',
		attachment_url: 'https://a.example/%22%3E%3Cscript%3E',
	});
	const html = await page();
	expect(html).not.toMatch(/<script|onerror='|<img src=x/);
	expect(html.split(escapeHtml(nasty)).length - 1).toBeGreaterThanOrEqual(4);
});

test('links nothing but web addresses', async () => {
	const message = {
		customer_id: '77',
		attachment_type: 'document',
		attachment_url: 'javascript:alert(1)',
	};
	expect((await post(sandbox, paths.sendAttachment, message)).status).toBe(200);
	expect(await page()).not.toContain('href="javascript:');
});

test('lets the text decide its direction', async () => {
	await send({ template_id: '110', attributes: { '1': 'العميل', '2': '5', '3': 'الجمعة' } });
	expect(await page()).toMatch(
		/<p class="body" dir="auto">مرحباً العميل، تم شحن طلبك رقم 5 وسيصل يوم الجمعة\.<\/p>/,
	);
});

test('gives each recipient a chat, the latest first, in the order of the messages', async () => {
	for (const [customer_id, text] of [
		['1', 'first'],
		['2', 'second'],
		['1', 'third'],
	]) {
		await post(sandbox, paths.sendText, { customer_id, text });
	}
	const html = await page();
	expect(html.match(/<section/g)).toHaveLength(2);
	const places = ['Customer 1', 'third', 'first', 'Customer 2', 'second'].map((text) =>
		html.indexOf(text),
	);
	expect(places).toEqual([...places].sort((a, b) => a - b));
	expect(places[0]).toBeGreaterThan(0);
});

test('shows the latest 200 and says how many there are', () => {
	const request = {} as never;
	const html = renderInbox(
		Array.from({ length: 250 }, (_value, index) => ({
			id: `message-${index}`,
			operation: 'message.sendText' as const,
			recipient: String(index),
			request,
			time: '2025-01-01T00:00:00.000Z',
			content: { body: 'Hello', buttons: [] },
		})),
	);
	expect(html).toContain('250 messages, the latest 200 shown');
	expect(html.match(/<article>/g)).toHaveLength(200);
	expect(html).toContain('Customer 249<');
	expect(html).not.toContain('Customer 49<');
});

test('gives the messages as data, without the request and the bytes of files', async () => {
	await postParts(sandbox, fileParts);
	const answer = await exchange(sandbox, 'GET', '/inbox/messages.json');
	const [message] = JSON.parse(answer.text) as [Record<string, unknown>];
	expect(message).toMatchObject({
		id: sandbox.accepted[0]!.id,
		operation: 'template.sendWithFile',
		recipient: phone,
		content: { header: { type: 'document', file: { name: 'invoice.pdf', size: 16 } } },
	});
	expect(message).not.toHaveProperty('request');
	expect(message).not.toHaveProperty('content.header.file.content');
	expect(answer.text).not.toContain(sandbox.apiKey);
});

test.each([
	['picture.png', 'image/png', '\x89PNG'],
	['brochure.pdf', 'application/pdf', '%PDF-'],
	['clip.mp4', 'video/mp4', '\0\0\0 ftyp'],
	['tone.wav', 'audio/wav', 'RIFF'],
])('the sample %s is real', async (name, contentType, start) => {
	const answer = await fetch(`${sandbox.baseUrl}/samples/${name}`);
	expect(answer.headers.get('content-type')).toBe(contentType);
	const content = Buffer.from(await answer.arrayBuffer()).toString('latin1');
	expect(content.slice(0, start.length)).toBe(start);
});
