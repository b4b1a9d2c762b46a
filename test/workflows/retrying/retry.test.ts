import type { IDataObject } from 'n8n-workflow';

import type { Execution } from '../../../dev/engine/execution';
import type { FaultRule } from '../../../dev/sandbox/sandbox';
import {
	loopWorkflow,
	messagingNode,
	messagingWorkflow,
	NODE_NAME,
	type NodeSettings,
	retrying,
	useScene,
} from '../../support/scene';
import { acceptedMarks, itemsOf, marksOf, sendText, sends, runSend } from '../sends';
import { fromAnotherProcess } from './fromAnotherProcess';

const scene = useScene();
beforeEach(async () => {
	await scene.engine.setBinaryDataMode('default');
});

const count = 20;

/** The index of the 13th item. */
const thirteenth = 12;

const refused = { kind: 'status', status: 400 } as const;

/** Refuses a message to the customer of this number, or does to it what the fault says. */
const refuse = (item: number, fault: Partial<FaultRule> = {}): void =>
	scene.sandbox.faults.add({ recipient: sendText.recipient(item), fault: refused, ...fault });

/** The identifier that the service gave each message, by its mark. */
function idsInBooks(): Record<string, string> {
	return Object.fromEntries(
		scene.sandbox.accepted.map(({ id, request }) => [sendText.markIn(request), id]),
	);
}

function idsIn(execution: Execution): unknown[] {
	return execution.items(NODE_NAME).map(({ json }) => json.id);
}

test.each(sends)(
	'$operation: of 20 items the 13th fails in the execution, its tries and two retries of it',
	async (send) => {
		scene.sandbox.faults.add({ recipient: send.recipient(thirteenth), times: 5, fault: refused });
		let execution = await runSend(scene, send, count, {}, retrying(2));
		for (let retry = 0; retry < 2; retry++) {
			expect(execution.status).toBe('error');
			execution = await scene.engine.retry(fromAnotherProcess(execution));
		}

		expect(execution.status).toBe('success');
		expect(acceptedMarks(scene.sandbox).sort()).toEqual(marksOf(count).sort());
		expect(scene.sandbox.requests).toHaveLength(count + 5);
	},
);

test.each(['default', 'filesystem-v2', 'database'] as const)(
	'a file in n8n’s binary data mode %s is the same file for a retry',
	async (mode) => {
		await scene.engine.setBinaryDataMode(mode);
		const send = sends.find(({ operation }) => operation === 'template.sendWithFile')!;
		const data = await scene.engine.storeBinary(
			Buffer.from('the picture itself'),
			'picture.png',
			'image/png',
		);
		const items = itemsOf(send, 3).map((item) => ({ ...item, binary: { data } }));
		scene.sandbox.faults.add({ recipient: send.recipient(1), times: 3, fault: refused });

		const failed = await scene.run(send.parameters(), items, retrying(3));
		expect(failed.status).toBe('error');
		const retried = await scene.engine.retry(fromAnotherProcess(failed));
		expect(retried.status).toBe('success');
		expect(acceptedMarks(scene.sandbox).sort()).toEqual(marksOf(3));
	},
);

test('an item that is sent gives its first answer again', async () => {
	refuse(1, { times: 4 });
	const failed = await runSend(scene, sendText, 3, {}, retrying(2));
	const firstIds = idsInBooks();
	expect(Object.keys(firstIds).sort()).toEqual(['message-0', 'message-2']);

	const stillFailed = await scene.engine.retry(fromAnotherProcess(failed));
	const retried = await scene.engine.retry(fromAnotherProcess(stillFailed));

	const ids = idsInBooks();
	expect(ids).toMatchObject(firstIds);
	expect(idsIn(retried)).toEqual(['message-0', 'message-1', 'message-2'].map((mark) => ids[mark]));
	expect(retried.items(NODE_NAME).map(({ pairedItem }) => pairedItem)).toEqual([
		{ item: 0 },
		{ item: 1 },
		{ item: 2 },
	]);
});

test('two items that say the same to the same customer are two messages, in every try', async () => {
	const items = ['same', 'same', 'other'].map((mark) => sendText.item(mark, sendText.recipient(0)));
	refuse(0, { after: 2, times: 1 });
	const execution = await scene.run(sendText.parameters(), items, retrying(2));
	expect(execution.status).toBe('success');
	expect(acceptedMarks(scene.sandbox)).toEqual(['same', 'same', 'other']);
	expect(new Set(idsIn(execution)).size).toBe(3);
});

