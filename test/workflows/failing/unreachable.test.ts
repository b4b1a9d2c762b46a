import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

import type { IDataObject } from 'n8n-workflow';

import { freePort } from '../../../dev/editor/freePort';
import { startSandbox } from '../../../dev/sandbox/sandbox';
import { OPERATIONS } from '../../support/operations';
import { continuing, NODE_NAME, retrying, useScene } from '../../support/scene';
import { acceptedMarks, itemsOf, marksOf, sends, sendText, runSend } from '../sends';

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

/** The first try, and three more. */
const triesOfOne = 4;

test('a request that never left is tried again, a few times, be it a send or a read', async () => {
	const cases = [
		...sends.map((send) => ({
			parameters: send.parameters(),
			item: itemsOf(send, 1)[0]!,
			fate: 'The message was not sent.',
		})),
		{ parameters: OPERATIONS['channel.getAll'], item: {}, fate: '' },
	];
	const tried = await Promise.all(
		cases.map(async ({ parameters, item }) => {
			const port = await freePort();
			const { error } = await scene.run(parameters, [item], {}, atPort(port));
			return [error, attempts.get(port)];
		}),
	);
	expect(tried).toEqual(
		cases.map(({ fate }) => [
			expect.objectContaining({
				message: 'The service could not be reached: no connection could be made',
				description: expect.stringContaining(fate) as string,
			}),
			triesOfOne,
		]),
	);
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

test('while the service is down, only the first messages wait for it; the others find out at once', async () => {
	const down = async (options: IDataObject) => {
		const port = await freePort();
		const execution = await runSend(
			...([scene, sendText, 19, options, continuing, atPort(port)] as const),
		);
		return { items: execution.items(NODE_NAME), tries: attempts.get(port)! };
	};
	const [oneByOne, severalAtATime] = await Promise.all([
		down({ parallelSends: 1 }),
		down({ parallelSends: 5 }),
	]);

	expect(oneByOne.tries).toBe(triesOfOne + 18);
	expect(severalAtATime.tries).toBeLessThanOrEqual(5 * triesOfOne + 14);
	expect(severalAtATime.items).toHaveLength(19);
	expect(oneByOne.items.map(({ json }) => json.details)).toEqual(
		itemsOf(sendText, 19).map(({ json: { recipient } }) => ({
			status: 'failed',
			code: 'ECONNREFUSED',
			recipient,
		})),
	);
});

test('Retry On Fail tries only so often again, and nothing is sent twice when the service is back', async () => {
	const port = await freePort();
	const options = { parallelSends: 1 };
	const failed = await runSend(scene, sendText, 10, options, retrying(2), atPort(port));
	expect(attempts.get(port)).toBe(2 * triesOfOne);
	expect(failed.error?.description).toContain('Nothing was sent.');

	const retried = await scene.engine.retry(failed, {
		credentials: scene.credentials(),
	});
	expect(retried.status).toBe('success');
	expect(acceptedMarks(scene.sandbox).sort()).toEqual(marksOf(10));
});
