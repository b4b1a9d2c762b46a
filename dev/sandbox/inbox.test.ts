import { escapeHtml, renderInbox } from './inbox';
import {
	exchange,
	fileParts,
	paths,
	phone,
	post,
	postParts,
	templateMessage,
	useSandbox,
} from './rawClient';

const sandbox = useSandbox();

async function page(): Promise<string> {
	const answer = await exchange(sandbox, 'GET', '/inbox');
	expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
	expect(answer.text).not.toContain(sandbox.apiKey);
	return answer.text;
}

const send = async (message: object) =>
	await post(sandbox, paths.send, { ...templateMessage, ...message });
const upload = async (file: { fileName: string; contentType: string; content: string | Buffer }) =>
	await postParts(sandbox, [...fileParts.slice(0, -1), { name: 'file', ...file }]);

test('shows a template message as its recipient sees it', async () => {
	expect(await page()).toContain('Nothing has been sent yet');
	await send({});
	const html = await page();
	for (const text of [
		...[
			phone,
			'Webshop · +12025550110',
			'Order A-1 is confirmed',
			'Reply STOP to unsubscribe',
			'Track order',
		],
		'Hello Customer 1, thank you for your order. We will deliver it on Friday.',
		'href="https://shop.example/orders/A-1"',
		sandbox.accepted[0]!.time.slice(11, 16),
	])
		expect(html).toContain(text);
	expect(html).not.toContain('{{');
	await send({ template_id: '110', attributes: { '1': 'العميل', '2': '5', '3': 'الجمعة' } });
	expect(await page()).toContain(
		'<p class="body" dir="auto">مرحباً العميل، تم شحن طلبك رقم 5 وسيصل يوم الجمعة.</p>',
	);
});

test('opens the addresses in a text', async () => {
	await send({
		template_id: '104',
		attributes: { '1': 'see https://shop.example/?a=1&b="2" <i>' },
	});
	expect(await page()).toContain(
		'see <a href="https://shop.example/?a=1&amp;b=&quot;2&quot;" target="_blank" rel="noreferrer noopener">https://shop.example/?a=1&amp;b=&quot;2&quot;</a> &lt;i&gt;.',
	);
});

test('shows pictures on this machine, and names and hands out files', async () => {
	const picture = `${sandbox.baseUrl}/samples/picture.png`;
	await send({ template_id: '102', attachment: { image: picture } });
	await send({
		template_id: '102',
		attachment: { image: 'https://cdn.example/spring%20sale.png' },
	});
	await upload({ content: 'png', fileName: 'a.png', contentType: 'image/png' });
	await upload({
		content: Buffer.from([0, 255]),
		fileName: 'Rechnung <1> – Grüße.pdf',
		contentType: 'application/pdf',
	});
	await upload({
		content: Buffer.alloc(9_000_000),
		fileName: 'b.pdf',
		contentType: 'application/pdf',
	});
	const html = await page();
	const [, , image, document, large] = sandbox.accepted.map(({ id }) => `/inbox/files/${id}`);
	for (const text of [
		...[
			`<img class="picture" src="${picture}"`,
			'>spring sale.png<',
			`<img class="picture" src="${image}"`,
		],
		...['Rechnung &lt;1&gt; – Grüße.pdf', '2 bytes · application/pdf', `href="${document}"`],
		'9.0 MB · application/pdf · too large to keep',
	])
		expect(html).toContain(text);
	expect(html).not.toContain('src="https://cdn.example');
	expect(html).not.toContain(large);
	const answer = await fetch(sandbox.baseUrl + document);
	expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.from([0, 255]));
	expect(answer.headers.get('content-type')).toBe('application/octet-stream');
	expect(answer.headers.get('content-disposition')).toMatch(
		/^attachment; .*filename\*=UTF-8''Rechnung/,
	);
	expect((await exchange(sandbox, 'GET', '/inbox/files/message-0')).status).toBe(404);

	const { text } = await exchange(sandbox, 'GET', '/inbox/messages.json');
	expect((JSON.parse(text) as object[])[2]).toMatchObject({
		operation: 'template.sendWithFile',
		content: { header: { file: { name: 'a.png', size: 3 } } },
	});
	expect(text).not.toMatch(/"request"|"data"/);
});

test('escapes whatever was sent, and links nothing but web addresses', async () => {
	const nasty = `<script>alert("1")</script><img src=x onerror='alert(2)'>&amp;`;
	await send({ attributes: { '1': nasty, '2': nasty, '3': nasty } });
	await post(sandbox, paths.sendText, { customer_id: '77', text: nasty });
	for (const attachment_url of ['https://a.example/%22%3E%3Cscript%3E', 'javascript:alert(1)'])
		await post(sandbox, paths.sendAttachment, {
			customer_id: '77',
			attachment_type: 'image',
			attachment_url,
		});
	const html = await page();
	expect(sandbox.accepted).toHaveLength(4);
	expect(html).not.toMatch(/<script|onerror='|<img src=x|href="javascript:/);
	expect(html.split(escapeHtml(nasty)).length - 1).toBeGreaterThanOrEqual(4);
});

test("a link ends before the sentence's full stop", async () => {
	await post(sandbox, paths.sendText, { customer_id: '77', text: 'See https://a.example/1.' });
	expect(await page()).toContain('href="https://a.example/1"');
});

test('gives each recipient a chat, the latest first, and shows the latest 200 messages', () => {
	const accepted = Array.from({ length: 250 }, (_value, index) => ({
		id: `message-${index}`,
		operation: 'message.sendText' as const,
		recipient: String(index % 2),
		request: {} as never,
		time: '2025-01-01T00:00:00.000Z',
		content: { body: `Text ${index}`, buttons: [] },
	}));
	const html = renderInbox(accepted);
	expect(html).toContain('250 messages, the latest 200 shown');
	expect([html.match(/<section/g)!.length, html.match(/<article>/g)!.length]).toEqual([2, 200]);
	const places = [
		'Customer 1<',
		'Text 249<',
		'Text 247<',
		'Customer 0<',
		'Text 248<',
		'Text 50<',
	].map((text) => html.indexOf(text));
	expect(places).toEqual([...places].sort((one, other) => one - other));
	expect(places[0]).toBeGreaterThan(0);
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
