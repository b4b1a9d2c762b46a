import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** More than any contender opens at once, so that none waits for the kernel. */
const BACKLOG = 4096;

/**
 * The service that all contenders send to, which costs as little as a server can: it checks nothing, and answers each
 * request as a messaging service does.
 */
export async function startService() {
	/** Its `latency` is the milliseconds after which it answers. */
	const service = { address: '', latency: 0, taken: 0, stop: () => server.close() };
	const server = createServer((request, response) => {
		request.resume().on('end', () => {
			// Reading a template sends no message.
			if (request.method === 'POST') service.taken++;
			const body = JSON.stringify(answerTo(request.url!, service.taken));
			response.setHeader('content-type', 'application/json');
			setTimeout(() => response.end(body), service.latency);
		});
	});
	server.listen({ port: 0, host: '127.0.0.1', backlog: BACKLOG });
	await once(server, 'listening');
	service.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return service;
}

function answerTo(url: string, id: number): object {
	if (url.includes('/get-template-detail'))
		return { body: 'Hello {{1}}, {{2}} comes on {{3}}', attributes: [] };
	return {
		...{ id: `message-${id}`, project_id: 101, timestamp: '2026-01-01T00:00:00Z' },
		...{
			function_name: 'send_text_message',
			message: 'Your order is on its way.',
			status: 'ongoing',
		},
		extra: {
			...{ timestamp: '2026-01-01T00:00:00Z', project_id: 101, platform_id: 201 },
			...{ customer_id: 5001, customer_phone: '+12025550123', template_id: '301' },
			...{ template_name: 'order_shipped', source: 'api', success: true },
			report: { messages: [{ id: `wamid.${id}`, message_status: 'accepted' }] },
		},
	};
}
