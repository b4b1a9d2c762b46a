import type { IDataObject } from 'n8n-workflow';

import type { RunOptions } from '../../../dev/engine/workflowRunner';
import { type OperationName, operationItem, OPERATIONS } from '../../support/operations';
import { answering, NODE_NAME, useScene } from '../../support/scene';

const scene = useScene();

const QUESTION = OPERATIONS['message.sendAndWait'];

const itemsOf = async (count: number) =>
	await Promise.all(
		Array.from({ length: count }, async (_, index) => await operationItem(scene, index)),
	);

/** Every way in which a run ends before its first item, or all at once. */
const WAYS: Array<
	[
		what: string,
		operation: OperationName,
		items: number,
		more: { parameters?: IDataObject; credential?: IDataObject; mode?: RunOptions['mode'] },
		hint: string,
	]
> = [
	[
		'an expression in a fixed field',
		'message.sendText',
		3,
		{ parameters: { text: 'Hello {{ $json.name }}' } },
		"'Text': 'Hello {{ $json.name }}' has an expression in it, but the field is set to 'Fixed'. Nothing was sent. Switch",
	],
	[
		'several items of a question',
		'message.sendAndWait',
		4,
		{},
		'Nobody was asked: there are 4 items, and one execution waits for one answer only. Nothing was sent. To ask only the first, switch on',
	],
	[
		'a credential without a key',
		'message.sendText',
		1,
		{ credential: { apiKey: '' } },
		"The credential's 'API Key' is empty. Nothing was sent. ",
	],
	[
		'an option',
		'message.sendText',
		1,
		{ parameters: { options: { timeout: 0 } } },
		"'Timeout (Seconds)' under 'Options' is '0', which is not a valid value. Nothing was sent. ",
	],
	[
		'a test that may be none',
		'message.sendText',
		2,
		{ parameters: { testRecipient: '5009' }, mode: 'integrated' },
		"'Test Recipient' is filled in, and nobody can tell whether this is a test: this workflow was called by another one. Nothing was sent. ",
	],
	[
		'an operation that is none',
		'message.sendText',
		2,
		{ parameters: { operation: 'sendMail' } },
		'No operation is called message.sendMail. Nothing was sent.',
	],
	[
		'an expression in a fixed field of a read',
		'template.get',
		2,
		{ parameters: { templateId: '{{ $json.id }}' } },
		"'Template': '{{ $json.id }}' has an expression in it, but the field is set to 'Fixed'. Switch",
	],
];

test.each(WAYS)(
	'%s: with an error output, the line above the output says that %s did not begin, and why',
	async (_what, operation, count, { parameters, credential, mode }, hint) => {
		const execution = await scene.run(
			{ ...OPERATIONS[operation], ...parameters },
			await itemsOf(count),
			{ onError: 'continueErrorOutput' },
			{ credentials: scene.credentials(credential), mode },
		);
		expect(execution.status).toBe('success');
		expect(execution.items(NODE_NAME, 1)).toHaveLength(count);
		expect(scene.sandbox.requests).toEqual([]);
		expect(execution.hints(NODE_NAME)).toEqual([expect.stringContaining(hint)]);
	},
);

test('so does a question that another execution has asked', async () => {
	const items = await itemsOf(1);
	scene.sandbox.faults.add({ times: 1, fault: answering(400) });
	const failed = await scene.run(QUESTION, items);
	expect((await scene.retry(failed)).status).toBe('waiting');
	const retried = await scene.retry(failed, QUESTION, { onError: 'continueErrorOutput' });
	expect(retried.hints(NODE_NAME)).toEqual([
		'0 of 1 messages sent, 1 skipped (sent before).',
		expect.stringContaining(
			'The message was already sent by an earlier execution, and its link belongs to that execution. To send the customer a new link, ',
		),
	]);
});
