import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

import { answering, continuing, NODE_NAME, outputOf, useScene } from '../../support/scene';
import { acceptedMarks, marksOf, runSend, type Send, sends, sendText } from '../sends';
import { statusesOf } from '../retrying/statuses';

const scene = useScene();

/** Node.js tells here of every connection that is about to be made. */
const connecting = 'net.client.socket';

const sockets: Socket[] = [];
const collect = (message: unknown): void =>
	void sockets.push((message as { socket: Socket }).socket);

beforeAll(() => subscribe(connecting, collect));
beforeEach(() => void sockets.splice(0));
afterAll(() => void unsubscribe(connecting, collect));

describe('an answer that never ends is given up, and its connection closed,', () => {
	const fault = { kind: 'drip', milliseconds: 20, endless: true } as const;
	const options = { timeout: 1 };

	const areClosed = () => sockets.map(({ destroyed }) => destroyed);

	test('of a send, whose outcome is unknown', async () => {
		scene.sandbox.faults.add({ fault, accepts: true });
		const { error } = await runSend(scene, sendText, 1, options);
		expect(error?.message).toMatch(
			/^Outcome unknown, .* did not respond within 1 second \('Timeout \(Seconds\)' under 'Options'\)$/,
		);
		expect(areClosed()).toEqual([true]);
	});

	test('of a template that is looked up, and the message is sent unchecked', async () => {
		scene.sandbox.faults.add({ operation: 'template.get', fault });
		const [template] = sends as [Send];
		const execution = await runSend(scene, template, 1, { ...options, checkVariables: true });
		expect(execution.hints(NODE_NAME)).toEqual([
			expect.stringContaining('the service did not respond within 1 second. '),
		]);
		expect(scene.sandbox.accepted).toHaveLength(1);
		expect(areClosed()[0]).toBe(true);
	});
});

const CANNOT_BE_READ = "the service's response cannot be read";

test('an answer of half a million levels leaves the outcome unknown, and a message without one goes on', async () => {
	const levels = 500_000;
	// As text, as no JSON library of a test writes it.
	const deep = `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
	const body = `{"id":"x1","success":true,"report":${deep}}`;
	const recipient = sendText.recipient(1);
	scene.sandbox.faults.add({ recipient, fault: answering(200, body), accepts: true });
	const execution = await runSend(scene, sendText, 3, { parallelSends: 1 }, continuing);
	expect(statusesOf(execution).map(({ status }) => status)).toEqual(['sent', 'unknown', 'sent']);
	expect(acceptedMarks(scene.sandbox)).toEqual(marksOf(3));
	expect(outputOf(execution)[1]!.error).toContain(CANNOT_BE_READ);
});

test.each(['gzip', 'deflate', 'br'])(
	'an answer that is not compressed as it says (%s) leaves the outcome unknown, and says so',
	async (encoding) => {
		const server = createServer((_, response) => {
			response.writeHead(200, { 'content-encoding': encoding }).end('{"id":"x1","success":true}');
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const { port } = server.address() as AddressInfo;
		const credentials = scene.credentials({ baseUrl: `http://127.0.0.1:${port}` });
		const { error } = await runSend(scene, sendText, 1, {}, {}, { credentials });
		server.close();
		expect(error?.message).toBe(
			`Outcome unknown, the message to ${sendText.recipient(0)} may have arrived: ${CANNOT_BE_READ}`,
		);
	},
);
