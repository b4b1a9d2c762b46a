import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../../dev/sandbox/sandbox';
import { continuing, NODE_NAME, useScene } from '../../support/scene';
import { runSend, sendText } from '../sends';

const scene = useScene();

async function run(count: number, options: IDataObject = {}) {
	return await runSend(scene, sendText, count, options, continuing);
}

function addFault(item: number, fault: Fault, times = 1000): void {
	scene.sandbox.faults.add({ recipient: sendText.recipient(item), times, fault });
}

const refused = { kind: 'status', status: 400 } as const;

describe('the summary over the output', () => {
	test('says nothing where everything was simply sent, or a single item says it', async () => {
		expect((await run(3)).hints(NODE_NAME)).toEqual([]);
		addFault(0, refused);
		expect((await run(1)).hints(NODE_NAME)).toEqual([]);
	});

	test('says how many were sent, not sent, unknown and skipped, and what helps against too many requests', async () => {
		const messageKey = '={{ $json.mark }}';
		addFault(1, refused);
		addFault(2, { kind: 'resetAfterBody' });
		addFault(3, { kind: 'rateLimit', retryAfter: 0 }, 2);
		await runSend(scene, sendText, 1, { messageKey });

		expect((await run(5, { messageKey })).hints(NODE_NAME)).toEqual([
			"2 of 5 messages were sent, 1 was not, 1 may have been, 1 was skipped as already sent. The service asked to slow down twice: lower 'Parallel Sends' or set 'Messages per Second' under 'Options'.",
		]);
	});
});

describe('one message key for several messages', () => {
	const sameFor = async (recipients: string[], mode: 'manual' | 'trigger', options = {}) =>
		(
			await scene.run(
				sendText.parameters({ messageKey: 'order', parallelSends: 1, ...options }),
				recipients.map((recipient, index) => sendText.item(`message-${index}`, recipient)),
				{},
				{ mode },
			)
		).hints(NODE_NAME);

	test('is warned of, as customers get nothing', async () => {
		expect(await sameFor(['5001', '5002', '5003', '5003'], 'trigger')).toEqual([
			"1 of 4 messages was sent, 3 were skipped as already sent. The messages to 3 recipients have the same 'Message Key', 'order', so at most one of them is sent: use an expression that gives each message a key of its own.",
		]);
		expect(scene.sandbox.accepted).toHaveLength(1);
	});

	test('is what a key is for where it is the same message again', async () => {
		expect(await sameFor(['5001', '5001'], 'trigger')).toEqual([
			'1 of 2 messages was sent, 1 was skipped as already sent.',
		]);
	});

	test('shows in a test, but not where it is the same message again', async () => {
		const options = { testRecipient: '5009' };
		expect(await sameFor(['5001', '5001'], 'manual', options)).toEqual([
			"2 of 2 messages were sent. 'Test Recipient' 5009 was used instead of the customers.",
		]);
		expect(await sameFor(['5001', '5002'], 'manual', options)).toEqual([
			"2 of 2 messages were sent. 'Test Recipient' 5009 was used instead of the customers. The messages to 2 recipients have the same 'Message Key', 'order', so at most one of them is sent in production: use an expression that gives each message a key of its own.",
		]);
	});
});

describe('Stop After Failures', () => {
	const statuses = async (options: IDataObject): Promise<unknown[]> =>
		(await run(8, { parallelSends: 1, ...options }))
			.items(NODE_NAME)
			.map(({ json }) => json.error ?? 'sent');

	test('counts failures in a row, then sends nothing more and says why', async () => {
		for (const item of [0, 2, 3]) addFault(item, refused);
		const own = expect.stringMatching(/^The service refused the request/);
		const shared = expect.stringMatching(
			/^Nothing more was sent after 2 failures in a row, the last of which was: the service refused/,
		);

		expect(await statuses({ stopAfterFailures: 2 })).toEqual([
			...[own, 'sent', own, own],
			...[shared, shared, shared, shared],
		]);
		expect(scene.sandbox.requests).toHaveLength(4);
	});

	test('never stops by default', async () => {
		for (const item of [0, 1, 2, 3, 4, 5]) addFault(item, refused);
		expect((await statuses({})).slice(6)).toEqual(['sent', 'sent']);
	});
});
