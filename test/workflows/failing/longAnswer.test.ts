import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

import { answering, continuing, NODE_NAME, useScene } from '../../support/scene';
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
});
