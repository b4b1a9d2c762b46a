import type { IDataObject } from 'n8n-workflow';

import { DeduplicationStore } from '../../dev/engine/deduplicationStore';
import { runOperation } from '../../nodes/CustomerMessaging/runOperation';
import { sendContext } from '../doubles/sending';

const parameters: IDataObject = {
	resource: 'message',
	operation: 'sendText',
	customerId: '5001',
	text: 'Hello',
};

const FAULT = 'This node has a fault: undefined is not a function';

/** Runs the node with a fault in what it says above its output, which it notices only when all is sent. */
function nodeWithFault() {
	const request = jest.fn().mockResolvedValue({ statusCode: 200, headers: {}, body: '{"id":1}' });
	const store = new DeduplicationStore();
	const nodeContext = {};
	const hints = jest.fn();
	const run = async (executionId: string, continues: boolean) => {
		const isRetry = executionId !== '1';
		const execution = { executionId, nodeContext, isRetry, continues };
		hints.mockImplementationOnce(() => {
			throw new TypeError('undefined is not a function');
		});
		const context = sendContext(store, execution);
		Object.assign(context.helpers, { httpRequestWithAuthentication: request });
		return await runOperation(
			Object.assign(context, {
				addExecutionHints: hints,
				getCredentials: async () =>
					await Promise.resolve({ service: 'iomnihub', apiKey: 'key-of-the-team' }),
				getExecuteData: () => execution,
				getInputData: () => [{ json: {} }, { json: {} }],
				getNodeParameter: (name: string, _index: number, byDefault?: unknown) =>
					parameters[name] ?? byDefault,
			}),
		);
	};
	return { request, run, hints };
}

test('a fault of the node itself fails the run, asks to be reported, and a retry sends nothing again', async () => {
	const { request, run } = nodeWithFault();
	for (const executionId of ['1', '2'])
		await expect(run(executionId, false)).rejects.toMatchObject({
			message: FAULT,
			description: expect.stringMatching(/^Report it, with this message, at https:/),
		});
	expect(request).toHaveBeenCalledTimes(2);
});

test("with 'On Error: Continue', what was sent before such a fault may have arrived", async () => {
	const { run, hints } = nodeWithFault();
	const [items] = await run('1', true);
	expect(hints).toHaveBeenLastCalledWith({
		message: expect.stringContaining(`${FAULT}. 0 of 2 messages sent, 2 may have arrived. Report`),
		type: 'warning',
	});
	const unknown = {
		error: `Outcome unknown, the message to 5001 may have arrived: ${FAULT.replace('T', 't')}`,
		details: { status: 'unknown', recipient: '5001' },
	};
	expect(items).toMatchObject([{ json: unknown }, { json: unknown }]);
});
