import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, type AddressInfo, type Socket } from 'node:net';

import type { IDataObject } from 'n8n-workflow';

import { startSandbox } from '../../../dev/sandbox/sandbox';
import { NODE_NAME, type NodeSettings, retrying, useScene } from '../../support/scene';
import { fromAnotherProcess } from '../retrying/fromAnotherProcess';
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
afterAll(() => void unsubscribe(connecting, count));

/** A port on which nothing listens any more. */
async function closedPort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	await new Promise((resolve) => server.close(resolve));
	return port;
}

const atPort = (number: number) => ({
	credentials: scene.credentials({ baseUrl: `http://127.0.0.1:${number}` }),
});

const continuing: NodeSettings = { onError: 'continueRegularOutput' };

/** The first try, and three more. */
const triesOfOne = 4;

test('a request that never left is tried again, a few times, be it a send or a read', async () => {
	const reading = { resource: 'channel', operation: 'getAll' };
	const cases = [
		...sends.map(
			(send) =>
				[
					send.operation,
					send.parameters(),
					itemsOf(send, 1)[0]!,
					'The message was not sent.',
				] as const,
		),
		['channel.getAll', reading, { json: {} }, ''] as const,
	];
	const tried = await Promise.all(
		cases.map(async ([operation, parameters, item]) => {
			const port = await closedPort();
			const { error } = await scene.run(parameters, [item], {}, atPort(port));
			const { message, description } = error as { message: string; description?: string };
			return { operation, message, description, tries: attempts.get(port) };
		}),
	);
	expect(tried).toEqual(
		cases.map(([operation, , , fate]) => ({
			operation,
			message: 'The service could not be reached: nothing is listening at that address and port',
			description: expect.stringContaining(fate) as string,
			tries: triesOfOne,
		})),
	);
});

test('a service that comes back in between gets the message once', async () => {
	let starting: ReturnType<typeof startSandbox> | undefined;
	const port = await closedPort();
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
		const port = await closedPort();
		const execution = await runSend(scene, sendText, 100, options, continuing, atPort(port));
		return { items: execution.items(NODE_NAME), tries: attempts.get(port)! };
	};
	const [oneByOne, byDefault] = await Promise.all([down({ parallelSends: 1 }), down({})]);

	expect(oneByOne.tries).toBe(triesOfOne + 99);
	expect(byDefault.tries).toBeLessThanOrEqual(20 * triesOfOne + 80);
	expect(byDefault.items).toHaveLength(100);
	expect(oneByOne.items.map(({ json }) => json.details)).toEqual(
		itemsOf(sendText, 100).map(({ json: { recipient } }) => ({
			status: 'failed',
			code: 'ECONNREFUSED',
			recipient,
		})),
	);
});

test('Retry On Fail tries only so often again, and nothing is sent twice when the service is back', async () => {
	const port = await closedPort();
	const options = { parallelSends: 1 };
	const failed = await runSend(scene, sendText, 10, options, retrying(2), atPort(port));
	expect(attempts.get(port)).toBe(2 * triesOfOne);
	expect(failed.error?.description).toContain('0 of 10 messages were sent, 10 were not.');

	const retried = await scene.engine.retry(fromAnotherProcess(failed), {
		credentials: scene.credentials(),
	});
	expect(retried.status).toBe('success');
	expect(acceptedMarks(scene.sandbox).sort()).toEqual(marksOf(10));
});

test('a service that goes away in the middle: what was on its way is unknown, the rest was not sent', async () => {
	const sandbox = await startSandbox({
		apiKey: scene.sandbox.apiKey,
		latency: () => {
			if (sandbox.requests.length === 5) void sandbox.stop();
			return 0;
		},
	});
	const parameters = sendText.parameters({ parallelSends: 1 });
	const execution = await scene.run(parameters, itemsOf(sendText, 10), continuing, {
		credentials: scene.credentials({ baseUrl: sandbox.baseUrl }),
	});

	const statuses = execution
		.items(NODE_NAME)
		.map(({ json }) => (json.details as { status: string } | undefined)?.status ?? 'sent');
	expect(statuses.join(' ')).toBe('sent sent sent sent unknown failed failed failed failed failed');
	expect(acceptedMarks(sandbox)).toEqual(marksOf(5));
});
