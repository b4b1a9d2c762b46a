import type { IDataObject } from 'n8n-workflow';

import type { Execution } from '../../../dev/engine/execution';
import {
	answering,
	continuing,
	loopWorkflow,
	messagingNode,
	NODE_NAME,
	outputOf,
	retrying,
	useScene,
} from '../../support/scene';
import {
	acceptedMarks,
	addFault,
	itemsOf,
	marksOf,
	refuse,
	runSend,
	type Send,
	sends,
	sendText,
} from '../sends';
import { to } from '../../support/workflowNodes';
import { statusesOf } from './statuses';

const scene = useScene();

const [template] = sends as [Send];

/** The identifier that the service gave each message, by its mark. */
function idsInBooks(): Record<string, string> {
	return Object.fromEntries(
		scene.sandbox.accepted.map(({ id, request }) => [sendText.markIn(request), id]),
	);
}

function idsIn(execution: Execution): unknown[] {
	return outputOf(execution).map(({ id }) => id);
}

test.each(sends)(
	'$operation: of 20 items the 13th fails in the execution, its tries and two retries of it',
	async (send) => {
		refuse(scene, 12, { times: 5 }, send);
		let execution = await runSend(scene, send, 20, {}, retrying(2));
		for (let retry = 0; retry < 2; retry++) {
			expect(execution.status).toBe('error');
			execution = await scene.retry(execution);
		}

		expect(execution.status).toBe('success');
		expect(acceptedMarks(scene.sandbox).sort()).toEqual(marksOf(20).sort());
		expect(scene.sandbox.requests).toHaveLength(20 + 5);
	},
);

test('an item that is sent gives its first answer again', async () => {
	refuse(scene, 1, { times: 4 });
	const failed = await runSend(scene, sendText, 3, {}, retrying(2));
	const firstIds = idsInBooks();
	expect(Object.keys(firstIds).sort()).toEqual(['message-0', 'message-2']);

	const stillFailed = await scene.retry(failed);
	const retried = await scene.retry(stillFailed);

	const ids = idsInBooks();
	expect(ids).toMatchObject(firstIds);
	expect(idsIn(retried)).toEqual(['message-0', 'message-1', 'message-2'].map((mark) => ids[mark]));
	expect(retried.items(NODE_NAME).map(({ pairedItem }) => pairedItem)).toEqual([
		{ item: 0 },
		{ item: 1 },
		{ item: 2 },
	]);
});

test('a message that was sent is not sent again for words that are empty now', async () => {
	const text = "={{ $itemIndex < 2 ? '' : $json.mark }}";
	refuse(scene, 2, { times: 1 });
	const options = { parallelSends: 1 };
	const failed = await runSend(scene, sendText, 4, options);
	expect(scene.sandbox.accepted).toHaveLength(2);
	const firstIds = scene.sandbox.accepted.map(({ id }) => id);
	const retried = await scene.retry(failed, { ...sendText.parameters(options), text });

	expect(retried.status).toBe('success');
	expect(scene.sandbox.accepted.map(({ recipient }) => recipient)).toEqual(
		[0, 1, 2, 3].map(sendText.recipient),
	);
	expect(idsIn(retried).slice(0, 2)).toEqual(firstIds);
});

test('two nodes in a loop that message the same customers send both messages in a retry, too', async () => {
	refuse(scene, 1, { after: 1, times: 1 });
	const { nodes, connections, ...workflow } = loopWorkflow(1, sendText.parameters());
	const reminder = messagingNode({
		...sendText.parameters(),
		customerId: "={{ $('Loop Over Items').item.json.recipient }}",
		text: "=reminder of {{ $('Loop Over Items').item.json.mark }}",
	});
	Object.assign(reminder, { id: 'reminder', name: 'Reminder' });
	const failed = await scene.runWorkflow(
		{
			...workflow,
			nodes: [...nodes, reminder],
			connections: {
				...connections,
				[NODE_NAME]: { main: [to(reminder.name)] },
				[reminder.name]: { main: [to('Loop Over Items')] },
			},
		},
		itemsOf(sendText, 3),
	);
	expect(acceptedMarks(scene.sandbox)).toEqual(['message-0', 'reminder of message-0', 'message-1']);
	await scene.retry(failed);
	expect(acceptedMarks(scene.sandbox).slice(3)).toEqual([
		'reminder of message-1',
		'message-2',
		'reminder of message-2',
	]);
});

test('the error of a retry counts what earlier tries have sent, and what is held back because of other items, where values cannot be used any more', async () => {
	refuse(scene, 3);
	const failed = await runSend(scene, sendText, 9, { parallelSends: 1 });
	const text = "={{ $itemIndex > 4 ? '' : $json.mark }}";
	const retried = await scene.retry(failed, { ...sendText.parameters(), text });

	expect(scene.sandbox.accepted).toHaveLength(3);
	expect(retried.error?.description).toContain('3 of 9 messages sent, 4 not sent, 2 not tried.');
	expect(retried.error?.description).not.toContain('Nothing was sent');
});

