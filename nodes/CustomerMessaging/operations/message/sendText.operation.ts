import type { INodeProperties } from 'n8n-workflow';
import { filledText } from '../../../../lib/fields';
import { customer, reachNotice } from '../../recipient/customerId';
import type { ServiceRequest } from '../../service/service';
import { messageRequest, sendOperation } from '../sendOperation';

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
export const sendText = sendOperation({
	value: 'sendText',
	name: 'Send Text',
	action: 'Send text message',
	description: 'Send a text to a customer, on whatever platform they use',
	first: [reachNotice],
	recipientField: customer,
	content: [textField],
	prepare(item, _service, recipient) {
		const text = item.read(textField, (value) => filledText(value, "'Text'"));
		return { text, request: textRequest(recipient, text) };
	},
});

export function textRequest(recipient: string, text: string): ServiceRequest {
	const body = { customer_id: recipient, text };
	return messageRequest('/stable/open/customers/send-text-message', body);
}
