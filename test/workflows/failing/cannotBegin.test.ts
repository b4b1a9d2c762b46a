import type { IDataObject } from 'n8n-workflow';

import type { RunOptions } from '../../../dev/engine/workflowRunner';
import { type OperationName, operationItem, OPERATIONS } from '../../support/operations';
import { NODE_NAME, outputOf, useScene } from '../../support/scene';

const scene = useScene();

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

describe.each([
	['continueRegularOutput', 0],
	['continueErrorOutput', 1],
] as const)('with On Error at %s', (onError, output) => {
	test.each(WAYS)(
		'%s: %s fails every item, none is handed on as if it had been sent, and the line above the output says why',
		async (_what, operation, count, { parameters, credential, mode }, hint) => {
			const execution = await scene.run(
				{ ...OPERATIONS[operation], ...parameters },
				await itemsOf(count),
				{ onError },
				{ credentials: scene.credentials(credential), mode },
			);
			expect(execution.status).toBe('success');
			expect(outputOf(execution, output)).toEqual(
				Array(count).fill(
					expect.objectContaining({
						error: expect.any(String) as string,
						details: { status: 'failed' },
					}),
				),
			);
			expect(outputOf(execution, 1 - output)).toEqual([]);
			expect(scene.sandbox.requests).toEqual([]);
			expect(execution.hints(NODE_NAME)).toEqual([expect.stringContaining(hint)]);
		},
	);
});
