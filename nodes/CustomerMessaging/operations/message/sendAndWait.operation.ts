import { messageTextField, readMessageWithLink } from '../../question/questionFields';
import { readLink } from '../../question/wait';
import { customer, reachNotice } from '../../recipient/customerId';
import { sendOperation } from '../sendOperation';
import { textRequest } from './sendText.operation';

/** Sends a text with a link (service: Send text), and waits for the answer given there. */
export const sendAndWait = sendOperation({
	value: 'sendAndWait',
	name: 'Send and Wait for Response',
	action: 'Send message and wait for response',
	description: 'Ask a customer something, on whatever platform they use, and wait for the answer',
	first: [reachNotice],
	recipientField: customer,
	questionField: messageTextField,
	prepare(item, service, recipient) {
		const text = readMessageWithLink(item, readLink(item, service.address).href);
		return { request: textRequest(recipient, text) };
	},
});
