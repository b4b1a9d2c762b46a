import { type ChoiceField, readChoice } from '../../../../lib/fields';
import { customer, reachNotice } from '../../recipient/customerId';
import { attachmentUrlField, readAttachmentUrl } from '../../template/attachmentUrl';
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
		const url = readAttachmentUrl(item, service.address);
		const body = {
			customer_id: recipient,
			attachment_type: readChoice(item, attachmentTypeField),
			attachment_url: url,
		};
		const path = '/stable/open/customers/send-attachment-message';
		return { text: url, request: messageRequest(path, body) };
	},
});
