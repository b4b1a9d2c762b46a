import type { IDataObject } from 'n8n-workflow';
import { objectIn } from '../../../../lib/basics';
import type { ItemParameters } from '../../../../lib/fields';
import type { PreparedSend } from '../../delivery/prepared';
import { customerPhone } from '../../recipient/customerPhone';
import type { ReadableService } from '../../service/service';
import { checkMessage, type FilledTemplate } from '../../template/fits';
import { typeOfAddress } from '../../template/header';
import { variablesWithAddress } from '../../template/placeholders';
import { channelField, readTemplateChoice, templateField } from '../../template/templateChoice';
import { specifyVariablesField, variableFields } from '../../template/valueFields';
import { readValues } from '../../template/values';
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
	more: [specifyVariablesField],
	options: templateOptions,
	prepare: (item, service, recipient) =>
		preparedTemplate(recipient, readTemplateMessage(item, service.address), service),
});

/** Reads all fields that fill an item's template, except a variable that is filled otherwise. Throws a FailureError. */
export function readTemplateMessage(
	item: ItemParameters,
	serviceAddress: string,
	excludedId?: string,
): FilledTemplate {
	const choice = readTemplateChoice(item);
	const variables = readValues(item, choice, serviceAddress, { excludedId });
	return { choice, variables, variablesIn: variablesWithAddress };
}

/** Makes the message of a template that is sent as JSON (service: Send template). */
export function preparedTemplate(
	recipient: string,
	message: FilledTemplate,
	service: ReadableService,
): PreparedSend {
	const { choice, variables } = message;
	const body: IDataObject = {
		template_id: choice.templateId,
		channel_id: choice.channelId,
		customer_phone: recipient,
	};
	for (const [name, value] of Object.entries(variables)) {
		const type = typeOfAddress(name);
		const [part, key] = type === undefined ? ['attributes', name] : ['attachment', type];
		body[part] = { ...objectIn(body[part]), [key]: value };
	}
	const path = '/stable/open/whatsapp/send-template-message';
	return {
		check: async () => await checkMessage(message, service),
		request: messageRequest(path, body, 'template'),
	};
}
