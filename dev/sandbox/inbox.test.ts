import { startLoopbackService } from '../engine/loopbackService';
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

/** Hours and minutes on this machine's clock. */
function clock(time: string): string {
	const local = new Date(time);
	return [local.getHours(), local.getMinutes()]
		.map((one) => String(one).padStart(2, '0'))
		.join(':');
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
		`>${clock(sandbox.accepted[0]!.time)}</time>`,
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
	expect(html.match(/<script/g)).toHaveLength(1);
	expect(html).not.toMatch(/onerror='|<img src=x|href="javascript:/);
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

describe('what a customer writes', () => {
	const submit = async (form: string, fields: Record<string, string>, headers = {}) =>
		await exchange(sandbox, 'POST', `/inbox/${form}`, new URLSearchParams(fields).toString(), {
			headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
		});
	const write = async (customer: string, text: string, action = 'ticket_created') => {
		const { status, headers } = await submit('replies', { customer, text, action });
		expect([status, headers.location]).toEqual([303, '/inbox']);
	};

	/** A webhook that keeps what it is told, and its answer. */
	async function listen(answer: { status: number; body: object } = { status: 200, body: {} }) {
		const service = await startLoopbackService();
		const events: Array<Record<string, Record<string, unknown>>> = [];
		service.answer = ({ body }) => {
			events.push(JSON.parse(body.toString()) as (typeof events)[number]);
			return answer;
		};
		services.push(service);
		const { status } = await submit('webhook', { address: ` ${service.baseUrl}/webhook/replies ` });
		expect(status).toBe(303);
		return { events, service };
	}
	const services: Array<{ close(): Promise<unknown> }> = [];
	afterEach(async () => {
		await submit('webhook', { address: '' });
		for (const service of services.splice(0)) await service.close();
	});

	test('is reported as the service would, and stands in the chat', async () => {
		const { events } = await listen();
		await send({ channel_id: '14' });
		await write(phone, ' Is <it> late? ');
		const seconds = expect.stringMatching(/^\d{10}$/) as string;
		const text = 'Is <it> late?';
		expect(events).toEqual([
			{
				action: 'ticket_created',
				customer: {
					...{ id: 25550123, primary_id: '25550123', full_name: 'Customer 25550123', phone },
					...{ first_name: 'Customer', last_name: '25550123', avatar: '', gender: '', email: '' },
					...{ timezone: '', locale: 'en_US', language: 'en', city: '', region: '', country: '' },
					...{ ip_address: '', user_agent: '', created_at: seconds, last_message_time: seconds },
					last_message_text: text,
				},
				channel: { id: 14, type: 'whatsapp', name: 'Rechnungen & Mahnungen' },
				team: { id: 1, name: 'Sandbox' },
				ticket: {
					...{ id: 7000, is_replied: true, is_resolved: false, conversation_text: text },
					...{ created_at: seconds, assigned_agent: null, assigned_group: null },
					...{ resolved_by: null, tags: [] },
				},
			},
		]);
		const html = await page();
		expect(html).toContain('<p class="body" dir="auto">Is &#60;it&#62; late?</p>');
		expect(html).not.toContain('class="problem"');
	});

	test('comes from the same customer, by phone, by ID and in each event', async () => {
		const { events } = await listen();
		await send({});
		await sendText('Hello', '25550123');
		await write('25550123', 'First');
		await write('+1 (202) 555-0123', '', 'ticket_resolved');
		await write('5001', '', 'customer_created');
		expect(events.map(({ action, customer }) => [action, customer!.id, customer!.phone])).toEqual([
			['ticket_created', 25550123, phone],
			['ticket_resolved', 25550123, phone],
			['customer_created', 5001, '+12025550101'],
		]);
		expect(events.map(({ customer }) => customer!.last_message_text)).toEqual([
			'First',
			'First',
			'',
		]);
		const [created, resolved] = events.map(({ ticket }) => ticket);
		expect(resolved).toEqual({ ...created, is_resolved: true });
		expect(events[2]).not.toHaveProperty('ticket');
		expect((await page()).match(/>(\+\d+|Customer \d+)<|\d messages?/g)).toEqual([
			...['2 messages', '>Customer 5001<', '1 message', `>${phone}<`, '4 messages'],
		]);
	});

	test.each([
		[
			{ status: 404, body: { message: 'No <b>webhook</b>.', hint: 'Publish it.' } },
			'answered 404. No &#60;b&#62;webhook&#60;/b&#62;. Publish it.',
		],
		[{ status: 302, body: {} }, 'answered 302.'],
	])('is not lost where the webhook does not take it: %j', async (answer, words) => {
		await listen(answer);
		await write('77', 'STOP');
		const html = await page();
		expect(html).toContain('>STOP<');
		expect(html).toContain(`<p class="problem">The webhook ${words}`);
	});

	test('says where nobody can be told', async () => {
		await write('77', 'STOP');
		expect(await page()).toContain('No webhook is set: enter its address');
		const { service } = await listen();
		await service.close();
		services.length = 0;
		await write('77', 'STOP');
		expect(await page()).toContain(`Nothing answers at ${service.baseUrl}/webhook/replies. Is n8n`);
	});

	test.each([
		['webhook', { address: 'file:///etc/hosts' }, 'has to be a web address'],
		['webhook', { address: 'http://' }, 'has to be a web address'],
		['replies', { customer: '2025550123', action: 'toString' }, 'There is no event toString'],
		['replies', { customer: '"><script>', action: 'ticket_created' }, 'Enter a phone number'],
	])('refuses at %s: %j', async (form, fields, words) => {
		const { status, text, headers } = await submit(form, fields);
		expect([status, headers['content-type']]).toEqual([400, 'text/plain; charset=utf-8']);
		expect(text).toContain(words);
	});

	test('takes nothing that another page sends', async () => {
		const other = await submit(
			'webhook',
			{ address: 'https://a.example' },
			{ Origin: 'https://shop.example' },
		);
		expect(other.status).toBe(400);
		const own = await submit('webhook', { address: '' }, { Origin: sandbox.baseUrl });
		expect(own.status).toBe(303);
		expect(await page()).not.toContain('a.example');
	});
});
