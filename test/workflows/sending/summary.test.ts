import type { Fault } from '../../../dev/sandbox/sandbox';
import { continuing, NODE_NAME, useScene } from '../../support/scene';
import { itemsOf, runSend, sendText } from '../sends';

const scene = useScene();

function addFault(item: number, fault: Fault, times = 1000): void {
	scene.sandbox.faults.add({ recipient: sendText.recipient(item), times, fault });
}

const refused = { kind: 'status', status: 400 } as const;

test('the summary says how many were sent, not sent, unknown and skipped, and what helps against too many requests', async () => {
	const messageKey = '={{ $json.mark }}';
	addFault(1, refused);
	addFault(2, { kind: 'resetAfterBody' });
	addFault(3, { kind: 'rateLimit', retryAfter: 0 }, 2);
	await runSend(scene, sendText, 1, { messageKey });

	const items = itemsOf(sendText, 5);
	const execution = await scene.run(
		sendText.parameters({ messageKey }),
		[...items, items[4]!],
		continuing,
	);
	expect(execution.hints(NODE_NAME)).toEqual([
		"2 of 6 messages were sent, 1 was not, 1 may have been, 1 was skipped because a message with that 'Message Key' was sent before (a new message needs a new key), 1 was skipped as having the same key and recipient as another. The most common reason: the service refused the request with status 400: The service answers 400 (code fault). The service asked to slow down twice: lower 'Parallel Sends' or set 'Messages per Second' under 'Options'.",
	]);
});

test("'Stop After Errors' counts errors in a row, then sends nothing more and says why", async () => {
	for (const item of [0, 2, 3]) addFault(item, refused);
	const options = { parallelSends: 1, stopAfterFailures: 2 };
	const execution = await runSend(scene, sendText, 8, options, continuing);

	const own = expect.stringMatching(/^The service refused the request/);
	const shared = expect.stringMatching(
		/^Nothing more was sent after 2 errors in a row, the last of which was: the service refused/,
	);
	expect(execution.items(NODE_NAME).map(({ json }) => json.error ?? 'sent')).toEqual([
		...[own, 'sent', own, own],
		...[shared, shared, shared, shared],
	]);
	expect(scene.sandbox.requests).toHaveLength(4);
});

test('many messages that are told to wait at the same moment are one slow-down', async () => {
	for (let item = 0; item < 20; item++) addFault(item, { kind: 'rateLimit', retryAfter: 0 }, 1);
	const execution = await runSend(scene, sendText, 20);
	expect(execution.hints(NODE_NAME)).toEqual([
		expect.stringMatching(/^20 of 20 messages were sent\. The service asked to slow down once: /),
	]);
	expect(scene.sandbox.requests).toHaveLength(2 * 20);
});
