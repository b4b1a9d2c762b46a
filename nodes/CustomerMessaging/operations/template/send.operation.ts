import type { IDataObject } from 'n8n-workflow';

import type { SendJob } from '../../delivery/job';
import { headerUrlField } from '../../template/attachmentUrl';
import { channelField } from '../../template/channelField';
import { customerPhone } from '../../recipient/customerPhone';
import { messageRequest, sendOperation } from '../sendOperation';
import { templateOptions } from '../sendOptions';
import { CHOOSE_APPROVED, readTemplateChoice, templateField } from '../../template/templateField';
import { readVariables, variableFields } from '../../template/variables';
import type { ItemParameters } from '../../parameters/nodeParameters';
import type { ReadableService } from '../../service/service';
import { checkAgainstTemplate } from '../../template/checkVariables';
import { readHeader } from '../../template/headerTypeField';
import { variablesOf } from '../../template/templateVariables';
import { linkValue, type LinkVariable } from '../../template/linkValue';

/** Sends an approved WhatsApp template (service: Send template). */
export const send = sendOperation({
	value: 'send',
	name: 'Send',
	action: 'Send template',
	description: 'Send an approved WhatsApp template to a phone number',
	first: [channelField, templateField],
	recipientField: customerPhone,
	content: [...variableFields, headerUrlField],
	options: templateOptions,
	prepare: async (item, service, recipient) => await prepareTemplate(item, service, recipient),
});

/**
 * Makes the job of a template that is sent as JSON (service: Send template). Throws a FailureError if the values
 * cannot be used.
 *
 * @param link the variable that takes the link to the answer page, if one does
 */
export async function prepareTemplate(
	item: ItemParameters,
	service: ReadableService,
	recipient: string,
	link?: LinkVariable,
): Promise<SendJob> {
	const template = readTemplateChoice(item);
	const body: IDataObject = {
		template_id: template.templateId,
		channel_id: template.channelId,
		customer_phone: recipient,
	};
	const variables = { ...readVariables(item, template, { excludedId: link?.id }) };
	if (link !== undefined) variables[link.id] = await linkValue(template, link, service);
	const header = await readHeader(item, service, template);
	if (header.url !== undefined) body.attachment = { [header.type]: header.url };
	if (Object.keys(variables).length > 0) body.attributes = variables;
	const message = { header, variables, variablesIn: variablesOf };
	return {
		check: async () => await checkAgainstTemplate(template, message, service),
		request: messageRequest('/stable/open/whatsapp/send-template-message', CHOOSE_APPROVED, body),
	};
}
