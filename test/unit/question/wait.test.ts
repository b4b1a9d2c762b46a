import type { IExecuteFunctions } from 'n8n-workflow';

import { refuseIfItCannotWait } from '../../../nodes/CustomerMessaging/question/wait';

test.each([
	['an engine that can stop a node', new AbortController().signal, undefined],
	['any other', undefined, "n8n's Engine 2.0 cannot wait for a response"],
])('%s can have it wait, and nothing else can', (_engine, signal, refusal) => {
	const context = {
		getNode: () => ({ type: 'customerMessaging' }),
		getExecutionCancelSignal: () => signal,
		getInputData: () => [{ json: {} }],
	} as unknown as IExecuteFunctions;

	let message: string | undefined;
	try {
		refuseIfItCannotWait(context);
	} catch (error) {
		({ message } = error as Error);
	}
	expect(message).toBe(refusal);
});
