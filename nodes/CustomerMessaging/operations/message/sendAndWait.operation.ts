import { readMessageWithLink } from '../../question/questionFields';
import { customer, reachNotice } from '../../recipient/customerId';
import { questionOperation } from '../questionOperation';
import { textRequest } from './sendText.operation';

/** Sends a text with a link (service: Send text), and waits for the answer given there. */
export const sendAndWait = questionOperation({
	value: 'sendAndWait',
	name: 'Send and Wait for Response',
	action: 'Send message and wait for response',
	subtitle: 'Ask with a text message',
	description: 'Ask a customer something, on whatever platform they use, and wait for the answer',
	first: [reachNotice],
	recipientField: customer,
	prepare: (item, _service, recipient, link) => ({
		request: textRequest(recipient, readMessageWithLink(item, link.href)),
	}),
});
