import type { IDataObject } from 'n8n-workflow';

import type { Execution } from '../../../dev/engine/execution';
import type { Fault } from '../../../dev/sandbox/sandbox';
import {
	answering,
	continuing,
	messagingWorkflow,
	NODE_NAME,
	type NodeSettings,
	outputOf,
	useScene,
} from '../../support/scene';
import {
	acceptedMarks,
	addFault,
	itemsOf,
	marksOf,
	refuse,
	runSend,
	sends,
	sendText,
} from '../sends';
import { becameOf } from './statuses';
import { hurry } from '../../support/hurry';
import { until } from '../../support/until';

const scene = useScene();
hurry();

const lost = { kind: 'resetAfterBody' } as const;

const messageKey = '={{ $json.mark }}';

/** Has the service refuse the next message to the customer of this number. */
const refuseNext = (item: number): void => refuse(scene, item, { times: 1 });

/** Sends a number of messages, each with its mark as its key. */
async function sendKeyed(
	count: number,
	options: IDataObject = {},
	settings: NodeSettings = {},
	send = sendText,
): Promise<Execution> {
	return await runSend(scene, send, count, { messageKey, ...options }, settings);
}

const all = (count: number, what: string, others: Record<number, string> = {}): string[] =>
	Array.from({ length: count }, (_, index) => others[index] ?? what);

test.each(sends)(
	'$operation: each key is sent once, and the second execution asks the service nothing',
	async (send) => {
		expect(becameOf(await sendKeyed(20, {}, {}, send))).toEqual(all(20, 'sent'));
		const { length } = scene.sandbox.requests;

		const again = await sendKeyed(20, {}, {}, send);

		expect(scene.sandbox.requests).toHaveLength(length);
		expect(again.items(NODE_NAME)).toEqual(
			marksOf(20).map((mark, item) => ({
				json: {
					recipient: send.recipient(item),
					status: 'skipped',
					skipped: true,
					reason: 'alreadySent',
					messageKey: mark,
				},
				pairedItem: { item },
			})),
		);
	},
);

test('what a stopped run did not come to is sent by the next execution', async () => {
	refuseNext(3);
	const stopped = await sendKeyed(6, { parallelSends: 1 });
	expect(stopped.error?.description).toContain('sends nothing twice.');

	expect(becameOf(await sendKeyed(6))).toEqual([...all(3, 'alreadySent'), ...all(3, 'sent')]);
});

test('bad input claims nothing', async () => {
	const items = itemsOf(sendText, 3);
	const parameters = sendText.parameters({ messageKey });
	await scene.run(parameters, [...items.slice(0, 2), { json: { mark: 'message-2' } }]);

	expect(becameOf(await scene.run(parameters, items))).toEqual(all(3, 'sent'));
});

describe('twice in one run', () => {
	const items = itemsOf(sendText, 3).map(({ json }, index) => ({
		json: { ...json, recipient: sendText.recipient(Math.min(index, 1)), key: 'one' },
	}));
	const parameters = sendText.parameters({ messageKey: '={{ $json.key }}' });

	test('a key and a recipient are sent to once; another recipient gets another message', async () => {
		const execution = await scene.run(parameters, items);

		expect(becameOf(execution)).toEqual(['sent', 'sent', 'sameKey']);
		expect(acceptedMarks(scene.sandbox).sort()).toEqual(['message-0', 'message-1']);
		expect(outputOf(execution)[2]).toEqual({
			recipient: sendText.recipient(1),
			status: 'skipped',
			skipped: true,
			reason: 'sameKey',
			messageKey: 'one',
		});
		expect(becameOf(await scene.run(parameters, items))).toEqual([
			'alreadySent',
			'alreadySent',
			'sameKey',
		]);
	});

	test('where the first is at fault itself, the second is sent', async () => {
		const texts = items.map(({ json }, index) => ({
			json: { ...json, text: index === 1 ? '' : 'Hello' },
		}));
		const withText = { ...parameters, text: '={{ $json.text }}' };
		expect(becameOf(await scene.run(withText, texts, continuing))).toEqual([
			'sent',
			'failed',
			'sent',
		]);
		expect(scene.sandbox.accepted).toHaveLength(2);
		expect(becameOf(await scene.run(withText, texts, continuing))).toEqual([
			'alreadySent',
			'failed',
			'alreadySent',
		]);
	});

	test.each<[string, Fault, string[], number]>([
		['certainly was not sent, the next is', answering(400), ['failed', 'sent', 'sameKey'], 2],
		[
			'may have arrived, no other is sent',
			{ kind: 'resetAfterBody' },
			['unknown', 'unknown', 'unknown'],
			1,
		],
	])('where the first %s', async (_, fault, became, count) => {
		addFault(scene, 1, fault, { times: 1 });

		const again = [...items, items[2]!];
		expect(becameOf(await scene.run(parameters, again, continuing))).toEqual(['sent', ...became]);
		expect(scene.sandbox.requests).toHaveLength(1 + count);
	});
});

