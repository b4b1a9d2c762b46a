import { recipientOf } from '../../../dev/sandbox/receivedRequest';
import { NODE_NAME, useScene } from '../../support/scene';
import { acceptedMarks, marksOf, refuse, runSend, sends, sendText } from '../sends';

const scene = useScene();

/** Long and short ones, in no order; `schedule.test.ts` has random ones. */
const unevenLatency = (): number => (scene.sandbox.requests.length * 17) % 30;

test.each(sends)(
	'$operation: of 60 messages to 10 recipients, each gets theirs in order and one at a time',
	async (send) => {
		let overlaps = 0;
		scene.latency = (request) => {
			overlaps += scene.sandbox.requests.filter(
				(other) =>
					other !== request &&
					other.status === 'none' &&
					recipientOf(other) === recipientOf(request),
			).length;
			return unevenLatency();
		};
		const items = marksOf(60).map((mark, index) =>
			send.item(mark, send.recipient(Math.floor(index * 7.3) % 10)),
		);
		const execution = await scene.run(send.parameters(), items);

		expect(execution.status).toBe('success');
		const { accepted, inFlightPeak } = scene.sandbox;
		for (const recipient of Array.from({ length: 10 }, (_, number) => send.recipient(number))) {
			const theirs = accepted.filter((message) => message.recipient === recipient);
			expect(theirs.map(({ request }) => send.markIn(request))).toEqual(
				items.filter(({ json }) => json.recipient === recipient).map(({ json }) => json.mark),
			);
		}
		expect(accepted).toHaveLength(60);
		expect(overlaps).toBe(0);
		expect(inFlightPeak).toBeLessThanOrEqual(10);
		expect(inFlightPeak).toBeGreaterThan(1);

		const output = execution.items(NODE_NAME);
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
		if (send.operation !== 'template.sendWithFile') {
			const ids = new Map(accepted.map(({ id, request }) => [send.markIn(request), id]));
			expect(output.map(({ json }) => json.id)).toEqual(marksOf(60).map((mark) => ids.get(mark)));
		}
	},
);

test('a recipient is the same one however the number is written', async () => {
	scene.latency = unevenLatency;
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

test('a failure lets those in flight end and starts no other where the node stops', async () => {
	// The refusal comes while the others are under way, on a busy machine too.
	scene.latency = ({ fault }) => (fault === undefined ? 700 : 0);
	refuse(scene, 1);
	const execution = await runSend(scene, sendText, 10, { parallelSends: 4 });

	expect(scene.sandbox.requests.map(sendText.markIn).sort()).toEqual(marksOf(4));
	expect(acceptedMarks(scene.sandbox).sort()).toEqual(['message-0', 'message-2', 'message-3']);
	expect(execution.error?.message).toMatch(/ \[item 1, [^\]]*\]$/);
	expect(execution.error?.description).toContain('3 of 10 messages sent, 1 not sent, 6 not tried.');
});
