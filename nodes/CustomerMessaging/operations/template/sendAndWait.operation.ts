import type { INodeProperties } from 'n8n-workflow';
import { identifierCheck } from '../../../../lib/fields';
import { customerPhone } from '../../recipient/customerPhone';
import { linkValue } from '../../template/linkValue';
import { channelField, templateField } from '../../template/templateChoice';
import { questionVariableFields, specifyVariablesField } from '../../template/valueFields';
import { questionOperation } from '../questionOperation';
import { templateOptions } from '../sendOptions';
import { preparedTemplate, readTemplateMessage } from './send.operation';

const linkVariableField: INodeProperties = {
	displayName: 'Link Variable Name or ID',
	name: 'linkVariable',
	type: 'options',
	typeOptions: {
		loadOptionsMethod: 'getLinkVariables',
		loadOptionsDependsOn: ['channelId.value', 'templateId.value'],
	},
	default: '',
	required: true,
	description:
		'The variable of the template that will hold the link to the answer page. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

const pageTextField = {
	displayName: 'Question on the Page',
	placeholder: 'e.g. Is Thursday at 10 fine?',
	description: 'What the answer page asks. The message itself is the template.',
};

/** Sends an approved WhatsApp template with a link in it (service: Send template), and waits for the answer given there. */
export const sendAndWait = questionOperation({
	value: 'sendAndWait',
	name: 'Send and Wait for Response',
	action: 'Send template and wait for response',
	subtitle: 'Ask with a template',
	description:
		'Ask a customer something with an approved WhatsApp template, and wait for the answer',
	first: [channelField, templateField],
	recipientField: customerPhone,
	content: [linkVariableField, ...questionVariableFields],
	questionField: pageTextField,
	more: [specifyVariablesField],
	options: templateOptions,
	async prepare(item, service, recipient, link) {
		const id = item.read(linkVariableField, identifierCheck(linkVariableField.displayName));
		const message = readTemplateMessage(item, service.address, id);
		message.variables[id] = await linkValue(message.choice, id, link, service);
		return preparedTemplate(recipient, message, service);
	},
});
