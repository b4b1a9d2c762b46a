import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { findOperation } from '../../nodes/CustomerMessaging/resources';
import type { Scene } from './scene';

const channelId = { __rl: true, mode: 'id', value: '11' };

const template = { resource: 'template', channelId, templateId: '105' };

const customerPhone = '={{ $json.phone }}';

/** So that the service is asked only for what the operation itself needs. */
const options = { checkVariables: false };

const message = { resource: 'message', customerId: '={{ $json.customer }}' };

/** Every operation of the node, with parameters that work on the items that `operationItem` makes. */
export const OPERATIONS = {
	'channel.getAll': { resource: 'channel', operation: 'getAll', returnAll: true },
	'message.sendAndWait': { ...message, operation: 'sendAndWait', message: 'Is that fine?' },
	'message.sendAttachment': {
		...message,
		operation: 'sendAttachment',
		attachmentType: 'image',
		attachmentUrl: 'https://shop.example/new.png',
	},
	'message.sendText': { ...message, operation: 'sendText', text: 'Hello' },
	'template.get': { ...template, operation: 'get' },
	'template.getAll': { resource: 'template', operation: 'getAll', channelId, returnAll: true },
	'template.preview': { ...template, operation: 'preview', customerPhone },
	'template.send': { ...template, operation: 'send', customerPhone, options },
	'template.sendAndWait': {
		...template,
		templateId: '107',
		operation: 'sendAndWait',
		customerPhone,
		linkVariable: '3',
		specifyVariables: 'json',
		variablesJson: '{ "1": "A-1001" }',
		message: 'Is that fine?',
		options,
	},
	'template.sendWithFile': {
		...template,
		operation: 'sendWithFile',
		customerPhone,
		options: { checkVariables: false },
		binaryPropertyName: 'data',
	},
} satisfies Record<string, IDataObject>;

/** An operation as tests and workflows name it: the values of its resource and its own. */
export type OperationName = keyof typeof OPERATIONS;

export const OPERATION_NAMES = Object.keys(OPERATIONS) as OperationName[];

/** Whether an operation reaches a person. */
export function isSend(operation: OperationName): boolean {
	return findOperation(operation).kind === 'send';
}

/** An item that every operation can be run on, with a different recipient for each index from 0 to 9. */
export async function operationItem({ engine }: Scene, index: number): Promise<INodeExecutionData> {
	return {
		json: { phone: `+1202555010${index}`, customer: 5000 + index },
		binary: {
			data: await engine.storeBinary(Buffer.from('content'), 'file.pdf', 'application/pdf'),
		},
	};
}
