import express, { type ErrorRequestHandler, type Response, type Router } from 'express';
import type { Books } from './books';
import type { FaultRule, Faults } from './faults';
import type { ReceivedRequest } from './receivedRequest';

const hidden = '***';

/** Lets a test that runs in another process look at the sandbox and switch faults, below `/sandbox/`. */
export function serveControl(books: Books, faults: Faults, apiKey: string): Router {
	const router = express.Router();
	const spellings = [
		...new Set([apiKey, encodeURIComponent(apiKey), JSON.stringify(apiKey).slice(1, -1)]),
	];

	function show(outgoing: Response, value: unknown) {
		let text = JSON.stringify(value, withoutBytes);
		for (const spelling of spellings) text = text.replaceAll(spelling, hidden);
		outgoing.type('json').send(text);
	}

	router.get('/sandbox/requests', (_incoming, outgoing) =>
		show(outgoing, books.requests.map(withoutSecrets)),
	);
	router.get('/sandbox/accepted', (_incoming, outgoing) =>
		show(
			outgoing,
			books.accepted.map((message) => ({ ...message, request: withoutSecrets(message.request) })),
		),
	);
	router.get('/sandbox/faults', (_incoming, outgoing) => show(outgoing, faults.active));
	router.post('/sandbox/faults', express.json(), (incoming, outgoing) => {
		faults.add(incoming.body as FaultRule);
		show(outgoing, faults.active);
	});
	router.delete('/sandbox/faults', (_incoming, outgoing) => {
		faults.clear();
		show(outgoing, faults.active);
	});
	router.post('/sandbox/reset', (_incoming, outgoing) => {
		books.reset();
		faults.clear();
		show(outgoing, { reset: true });
	});

	const refuse: ErrorRequestHandler = (problem: Error, _incoming, outgoing, _next) => {
		outgoing.status(400);
		show(outgoing, { error: problem.message });
	};
	router.use(refuse);
	return router;
}

/** A request as another process may see it: no key, not even a wrong one. */
function withoutSecrets(request: ReceivedRequest): ReceivedRequest {
	const { query } = request;
	return 'api_key' in query ? { ...request, query: { ...query, api_key: hidden } } : request;
}

/** For `JSON.stringify`: leaves the bytes of files out; their size and hash stay. */
export function withoutBytes(this: Record<string, unknown>, name: string, value: unknown): unknown {
	return Buffer.isBuffer(this[name]) ? undefined : value;
}
