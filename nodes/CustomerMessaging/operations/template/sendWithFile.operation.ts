import { MultipartBody } from '../../service/multipart';
import { customerPhone } from '../../recipient/customerPhone';
import { fileField, readFile } from '../../template/file';
import { readFileHeader } from '../../template/headerTypeField';
import { customerAttributesField, readCustomerAttributes } from '../../template/customerAttributes';
import { messageRequest, sendOperation } from '../sendOperation';
import { templateOptions } from '../sendOptions';
import {
	channelField,
	CHOOSE_APPROVED,
	readTemplateChoice,
	templateField,
} from '../../template/templateChoice';
import { fileVariableFields, readVariables } from '../../template/values';
import { checkAgainstTemplate } from '../../template/fits';
import { BUTTON_PREFIX, variablesWithButtonsApart } from '../../template/placeholders';

/** Sends an approved WhatsApp template with a file (service: Send template with file). */
export const sendWithFile = sendOperation({
	value: 'sendWithFile',
	name: 'Send with File',
	action: 'Send template with file',
	description: 'Send an approved WhatsApp template to a phone number, with a file from n8n',
	first: [channelField, templateField],
	recipientField: customerPhone,
	content: [...fileVariableFields, fileField],
	more: [customerAttributesField],
	options: templateOptions,
	async prepare(item, service, recipient) {
		const template = readTemplateChoice(item);
		const file = readFile(item);
		const header = readFileHeader(item, file);
		const variables = readVariables(item, template);
		const values = Object.entries(variables);
		const message = { header, variables, variablesIn: variablesWithButtonsApart };
		// What is left empty has no part at all.
		const texts: Array<[name: string, value: string]> = [
			['template_id', template.templateId],
			['channel_id', template.channelId],
			['customer_phone', recipient],
			['header_type', header.type],
			...jsonPart(
				'body_vars',
				values.filter(([name]) => !isOfButton(name)),
			),
			...jsonPart(
				'button_vars',
				values
					.filter(([name]) => isOfButton(name))
					.map(([name, value]) => [name.slice(BUTTON_PREFIX.length), value]),
			),
			...jsonPart('customer_attributes', Object.entries(readCustomerAttributes(item))),
		];
		return {
			check: async () => await checkAgainstTemplate(template, message, service),
			request: {
				...messageRequest('/stable/open/whatsapp/send-template', CHOOSE_APPROVED),
				async multipartBody() {
					const body = new MultipartBody();
					for (const [name, value] of texts) body.append(name, value);
					// The file comes last, so that a service that reads the form as it arrives knows what the file is for.
					if (file !== undefined) await body.appendFile('file', file);
					return body;
				},
			},
		};
	},
});

function isOfButton(name: string): boolean {
	return name.startsWith(BUTTON_PREFIX);
}

function jsonPart(name: string, values: Array<[string, string]>): Array<[string, string]> {
	return values.length === 0 ? [] : [[name, JSON.stringify(Object.fromEntries(values))]];
}
