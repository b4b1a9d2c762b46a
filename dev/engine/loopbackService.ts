import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ReceivedRequest {
	url: string;
	headers: NodeJS.Dict<string | string[]>;
	body: Buffer;
}

export interface LoopbackService {
	baseUrl: string;
	received: ReceivedRequest[];
	/** Status and body of the answer; by default 200 and the request's own address. */
	answer?: (request: ReceivedRequest) => { status: number; body: object };
	close(): Promise<void>;
}

/** A service on loopback that answers every request and keeps it. */
export async function startLoopbackService(): Promise<LoopbackService> {
	const server = createServer(async (incoming, outgoing) => {
		const body: Buffer[] = [];
		for await (const chunk of incoming) body.push(chunk as Buffer);
		const request = {
			url: incoming.url ?? '',
			headers: incoming.headers,
			body: Buffer.concat(body),
		};
		service.received.push(request);
		const answer = service.answer?.(request) ?? { status: 200, body: { url: request.url } };
		outgoing.writeHead(answer.status, { 'content-type': 'application/json' });
		outgoing.end(JSON.stringify(answer.body));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const service: LoopbackService = {
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		received: [],
		close: async () =>
			await new Promise<void>((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
	return service;
}
