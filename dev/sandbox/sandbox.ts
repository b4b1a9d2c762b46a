import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import express from 'express';
import { generate } from 'selfsigned';
import { type AcceptedMessage, Books } from './books';
import { channels, templatesLeadingTo } from './catalogue';
import { serveControl } from './control';
import { Faults } from './faults';
import { serveInbox } from './inbox';
import type { ReceivedRequest } from './receivedRequest';
import { createService, type ServiceSettings } from './service';

export type { FaultRule } from './faults';
export type { Fault } from './faultyAnswer';
export type { ReceivedPart, ReceivedRequest } from './receivedRequest';

/** How to start a sandbox; everything has a default. */
export interface SandboxOptions extends Partial<Omit<ServiceSettings, 'latency'>> {
	/** default 0: any free port */
	port?: number;
	/** serve HTTPS with a certificate made for this start; default false */
	tls?: boolean;
	/** milliseconds until an answer goes out, for all requests or for each; default 0 */
	latency?: number | ServiceSettings['latency'];
}

/** A running sandbox. */
export interface Sandbox {
	/** without a slash at the end, e.g. `http://127.0.0.1:4000` */
	readonly baseUrl: string;
	readonly apiKey: string;
	readonly inboxUrl: string;
	/** the certificate to trust, PEM, when it serves HTTPS */
	readonly certificate?: string;
	/** every request to the service, in order of arrival */
	readonly requests: readonly ReceivedRequest[];
	/** every message the service accepted */
	readonly accepted: readonly AcceptedMessage[];
	/** the most requests that were being handled at one time */
	readonly inFlightPeak: number;
	/** what goes wrong, for which requests */
	readonly faults: Faults;
	/** Forgets requests, accepted messages and faults. */
	reset(): void;
	/** Ends at once, as if it had crashed: every connection is reset, whatever is going on. */
	stop(): Promise<void>;
}

/** Connections the system may hold until they are accepted; a burst of sends must not be refused. */
const backlog = 4096;

const host = '127.0.0.1';

/**
 * Starts the customer-messaging service on loopback (all of service.md).
 *
 * @throws Error when the port is taken
 */
export async function startSandbox({
	port: wantedPort = 0,
	tls = false,
	latency = 0,
	apiKey = randomBytes(24).toString('base64url'),
	basePath = '',
	...options
}: SandboxOptions = {}): Promise<Sandbox> {
	const books = new Books();
	const faults = new Faults();
	const connections = new Map<number, Socket>();
	const service = createService({
		keyIn: 'either',
		platformIdParameter: 'platform_id',
		templateIdParameter: 'template_id',
		channels,
		templates: templatesLeadingTo('http://localhost:5678'),
		withoutList: false,
		...options,
		...{ apiKey, books, faults, basePath },
		latency: typeof latency === 'function' ? latency : () => latency,
		connectionOf: ({ socket }) => connections.get(socket.remotePort!),
	});

	const app = express();
	app.disable('x-powered-by').disable('etag');
	app.use(basePath || '/', service);
	app.use(serveInbox(books), serveControl(books, faults));
	// Small files, so that attachments have an address that works offline.
	app.use('/samples', express.static(join(__dirname, 'samples'), { index: false }));

	const certificate = tls
		? await generate([{ name: 'commonName', value: 'localhost' }], { keyType: 'ec' })
		: undefined;
	const server = certificate
		? createHttpsServer({ key: certificate.private, cert: certificate.cert }, app)
		: createHttpServer(app);
	// An upload takes as long as it takes.
	server.requestTimeout = 0;
	// A caller that comes back after a pause would otherwise meet its connection just as it is closed.
	server.keepAliveTimeout = 600_000;

	// By the caller's port: under TLS a request knows the encrypted connection, and only the one below can be reset or disturbed.
	server.on('connection', (socket: Socket) => {
		const port = socket.remotePort!;
		connections.set(port, socket);
		socket.on('close', () => connections.delete(port));
	});

	server.listen({ port: wantedPort, host, backlog });
	await once(server, 'listening');
	const closed = once(server, 'close');
	const { port } = server.address() as AddressInfo;
	const origin = `${certificate ? 'https' : 'http'}://${host}:${port}`;

	return {
		baseUrl: `${origin}${basePath}`,
		apiKey,
		inboxUrl: `${origin}/inbox`,
		certificate: certificate?.cert,
		requests: books.requests,
		accepted: books.accepted,
		faults,
		get inFlightPeak() {
			return books.inFlightPeak;
		},
		reset() {
			books.reset();
			faults.clear();
		},
		async stop() {
			server.close();
			for (const socket of connections.values()) socket.resetAndDestroy();
			await closed;
		},
	};
}
