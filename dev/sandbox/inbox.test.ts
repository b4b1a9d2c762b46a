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
const sendText = async (text: string, customer_id = '77') =>
	await post(sandbox, paths.sendText, { customer_id, text });
const upload = async (fileName: string, contentType: string, content: string | Buffer) =>
	await postParts(sandbox, [
		...fileParts.slice(0, -1),
		{ name: 'file', fileName, contentType, content },
	]);

test('shows a template message as its recipient sees it', async () => {
	expect(await page()).toContain('Nothing has been sent yet');
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
	])
		expect(html).toContain(text);
	expect(html).not.toContain('{{');
	await send({ template_id: '110', attributes: { '1': 'العميل', '2': '5', '3': 'الجمعة' } });
	expect(await page()).toContain(
		'<p class="body" dir="auto">مرحباً العميل، تم شحن طلبك رقم 5 وسيصل يوم الجمعة.</p>',
	);
});

test('shows bold text, opens the addresses in a text, and ends them before the full stop', async () => {
	await sendText('*See* https://shop.example/?a=1&b="2" <i>, or https://a.example/1.');
	const link = (address: string) =>
		`<a href="${address}" target="_blank" rel="noreferrer noopener">${address}</a>`;
	expect(await page()).toContain(
		`<b>See</b> ${link('https://shop.example/?a=1&#38;b=&#34;2&#34;')} &#60;i&#62;, or ${link('https://a.example/1')}.`,
	);
});

test('shows pictures on this machine, and names and hands out files', async () => {
	const picture = `${sandbox.baseUrl}/samples/picture.png`;
	for (const image of [picture, 'https://cdn.example/spring.png'])
		await send({ template_id: '102', attachment: { image } });
	await upload('a.png', 'image/png', 'png');
	await upload('Rechnung <1> – Grüße.pdf', 'application/pdf', Buffer.from([0, 255]));
	await upload('b.pdf', 'application/pdf', Buffer.alloc(9_000_000));
	const html = await page();
	const [, , image, document, large] = sandbox.accepted.map(({ id }) => `/inbox/files/${id}`);
	for (const text of [
		`<img class="picture" src="${picture}"`,
		'>spring.png<',
		`<img class="picture" src="${image}"`,
		'Rechnung &#60;1&#62; – Grüße.pdf',
		'2 bytes · application/pdf',
		`href="${document}"`,
		'9000000 bytes · application/pdf · too large to keep',
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
});

test('escapes whatever was sent, and links nothing but web addresses', async () => {
	const nasty = `<script>alert("1")</script><img src=x onerror='alert(2)'>&amp;`;
	await send({ attributes: { '1': nasty, '2': nasty, '3': nasty } });
	await sendText(nasty);
	for (const attachment_url of ['https://a.example/%22%3E%3Cscript%3E', 'javascript:alert(1)'])
		await post(sandbox, paths.sendAttachment, {
			customer_id: '77',
			attachment_type: 'image',
			attachment_url,
		});
	const html = await page();
	expect(sandbox.accepted).toHaveLength(4);
	expect(html).not.toMatch(/<script|onerror='|<img src=x|href="javascript:/);
	expect(html.match(/&#60;script&#62;alert\(&#34;1&#34;\)/g)!.length).toBeGreaterThanOrEqual(4);
});

test('gives each recipient a chat, the latest first', async () => {
	for (const [index, customer] of ['70', '71', '70', '71'].entries())
		await sendText(`Text ${index}`, customer);
	expect((await page()).match(/Customer \d+|Text \d|\d messages/g)).toEqual([
		...['4 messages', 'Customer 71', '2 messages', 'Text 3', 'Text 1'],
		...['Customer 70', '2 messages', 'Text 2', 'Text 0'],
	]);
});

test.each([
	['picture.png', 'image/png', '\x89PNG'],
	['brochure.pdf', 'application/pdf', '%PDF-'],
])('the sample %s is real', async (name, contentType, start) => {
	const answer = await fetch(`${sandbox.baseUrl}/samples/${name}`);
	expect(answer.headers.get('content-type')).toBe(contentType);
	const content = Buffer.from(await answer.arrayBuffer()).toString('latin1');
	expect(content.slice(0, start.length)).toBe(start);
});
