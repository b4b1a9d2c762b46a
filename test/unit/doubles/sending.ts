import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { DeduplicationStore } from '../../../dev/engine/deduplicationStore';
import type { DeliveryOptions, SendRun } from '../../../nodes/CustomerMessaging/delivery/job';
import { DEFAULT_OPTIONS } from '../../../nodes/CustomerMessaging/operations/sendOptions';
import type { Result } from '../../../nodes/CustomerMessaging/service/responsePolicy';
import { contextWithStore } from './contextWithStore';

/** What the service makes of a message, and what it answers; `throws` stands for a fault of the node's own. */
export const ANSWERS = {
	accepted: { accepts: true, answer: { ok: true, objects: [{ id: 'accepted' }] } },
	refused: { accepts: false, answer: failure('refused') },
	acceptedWithoutAnswer: { accepts: true, answer: failure('noResponse') },
	lost: { accepts: false, answer: failure('noResponse') },
	acceptedAndThrows: { accepts: true, answer: 'throws' },
	throws: { accepts: false, answer: 'throws' },
} satisfies Record<string, { accepts: boolean; answer: Result | 'throws' }>;

function failure(kind: 'refused' | 'noResponse'): Result {
	return { ok: false, failure: { kind, message: kind, advice: '' } };
}

/** A run that sends each message, named in its request, to a customer of its own and, with keys, by a key of its own. */
export function sendRun(
	messages: readonly string[],
	hasKeys: boolean,
	options: Partial<DeliveryOptions>,
	isQuestion = false,
): SendRun {
	const request = { kind: 'send', path: '', expects: 'object', ifRefused: '' } as const;
	return {
		operation: 'message.sendText',
		options: { ...DEFAULT_OPTIONS, ...options },
		isQuestion,
		simplify: false,
		recipients: {
			isTest: false,
			hasKeys,
			of: (index) => ({ recipient: `customer ${messages[index]}` }),
			keyOf: (index) => (hasKeys ? messages[index] : undefined),
		},
		prepare: async (index) =>
			await Promise.resolve({ request: { ...request, body: { message: messages[index] } } }),
		beforeSend: () => {},
	};
}

interface Execution {
	executionId: string;
	/** What n8n keeps of the node; a retry begins with what the execution that it retries had. */
	nodeContext: IDataObject;
	isRetry: boolean;
	/** How many items it has. */
	items: number;
	continues: boolean;
	cancel?: AbortSignal;
	workflowId?: string;
}

/** n8n's context of the node in such a run. */
export function sendContext(
	store: DeduplicationStore,
	{ executionId, nodeContext, isRetry, items, continues, cancel, workflowId }: Execution,
): IExecuteFunctions {
	return contextWithStore(store, workflowId, {
		addExecutionHints: () => {},
		continueOnFail: () => continues,
		getContext: () => nodeContext,
		getExecuteData: () => nodeContext,
		getExecutionCancelSignal: () => cancel,
		getExecutionId: () => executionId,
		getInputData: () => Array.from({ length: items }, () => ({ json: {} })),
		getMode: () => (isRetry ? 'retry' : 'webhook'),
		getWorkflowDataProxy: () => ({ $runIndex: 0 }),
	});
}
