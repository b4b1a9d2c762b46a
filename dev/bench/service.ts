import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The template of the uploads, which has a document for its header and no variables. */
const FILE_TEMPLATE = '302';

/** More than any contender opens at once, so that none waits for the kernel. */
const BACKLOG = 4096;

/**
 * The service that all contenders send to, in its own process. It costs as little as a server can: it checks nothing,
 * and answers each request after the latency as a messaging service does. A parent process gives it the latency over
 * IPC, and learns how many messages it has taken since.
 */
function serve(): void {
	let latency = 0;
	let taken = 0;

	const server = createServer((request, response) => {
		request.resume().on('end', () => {
			// Reading a template sends no message.
			if (request.method === 'POST') taken++;
			const body = JSON.stringify(answerTo(request.url!, taken));
			const answer = () => response.setHeader('content-type', 'application/json').end(body);
			if (latency === 0) answer();
			else setTimeout(answer, latency);
		});
	});
	// A large upload on a busy machine takes longer than Node gives a request by default.
	server.requestTimeout = 0;

	process.on('message', (given: { latency: number }) => {
		process.send!({ taken });
		({ latency } = given);
		taken = 0;
	});
	process.on('disconnect', () => process.exit());
	server.listen({ port: 0, host: '127.0.0.1', backlog: BACKLOG }, () => {
		process.send!({ port: (server.address() as AddressInfo).port });
	});
}

function answerTo(url: string, count: number): object {
	if (url.startsWith('/bot')) {
		return {
			ok: true,
			result: {
				message_id: count,
				from: { id: 7001, is_bot: true, first_name: 'Shop', username: 'shop_bot' },
				chat: { id: 5001, first_name: 'Customer 1', type: 'private' },
				date: 1_760_000_000,
				text: 'Your order is on its way.',
			},
		};
	}
	if (url.includes('/get-template-detail')) {
		return url.includes(`template_id=${FILE_TEMPLATE}`)
			? { body: 'Your invoice', header: { type: 'document', value: '' }, attributes: [] }
			: { body: 'Hello {{1}}, {{2}} comes on {{3}}', attributes: [] };
	}
	// An acknowledgement for a file, a send result for everything else (service: Acknowledgement, Send result).
	if (url.includes('/whatsapp/send-template?'))
		return { success: true, data: { status: 'ongoing' } };
	return {
		id: `message-${count}`,
		project_id: 101,
		timestamp: '2026-01-01T00:00:00Z',
		function_name: 'send_text_message',
		message: 'Your order is on its way.',
		status: 'ongoing',
		extra: {
			timestamp: '2026-01-01T00:00:00Z',
			project_id: 101,
			platform_id: 201,
			customer_id: 5001,
			customer_phone: '+12025550123',
			template_id: '301',
			template_name: 'order_shipped',
			source: 'api',
			success: true,
			report: {
				messaging_product: 'whatsapp',
				contacts: [{ input: '+12025550123', wa_id: '12025550123' }],
				messages: [{ id: `wamid.${count}`, message_status: 'accepted' }],
			},
		},
	};
}

serve();
