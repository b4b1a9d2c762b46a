import type { INodeProperties } from 'n8n-workflow';
import { listIn, objectIn } from '../../../../lib/basics';
import { type ItemParameters, plainText, textsByName } from '../../../../lib/fields';
import { customerPhone } from '../../recipient/customerPhone';
import { MultipartBody } from '../../service/multipart';
import { fileField, readFile } from '../../template/file';
import { headerTypeOption, readFileHeader } from '../../template/fileType';
import { checkMessage } from '../../template/fits';
import { splitByButton, variablesWithButtonsApart } from '../../template/placeholders';
import { channelField, readTemplateChoice, templateField } from '../../template/templateChoice';
import { fileVariableFields, specifyVariablesField } from '../../template/valueFields';
import { readValues } from '../../template/values';
import { messageRequest, sendOperation } from '../sendOperation';
import { templateOptions } from '../sendOptions';

const customerAttributesOption: INodeProperties = {
	displayName: 'Customer Attributes',
	name: 'customerAttributes',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add attribute',
	default: {},
	description: 'Values that the service stores with the customer',
	options: [
		{
			displayName: 'Attribute',
			name: 'attribute',
			values: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. last_order',
					required: true,
					description: 'The name that the service stores the value under',
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					description: 'Text, a number, a date, true or false',
				},
			],
		},
	],
};

/** Sends an approved WhatsApp template with a file (service: Send template with file). */
export const sendWithFile = sendOperation({
	value: 'sendWithFile',
	name: 'Send with File',
	action: 'Send template with file',
	description: 'Send an approved WhatsApp template to a phone number, with a file from n8n',
	first: [channelField, templateField],
	recipientField: customerPhone,
	content: [fileField, ...fileVariableFields],
	more: [specifyVariablesField],
	options: [...templateOptions, headerTypeOption, customerAttributesOption],
	async prepare(item, service, recipient) {
		const choice = readTemplateChoice(item);
		const file = readFile(item);
		const header = readFileHeader(item, file);
		const variables = readValues(item, choice, service.address);
		const { ofTexts, ofButtons } = splitByButton(variables);
		const message = { choice, header, variables, variablesIn: variablesWithButtonsApart };
		// What is left empty has no part at all.
		const texts: Array<[name: string, value: string]> = [
			['template_id', choice.templateId],
			['channel_id', choice.channelId],
			['customer_phone', recipient],
			['header_type', header.type],
			...jsonPart('body_vars', ofTexts),
			...jsonPart('button_vars', ofButtons),
			...jsonPart('customer_attributes', readCustomerAttributes(item)),
		];
		return {
			check: async () => await checkMessage(message, service),
			request: {
				...messageRequest('/stable/open/whatsapp/send-template', undefined, 'template'),
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

function jsonPart(name: string, values: Record<string, string>): Array<[string, string]> {
	return Object.keys(values).length === 0 ? [] : [[name, JSON.stringify(values)]];
}

/** By name; an empty value means that a stored one is to be emptied (service: Send template with file). */
function readCustomerAttributes(item: ItemParameters): Record<string, string> {
	const field = customerAttributesOption.displayName;
	const attributesIn = (parameter: unknown): Record<string, string> => {
		const entries = listIn(objectIn(parameter).attribute).map(objectIn);
		const values = entries.map((entry, index) => {
			const name = plainText(entry.name, `'${field}': the name of entry ${index + 1}`).trim();
			return { name, shown: `'${field}': the value of '${name}'`, value: entry.value };
		});
		return textsByName(values, field, (value, shown) =>
			value === null ? '' : plainText(value, shown, true),
		);
	};
	return item.read(customerAttributesOption, attributesIn, { mayBeBoolean: true });
}
