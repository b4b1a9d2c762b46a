import { attachmentUrlField, readAttachmentUrl } from '../../template/attachmentUrl';
import { readChoice, type ChoiceField } from '../../parameters/choice';
import { CHECK_CUSTOMER, customer, reachNotice } from '../../recipient/customerId';
import { sendFields } from '../sendFields';
import { messageOptions } from '../sendOptions';
import type { SendOperation } from '../operation';

const attachmentTypeField: ChoiceField = {
	displayName: 'Attachment Type',
	name: 'attachmentType',
	type: 'options',
	default: 'image',
	options: [
		{ name: 'Document', value: 'document' },
		{ name: 'Image', value: 'image' },
		{ name: 'Video', value: 'video' },
	],
	description: 'What the file is',
};

/** Sends an attachment on whatever platform the customer uses (service: Send attachment). */
export const sendAttachment: SendOperation = {
	value: 'sendAttachment',
	name: 'Send Attachment',
	action: 'Send attachment',
	description: 'Send an image, video or document to a customer, on whatever platform they use',
	kind: 'send',
	fields: sendFields({
		first: [reachNotice],
		recipientField: customer,
		message: [attachmentTypeField, attachmentUrlField],
		options: messageOptions,
	}),
	recipientField: customer,
	prepare(item, service, recipient) {
		const url = readAttachmentUrl(item, service.address);
		return {
			text: url,
			request: {
				kind: 'send',
				path: '/stable/open/customers/send-attachment-message',
				expects: 'object',
				ifRefused: CHECK_CUSTOMER,
				body: {
					customer_id: recipient,
					attachment_type: readChoice(item, attachmentTypeField),
					attachment_url: url,
				},
			},
		};
	},
};
