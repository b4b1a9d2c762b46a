import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import tls from 'node:tls';

import { freePort } from '../../../dev/editor/freePort';
import { startSandbox } from '../../../dev/sandbox/sandbox';
import { OPERATIONS } from '../../support/operations';
import { continuing, outputOf, useScene } from '../../support/scene';
import { acceptedMarks, itemsOf, marksOf, sendText, runSend } from '../sends';

/** Node.js tells here of every connection that is about to be made. */
const connecting = 'net.client.socket';

const scene = useScene();

/** How often a connection to each port was attempted. */
const attempts = new Map<number, number>();
let onAttempt: (port: number) => void = () => {};
const count = (message: unknown): void => {
	(message as { socket: Socket }).socket.on('connectionAttempt', (_address, port) => {
		attempts.set(port, (attempts.get(port) ?? 0) + 1);
		onAttempt(port);
	});
};

beforeAll(() => subscribe(connecting, count));
// A port may be free again for another test.
beforeEach(() => attempts.clear());
afterAll(() => void unsubscribe(connecting, count));

const atPort = (number: number) => ({
	credentials: scene.credentials({ baseUrl: `http://127.0.0.1:${number}` }),
});

test('a request that never left is tried again, a few times, be it a send or a read', async () => {
	for (const [parameters, fate] of [
		[sendText.parameters(), 'The message was not sent.'],
		[OPERATIONS['channel.getAll'], ''],
	] as const) {
		const port = await freePort();
		const { error } = await scene.run(parameters, itemsOf(sendText, 1), {}, atPort(port));
		expect(error?.message).toBe('The service could not be reached: no connection could be made');
		expect(error?.description).toContain(fate);
		// The first try, and three more.
		expect(attempts.get(port)).toBe(4);
	}
});

test('a service that comes back in between gets the message once', async () => {
	let starting: ReturnType<typeof startSandbox> | undefined;
	const port = await freePort();
	onAttempt = (attempted) => {
		if (attempted === port) starting ??= startSandbox({ port, apiKey: scene.sandbox.apiKey });
	};
	const execution = await runSend(scene, sendText, 1, {}, {}, atPort(port));
	const sandbox = await starting!;
	expect(execution.status).toBe('success');
	expect(acceptedMarks(sandbox)).toEqual(marksOf(1));
	await sandbox.stop();
});

test('nothing is sent to a service whose certificate cannot be trusted', async () => {
	const secure = await startSandbox({ tls: true });
	const credentials = scene.credentials({ baseUrl: secure.baseUrl });
	const { error } = await runSend(scene, sendText, 1, {}, {}, { credentials });
	await secure.stop();
	expect(error?.message).toBe('The service could not be reached: no connection could be made');
	expect(secure.requests).toEqual([]);
});

test.each<[string, Server]>([
	['that is no secure one', createServer()],
	['that has no certificate', tls.createServer()],
])(
	'of a port %s, no message is left unknown: with the right address, the next run sends all',
	async (_, server) => {
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const { port } = server.address() as AddressInfo;
		const credentials = scene.credentials({ baseUrl: `https://127.0.0.1:${port}` });
		const keyed = sendText.parameters({ messageKey: '={{ $json.mark }}' });
		const items = itemsOf(sendText, 3);
		const wrong = await scene.run(keyed, items, continuing, { credentials });
		server.close();
		expect(outputOf(wrong)).toMatchObject(
			items.map(() => ({
				error: 'The service could not be reached: no connection could be made',
				details: { status: 'failed', code: 'EPROTO' },
			})),
		);
		await scene.run(keyed, items);
		expect(acceptedMarks(scene.sandbox)).toEqual(marksOf(3));
	},
);
