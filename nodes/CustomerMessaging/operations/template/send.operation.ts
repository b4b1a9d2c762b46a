import { updateDisplayOptions, type IDataObject } from 'n8n-workflow';

import { attachmentUrlField, readAttachmentUrl } from '../fields/attachmentUrl';
import { channelField, readChannelId } from '../fields/channel';
import { customerPhoneField, readCustomerPhone } from '../fields/customerPhone';
import { headerAttachmentField, readHeaderAttachment } from '../fields/headerType';
import { templateOptionsField } from '../fields/sendOptions';
import { simplifyField } from '../fields/simplify';
import { readTemplateId, templateField } from '../fields/template';
import { readVariables, variableFields } from '../fields/variables';
import type { Operation } from '../operation';
import { checkAgainstTemplate } from './checkVariables';
import { FILE_HEADERS } from './headerTypes';

/** Sends an approved WhatsApp template (section 4.1). */
export const send: Operation = {
	value: 'send',
	name: 'Send',
	action: 'Send a template',
	description: 'Send an approved WhatsApp template to a phone number',
	kind: 'send',
	fields: [
		channelField,
		templateField,
		customerPhoneField,
		...variableFields,
		headerAttachmentField,
		...updateDisplayOptions({ show: { headerAttachment: FILE_HEADERS } }, [attachmentUrlField]),
		simplifyField,
		templateOptionsField,
	],
	recipientOf: readCustomerPhone,
	async prepare(parameters, itemIndex, service, recipient) {
		const templateId = readTemplateId(parameters, itemIndex);
		const channelId = await readChannelId(parameters, itemIndex, service);
		const body: IDataObject = {
			template_id: templateId,
			channel_id: channelId,
			customer_phone: recipient,
		};
		const variables = readVariables(parameters, itemIndex);
		if (Object.keys(variables).length > 0) body.attributes = variables;

		const headerAttachment = readHeaderAttachment(parameters, itemIndex);
		if (headerAttachment !== 'none') {
			body.attachment = {
				[headerAttachment]: readAttachmentUrl(parameters, itemIndex, service.address),
			};
		}
		const header = { type: headerAttachment, operation: 'Send' } as const;
		return {
			check: async () =>
				await checkAgainstTemplate({ channelId, templateId, variables, header }, service),
			request: {
				method: 'POST',
				path: '/stable/open/whatsapp/send-template-message',
				answer: 'object',
				body,
			},
		};
	},
};
