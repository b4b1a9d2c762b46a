import { headerUrlField } from '../../template/attachmentUrl';
import { customerPhone } from '../../recipient/customerPhone';
import { linkVariableField, readLink, readLinkVariable } from '../../question/link';
import { pageTextField } from '../../question/questionFields';
import { sendOperation } from '../sendOperation';
import { templateOptions } from '../sendOptions';
import { readTemplateMessage } from '../../template/readTemplateMessage';
import { channelField, templateField } from '../../template/templateChoice';
import { questionVariableFields } from '../../template/values';
import { templateJob } from './send.operation';

/**
 * Sends an approved WhatsApp template with a link in it (service: Send template), and waits for the answer given
 * there.
 */
export const sendAndWait = sendOperation({
	value: 'sendAndWait',
	name: 'Send and Wait for Response',
	action: 'Send template and wait for response',
	description:
		'Ask a customer something with an approved WhatsApp template, and wait for the answer',
	first: [channelField, templateField],
	recipientField: customerPhone,
	content: [linkVariableField, ...questionVariableFields, headerUrlField],
	questionField: pageTextField,
	options: templateOptions,
	async prepare(item, service, recipient) {
		const link = readLink(item, service.address);
		const id = readLinkVariable(item);
		return templateJob(recipient, await readTemplateMessage(item, service, { id, link }));
	},
});
