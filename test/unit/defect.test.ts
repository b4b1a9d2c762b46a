import type { IDataObject } from 'n8n-workflow';

import { DeduplicationStore } from '../../dev/engine/deduplicationStore';
import { runOperation } from '../../nodes/CustomerMessaging/runOperation';
import { sendContext } from './doubles/sending';

const parameters: IDataObject = {
	resource: 'message',
	operation: 'sendText',
	customerId: '5001',
	text: 'Hello',
};

const FAULT = 'This node has a fault: context.addExecutionHints is not a function';

/** Runs the node in an n8n where it cannot say anything above its output, which it notices only when all is sent. */
function nodeWithFault() {
	const request = jest.fn().mockResolvedValue({ statusCode: 200, headers: {}, body: '{"id":1}' });
	const store = new DeduplicationStore();
	const nodeContext = {};
	const run = async (executionId: string, continues: boolean) => {
		const isRetry = executionId !== '1';
		const execution = { executionId, nodeContext, isRetry, continues };
		const context = sendContext(store, execution);
		Object.assign(context.helpers, { httpRequestWithAuthentication: request });
		return await runOperation(
			Object.assign(context, {
				addExecutionHints: undefined,
				getCredentials: async () =>
					await Promise.resolve({ service: 'iomnihub', apiKey: 'key-of-the-team' }),
				getExecuteData: () => execution,
				getInputData: () => [{ json: {} }, { json: {} }],
				getNodeParameter: (name: string, _index: number, byDefault?: unknown) =>
					parameters[name] ?? byDefault,
			}),
		);
	};
	return { request, run };
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
	const { run } = nodeWithFault();
	const [items] = await run('1', true);
	const unknown = {
		error: `Outcome unknown, the message to 5001 may have arrived: ${FAULT.replace('T', 't')}`,
		details: { status: 'unknown', recipient: '5001' },
	};
	expect(items).toMatchObject([{ json: unknown }, { json: unknown }]);
});
