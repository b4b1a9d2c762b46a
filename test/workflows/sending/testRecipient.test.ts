import type { Execution } from '../../../dev/engine/execution';
import { continuing, NODE_NAME, useScene } from '../../support/scene';
import { fromAnotherProcess } from '../retrying/fromAnotherProcess';
import { itemsOf, marksOf, sends, sendText, type Send, runSend } from '../sends';

const scene = useScene();

/** Nobody's number among the items. */
const testRecipientOf = (send: Send): string => send.recipient(9999);

const recipients = (): string[] => scene.sandbox.accepted.map(({ recipient }) => recipient);

async function run(send: Send, mode: 'manual' | 'trigger', testRecipient: unknown = undefined) {
	const options = {
		testRecipient: (testRecipient ?? testRecipientOf(send)) as string,
		messageKey: '={{ $json.mark }}',
	};
	return await runSend(scene, send, 7, options, {}, { mode });
}

describe.each(sends)('$operation', (send) => {
	test('run by hand sends the first five messages to the test recipient, and claims nothing', async () => {
		const execution = await run(send, 'manual');

		expect(recipients()).toEqual(Array.from({ length: 5 }, () => testRecipientOf(send)));
		expect(execution.items(NODE_NAME).slice(5)).toEqual(
			[5, 6].map((item) => ({ json: { skipped: true, reason: 'testRun' }, pairedItem: { item } })),
		);
		expect(scene.engine.deduplication.calls).toBe(0);
		expect(execution.hints(NODE_NAME)).toEqual([
			`5 of 7 messages were sent, 2 were skipped in this test. 'Test Recipient' ${testRecipientOf(send)} was used instead of the customers.`,
		]);
	});

	test('in production sends to the customers', async () => {
		scene.engine.deduplication.clear();
		const execution = await run(send, 'trigger');
		expect(execution.hints(NODE_NAME)).toEqual([]);
		expect(recipients().sort()).toEqual(marksOf(7).map((_, index) => send.recipient(index)));
	});

	test('a recipient that cannot be is refused, by the name of the option', async () => {
		const { error } = await run(send, 'manual', '');
		expect(error?.message).toContain("'Test Recipient' under 'Options' is empty");
		expect(error?.description).toMatch(/ or remove the option to message your customers\./);
		expect(scene.sandbox.requests).toEqual([]);
	});
});

test.each([
	[[6], 'item 6 would be refused: '],
	[[0, 6], '2 items would be refused, such as item 0: '],
])('says that production would refuse the customers of items %j', async (refused, words) => {
	const items = itemsOf(sendText, 7).map((item, index) =>
		refused.includes(index) ? { json: { ...item.json, recipient: '' } } : item,
	);
	const execution = await scene.run(
		sendText.parameters({ testRecipient: '5009' }),
		items,
		{},
		{ mode: 'manual' },
	);
	expect(recipients()).toEqual(Array.from({ length: 5 }, () => '5009'));
	expect(execution.hints(NODE_NAME)).toEqual([
		`5 of 7 messages were sent, 2 were skipped in this test. 'Test Recipient' 5009 was used instead of the customers. In production, ${words}'Customer ID' is empty.`,
	]);
});

test('refuses a message key that production would refuse', async () => {
	const options = { testRecipient: '5009', messageKey: '={{ $json.missing }}' };
	const { error } = await runSend(scene, sendText, 2, options, {}, { mode: 'manual' });
	expect(error?.message).toMatch(/^'Message Key' under 'Options' is/);
	expect(scene.sandbox.requests).toEqual([]);
});

test.each<[string, number, string]>([
	['sent', 200, 'The message was sent.'],
	['refused', 400, 'The message was not sent.'],
	['left unknown', 500, 'The message may have been sent.'],
])('a single message that is %s is not counted', async (_, status, words) => {
	const [send] = sends;
	if (status > 200) scene.sandbox.faults.add({ fault: { kind: 'status', status } });
	const execution = await runSend(
		scene,
		send!,
		1,
		{ testRecipient: testRecipientOf(send!) },
		continuing,
		{ mode: 'manual' },
	);
	expect(execution.hints(NODE_NAME)).toEqual([
		`${words} 'Test Recipient' ${testRecipientOf(send!)} was used instead of the customer.`,
	]);
});

test('the retry of a test is a test', async () => {
	const [send] = sends;
	scene.sandbox.faults.add({ times: 1, fault: { kind: 'status', status: 400 } });
	const failed: Execution = await run(send!, 'manual');
	const retried = await scene.engine.retry(fromAnotherProcess(failed));
	expect(retried.status).toBe('success');
	expect(new Set(recipients())).toEqual(new Set([testRecipientOf(send!)]));
});
