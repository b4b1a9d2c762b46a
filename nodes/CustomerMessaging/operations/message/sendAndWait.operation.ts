import { customerField, readCustomerId } from '../fields/identifier';
import { readLink } from '../fields/link';
import { answerFields, messageTextField, readMessageWithLink } from '../fields/question';
import { questionOptionsField } from '../fields/sendOptions';
import type { Operation } from '../operation';

/** Sends a text with a link (service: Send text), and waits for the answer given there. */
export const sendAndWait: Operation = {
	value: 'sendAndWait',
	name: 'Send and Wait for Response',
	action: 'Send a message and wait for the response',
	description: 'Ask a customer something, on whatever platform they use, and wait for the answer',
	kind: 'send',
	waits: true,
	fields: [customerField, messageTextField, ...answerFields, questionOptionsField],
	recipientOf: readCustomerId,
	prepare(parameters, _itemIndex, service, recipient) {
		return {
			request: {
				method: 'POST',
				path: '/stable/open/customers/send-text-message',
				answer: 'object',
				body: {
					customer_id: recipient,
					text: readMessageWithLink(parameters, readLink(parameters, service.address).href),
				},
			},
		};
	},
};
