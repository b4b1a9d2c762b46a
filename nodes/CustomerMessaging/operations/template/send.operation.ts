import type { IDataObject } from 'n8n-workflow';
import type { PreparedSend } from '../../delivery/prepared';
import { objectIn } from '../../primitives/json';
import { customerPhone } from '../../recipient/customerPhone';
import { typeOfAddress } from '../../template/header';
import { readTemplateMessage, type FilledTemplate } from '../../template/readTemplateMessage';
import { channelField, CHOOSE_APPROVED, templateField } from '../../template/templateChoice';
import { variableFields } from '../../template/values';
import { messageRequest, sendOperation } from '../sendOperation';
import { templateOptions } from '../sendOptions';

/** Sends an approved WhatsApp template (service: Send template). */
export const send = sendOperation({
	value: 'send',
	name: 'Send',
	action: 'Send template',
	description: 'Send an approved WhatsApp template to a phone number',
	first: [channelField, templateField],
	recipientField: customerPhone,
	content: variableFields,
	options: templateOptions,
	prepare: async (item, service, recipient) =>
		preparedTemplate(recipient, await readTemplateMessage(item, service)),
});

/** Makes the message of a template that is sent as JSON (service: Send template). */
export function preparedTemplate(
	recipient: string,
	{ template, variables, check }: FilledTemplate,
): PreparedSend {
	const body: IDataObject = {
		template_id: template.templateId,
		channel_id: template.channelId,
		customer_phone: recipient,
	};
	for (const [name, value] of Object.entries(variables)) {
		const type = typeOfAddress(name);
		const [part, key] = type === undefined ? ['attributes', name] : ['attachment', type];
		body[part] = { ...objectIn(body[part]), [key]: value };
	}
	const path = '/stable/open/whatsapp/send-template-message';
	return { check, request: messageRequest(path, CHOOSE_APPROVED, body) };
}
