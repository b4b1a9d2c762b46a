import type { IDataObject } from 'n8n-workflow';

import type { SendJob } from '../../sending/job';
import { channelField, readChannelId } from '../../form/channel';
import { customerPhone } from '../../form/customerPhone';
import { templateOptionsField } from '../../form/sendOptions';
import { simplifyField } from '../../form/simplify';
import { readTemplateId, templateField } from '../../form/template';
import { readLabels, readVariables, variableFields } from '../../form/variables';
import type { ItemParameters } from '../../form/nodeParameters';
import type { ReadableService } from '../../service/service';
import type { SendOperation } from '../operation';
import { checkAgainstTemplate } from './checkVariables';
import { headerFields, readHeader } from './header';

/** Sends an approved WhatsApp template (service: Send template). */
export const send: SendOperation = {
	value: 'send',
	name: 'Send',
	action: 'Send template',
	description: 'Send an approved WhatsApp template to a phone number',
	kind: 'send',
	fields: [
		channelField,
		templateField,
		...headerFields,
		customerPhone.field,
		customerPhone.testField,
		...variableFields,
		simplifyField,
		templateOptionsField,
	],
	recipient: customerPhone,
	prepare: async (item, service, recipient) => await prepareTemplate(item, service, recipient),
};

/**
 * Makes the job of a template that is sent as JSON (service: Send template). Throws a FailureError if the values
 * cannot be used.
 *
 * @param given values of variables that the form has no fields for
 */
export async function prepareTemplate(
	item: ItemParameters,
	service: ReadableService,
	recipient: string,
	given: Record<string, string> = {},
): Promise<SendJob> {
	const templateId = readTemplateId(item);
	const channelId = await readChannelId(item, service);
	const body: IDataObject = {
		template_id: templateId,
		channel_id: channelId,
		customer_phone: recipient,
	};
	const variables = {
		...readVariables(item, { channelId, templateId }, Object.keys(given)),
		...given,
	};
	if (Object.keys(variables).length > 0) body.attributes = variables;

	const { type, url } = await readHeader(item, service, { channelId, templateId });
	if (url !== undefined) body.attachment = { [type]: url };
	const header = { type, operation: 'Send' } as const;
	const labels = readLabels(item);
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
