import type { INodeProperties } from 'n8n-workflow';

import { attachmentUrlField, readAttachmentUrl } from '../fields/attachmentUrl';
import { choiceCheck } from '../fields/choice';
import { customerField, readCustomerId } from '../fields/identifier';
import { messageOptionsField } from '../fields/sendOptions';
import { simplifyField } from '../fields/simplify';
import type { Operation } from '../operation';

const attachmentTypeField: INodeProperties = {
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

const checkAttachmentType = choiceCheck(attachmentTypeField);

/** Sends an attachment on whatever platform the customer uses (service: Send attachment). */
export const sendAttachment: Operation = {
	value: 'sendAttachment',
	name: 'Send Attachment',
	action: 'Send an attachment',
	description: 'Send an image, video or document to a customer, on whatever platform they use',
	kind: 'send',
	fields: [
		customerField,
		attachmentTypeField,
		attachmentUrlField,
		simplifyField,
		messageOptionsField,
	],
	recipientOf: readCustomerId,
	prepare(parameters, itemIndex, service, recipient) {
		return {
			request: {
				method: 'POST',
				path: '/stable/open/customers/send-attachment-message',
				answer: 'object',
				body: {
					customer_id: recipient,
					attachment_type: parameters.read('attachmentType', itemIndex, checkAttachmentType, {
						fallback: 'image',
					}),
					attachment_url: readAttachmentUrl(parameters, itemIndex, service.address),
				},
			},
		};
	},
};
