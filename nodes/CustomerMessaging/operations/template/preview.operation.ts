import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { customerPhone } from '../../recipient/customerPhone';
import type { ItemParameters } from '../../parameters/nodeParameters';
import { readSendOptions } from '../sendOptions';
import { readTemplateChoice } from '../../template/templateField';
import { readCustomer, Recipients } from '../../recipient/recipient';
import { readVariables } from '../../template/variables';
import type { ReadOperation } from '../operation';
import { prepareTemplate, send } from './send.operation';
import { inOneText } from '../../primitives/sentences';
import { failureOf } from '../../primitives/failure';
import type { ReadableService } from '../../service/service';
import { headerName, headerTypeOf } from '../../template/header';
import { readTemplate } from '../../template/readTemplate';
import { fillVariables } from '../../template/templateVariables';
import { isFilledText, isObject, listIn, objectIn, showsNothing } from '../../primitives/json';

const nothingIsSentNotice: INodeProperties = {
	displayName:
		"Nothing is sent. You see the message in the output, and whether 'Send' would send it.",
	name: 'previewNotice',
	type: 'notice',
	default: '',
};

/** Shows a template with its variables filled in (service: Get template), and sends nothing. */
export const preview: ReadOperation = {
	value: 'preview',
	name: 'Preview',
	action: 'Preview template',
	description: 'Fill in a WhatsApp template and show the message, without sending it to anyone',
	kind: 'read',
	// All that 'Send' has: a preview checks it, and n8n forgets what the chosen operation does not show.
	fields: [
		nothingIsSentNotice,
		...send.fields.map((field) =>
			field === customerPhone.field ? { ...field, required: false } : field,
		),
	],
	prepare(item, service) {
		const template = readTemplateChoice(item);
		const variables = valuesUnlessRefused(() => readVariables(item, template));
		const recipient = valuesUnlessRefused(() => ({ recipient: readCustomer(item, customerPhone) }));
		return async () => {
			const found = await readTemplate(service, template);
			const problem = await whySendRefuses(item, service);
			const { text, ...parts } = previewOf(found, variables);
			return [{ sendable: problem === '', problem, text, ...recipient, ...parts }];
		};
	},
	hint(output) {
		const refused = output.filter(({ sendable }) => sendable === false).length;
		if (refused === 0) return undefined;
		const message = `Items that 'Send' would refuse: ${refused} of ${output.length}; 'problem' says why.`;
		return { message, type: 'warning' };
	},
};

/** Why 'Send' would refuse an item; empty if it would send it. An empty phone number is not held against it. */
async function whySendRefuses(item: ItemParameters, service: ReadableService): Promise<string> {
	const { parameters } = item;
	try {
		const isAddressed = !showsNothing(parameters.typed(customerPhone.field));
		const recipient = isAddressed ? readCustomer(item, customerPhone) : '';
		new Recipients(parameters, customerPhone).check(item.index);
		// The options of a run are those of its first item.
		const { checkVariables } = readSendOptions(parameters.item(0));
		const { check } = await prepareTemplate(item, service, recipient);
		if (checkVariables) await check?.();
		return '';
	} catch (error) {
		return inOneText(failureOf(error));
	}
}

/** What 'Send' would use; nothing where it would refuse it. */
function valuesUnlessRefused(read: () => Record<string, string>): Record<string, string> {
	try {
		return read();
	} catch {
		return {};
	}
}

/**
 * The message as its recipient reads it. A variable without a value stays as the template writes it.
 *
 * @param template as the service gives it
 * @param variables by number or name
 */
export function previewOf(template: IDataObject, variables: Record<string, string>): IDataObject {
	const fill = (text: unknown): string =>
		typeof text === 'string' ? fillVariables(text, variables) : '';
	const headerType = headerTypeOf(template);
	const { type, value } = objectIn(template.header);
	const header = {
		type: isFilledText(type) ? String(type) : (headerType ?? 'unknown'),
		value: headerType === 'text' ? fill(value) : plain(value),
	};
	const body = fill(template.body);
	const footer = plain(template.footer);
	const buttons = listIn(template.buttons)
		.filter(isObject)
		.map((button) => ({ ...button, title: fill(button.title), value: fill(button.value) }));

	return {
		text: [
			headerText(headerType ?? header.type, header.value),
			body,
			footer,
			...buttons.map(({ title, value: address }) => `[${title}] ${address}`.trim()),
		]
			.filter((part) => part !== '')
			.join('\n\n'),
		header,
		body,
		footer,
		buttons,
	};
}

function plain(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** A header that shows a file is named instead, as its value is an address. */
function headerText(type: string, value: string): string {
	if (type === 'text') return value;
	return type === 'none' ? '' : `[${headerName(type)}]`;
}
