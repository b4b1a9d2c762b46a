import { updateDisplayOptions, type IDataObject, type INodeProperties } from 'n8n-workflow';

import type { Job } from '../../delivery/job';
import { attachmentUrlField, readAttachmentUrl } from '../fields/attachmentUrl';
import { channelField, readChannelId } from '../fields/channel';
import { customerPhoneField, readCustomerPhone } from '../fields/customerPhone';
import { headerAttachmentField, readHeaderAttachment } from '../fields/headerType';
import { templateOptionsField } from '../fields/sendOptions';
import { simplifyField } from '../fields/simplify';
import { readTemplateId, templateField } from '../fields/template';
import { readLabels, readVariables, variableFields } from '../fields/variables';
import type { NodeParameters } from '../nodeParameters';
import type { Operation, ReadableService } from '../operation';
import { checkAgainstTemplate } from './checkVariables';
import { FILE_HEADERS } from './headerTypes';

/** The header of a template that is sent as JSON. */
export const headerFields: INodeProperties[] = [
	headerAttachmentField,
	...updateDisplayOptions({ show: { headerAttachment: FILE_HEADERS } }, [attachmentUrlField]),
];

/** Sends an approved WhatsApp template (service: Send template). */
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
		...headerFields,
		simplifyField,
		templateOptionsField,
	],
	recipientOf: readCustomerPhone,
	prepare: async (parameters, itemIndex, service, recipient) =>
		await prepareTemplate(parameters, itemIndex, service, recipient),
};

/**
 * Makes the job of a template that is sent as JSON (service: Send template). Throws a FailureError if the values
 * cannot be used.
 *
 * @param given values of variables that the form has no fields for
 */
export async function prepareTemplate(
	parameters: NodeParameters,
	itemIndex: number,
	service: ReadableService,
	recipient: string,
	given: Record<string, string> = {},
): Promise<Job> {
	const templateId = readTemplateId(parameters, itemIndex);
	const channelId = await readChannelId(parameters, itemIndex, service);
	const body: IDataObject = {
		template_id: templateId,
		channel_id: channelId,
		customer_phone: recipient,
	};
	const variables = {
		...readVariables(parameters, itemIndex, { channelId, templateId }, Object.keys(given)),
		...given,
	};
	if (Object.keys(variables).length > 0) body.attributes = variables;

	const headerAttachment = readHeaderAttachment(parameters, itemIndex);
	if (headerAttachment !== 'none') {
		body.attachment = {
			[headerAttachment]: readAttachmentUrl(parameters, itemIndex, service.address),
		};
	}
	const header = { type: headerAttachment, operation: 'Send' } as const;
	const labels = readLabels(parameters, itemIndex);
	return {
		check: async () =>
			await checkAgainstTemplate({ channelId, templateId, variables, labels, header }, service),
		request: {
			method: 'POST',
			path: '/stable/open/whatsapp/send-template-message',
			answer: 'object',
			body,
		},
	};
}
