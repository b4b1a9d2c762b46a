import { CHECK_CUSTOMER, customer, reachNotice } from '../../recipient/customerId';
import { readLink } from '../../question/link';
import { answerFields, messageTextField, readMessageWithLink } from '../../question/questionFields';
import { sendFields } from '../sendFields';
import { questionOptions } from '../sendOptions';
import type { SendOperation } from '../operation';

/** Sends a text with a link (service: Send text), and waits for the answer given there. */
export const sendAndWait: SendOperation = {
	value: 'sendAndWait',
	name: 'Send and Wait for Response',
	action: 'Send message and wait for response',
	description: 'Ask a customer something, on whatever platform they use, and wait for the answer',
	kind: 'send',
	questionField: messageTextField,
	fields: sendFields({
		first: [reachNotice],
		recipientField: customer,
		message: [messageTextField],
		answer: answerFields,
		options: questionOptions,
	}),
	recipientField: customer,
	prepare(item, service, recipient) {
		return {
			request: {
				kind: 'send',
				path: '/stable/open/customers/send-text-message',
				expects: 'object',
				ifRefused: CHECK_CUSTOMER,
				body: {
					customer_id: recipient,
					text: readMessageWithLink(item, readLink(item, service.address).href),
				},
			},
		};
	},
};
