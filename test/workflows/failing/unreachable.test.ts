import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, type AddressInfo } from 'node:net';

import { startSandbox } from '../../../dev/sandbox/sandbox';
import { NODE_NAME, type NodeSettings, useScene } from '../../support/scene';
import { fromAnotherProcess } from '../retrying/fromAnotherProcess';
import { acceptedMarks, itemsOf, marksOf, sends, sendText, runSend } from '../sends';

/** Node.js tells here of every connection that is about to be made. */
const connecting = 'net.client.socket';

const scene = useScene();
let port: number;
let connections: number;
let onConnection: () => void;
const count = (): void => {
	connections++;
	onConnection();
};

beforeAll(() => subscribe(connecting, count));
afterAll(() => void unsubscribe(connecting, count));
beforeEach(async () => {
	port = await closedPort();
	connections = 0;
	onConnection = () => {};
});

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

test.each(sends)(
	'$operation: a request that never left is tried again, a few times',
	async (send) => {
		const execution = await runSend(scene, send, 1, {}, {}, atPort(port));
		expect(connections).toBe(triesOfOne);
		expect(execution.error?.message).toBe(
			'The service could not be reached: nothing answers at that address and port',
		);
		expect(execution.error?.description).toContain('The message was not sent.');
	},
);

test('a service that comes back in between gets the message once', async () => {
	let starting: ReturnType<typeof startSandbox> | undefined;
	onConnection = () => {
		starting ??= startSandbox({ port, apiKey: scene.sandbox.apiKey });
	};
	const execution = await runSend(scene, sendText, 1, {}, {}, atPort(port));
	const sandbox = await starting!;
	expect(execution.status).toBe('success');
	expect(acceptedMarks(sandbox)).toEqual(marksOf(1));
	await sandbox.stop();
});

test('while the service is down, only the first message waits for it; the others find out at once', async () => {
	const execution = await runSend(
		scene,
		sendText,
		100,
		{ parallelSends: 1 },
		continuing,
		atPort(port),
	);

	expect(connections).toBe(triesOfOne + 99);
	const items = execution.items(NODE_NAME);
	expect(items).toHaveLength(100);
	for (const [index, { json }] of items.entries()) {
		expect(json.details).toEqual({
			status: 'failed',
			code: 'ECONNREFUSED',
			recipient: sendText.recipient(index),
		});
	}
});

test('nor does a large run with everything at its defaults wait for each of its messages', async () => {
	const execution = await runSend(scene, sendText, 100, {}, continuing, atPort(port));
	expect(connections).toBeLessThanOrEqual(20 * triesOfOne + 80);
	expect(execution.items(NODE_NAME)).toHaveLength(100);
});

test('Retry On Fail tries only so often again, and nothing is sent twice when the service is back', async () => {
	const settings: NodeSettings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	const options = sendText.parameters({ parallelSends: 1 });
	const failed = await scene.run(options, itemsOf(sendText, 10), settings, atPort(port));
	expect(connections).toBe(2 * triesOfOne);
	expect(failed.error?.description).toContain('0 of 10 messages were sent, 10 were not.');

	const retried = await scene.engine.retry(fromAnotherProcess(failed), {
		credentials: scene.credentials(),
	});
	expect(retried.status).toBe('success');
	expect(acceptedMarks(scene.sandbox).sort()).toEqual(marksOf(10));
});

test('a read is tried again as well', async () => {
	const execution = await scene.run(
		{ resource: 'channel', operation: 'getAll' },
		[{}],
		{},
		atPort(port),
	);
	expect(connections).toBe(triesOfOne);
	expect(execution.error?.message).toContain('The service could not be reached');
});

test('a service that goes away in the middle: what was on its way is unknown, the rest was not sent', async () => {
	const sandbox = await startSandbox({
		apiKey: scene.sandbox.apiKey,
		latency: () => {
			if (sandbox.requests.length === 5) void sandbox.kill();
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
