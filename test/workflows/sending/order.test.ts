import type { ReceivedRequest } from '../../../dev/sandbox/sandbox';
import { continuing, NODE_NAME, useScene } from '../../support/scene';
import { acceptedMarks, marksOf, runSend, type Send, sends, sendText } from '../sends';

const scene = useScene();

/** Long enough for all that may be in flight to get there, on a busy machine too. */
const longLatency = 700;

const randomLatency = (): number => Math.random() * 30;

/** The messages of each recipient, in the order in which their requests came. */
function marksByRecipient({ markIn }: Send): Record<string, string[]> {
	const marks: Record<string, string[]> = {};
	for (const { recipient, request } of scene.sandbox.accepted)
		(marks[recipient] ??= []).push(markIn(request));
	return marks;
}

test.each(sends)(
	'$operation: of 200 messages to 10 recipients, each gets theirs in order and one at a time',
	async (send) => {
		const recipientIn = (request: ReceivedRequest): string =>
			send.recipient(Number(send.markIn(request).split('-')[0]!.slice('to'.length)));
		let overlaps = 0;
		scene.latency = (request) => {
			// Handled here and now; whatever else came for this recipient has to be answered.
			const others = scene.sandbox.requests.filter(
				(other) => other !== request && (other.body ?? other.parts) !== undefined,
			);
			if (
				others.some(
					(other) => other.status === 'none' && recipientIn(other) === recipientIn(request),
				)
			)
				overlaps++;
			return randomLatency();
		};
		const marks = Array.from({ length: 200 }, (_, index) => {
			const recipient = Math.floor(Math.random() * 10);
			return { recipient, mark: `to${recipient}-${index}` };
		});
		const execution = await scene.run(
			send.parameters(),
			marks.map(({ mark, recipient }) => send.item(mark, send.recipient(recipient))),
		);

		expect(execution.status).toBe('success');
		const expected: Record<string, string[]> = {};
		for (const { mark, recipient } of marks)
			(expected[send.recipient(recipient)] ??= []).push(mark);
		expect(marksByRecipient(send)).toEqual(expected);
		expect(overlaps).toBe(0);
		expect(scene.sandbox.inFlightPeak).toBeLessThanOrEqual(10);
		expect(scene.sandbox.inFlightPeak).toBeGreaterThan(1);

		const items = execution.items(NODE_NAME);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(marks.map((_, item) => ({ item })));
		if (send.operation !== 'template.sendWithFile') {
			const ids = new Map(
				scene.sandbox.accepted.map(({ id, request }) => [send.markIn(request), id]),
			);
			expect(items.map(({ json }) => json.id)).toEqual(marks.map(({ mark }) => ids.get(mark)));
		}
	},
);

test('messages to one recipient never overlap, however many may be in flight', async () => {
	scene.latency = randomLatency;
	const marks = marksOf(30);
	await scene.run(
		sendText.parameters({ parallelSends: 30 }),
		marks.map((mark) => sendText.item(mark, sendText.recipient(0))),
	);
	expect(scene.sandbox.inFlightPeak).toBe(1);
	expect(acceptedMarks(scene.sandbox)).toEqual(marks);
});

test('a recipient is the same one however the number is written', async () => {
	scene.latency = randomLatency;
	const [template] = sends;
	const spellings = ['+12025550123', '+1 202 555 0123', '+1 (202) 555-0123', '+1.202.555.0123'];
	const marks = marksOf(8);
	await scene.run(
		template!.parameters(),
		marks.map((mark, index) => template!.item(mark, spellings[index % 4]!)),
	);
	expect(scene.sandbox.inFlightPeak).toBe(1);
	expect(acceptedMarks(scene.sandbox)).toEqual(marks);
});

test('a failed message lets the next ones to the same recipient through where the node continues', async () => {
	scene.latency = () => 0;
	scene.sandbox.faults.add({
		recipient: sendText.recipient(0),
		times: 2,
		fault: { kind: 'status', status: 400 },
	});
	const marks = marksOf(6);
	await scene.run(
		sendText.parameters(),
		marks.map((mark) => sendText.item(mark, sendText.recipient(0))),
		continuing,
	);
	expect(acceptedMarks(scene.sandbox)).toEqual(marks.slice(2));
});

test('a failure lets those in flight end and starts no other where the node stops', async () => {
	// The refusal comes while the others are under way.
	scene.latency = ({ fault }) => (fault === undefined ? longLatency : 0);
	scene.sandbox.faults.add({
		recipient: sendText.recipient(1),
		fault: { kind: 'status', status: 400 },
	});
	const execution = await runSend(scene, sendText, 10, { parallelSends: 4 });

	expect(scene.sandbox.requests.map(sendText.markIn).sort()).toEqual(marksOf(4));
	expect(acceptedMarks(scene.sandbox).sort()).toEqual(['message-0', 'message-2', 'message-3']);
	expect(execution.error?.message).toMatch(/ \[item 1, [^\]]*\]$/);
	expect(execution.error?.description).toContain('3 of 10 messages were sent, 7 were not.');
});

describe('the most messages in flight', () => {
	test('are 20 by default', async () => {
		scene.latency = () => longLatency;
		await runSend(scene, sendText, 45);
		expect(scene.sandbox.inFlightPeak).toBe(20);
		expect(scene.sandbox.accepted).toHaveLength(45);
	});

	test('is 1 where it says so, and then all messages go in input order', async () => {
		scene.latency = randomLatency;
		await runSend(scene, sendText, 20, { parallelSends: 1 });
		expect(scene.sandbox.inFlightPeak).toBe(1);
		expect(acceptedMarks(scene.sandbox)).toEqual(marksOf(20));
	});
});

test.each([1, 20])(
	'all messages arrive, in order, where their pace is set (%d in flight)',
	async (parallelSends) => {
		scene.latency = () => 0;
		const options = { parallelSends, messagesPerSecond: 100 };
		const execution = await runSend(scene, sendText, 20, options);
		expect(execution.status).toBe('success');
		expect(acceptedMarks(scene.sandbox).sort()).toEqual(marksOf(20).sort());
	},
);
