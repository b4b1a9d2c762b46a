import { randomBytes } from 'node:crypto';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import express from 'express';
import { Books } from './books';
import { type Channel, channels, type Template, templates } from './catalogue';
import { createCertificate } from './certificate';
import { serveControl } from './control';
import { Faults } from './faults';
import { serveInbox } from './inbox';
import type { AcceptedMessage, ReceivedRequest } from './receivedRequest';
import { createService } from './service';

export type { Fault, FaultRule } from './faults';
export type { AcceptedMessage, Operation, ReceivedPart, ReceivedRequest } from './receivedRequest';

/** How to start a sandbox; everything has a default. */
export interface SandboxOptions {
	/** default 0: any free port */
	port?: number;
	/** default: a new random one */
	apiKey?: string;
	/** serve HTTPS with a certificate made for this start; default false */
	tls?: boolean;
	/** milliseconds until an answer goes out, for all requests or for each; default 0 */
	latency?: number | ((request: ReceivedRequest) => number);
	/** query parameter of a template's channel (service: Get template); default `platform_id` */
	platformIdParameter?: string;
	/** query parameter of a template's ID (service: Get template); default `template_id` */
	templateIdParameter?: string;
	/** instead of the catalogue's */
	channels?: readonly Channel[];
	/** instead of the catalogue's */
	templates?: readonly Template[];
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
	/** Takes no new requests, answers those there are, and ends. */
	stop(): Promise<void>;
	/** Ends at once: every connection is reset, whatever is going on. */
	kill(): Promise<void>;
}

/** Connections the system may hold until they are accepted; a burst of sends must not be refused. */
const backlog = 4096;

const host = '127.0.0.1';

/**
 * Starts the customer-messaging service on loopback (all of docs/service.md).
 *
 * @throws Error when the port is taken
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const apiKey = options.apiKey ?? randomBytes(24).toString('base64url');
	const { latency = 0 } = options;
	const books = new Books();

	const faults = new Faults(options.tls);
	const connections = new Map<number, Socket>();
	const service = createService({
		apiKey,
		platformIdParameter: options.platformIdParameter ?? 'platform_id',
		templateIdParameter: options.templateIdParameter ?? 'template_id',
		channels: options.channels ?? channels,
		templates: options.templates ?? templates,
		latency: typeof latency === 'function' ? latency : () => latency,
		books,
		faults,
		connectionOf: ({ socket }) => connections.get(socket.remotePort!),
	});

	const app = express();
	app.disable('x-powered-by').disable('etag');
	app.enable('strict routing').enable('case sensitive routing');
	app.use(service.handler, serveInbox(books), serveControl(books, faults, apiKey));
	// Small files, so that attachments have an address that works offline.
	app.use('/samples', express.static(join(__dirname, 'samples'), { index: false }));

	const certificate = options.tls ? await createCertificate() : undefined;
	const server = certificate
		? createHttpsServer({ key: certificate.privateKey, cert: certificate.certificate }, app)
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

	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen({ port: options.port ?? 0, host, backlog }, resolve);
	});
	const { port } = server.address() as AddressInfo;
	const baseUrl = `${certificate ? 'https' : 'http'}://${host}:${port}`;
	const closed = new Promise<void>((resolve) => server.once('close', resolve));

	return {
		baseUrl,
		apiKey,
		inboxUrl: `${baseUrl}/inbox`,
		certificate: certificate?.certificate,
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
			server.on('request', (_incoming, outgoing) =>
				outgoing.on('finish', () => server.closeIdleConnections()),
			);
			server.close();
			server.closeIdleConnections();
			service.endHanging();
			await closed;
		},
		async kill() {
			server.close();
			for (const socket of connections.values()) socket.resetAndDestroy();
			await closed;
		},
	};
}
