import type { INodeProperties } from 'n8n-workflow';
import { type ChoiceField, readChoice } from '../../../../lib/fields';
import { customer, reachNotice } from '../../recipient/customerId';
import { checkFileUrl } from '../../service/fileUrl';
import { messageRequest, sendOperation } from '../sendOperation';

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

const attachmentUrlField: INodeProperties = {
	displayName: 'Attachment URL',
	name: 'attachmentUrl',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. https://example.com/files/invoice.pdf',
	description:
		'The public address of the file, starting with https:// or http://. The service fetches it from there. A link to view a file in Google Drive leads to a page, not to the file.',
};

/** Sends an attachment on whatever platform the customer uses (service: Send attachment). */
export const sendAttachment = sendOperation({
	value: 'sendAttachment',
	name: 'Send Attachment',
	action: 'Send attachment',
	description: 'Send an image, video or document to a customer, on whatever platform they use',
	first: [reachNotice],
	recipientField: customer,
	content: [attachmentTypeField, attachmentUrlField],
	prepare(item, service, recipient) {
		const url = item.read(attachmentUrlField, (value) =>
			checkFileUrl(value, service.address, `'${attachmentUrlField.displayName}'`),
		);
		const body = {
			customer_id: recipient,
			attachment_type: readChoice(item, attachmentTypeField),
			attachment_url: url,
		};
		const path = '/stable/open/customers/send-attachment-message';
		return { text: url, request: messageRequest(path, body) };
	},
});
