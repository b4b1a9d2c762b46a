import express, { type Response, type Router } from 'express';
import type { Books } from './books';
import { keyHeader } from './contract';
import type { FaultRule, Faults } from './faults';

/** Lets a test that runs in another process look at the sandbox and switch faults, below `/sandbox/`. */
export function serveControl(books: Books, faults: Faults): Router {
	const router = express.Router();
	const show = (outgoing: Response, value: unknown) =>
		outgoing.type('json').send(JSON.stringify(value, withoutSecrets));
	router.get('/sandbox/requests', (_incoming, outgoing) => show(outgoing, books.requests));
	router.get('/sandbox/accepted', (_incoming, outgoing) => show(outgoing, books.accepted));
	router.post('/sandbox/faults', express.json(), (incoming, outgoing) => {
		faults.add(incoming.body as FaultRule);
		show(outgoing, incoming.body);
	});
	router.post('/sandbox/reset', (_incoming, outgoing) => {
		books.reset();
		faults.clear();
		show(outgoing, { reset: true });
	});
	return router;
}

/** For `JSON.stringify`: hides the key of a request, even a wrong one, and leaves out the bytes of files. */
function withoutSecrets(this: Record<string, unknown>, name: string, value: unknown): unknown {
	if (Buffer.isBuffer(this[name])) return undefined;
	return name === 'api_key' || name === keyHeader ? '***' : value;
}