test.each([
	['corrected by the user', "={{ $itemIndex < 2 ? 'corrected' : $json.mark }}"],
	['empty now', "={{ $itemIndex < 2 ? '' : $json.mark }}"],
])('a message that was sent is not sent again for words that are %s', async (_name, text) => {
	refuse(2, { times: 1 });
	const workflow = messagingWorkflow({ ...sendText.parameters({ parallelSends: 1 }), text });
	const failed = await runSend(scene, sendText, 4, { parallelSends: 1 });
	expect(scene.sandbox.accepted).toHaveLength(2);
	const firstIds = scene.sandbox.accepted.map(({ id }) => id);
	const retried = await scene.engine.retry(fromAnotherProcess(failed), { workflow });

	expect(retried.status).toBe('success');
	expect(scene.sandbox.accepted.map(({ recipient }) => recipient)).toEqual(
		[0, 1, 2, 3].map(sendText.recipient),
	);
	expect(idsIn(retried).slice(0, 2)).toEqual(firstIds);
});

test.each([
	['was sent', undefined],
	['has an unknown outcome', { kind: 'status', status: 500 } as const],
])(
	'a file that n8n has renamed is not uploaded again where the message %s',
	async (_name, fault) => {
		await scene.engine.setBinaryDataMode('filesystem-v2');
		const send = sends.find(({ operation }) => operation === 'template.sendWithFile')!;
		const store = async () =>
			await scene.engine.storeBinary(Buffer.from('the picture itself'), 'picture.png', 'image/png');
		const [arriving, kept] = [await store(), await store()];
		const items = itemsOf(send, 2).map((item) => ({ ...item, binary: { data: arriving } }));
		if (fault !== undefined)
			scene.sandbox.faults.add({ recipient: send.recipient(0), times: 1, fault, accepts: true });
		scene.sandbox.faults.add({ recipient: send.recipient(1), times: 1, fault: refused });
		const settings: NodeSettings = { ...retrying(2), onError: undefined };
		const failed = await scene.run(
			send.parameters({ parallelSends: 1 }),
			items,
			fault === undefined ? {} : settings,
		);
		expect(failed.status).toBe('error');
		expect(acceptedMarks(scene.sandbox).filter((mark) => mark === 'message-0')).toHaveLength(1);

		// n8n writes a webhook's file under another name before it saves the execution.
		const renamed = fromAnotherProcess(failed);
		const stored = renamed.stored.replaceAll(arriving.id!, kept.id!);
		expect(stored).not.toBe(renamed.stored);
		await scene.engine.retry(Object.assign(renamed, { stored }));
		expect(acceptedMarks(scene.sandbox).sort()).toEqual(marksOf(2));
	},
);

test('a message to another recipient is another message', async () => {
	refuse(1, { times: 1 });
	const failed = await runSend(scene, sendText, 2);

	const customerId = `={{ $itemIndex === 0 ? '${sendText.recipient(7)}' : $json.recipient }}`;
	const workflow = messagingWorkflow({ ...sendText.parameters(), customerId });
	await scene.engine.retry(fromAnotherProcess(failed), { workflow });

	expect(scene.sandbox.accepted.map(({ recipient }) => recipient).sort()).toEqual(
		[0, 1, 7].map(sendText.recipient),
	);
});

test('two nodes in a loop that message the same customers send both messages in a retry, too', async () => {
	refuse(1, { after: 1, times: 1 });
	const { nodes, connections, ...workflow } = loopWorkflow(1, sendText.parameters());
	const reminder = messagingNode({
		...sendText.parameters(),
		customerId: "={{ $('Loop Over Items').item.json.recipient }}",
		text: "=reminder of {{ $('Loop Over Items').item.json.mark }}",
	});
	Object.assign(reminder, { id: 'reminder', name: 'Reminder' });
	const failed = await scene.engine.run(
		{
			...workflow,
			nodes: [...nodes, reminder],
			connections: {
				...connections,
				[NODE_NAME]: { main: [[{ node: reminder.name, type: 'main', index: 0 }]] },
				[reminder.name]: { main: [[{ node: 'Loop Over Items', type: 'main', index: 0 }]] },
			},
		},
		{ credentials: scene.credentials(), input: itemsOf(sendText, 3) },
	);
	expect(acceptedMarks(scene.sandbox)).toEqual(['message-0', 'reminder of message-0', 'message-1']);
	await scene.engine.retry(fromAnotherProcess(failed));
	expect(acceptedMarks(scene.sandbox).slice(3)).toEqual([
		'reminder of message-1',
		'message-2',
		'reminder of message-2',
	]);
});

