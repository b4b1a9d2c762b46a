import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { asHtml, FailureError, failureOf, inOneText, showsNothing } from '../../../../lib/basics';
import type { ItemParameters } from '../../../../lib/fields';
import { customerPhone } from '../../recipient/customerPhone';
import { readCustomer, Recipients } from '../../recipient/recipient';
import { textIfItFits } from '../../template/fits';
import { readTemplate, whyUnread } from '../../template/readTemplate';
import { readTemplateChoice } from '../../template/templateChoice';
import {
	templateMessage,
	textOfMessage,
	type TemplateMessage,
} from '../../template/templateMessage';
import { readableValues } from '../../template/values';
import type { ReadOperation } from '../operation';
import { readSendOptions } from '../sendOptions';
import { readTemplateMessage, send } from './send.operation';

const nothingIsSentNotice: INodeProperties = {
	displayName:
		"Nothing is sent. You see the message in the output, and whether 'Send' would send it.",
	name: 'previewNotice',
	type: 'notice',
	default: '',
};

/** Options and others of 'Send' that a preview has only so that n8n keeps them. */
const NOT_USED = ['messagesPerSecond', 'parallelSends', 'simplify', 'timeout', 'unknownOutcome'];

function marked<Field extends { name: string }>(field: Field): Field {
	return NOT_USED.includes(field.name) ? { ...field, hint: 'Not used here' } : field;
}

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
			field === customerPhone.field
				? { ...field, required: false }
				: { ...marked(field), options: field.options?.map(marked) },
		),
	],
	prepare(item, service, show) {
		const choice = readTemplateChoice(item);
		const variables = readableValues(item, choice, service.address);
		const recipient = recipientOf(item);
		return async () => {
			const template = await readTemplate(service, choice).catch(whyUnread);
			const isRead = !(template instanceof FailureError);
			const message = templateMessage(isRead ? template : {}, variables);
			if (isRead && item.index === 0 && item.context.isConsoleOutputRedacted?.() !== true)
				show({ message: pictureOf(message, recipient), type: 'info' });
			const text = textOfMessage(message);
			return [{ recipient, ...verdictOn(item, service.address, template), text }];
		};
	},
	hint(output) {
		const refused = output.filter(({ sendable }) => sendable === false).length;
		if (refused === 0) return undefined;
		const message = `${refused} of ${output.length} would not be sent. The column 'problem' says why.`;
		return { message, type: 'warning' };
	},
};

/** Whether 'Send' would send an item, and what there is to say of it. An empty phone number is not held against it. */
function verdictOn(
	item: ItemParameters,
	serviceAddress: string,
	template: IDataObject | FailureError,
): { sendable: boolean; problem: string } {
	const { parameters } = item;
	try {
		if (!showsNothing(parameters.typed(customerPhone.field))) readCustomer(item, customerPhone);
		new Recipients(parameters, customerPhone).checkAllButCustomer(item.index);
		// The options of a run are those of its first item.
		const { checkVariables } = readSendOptions(parameters.item(0));
		const message = readTemplateMessage(item, serviceAddress);
		if (template instanceof FailureError) {
			const why = inOneText(template.failure);
			return { sendable: true, problem: `'Send' would send it unchecked: ${why}` };
		}
		if (checkVariables) textIfItFits(template, message);
		// n8n's table shows an empty text as a red *empty*.
		return { sendable: true, problem: 'none' };
	} catch (error) {
		return { sendable: false, problem: inOneText(failureOf(error)) };
	}
}

/** Whom 'Send' would message; empty if it would refuse the number, so that nobody looks up STOP for one that is not sent to. */
function recipientOf(item: ItemParameters): string {
	try {
		return readCustomer(item, customerPhone);
	} catch {
		return '';
	}
}

/** A message as a hint shows it, in n8n's own few elements. It has no links: a click could confirm a customer's appointment. */
export function pictureOf(
	{ header, body, footer, buttons }: TemplateMessage,
	recipient: string,
): string {
	const [top, text, bottom] = [header, body, footer].map(styled);
	const lines = buttons.map(({ title, address }) =>
		[`<b>${styled(title)}</b>`, address && `<small>${styled(address)}</small>`].join(' '),
	);
	const parts = [top && `<b>${top}</b>`, text, bottom && `<small>${bottom}</small>`];
	return [
		recipient && `<small>To ${styled(recipient)}</small>`,
		parts.filter(Boolean).join('<br>'),
		lines.join('<br>'),
	]
		.filter(Boolean)
		.join('<hr>');
}

/** WhatsApp's own marks, and what n8n has for each. */
const MARKS: Array<[mark: string, tag: string]> = [
	['*', 'b'],
	['_', 'i'],
	['~', 's'],
];

/** A text as HTML, in a direction of its own. */
function styled(text: string): string {
	const lines = text.split(/\r\n?|\n/).map((line) =>
		MARKS.reduce((html, [mark, tag]) => {
			const pair = String.raw`[${mark}](?!\s)([^${mark}]+)(?<!\s)[${mark}]`;
			const alone = new RegExp(String.raw`(?<![\p{L}\p{N}/])${pair}(?![\p{L}\p{N}/])`, 'gu');
			return html.replace(alone, `<${tag}>$1</${tag}>`);
		}, asHtml(line)),
	);
	return text && `<bdi>${lines.join('<br>')}</bdi>`;
}