describe('a retry that cannot use what it is set to now', () => {
	const noKey = { messageKey: '={{ $json.orderId }}' };
	const noOption = { options: { parallelSends: 2.5 } };

	/** Of three messages, the first arrived, the second may have, and the third was refused. */
	async function failedRun(): Promise<Execution> {
		addFault(scene, 1, { kind: 'resetAfterBody' }, { times: 1, accepts: true });
		refuse(scene, 2, { times: 1 });
		const failed = await runSend(scene, sendText, 3, { parallelSends: 3 });
		expect(acceptedMarks(scene.sandbox).sort()).toEqual(['message-0', 'message-1']);
		return failed;
	}

	test.each<[what: string, change: IDataObject, first: string]>([
		['a key that is missing', noKey, 'sent'],
		['a recipient that is missing', { customerId: '={{ $json.customer }}' }, 'unknown'],
		['a wrong option', noOption, 'unknown'],
	])(
		'because of %s never says of a message that left that it was not sent',
		async (_, change, first) => {
			const failed = await failedRun();
			const parameters = { ...sendText.parameters(), ...change };
			const retried = await scene.retry(failed, parameters, { onError: 'continueErrorOutput' });

			expect(statusesOf(retried).map(({ status }) => status)).toEqual([first, 'unknown', 'failed']);
			// What was sent gives its first answer again, and is not skipped.
			expect(outputOf(retried).filter(({ skipped }) => skipped)).toEqual([]);
			expect(scene.sandbox.requests).toHaveLength(3);
		},
	);
});

describe('an item whose outcome is unknown', () => {
	const lost = answering(500);

	test('is not sent again, while the others are', async () => {
		addFault(scene, 0, lost, { times: 1 });
		const failed = await runSend(scene, sendText, 4, { parallelSends: 1 }, retrying(3));

		// The second try delivers the rest, and the first item stays open.
		expect(acceptedMarks(scene.sandbox)).toEqual(['message-1', 'message-2', 'message-3']);
		expect(failed.error?.message).toBe(
			`Outcome unknown, the message to ${sendText.recipient(0)} may have arrived: the service failed with status 500: The service answers 500 [item 0, ${sendText.recipient(0)}]`,
		);
		expect(failed.error?.description).toContain(
			'This is the outcome of an earlier attempt; the message was not sent this time.',
		);
		expect(failed.error?.description).toContain('3 of 4 messages sent, 1 may have arrived.');

		const retried = await scene.retry(failed);
		expect(retried.error?.message).toBe(failed.error?.message);
		expect(scene.sandbox.requests).toHaveLength(4);
	});

	test('may have arrived, even if the next run stops before its turn', async () => {
		refuse(scene, 0, { times: 2 });
		addFault(scene, 1, lost, { times: 1 });
		const failed = await runSend(scene, sendText, 2, { parallelSends: 2 });
		expect(scene.sandbox.requests).toHaveLength(2);

		const { error } = await scene.retry(failed, sendText.parameters({ parallelSends: 1 }));
		expect(scene.sandbox.requests).toHaveLength(3);
		expect(error?.description).toContain('1 may have arrived');
	});

	test("goes on with 'Treat as Sent', at once and in a retry", async () => {
		addFault(scene, 0, lost, { accepts: true });
		refuse(scene, 2, { times: 4 });
		const options = { unknownOutcome: 'treatAsSent', parallelSends: 1 };
		const failed = await runSend(scene, sendText, 3, options, retrying(3));
		const execution = await scene.retry(failed);

		// Other executions know it as sent from then on, its own next tries too.
		expect(outputOf(execution)[0]).toMatchObject({
			status: 'skipped',
			reason: 'alreadySent',
		});
		expect(acceptedMarks(scene.sandbox).filter((mark) => mark === 'message-0')).toHaveLength(1);
	});
});

test('the template is asked for once for all tries', async () => {
	refuse(scene, 0, { times: 1 }, template);
	const settings = { ...retrying(2), ...continuing };
	const all = { ...template.parameters(), options: { checkVariables: true } };
	const execution = await scene.run(all, itemsOf(template, 3), settings);

	expect(statusesOf(execution).map(({ status }) => status)).toEqual(['sent', 'sent', 'sent']);
	expect(acceptedMarks(scene.sandbox).sort()).toEqual(marksOf(3));
	const requests = scene.sandbox.requests.filter(({ operation }) => operation === 'template.get');
	expect(requests).toHaveLength(1);
});