test("'Treat as Sent' closes the key of a message whose outcome nobody knows, for good", async () => {
	scene.sandbox.faults.add({ times: 1, fault: lost, accepts: true });
	expect(becameOf(await sendKeyed(1, {}, continuing))).toEqual(['unknown']);

	const treated = await sendKeyed(1, { unknownOutcome: 'treatAsSent' });
	expect(outputOf(treated)[0]).toMatchObject({ status: 'unknown' });
	expect(becameOf(await sendKeyed(1))).toEqual(['alreadySent']);
	expect(scene.sandbox.requests).toHaveLength(1);
});

describe('a key', () => {
	const run = async (key: unknown, messageKey = '={{ $json.key }}') =>
		await scene.run(sendText.parameters({ messageKey }), [
			{ mark: 'message', recipient: sendText.recipient(0), key } as IDataObject,
		]);

	test.each([
		['  order 7 ', 'order 7'],
		// An é in one character and in two, and what nobody sees.
		['caf\u00e9', 'cafe\u0301'],
		['order 7', '\u200border\u00ad 7\ufeff'],
	])('%j is the same as %j', async (one, other) => {
		expect(becameOf(await run(one))).toEqual(['sent']);
		expect(becameOf(await run(other))).toEqual(['alreadySent']);
	});

	test.each(['-NqX3abc', 'https://a.example/1/', 'a:'])(
		'%j can be used where an item has it like that, or somebody typed it',
		async (key) => {
			expect(becameOf(await run(key))).toEqual(['sent']);
			expect(becameOf(await run('', key))).toEqual(['alreadySent']);
			const messageKey = "={{ $('Start').first().json.key }}";
			const items = [1, 2].map((item) => ({
				mark: 'message',
				recipient: sendText.recipient(item),
			}));
			const ofFirst = await scene.run(sendText.parameters({ messageKey }), [
				{ key, ...items[0] },
				items[1]!,
			]);
			expect(becameOf(ofFirst)).toEqual(['sent', 'sent']);
		},
	);

	test('that is left empty is none, and one whose expression is left empty is refused', async () => {
		expect(becameOf(await run('', ''))).toEqual(['sent']);
		expect(becameOf(await run('', ' '))).toEqual(['sent']);
		expect(scene.engine.deduplication.calls).toBe(0);
		const { error } = await run('', '=');
		expect(error?.message).toBe("'Message Key' is empty");
		expect(error?.description).toContain("or empty the field and switch it to 'Fixed'");
	});
});

test.each([
	['above the output', 2, false],
	['in the error of another message', 3, true],
])('a store that fails after messages were sent says so %s', async (_, count, isRefused) => {
	if (isRefused) refuse(scene, 2);
	let accesses = 0;
	scene.engine.deduplication.beforeAccess = () => {
		// Those that the claim takes.
		if (++accesses > 7) throw new Error('The database is locked');
	};
	const execution = await sendKeyed(count);
	expect(acceptedMarks(scene.sandbox)).toEqual(marksOf(2));
	const said = isRefused ? execution.error?.description : JSON.stringify(execution.data);
	expect(said).toContain('the next execution treats their outcome as unknown');
	// What was sent is not to be run again.
	expect(said).not.toMatch(/run the workflow again/i);
});

test('without a key, retries of the original, again, and of a retry send each message once', async () => {
	refuseNext(2);
	const original = await runSend(scene, sendText, 6, { parallelSends: 1 });
	refuseNext(4);
	const first = await scene.retry(original);
	const second = await scene.retry(original);
	const retryOfRetry = await scene.retry(first);
	const third = await scene.retry(original);

	expect(acceptedMarks(scene.sandbox)).toEqual(marksOf(6));
	expect([original, first].map(({ status }) => status)).toEqual(['error', 'error']);
	// The original knows of two, its first retry has sent two more.
	expect(becameOf(second)).toEqual(all(6, 'sent', { 2: 'alreadySent', 3: 'alreadySent' }));
	expect(becameOf(retryOfRetry)).toEqual([...all(4, 'sent'), ...all(2, 'alreadySent')]);
	expect(becameOf(third)).toEqual([...all(2, 'sent'), ...all(4, 'alreadySent')]);
});