test('a refused key in a later try does not make a sent message look unsent', async () => {
	refuse(0, { times: 1 });
	refuse(0, { fault: { kind: 'status', status: 401 } });
	const settings: NodeSettings = { ...retrying(3), onError: 'continueRegularOutput' };
	const execution = await runSend(scene, sendText, 4, { parallelSends: 1 }, settings);

	expect(acceptedMarks(scene.sandbox)).toEqual(['message-1', 'message-2', 'message-3']);
	const ids = idsInBooks();
	expect(idsIn(execution)).toEqual([
		undefined,
		ids['message-1'],
		ids['message-2'],
		ids['message-3'],
	]);
});

describe('what the error of a later try says was sent', () => {
	test('counts the messages of earlier tries that it did not come to', async () => {
		refuse(0);
		// The first item is refused late, when others have been sent; in the retry it is refused at once.
		scene.latency = ({ fault }) => (fault === undefined ? 0 : 500);
		const failed = await runSend(scene, sendText, 6, { parallelSends: 2 });
		const sent = scene.sandbox.accepted.length;
		expect(sent).toBeGreaterThan(1);

		const workflow = messagingWorkflow(sendText.parameters({ parallelSends: 1 }));
		const retried = await scene.engine.retry(fromAnotherProcess(failed), { workflow });
		expect(scene.sandbox.accepted).toHaveLength(sent);
		expect(retried.error?.description).toContain(
			`${sent} of 6 messages were sent, ${6 - sent} ${sent === 5 ? 'was' : 'were'} not.`,
		);
	});

	test('counts those before a value that cannot be used any more', async () => {
		refuse(2);
		const failed = await runSend(scene, sendText, 4, { parallelSends: 1 });
		const workflow = messagingWorkflow({
			...sendText.parameters(),
			text: "={{ $itemIndex === 3 ? '' : $json.mark }}",
		});
		const retried = await scene.engine.retry(fromAnotherProcess(failed), { workflow });

		expect(scene.sandbox.accepted).toHaveLength(2);
		expect(retried.error?.message).toBe(`'Text' is empty [item 3, ${sendText.recipient(3)}]`);
		expect(retried.error?.description).toContain('2 of 4 messages were sent, 2 were not.');
		expect(retried.error?.description).not.toContain('Nothing was sent');
	});
});

