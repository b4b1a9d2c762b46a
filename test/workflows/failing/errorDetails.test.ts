import type { IDataObject } from 'n8n-workflow';

import { StoredCredentials } from '../../../dev/engine/storedCredentials';
import type { Fault } from '../../../dev/sandbox/sandbox';
import { answering, NODE_NAME, useScene } from '../../support/scene';
import type { Status } from '../retrying/statuses';
import { itemsOf, runSend, sendText } from '../sends';

const scene = useScene();

const E17 = answering(400, { error: 'Not this one', code: 'E17', success: false });

const SETTINGS = ['continueRegularOutput', 'continueErrorOutput', 'stopWorkflow'] as const;

test.each<[string, Fault, Status, IDataObject, string]>([
	['400', E17, 'failed', { httpCode: '400', code: 'E17' }, 'not sent.'],
	['reset', { kind: 'resetAfterBody' }, 'unknown', { code: 'ECONNRESET' }, 'Look up the message '],
])(
	'%s: a workflow can branch on the details, and an error that stops has them too',
	async (_name, fault, says, more, advice) => {
		const details: IDataObject = { status: says, ...more };
		const items = itemsOf(sendText, 2 * SETTINGS.length);
		const recipients = SETTINGS.map((_, index) => sendText.recipient(2 * index + 1));
		for (const recipient of recipients) scene.sandbox.faults.add({ recipient, fault });
		const [regular, apart, stopped] = await Promise.all(
			SETTINGS.map(
				async (onError, index) =>
					await scene.run(sendText.parameters(), items.slice(2 * index, 2 * index + 2), {
						onError,
					}),
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
		expect(error.description).toContain('1 of 2 messages sent');
	},
);

test('an error of n8n without words, as of a database that is not there, leaves through the error output, too', async () => {
	const spy = jest
		.spyOn(StoredCredentials.prototype, 'getDecrypted')
		.mockRejectedValue(new AggregateError([new Error('connect ECONNREFUSED')]));
	const execution = await runSend(scene, sendText, 1, {}, { onError: 'continueErrorOutput' });
	spy.mockRestore();
	expect(execution.items(NODE_NAME)).toEqual([]);
	expect(execution.items(NODE_NAME, 1)).toHaveLength(1);
});

test("the service's words stay as they are where n8n would put a sentence of its own", async () => {
	const error = 'Provider said econnrefused (ECONNREFUSED)';
	scene.sandbox.faults.add({
		fault: answering(400, { error, code: 'ECONNREFUSED', success: false }),
	});
	const refused = await runSend(scene, sendText, 1);
	expect(refused.error?.message).toBe(
		`The service refused the request with status 400: ${error} (code ECONNREFUSED)`,
	);
	expect(refused.error?.description).toMatch(
		/^The message was not sent\. Correct what the service names/,
	);
});