test.each<[string, IDataObject, IDataObject]>([
	['a key was added', {}, { messageKey }],
	['its key was removed', { messageKey }, {}],
	['its key was changed', { messageKey }, { messageKey: '={{ $json.mark }}, again' }],
])('a retry after a change sends nothing twice where %s', async (_, options, changed) => {
	refuseNext(2);
	const original = await runSend(scene, sendText, 6, { parallelSends: 1, ...options });
	refuseNext(4);
	await scene.retry(original);
	expect(acceptedMarks(scene.sandbox)).toEqual(marksOf(4));

	for (let retry = 0; retry < 2; retry++) await scene.retry(original, sendText.parameters(changed));
	expect(acceptedMarks(scene.sandbox).sort()).toEqual(marksOf(6));
});

test('a retry in which two items have got one key does not send the second, as the first was sent', async () => {
	const recipient = sendText.recipient(0);
	refuse(scene, 0, { after: 1, times: 1 });
	const items = itemsOf(sendText, 2).map(({ json }) => ({ json: { ...json, recipient } }));
	const original = await scene.run(sendText.parameters({ parallelSends: 1 }), items);

	const retried = await scene.retry(original, sendText.parameters({ messageKey: 'one' }));
	expect(becameOf(retried)).toEqual(['sent', 'sameKey']);
	expect(acceptedMarks(scene.sandbox)).toEqual(['message-0']);
});

test.each([{}, { messageKey }])(
	'a node that was pasted anew since refuses to retry (%j), as it knows nothing of other retries',
	async (options) => {
		refuseNext(2);
		const original = await runSend(scene, sendText, 6, { parallelSends: 1, ...options });
		const { nodes, ...workflow } = messagingWorkflow(sendText.parameters(options));
		const pasted = { ...workflow, nodes: nodes.map((node) => ({ ...node, id: 'pasted' })) };
		const { error } = await scene.engine.retry(original, { workflow: pasted });
		expect(error?.description).toContain("choose 'Retry with original workflow'");
		expect(acceptedMarks(scene.sandbox)).toEqual(marksOf(2));
		await scene.retry(original);
		expect(acceptedMarks(scene.sandbox)).toEqual(marksOf(6));
	},
);

test.each([3, 200])(
	"a 'Remove Duplicates' node that is not connected is noticed, and its %d entries are left alone",
	async (count) => {
		const { deduplication } = scene.engine;
		deduplication.fill('', count);
		const { error } = await sendKeyed(3);
		expect(error?.message).toMatch(
			/^A 'Remove Duplicates' node with the scope 'Workflow' uses the storage/,
		);
		expect(error?.description).toContain("'Clear Deduplication History'");
		expect(scene.sandbox.requests).toEqual([]);
		expect(deduplication.entries('imported ')).toBe(count);
	},
);

test('what an earlier execution left unknown stops nothing: all others are sent, and the error names it', async () => {
	const count = 501;
	scene.sandbox.faults.add({ times: 1, fault: lost });
	await sendKeyed(1);

	const { error } = await sendKeyed(count);
	expect(error?.message).toMatch(
		/^Outcome unknown, the message to 50000 may have arrived: .* \[item 0, 50000\]$/,
	);
	expect(error?.description).toContain('500 of 501 messages sent, 1 may have arrived');
	expect(scene.sandbox.accepted).toHaveLength(count - 1);
});

test('the error of a message that another execution is sending says to wait for that one first', async () => {
	let answer = (_milliseconds: number): void => {};
	const latency = new Promise<number>((resolve) => (answer = resolve));
	scene.latency = () => latency;
	const other = sendKeyed(1);
	await until(() => scene.sandbox.requests.length === 1);
	const { error } = await sendKeyed(1);
	answer(0);
	await other;
	expect(error?.message).toContain('another execution started to send it');
	expect(error?.description).toContain(
		' Wait until no other execution of this workflow is running. Look up the message to ',
	);
});

test('the error of a run names the item that failed now, and not one that is held back', async () => {
	addFault(scene, 0, lost, { times: 1 });
	await sendKeyed(1);
	refuseNext(1);
	const { error } = await sendKeyed(2);
	expect(error?.context.itemIndex).toBe(1);
	expect(error?.message).toMatch(/^The service refused .* \[item 1, /);
});
