import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the service is told between two measurements. */
export interface ServiceSettings {
	/** Milliseconds between a request's last byte and its answer. */
	latency: number;
	/** How many bytes of a body to read before cutting the connection; undefined for never. */
	cutAfter?: number;
}

/** What the service has seen since its settings were last given. */
export interface ServiceCounts {
	answered: number;
	mostInFlight: number;
	bytesReceived: number;
}

/** The template of the uploads, which has a document for its header and no variables. */
const FILE_TEMPLATE = '302';

/** More than any contender opens at once, so that none waits for the kernel. */
const BACKLOG = 4096;

/**
 * The service that all contenders send to, in its own process. It costs as little as a server can: it checks nothing,
 * and answers each request after the latency as a messaging service does. A parent process asks it for its counts over
 * IPC, and may give it settings, with which the counts begin anew.
 */
function serve(): void {
	let settings: ServiceSettings = { latency: 0 };
	let counts: ServiceCounts = { answered: 0, mostInFlight: 0, bytesReceived: 0 };
	let inFlight = 0;

	const server = createServer((request, response) => {
		counts.mostInFlight = Math.max(counts.mostInFlight, ++inFlight);
		response.on('close', () => inFlight--);
		let received = 0;
		request.on('data', (chunk: Buffer) => {
			received += chunk.length;
			counts.bytesReceived += chunk.length;
			if (settings.cutAfter !== undefined && received > settings.cutAfter) request.destroy();
		});
		request.on('end', () => {
			// Reading a template sends no message.
			if (request.method === 'POST') counts.answered++;
			const body = JSON.stringify(answerTo(request.url!, counts.answered));
			const answer = () => response.setHeader('content-type', 'application/json').end(body);
			if (settings.latency === 0) answer();
			else setTimeout(answer, settings.latency);
		});
	});
	// A 600 MB upload on a busy machine takes longer than Node gives a request by default.
	server.requestTimeout = 0;

	process.on('message', (given: { settings?: ServiceSettings }) => {
		process.send!(counts);
		if (given.settings === undefined) return;
		settings = given.settings;
		counts = { answered: 0, mostInFlight: 0, bytesReceived: 0 };
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
