import type { INodeProperties } from 'n8n-workflow';

import { customerField, readCustomerId } from '../fields/identifier';
import { messageOptionsField } from '../fields/sendOptions';
import { simplifyField } from '../fields/simplify';
import { filledText } from '../fields/variableValues';
import type { Operation } from '../operation';

const textField: INodeProperties = {
	displayName: 'Text',
	name: 'text',
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	required: true,
	placeholder: 'e.g. Your order is on its way.',
	description: 'The text of the message',
};

/** Sends a free text on whatever platform the customer uses (service: Send text). */
export const sendText: Operation = {
	value: 'sendText',
	name: 'Send Text',
	action: 'Send a text message',
	description: 'Send a text to a customer, on whatever platform they use',
	kind: 'send',
	fields: [customerField, textField, simplifyField, messageOptionsField],
	recipientOf: readCustomerId,
	prepare(parameters, itemIndex, _service, recipient) {
		return {
			request: {
				method: 'POST',
				path: '/stable/open/customers/send-text-message',
				answer: 'object',
				body: {
					customer_id: recipient,
					text: parameters.read('text', itemIndex, (value) => filledText(value, "'Text'")),
				},
			},
		};
	},
};
