import type { IDataObject, WorkflowExecuteMode } from 'n8n-workflow';

import type { WorkflowFile } from '../../../dev/engine/workflowFile';
import {
	answering,
	continuing,
	messagingNode,
	NODE_NAME,
	outputOf,
	useScene,
} from '../../support/scene';
import { line, manualTrigger, node } from '../../support/workflowNodes';
import { itemsOf, marksOf, runSend, type Send, sends, sendText } from '../sends';

const scene = useScene();

const lost = { kind: 'resetAfterBody' } as const;

/** Nobody's number among the items. */
const testRecipientOf = (send: Send): string => send.recipient(9999);

const recipients = (): string[] => scene.sandbox.accepted.map(({ recipient }) => recipient);

const run = async (send: Send, mode: WorkflowExecuteMode) =>
	await runSend(
		scene,
		send,
		7,
		{ testRecipient: testRecipientOf(send), messageKey: '={{ $json.mark }}' },
		{},
		{ mode },
	);

test.each(sends)(
	'$operation: run by hand sends the first five messages to the test recipient, and claims nothing',
	async (send) => {
		const execution = await run(send, 'manual');

		expect(recipients()).toEqual(Array.from({ length: 5 }, () => testRecipientOf(send)));
		expect(execution.items(NODE_NAME).slice(5)).toEqual(
			[5, 6].map((item) => ({
				json: {
					recipient: send.recipient(item),
					status: 'skipped',
					skipped: true,
					reason: 'testRun',
				},
				pairedItem: { item },
			})),
		);
		expect(scene.engine.deduplication.calls).toBe(0);
		expect(execution.hints(NODE_NAME)).toEqual([
			'5 of 7 messages sent, 2 left out of the test.',
			`'Test Recipient' ${testRecipientOf(send)} was used instead of each customer. Empty it, and the next run goes to your customers.`,
		]);
	},
);

test.each(sends)('$operation: each row says for whom it stands', async (send) => {
	scene.sandbox.faults.add({ recipient: testRecipientOf(send), after: 1, times: 1, fault: lost });
	const testRecipient = testRecipientOf(send);
	const parameters = send.parameters({
		testRecipient,
		parallelSends: 1,
		unknownOutcome: 'treatAsSent',
	});
	const execution = await scene.run(
		{ ...parameters, simplify: true },
		itemsOf(send, 6),
		{},
		{ mode: 'manual' },
	);

	const rows = outputOf(execution);
	expect(rows.map(({ recipient, insteadOf }) => [recipient, insteadOf])).toEqual([
		...[0, 1, 2, 3, 4].map((index) => [testRecipient, send.recipient(index)]),
		// It was not sent, so it shows its customer.
		[send.recipient(5), undefined],
	]);
	expect(rows[1]!.status).toBe('unknown');
});

test.each(sends)(
	'$operation: an item whose customer production refuses fails in the test, with the same words',
	async (send) => {
		const items = itemsOf(send, 7).map((item, index) =>
			index === 2 || index === 6 ? { ...item, json: { ...item.json, recipient: '' } } : item,
		);
		const parameters = send.parameters({ testRecipient: testRecipientOf(send) });
		const errors = async (mode: WorkflowExecuteMode): Promise<unknown[]> =>
			outputOf(await scene.run(parameters, items, continuing, { mode })).map(({ error }) => error);
		const inTest = await errors('manual');

		expect(recipients()).toEqual(Array.from({ length: 4 }, () => testRecipientOf(send)));
		expect(inTest).toEqual(await errors('trigger'));
		expect(inTest.filter((error) => error !== undefined)).toHaveLength(2);
	},
);

test('an item that fails in a test is named by its customer, as in production', async () => {
	const testRecipient = testRecipientOf(sendText);
	scene.sandbox.faults.add({ recipient: testRecipient, after: 2, fault: answering(400, {}) });
	const options = { testRecipient, parallelSends: 1 };
	const execution = await runSend(scene, sendText, 3, options, continuing, { mode: 'manual' });
	expect(execution.hints(NODE_NAME)[0]).toContain(`Item 2, ${sendText.recipient(2)}: `);
});

