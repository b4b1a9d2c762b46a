import { answering, continuing, NODE_NAME, useScene } from '../../support/scene';
import { acceptedMarks, marksOf, runSend, type Send, sends, sendText } from '../sends';
import { statusesOf } from '../retrying/statuses';

const scene = useScene();

test("a template that does not end within the 'Timeout' is none, and the message is sent unchecked", async () => {
	const fault = { kind: 'drip', milliseconds: 20, endless: true } as const;
	scene.sandbox.faults.add({ operation: 'template.get', fault });
	const [template] = sends as [Send];
	const options = { timeout: 1, checkVariables: true };
	const execution = await runSend(scene, template, 1, options);
	expect(execution.hints(NODE_NAME)).toEqual([
		expect.stringContaining('the service did not respond within 1 second. '),
	]);
	expect(scene.sandbox.accepted).toHaveLength(1);
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
