import { continuing, NODE_NAME, useScene } from '../../support/scene';
import { acceptedMarks, itemsOf, marksOf, runSend, sends, sendText } from '../sends';
import { statusesOf } from '../retrying/statuses';

const scene = useScene();

test('an answer of 50 MB that does not say whether the message was sent leaves the outcome unknown', async () => {
	scene.sandbox.faults.add({ fault: { kind: 'hugeBody' }, accepts: true });
	const execution = await runSend(scene, sendText, 1, {}, continuing);
	expect(execution.items(NODE_NAME)[0]!.json).toMatchObject({
		error: expect.stringContaining('without saying whether the message was sent') as string,
		details: { status: 'unknown', httpCode: '200' },
	});
	expect(execution.stored.length).toBeLessThan(100_000);
});

test('millions of backslashes do not keep n8n busy', async () => {
	const body = '\\'.repeat(3_500_000);
	scene.sandbox.faults.add({ fault: { kind: 'status', status: 400, body } });
	const execution = await runSend(scene, sendText, 1);
	expect(execution.error?.message).toContain('400');
	expect(execution.stored.length).toBeLessThan(100_000);
});

test.each([
	[1, undefined],
	[Infinity, expect.stringMatching(/The service did not respond within 1 second$/) as string],
])(
	"a template that does not end within the 'Timeout' is asked for again (%s times)",
	async (times, error) => {
		const fault = { kind: 'drip', milliseconds: 20, endless: true } as const;
		scene.sandbox.faults.add({ operation: 'template.get', times, fault });
		const options = { timeout: 1, checkVariables: true, headerType: 'auto' };
		const execution = await scene.run(sends[0]!.parameters(options), itemsOf(sends[0]!, 1));
		expect(execution.error?.message).toEqual(error);
		expect(scene.sandbox.accepted).toHaveLength(error === undefined ? 1 : 0);
	},
);

test.each(sends)(
	'$operation: an answer that drips on after the deadline is none, and nothing is sent again',
	async (send) => {
		const fault = { kind: 'drip', milliseconds: 20, endless: true } as const;
		scene.sandbox.faults.add({ recipient: send.recipient(0), fault, accepts: true });
		scene.sandbox.faults.add({ recipient: send.recipient(1), fault, accepts: true });
		const execution = await runSend(scene, send, 2, { timeout: 1 }, continuing);
		expect(statusesOf(execution).map(({ status }) => status)).toEqual(['unknown', 'unknown']);
		expect(scene.sandbox.accepted).toHaveLength(2);
	},
);

test('an answer of half a million levels leaves the outcome unknown, and a message without one goes on', async () => {
	const levels = 500_000;
	// As text, as no JSON library of a test writes it.
	const deep = `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
	const body = `{"id":"x1","success":true,"report":${deep}}`;
	const recipient = sendText.recipient(1);
	scene.sandbox.faults.add({
		fault: { kind: 'status', status: 200, body },
		recipient,
		accepts: true,
	});
	const execution = await runSend(scene, sendText, 3, { parallelSends: 1 }, continuing);
	expect(statusesOf(execution).map(({ status }) => status)).toEqual(['sent', 'unknown', 'sent']);
	expect(acceptedMarks(scene.sandbox)).toEqual(marksOf(3));
});
