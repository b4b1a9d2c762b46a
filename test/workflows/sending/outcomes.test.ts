import { outcomes } from '../../../dev/sandbox/outcomes';
import { recipientOf } from '../../../dev/sandbox/receivedRequest';
import { statusesOf } from '../retrying/statuses';
import { continuing, messagingWorkflow, NODE_NAME, useScene } from '../../support/scene';
import { acceptedMarks, type Send, sends, sendText } from '../sends';

const scene = useScene();

const recipientsFor = (send: Send): string[] =>
	outcomes.map((outcome) =>
		send.request.startsWith('template') ? outcome.phone : outcome.customer,
	);

const itemsFor = (send: Send) =>
	recipientsFor(send).map((recipient, index) => send.item(outcomes[index]!.phone, recipient));

test.each(sends)(
	'$operation: what the node makes of each outcome, and no message twice',
	async (send) => {
		const execution = await scene.run(send.parameters(), itemsFor(send), continuing);

		expect(statusesOf(execution).map(({ status }) => status)).toEqual([
			...['sent', 'failed', 'sent', 'unknown', 'unknown', 'sent'],
		]);
		expect(execution.items(NODE_NAME).map(({ json }) => json.error)).toEqual([
			undefined,
			expect.stringMatching(
				/^The service refused the request with status 400: This customer takes no messages/,
			),
			undefined,
			expect.stringMatching(/^Outcome unknown, /),
			expect.stringMatching(/^Outcome unknown, /),
			undefined,
		]);
		const tries = recipientsFor(send).map(
			(one) => scene.sandbox.requests.filter((request) => recipientOf(request) === one).length,
		);
		expect(tries).toEqual([1, 1, 2, 1, 1, 1]);
		expect(acceptedMarks(scene.sandbox).sort()).toEqual([
			...['+15555550150', '+15555550152', '+15555550153', '+15555550155'],
		]);
	},
);

test('a response that comes after the timeout is one that nobody knows', async () => {
	const items = itemsFor(sendText).slice(-1);
	const execution = await scene.run(sendText.parameters({ timeout: 1 }), items, continuing);

	expect(statusesOf(execution)).toEqual([{ item: 0, status: 'unknown' }]);
	expect(acceptedMarks(scene.sandbox)).toEqual(['+15555550155']);
});

test('a retry from the executions list sends no message of an unknown outcome again; the option decides', async () => {
	const options = { parallelSends: 3 };
	const all = itemsFor(sendText);
	const failed = await scene.run(sendText.parameters(options), [all[0]!, all[3]!, all[4]!]);
	const retried = await scene.engine.retry(failed);
	expect(retried.error?.message).toMatch(/^Outcome unknown, /);

	const workflow = messagingWorkflow(
		sendText.parameters({ ...options, unknownOutcome: 'treatAsSent' }),
	);
	const decided = await scene.engine.retry(retried, { workflow });
	expect(statusesOf(decided).map(({ status }) => status)).toEqual(['sent', 'unknown', 'unknown']);
	expect(scene.sandbox.requests).toHaveLength(3);
	expect(acceptedMarks(scene.sandbox).sort()).toEqual(['+15555550150', '+15555550153']);
});
