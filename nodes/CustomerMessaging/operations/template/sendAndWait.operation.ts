import { channelField } from '../fields/channel';
import { customerPhoneField, readCustomerPhone } from '../fields/customerPhone';
import { linkFormField, linkVariableField, readLink, readLinkVariable } from '../fields/link';
import { answerFields, pageTextField } from '../fields/question';
import { templateQuestionOptionsField } from '../fields/sendOptions';
import { templateField } from '../fields/template';
import { questionVariableFields } from '../fields/variables';
import type { Operation } from '../operation';
import { headerFields, prepareTemplate } from './send.operation';

/**
 * Sends an approved WhatsApp template with a link in it (service: Send template), and waits for the answer given
 * there.
 */
export const sendAndWait: Operation = {
	value: 'sendAndWait',
	name: 'Send and Wait for Response',
	action: 'Send a template and wait for the response',
	description:
		'Ask a customer something with an approved WhatsApp template, and wait for the answer',
	kind: 'send',
	waits: true,
	fields: [
		channelField,
		templateField,
		customerPhoneField,
		linkVariableField,
		linkFormField,
		...questionVariableFields,
		...headerFields,
		pageTextField,
		...answerFields,
		templateQuestionOptionsField,
	],
	recipientOf: readCustomerPhone,
	async prepare(parameters, itemIndex, service, recipient) {
		const link = readLink(parameters, service.address);
		const { id, value } = readLinkVariable(parameters, link);
		return await prepareTemplate(parameters, itemIndex, service, recipient, { [id]: value });
	},
};