test.each<[string, IDataObject, string]>([
	[
		'an expression',
		{ testRecipient: '={{ $json.recipient }}' },
		"'Test Recipient' is an expression, but it has to be the same for all items",
	],
	['one that is none', { testRecipient: '+12025550123' }, "'Test Recipient' '…0123'"],
	[
		'a message key that production would refuse',
		{ testRecipient: '5009', messageKey: '={{ $json.missing }}' },
		"'Message Key': {{ $json.missing }} gives nothing",
	],
])('refuses %s', async (_, options, message) => {
	const { error } = await runSend(scene, sendText, 2, options, {}, { mode: 'manual' });
	expect(error?.message).toContain(message);
	expect(scene.sandbox.requests).toEqual([]);
});

test('a wrong test recipient takes one line, however many items there are', async () => {
	const options = { testRecipient: '+12025550123' };
	const execution = await runSend(scene, sendText, 7, options, continuing, { mode: 'manual' });
	expect(execution.hints(NODE_NAME)).toEqual([
		"0 of 7 messages sent, 5 not sent, 2 left out of the test. Items 0, 1, 2, 3 and 4: 'Test Recipient' '+12025550123' is a phone number.",
	]);
});

describe('the retry of a test', () => {
	const [send = sendText] = sends;

	const testRecipient = testRecipientOf(send);

	test.each<[string, IDataObject, IDataObject]>([
		['the key', {}, { apiKey: 'wrong' }],
		['the option itself', { testRecipient: 'nobody' }, {}],
	])('is a test, also where %s was wrong', async (_what, wrongOptions, wrongCredential) => {
		const failed = await runSend(
			scene,
			send,
			8,
			{ testRecipient, ...wrongOptions },
			{},
			{ mode: 'manual', credentials: scene.credentials(wrongCredential) },
		);
		expect([failed.status, recipients()]).toEqual(['error', []]);
		const retried = await scene.retry(failed, send.parameters({ testRecipient }));
		expect(retried.status).toBe('success');
		expect(recipients()).toEqual(Array.from({ length: 5 }, () => testRecipient));
	});

	test('is refused where the first run never came to this node', async () => {
		const parameters = send.parameters({ testRecipient });
		const workflow = behind('stopAndError', parameters);
		const failed = await scene.runWorkflow(workflow, itemsOf(send, 8), { mode: 'manual' });
		expect(failed.status).toBe('error');
		for (let retry = 0; retry < 2; retry++) {
			const { error } = await scene.engine.retry(failed, {
				workflow: behind('noOp', parameters),
			});
			expect(error?.message).toBe(
				"'Test Recipient' is filled in, and nobody can tell whether this is a test: the execution that is retried failed before it came to this node",
			);
			expect(error?.description).toContain('run the workflow again');
		}
		expect(scene.sandbox.requests).toEqual([]);
	});
});

/** The workflow with a node of n8n's between its start and the node under test. */
function behind(type: 'stopAndError' | 'noOp', parameters: IDataObject): WorkflowFile {
	const before = node('Before', `n8n-nodes-base.${type}`, 1, { errorMessage: 'Not yet' });
	return line('Messaging', [manualTrigger(), before, messagingNode(parameters)]);
}

describe('where n8n does not tell a test from production', () => {
	test.each<[WorkflowExecuteMode, string]>([
		['integrated', 'this workflow was called by another one'],
		['error', 'n8n does not say whether the execution that failed was a test'],
		['evaluation', "n8n says only that it began as 'evaluation'"],
	])('nothing is sent in the mode %s, nor in its retry', async (mode, why) => {
		const options = { testRecipient: '5009' };
		const execution = await runSend(scene, sendText, 2, options, {}, { mode });
		const retried = await scene.retry(execution);
		for (const { error } of [execution, retried]) {
			expect(error?.message).toBe(
				`'Test Recipient' is filled in, and nobody can tell whether this is a test: ${why}`,
			);
			expect(error?.description).toContain(
				"To message your customers, empty 'Test Recipient'. To test, open this workflow and run it by itself",
			);
		}
		expect(scene.sandbox.requests).toEqual([]);
	});

	test.each<WorkflowExecuteMode>(['trigger', 'webhook'])(
		'the customers get their messages in the mode %s',
		async (mode) => {
			const execution = await run(sendText, mode);
			expect(recipients().sort()).toEqual(marksOf(7).map((_, item) => sendText.recipient(item)));
			expect(execution.hints(NODE_NAME)).toEqual([]);
		},
	);
});