describe('an item whose outcome is unknown', () => {
	const lost = { kind: 'status', status: 500 } as const;

	test('is not sent again, while the others are', async () => {
		refuse(0, { times: 1, fault: lost });
		const parameters = sendText.parameters({ parallelSends: 1 });
		const failed = await scene.run(parameters, itemsOf(sendText, 4), retrying(3));

		// The second try delivers the rest, and the first item stays open.
		expect(acceptedMarks(scene.sandbox)).toEqual(['message-1', 'message-2', 'message-3']);
		expect(failed.error?.message).toBe(
			`Outcome unknown, the message to ${sendText.recipient(0)} may have arrived: the service failed with status 500: The service answers 500 [item 0, ${sendText.recipient(0)}]`,
		);
		expect(failed.error?.description).toContain(
			'This is the outcome of an earlier attempt; the message was not sent this time.',
		);
		expect(failed.error?.description).toContain('3 of 4 messages were sent, 1 may have been.');

		const retried = await scene.engine.retry(fromAnotherProcess(failed));
		expect(retried.status).toBe('error');
		expect(scene.sandbox.requests).toHaveLength(4);
	});

	test("is sent again with 'Send Again', and only while it is unknown", async () => {
		refuse(0, { times: 2, fault: lost, accepts: true });
		const parameters = sendText.parameters({ unknownOutcome: 'sendAgain' });
		const execution = await scene.run(parameters, itemsOf(sendText, 2), retrying(5));

		expect(execution.status).toBe('success');
		expect(acceptedMarks(scene.sandbox).filter((mark) => mark === 'message-0')).toHaveLength(3);
		expect(acceptedMarks(scene.sandbox).filter((mark) => mark === 'message-1')).toHaveLength(1);
	});

	test.each<NodeSettings>([retrying(3), { ...retrying(3), onError: 'continueErrorOutput' }])(
		"goes on with 'Treat as Sent', at once and in a retry: %j",
		async (settings) => {
			const [first, last] = [sendText.recipient(0), sendText.recipient(2)];
			scene.sandbox.faults.add({ recipient: first, fault: lost, accepts: true });
			scene.sandbox.faults.add({ recipient: last, times: 4, fault: refused });
			const parameters = sendText.parameters({ unknownOutcome: 'treatAsSent', parallelSends: 1 });
			const failed = await scene.run(parameters, itemsOf(sendText, 3), settings);
			const execution =
				failed.status === 'error' ? await scene.engine.retry(fromAnotherProcess(failed)) : failed;

			expect(execution.items(NODE_NAME)[0]!.json).toEqual({
				recipient: first,
				status: 'unknown',
				reason: 'The service failed with status 500: The service answers 500',
			});
			const accepted = acceptedMarks(scene.sandbox);
			expect(accepted.filter((mark) => mark === 'message-0')).toHaveLength(1);
		},
	);

	test("stays unknown where 'Send Again' meets a refusal: the first one may have arrived", async () => {
		refuse(0, { times: 1, fault: lost, accepts: true });
		refuse(0);
		const settings: NodeSettings = { ...retrying(2), onError: 'continueRegularOutput' };
		const execution = await runSend(scene, sendText, 1, { unknownOutcome: 'sendAgain' }, settings);

		expect(acceptedMarks(scene.sandbox)).toEqual(['message-0']);
		expect(scene.sandbox.requests).toHaveLength(2);
		expect(execution.items(NODE_NAME)[0]!.json.details).toMatchObject({
			status: 'unknown',
			httpCode: '400',
		});
	});

	test("stays unknown where 'Send Again' does not come to it", async () => {
		refuse(2, { times: 1, fault: lost, accepts: true });
		refuse(0);
		const parameters = sendText.parameters({ unknownOutcome: 'sendAgain', parallelSends: 1 });
		const failed = await scene.run(
			sendText.parameters({ parallelSends: 1 }),
			itemsOf(sendText, 3).slice(1),
		);
		expect(failed.error?.message).toContain('Outcome unknown');

		const customerId = `={{ $itemIndex === 0 ? '${sendText.recipient(0)}' : $json.recipient }}`;
		const retried = await scene.engine.retry(fromAnotherProcess(failed), {
			workflow: messagingWorkflow({ ...parameters, customerId }),
		});
		expect(retried.error?.description).toContain(
			'0 of 2 messages were sent, 1 was not, 1 may have been.',
		);
	});
});

describe('what has to be asked of the service before a message is sent', () => {
	const [template] = sends;
	const continuing: NodeSettings = { ...retrying(2), onError: 'continueRegularOutput' };

	test.each<[string, IDataObject, string]>([
		['the template', { options: { checkVariables: true } }, 'template.get'],
		['the channel', { channelId: { mode: 'list', value: 'Webshop' } }, 'channel.getAll'],
	])('is asked once for all tries: %s', async (_what, parameters, operation) => {
		scene.sandbox.faults.add({ recipient: template!.recipient(0), times: 1, fault: refused });
		const all = { ...template!.parameters(), ...parameters };
		const execution = await scene.run(all, itemsOf(template!, 3), continuing);

		expect(execution.items(NODE_NAME).map(({ json }) => 'error' in json)).toEqual([
			false,
			false,
			false,
		]);
		expect(acceptedMarks(scene.sandbox).sort()).toEqual(marksOf(3));
		expect(
			scene.sandbox.requests.filter((request) => request.operation === operation),
		).toHaveLength(1);
	});

	test('stops everything when it goes wrong, and the error says what an earlier try has sent', async () => {
		scene.sandbox.faults.add({ recipient: template!.recipient(2), fault: refused });
		const parameters = template!.parameters({ checkVariables: true, parallelSends: 1 });
		const failed = await scene.run(parameters, itemsOf(template!, 4));
		scene.sandbox.faults.add({ operation: 'template.get', fault: { kind: 'status', status: 401 } });
		const retried = await scene.engine.retry(fromAnotherProcess(failed));

		expect(scene.sandbox.accepted).toHaveLength(2);
		expect(retried.error?.description).toContain('2 of 4 messages were sent, 2 were not.');
	});
});
