import type { INodeProperties } from 'n8n-workflow';

import { CHECK_CUSTOMER, customer, reachNotice } from '../../recipient/customerId';
import { sendFields } from '../sendFields';
import { messageOptions } from '../sendOptions';
import { filledText } from '../../parameters/texts';
import type { SendOperation } from '../operation';

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
export const sendText: SendOperation = {
	value: 'sendText',
	name: 'Send Text',
	action: 'Send text message',
	description: 'Send a text to a customer, on whatever platform they use',
	kind: 'send',
	fields: sendFields({
		first: [reachNotice],
		recipientField: customer,
		message: [textField],
		options: messageOptions,
	}),
	recipientField: customer,
	prepare(item, _service, recipient) {
		const text = item.read(textField, (value) => filledText(value, "'Text'"));
		return {
			text,
			request: {
				kind: 'send',
				path: '/stable/open/customers/send-text-message',
				expects: 'object',
				ifRefused: CHECK_CUSTOMER,
				body: { customer_id: recipient, text },
			},
		};
	},
};
