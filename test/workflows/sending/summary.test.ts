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
			"2 of 5 messages were sent, 1 was not, 1 may have been, 1 was skipped because a message with that 'Message Key' was sent before (a new message needs a new key). The most common reason: the service refused the request with status 400: The service answers 400 (code fault). The service asked to slow down twice: lower 'Parallel Sends' or set 'Messages per Second' under 'Options'.",
		]);
	});
});

test('a message that stands in the run twice is counted apart', async () => {
	const items = ['5001', '5001', '5002'].map((recipient) => sendText.item('words', recipient));
	const execution = await scene.run(sendText.parameters({ messageKey: 'order' }), items);
	expect(execution.hints(NODE_NAME)).toEqual([
		'2 of 3 messages were sent, 1 was skipped as having the same key and recipient as another.',
	]);
});

describe('Stop After Errors', () => {
	const statuses = async (options: IDataObject): Promise<unknown[]> =>
		(await run(8, { parallelSends: 1, ...options }))
			.items(NODE_NAME)
			.map(({ json }) => json.error ?? 'sent');

	test('counts errors in a row, then sends nothing more and says why', async () => {
		for (const item of [0, 2, 3]) addFault(item, refused);
		const own = expect.stringMatching(/^The service refused the request/);
		const shared = expect.stringMatching(
			/^Nothing more was sent after 2 errors in a row, the last of which was: the service refused/,
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
