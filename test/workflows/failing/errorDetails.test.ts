import { readFileSync } from 'node:fs';

import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../../dev/sandbox/sandbox';
import { continuing, NODE_NAME, useScene } from '../../support/scene';
import { itemsOf, runSend, sends, sendText } from '../sends';

const scene = useScene();

const [template, withFile] = sends;

const errorObject = (code: unknown) => ({ error: 'Not this one', code, success: false });

const rows: Array<[string, Fault, IDataObject, string]> = [
	[
		'400',
		{ kind: 'status', status: 400, body: errorObject('E17') },
		{ status: 'failed', httpCode: '400', code: 'E17' },
		'The message was not sent.',
	],
	[
		'400 with a numeric code',
		{ kind: 'status', status: 400, body: errorObject(17) },
		{ status: 'failed', httpCode: '400', code: '17' },
		'The message was not sent.',
	],
	[
		'400 without a code',
		{ kind: 'status', status: 400, body: { detail: 'No' } },
		{ status: 'failed', httpCode: '400' },
		'The message was not sent.',
	],
	[
		'401',
		{ kind: 'status', status: 401 },
		{ status: 'failed', httpCode: '401' },
		'The message was not sent.',
	],
	[
		'404 page',
		{ kind: 'html', status: 404 },
		{ status: 'failed', httpCode: '404' },
		"Check that 'Base URL'",
	],
	[
		'429',
		{ kind: 'rateLimit', retryAfter: 0 },
		{ status: 'failed', httpCode: '429', code: 'fault' },
		"lower 'Parallel Sends'",
	],
	[
		'redirect',
		{ kind: 'redirect', status: 307 },
		{ status: 'failed', httpCode: '307' },
		"Set 'Base URL'",
	],
	[
		'success: false',
		{ kind: 'successFalse', shape: 'errorObject' },
		{ status: 'failed', httpCode: '200', code: 'fault' },
		'The message was not sent.',
	],
	[
		'500',
		{ kind: 'status', status: 500, body: errorObject('E99') },
		{ status: 'unknown', httpCode: '500', code: 'E99' },
		'Look the message up',
	],
	['web page', { kind: 'html' }, { status: 'unknown', httpCode: '200' }, 'Look the message up'],
	[
		'empty body',
		{ kind: 'emptyBody' },
		{ status: 'unknown', httpCode: '200' },
		'Look the message up',
	],
	['half an answer', { kind: 'halfAnswer' }, { status: 'unknown' }, 'Look the message up'],
	[
		'reset',
		{ kind: 'resetAfterBody' },
		{ status: 'unknown', code: 'ECONNRESET' },
		'Look the message up',
	],
	['hang', { kind: 'hang' }, { status: 'unknown' }, "raise 'Timeout (Seconds)'"],
];

const SETTINGS = ['continueRegularOutput', 'continueErrorOutput', 'stopWorkflow'] as const;

test.each(rows)(
	'%s: a workflow can branch on the details, and an error that stops has them too',
	async (_name, fault, details, advice) => {
		const items = itemsOf(sendText, 2 * SETTINGS.length);
		const recipients = SETTINGS.map((_, index) => sendText.recipient(2 * index + 1));
		for (const recipient of recipients) scene.sandbox.faults.add({ recipient, fault });
		const [regular, apart, stopped] = await Promise.all(
			SETTINGS.map(
				async (onError, index) =>
					await scene.run(
						sendText.parameters({ timeout: 2 }),
						items.slice(2 * index, 2 * index + 2),
						{ onError },
					),
			),
		);

		for (const [index, failed] of [
			regular!.items(NODE_NAME).at(-1)!,
			apart!.items(NODE_NAME, 1).at(-1)!,
		].entries()) {
			expect(failed.json.details).toEqual({ ...details, recipient: recipients[index] });
			expect(failed.json.message).toContain(failed.json.error);
			expect(failed.json.message).toContain(advice);
			expect(failed.pairedItem).toEqual({ item: 1 });
			// n8n adds the input where an item leaves through the error output.
			const added = index === 1 ? ['mark', 'recipient'] : [];
			expect(Object.keys(failed.json).sort()).toEqual(
				['details', 'error', 'message', ...added].sort(),
			);
		}

		const error = stopped!.error as Error & { httpCode?: string | null; description?: string };
		expect(error).toMatchObject({
			name: 'NodeApiError',
			context: { itemIndex: 1, details: { ...details, recipient: recipients[2] } },
		});
		expect(error.httpCode ?? undefined).toBe(details.httpCode);
		expect(error.description).toContain(advice);
		expect(error.description).toContain('1 of 2 messages was sent');
	},
);

test('the recipient of a template is its phone number', async () => {
	for (const send of [template!, withFile!]) {
		scene.sandbox.faults.add({ fault: { kind: 'status', status: 422 } });
		const execution = await runSend(scene, send, 1, {}, continuing);
		expect(execution.items(NODE_NAME)[0]!.json.details).toMatchObject({
			httpCode: '422',
			recipient: send.recipient(0),
		});
	}
});

test('a value that cannot be used fails its item alone where the node continues', async () => {
	const items = [...itemsOf(sendText, 1), sendText.item('', sendText.recipient(1))];
	const execution = await scene.run(sendText.parameters(), items, continuing);
	expect(execution.items(NODE_NAME).map(({ json }) => json.details)).toEqual([
		undefined,
		{ status: 'failed', recipient: sendText.recipient(1) },
	]);
	expect(scene.sandbox.accepted).toHaveLength(1);
});

test('an answer never looks like an error to n8n', async () => {
	const body = { id: 'message-1', status: 'ongoing', error: '', extra: { success: true } };
	scene.sandbox.faults.add({ fault: { kind: 'status', status: 200, body } });
	const settings = {
		onError: 'continueErrorOutput',
		retryOnFail: true,
		maxTries: 3,
		waitBetweenTries: 1,
	} as const;
	const execution = await runSend(scene, sendText, 1, {}, settings);
	expect(execution.items(NODE_NAME, 0)).toMatchObject([{ json: { id: 'message-1' } }]);
	expect(execution.items(NODE_NAME, 1)).toEqual([]);
});

describe("the service's words", () => {
	/** n8n's error classes put a sentence of their own in the place of any message that contains one of these. */
	const known = readFileSync(
		require.resolve('n8n-workflow/dist/cjs/errors/abstract/node.error.js'),
		'utf8',
	);
	const codes = Array.from(
		/COMMON_ERRORS = \{([^}]*)\}/.exec(known)![1]!.matchAll(/^\s*(\w+): ["']/gm),
		([, code]) => code!,
	);

	test('include every code that n8n knows', () => {
		expect(codes).toEqual(
			expect.arrayContaining(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ENOENT', 'GETADDRINFO']),
		);
	});

	test.each(codes)('stay as they are where they contain %s', async (code) => {
		const error = `Provider said ${code.toLowerCase()} (${code})`;
		scene.sandbox.faults.add({
			fault: { kind: 'status', status: 400, body: { error, code, success: false } },
		});
		const refused = await runSend(scene, sendText, 1);
		expect(refused.error?.message).toBe(
			`The service refused the request with status 400: ${error} (code ${code})`,
		);
		expect(refused.error?.description).toMatch(/^The message was not sent\. Correct the values/);

		const invalid = await scene.run(
			{ ...sendText.parameters(), operation: 'sendAttachment', attachmentUrl: code },
			itemsOf(sendText, 1),
		);
		expect(invalid.error?.message).toBe(`'Attachment URL' '${code}' is not a complete address`);
	});
});
