import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { attachmentUrlField, readAttachmentUrl } from '../fields/attachmentUrl';
import { channelField, readChannelId } from '../fields/channel';
import { choiceCheck } from '../fields/choice';
import { customerPhoneField, readCustomerPhone } from '../fields/customerPhone';
import { templateOptionsField } from '../fields/sendOptions';
import { readTemplateId, templateField } from '../fields/template';
import { readVariables, variableFields } from '../fields/variables';
import type { SendOperation } from '../operation';
import { checkAgainstTemplate } from './checkVariables';

const headerAttachmentField: INodeProperties = {
	displayName: 'Header Attachment',
	name: 'headerAttachment',
	type: 'options',
	default: 'none',
	options: [
		{ name: 'Audio', value: 'audio', description: 'The template has an audio header' },
		{ name: 'Document', value: 'document', description: 'The template has a document header' },
		{ name: 'Image', value: 'image', description: 'The template has an image header' },
		{ name: 'None', value: 'none', description: 'The template has no header, or a text header' },
		{ name: 'Video', value: 'video', description: 'The template has a video header' },
	],
	description: "The type of the template's header, if it shows a file from a URL",
};

const checkHeaderAttachment = choiceCheck(headerAttachmentField);

/** Sends an approved WhatsApp template (section 4.1). */
export const send: SendOperation = {
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
		{
			...attachmentUrlField,
			displayOptions: { show: { headerAttachment: ['audio', 'document', 'image', 'video'] } },
		},
		templateOptionsField,
	],
	recipientOf: readCustomerPhone,
	async prepare(parameters, itemIndex, service, recipient) {
		const templateId = readTemplateId(parameters, itemIndex);
		const channelId = await readChannelId(parameters, itemIndex, service);
		const body: IDataObject = { template_id: templateId, channel_id: channelId, customer_phone: recipient };
		const variables = readVariables(parameters, itemIndex);
		if (Object.keys(variables).length > 0) body.attributes = variables;

		const headerAttachment = parameters.read('headerAttachment', itemIndex, checkHeaderAttachment, { fallback: 'none' });
		if (headerAttachment !== 'none') {
			body.attachment = { [headerAttachment]: readAttachmentUrl(parameters, itemIndex, service.address) };
		}
		const header = { type: headerAttachment, fieldName: 'Header Attachment' } as const;
		return {
			check: async () => await checkAgainstTemplate({ channelId, templateId, variables, header }, service),
			request: { method: 'POST', path: '/stable/open/whatsapp/send-template-message', answer: 'object', body },
		};
	},
};
