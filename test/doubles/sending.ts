import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { DeduplicationStore } from '../../dev/engine/deduplicationStore';
import type { DeliveryOptions } from '../../nodes/CustomerMessaging/delivery/prepared';
import type { Sends } from '../../nodes/CustomerMessaging/delivery/sends';
import { DEFAULT_OPTIONS } from '../../nodes/CustomerMessaging/operations/sendOptions';
import { NodeParameters } from '../../lib/fields/nodeParameters';
import { messageKeyField } from '../../nodes/CustomerMessaging/recipient/messageKey';
import { simplifyField } from '../../nodes/CustomerMessaging/reporting/simplify';
import type { Result } from '../../nodes/CustomerMessaging/service/responsePolicy';
import type { Service } from '../../nodes/CustomerMessaging/service/service';
import { contextWithStore } from './contextWithStore';
import { fieldOf } from './form';

const waiting = { beforeSend() {}, async afterSend() {} };

/** What the service makes of a message, and what it answers; `throws` stands for a fault of the node's own. */
export const ANSWERS = {
	accepted: { accepts: true, answer: { ok: true, objects: [{ id: 'accepted' }] } },
	refused: { accepts: false, answer: failure('refused') },
	acceptedWithoutAnswer: { accepts: true, answer: failure('noResponse') },
	acceptedAndThrows: { accepts: true, answer: 'throws' },
	lost: { accepts: false, answer: failure('noResponse') },
} satisfies Record<string, { accepts: boolean; answer: Result | 'throws' }>;

function failure(kind: 'refused' | 'noResponse'): Result {
	return { ok: false, failure: { kind, message: kind, advice: '' } };
}

const customerField = fieldOf({ name: 'customerId' });

interface Messages {
	/** The questions, which their requests name. */
	messages: readonly string[];
	/** By question; a customer of its own if this is left out. */
	customers?: readonly string[];
	/** By question; none if they have no keys. */
	keys: readonly string[];
	operationName?: string;
}

/** What asks customers questions; a question's log is kept although the run ends well. */
export function sendRun(
	context: IExecuteFunctions,
	service: Pick<Service, 'request'>,
	{ messages, customers = messages, keys, operationName = 'message.sendText' }: Messages,
	options: Partial<DeliveryOptions>,
): ConstructorParameters<typeof Sends> {
	const typed: IDataObject = {
		customerId: '={{ $json.customer }}',
		messageKey: keys.length > 0 ? '={{ $json.key }}' : '',
		simplify: false,
	};
	Object.assign(context, {
		getInputData: () =>
			messages.map((_, index) => ({
				json: { customer: `customer ${customers[index]}`, key: keys[index] },
			})),
		getNodeParameter: (name: string) => typed[name],
	});
	const request = { kind: 'send', path: '', expects: 'object', ifRefused: '' } as const;
	return [
		new NodeParameters(context, [customerField, messageKeyField, simplifyField]),
		service as Service,
		{
			recipientField: { field: customerField, what: '', check: String, counts: String },
			wait: () => waiting,
			prepare: ({ index }) => ({ request: { ...request, body: { message: messages[index] } } }),
		},
		{
			operationName,
			options: { ...DEFAULT_OPTIONS, ...options },
		},
	];
}

interface Execution {
	executionId: string;
	/** What n8n keeps of the node; a retry begins with what the execution that it retries had. */
	nodeContext: IDataObject;
	isRetry: boolean;
	continues: boolean;
	cancel?: AbortSignal;
	workflowId?: string;
	/** Counted from 0, as in a loop. */
	round?: number;
}

/** n8n's context of the node in such a run. */
export function sendContext(
	store: DeduplicationStore,
	{ executionId, nodeContext, isRetry, continues, cancel, workflowId, round = 0 }: Execution,
): IExecuteFunctions {
	return contextWithStore(store, workflowId, {
		addExecutionHints: () => {},
		continueOnFail: () => continues,
		getContext: () => nodeContext,
		getExecuteData: () => nodeContext,
		getExecutionCancelSignal: () => cancel,
		getExecutionId: () => executionId,
		getMode: () => (isRetry ? 'retry' : 'webhook'),
		getWorkflowDataProxy: () => ({ $runIndex: round }),
	});
}
