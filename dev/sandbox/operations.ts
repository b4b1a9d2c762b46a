import {
	type Channel,
	customerOfPhone,
	isKnownCustomer,
	phoneOfCustomer,
	type Template,
} from './catalogue';
import type { Operation, ReceivedRequest } from './receivedRequest';
import { type RenderedHeader, type RenderedMessage, renderMessage, type Variables } from './render';
import { sendAcknowledgement, sendResult } from './sendResult';

/** The service's no to a request: status 400, with the error object or, for the file send, the unauthorized object. */
export class Refusal extends Error {
	/** @param code the error object's `code`; the service's own values are not shown, so these are the sandbox's */
	constructor(
		readonly code: string,
		message: string,
	) {
		super(message);
	}
}

/** What an operation works with. */
export interface OperationInput {
	request: ReceivedRequest;
	/** the body, JSON or multipart, after it was found valid */
	body: unknown;
	platformIdParameter: string;
	templateIdParameter: string;
	channels: readonly Channel[];
	templates: readonly Template[];
	/** the identifier a message sent now gets */
	messageId: string;
	/** now, ISO 8601 */
	time: string;
}

/** What an operation answers and, when it sends, what goes into the books. */
export interface OperationOutput {
	answer: unknown;
	message?: { recipient: string; content: RenderedMessage; channel?: Channel; template?: Template };
}

interface TemplateMessage {
	template_id: string;
	channel_id: string;
	customer_phone: string;
	attributes?: Variables;
	attachment?: Record<string, string>;
}

interface TemplateMessageWithFile {
	template_id: string;
	channel_id: string;
	customer_phone: string;
	body_vars?: Variables;
	button_vars?: Variables;
	header_type?: string;
}

/**
 * What each operation does with a valid request (docs/service.md).
 *
 * @throws Refusal for an unknown template, channel or customer, and for an attachment the template has no place for
 */
export const operations: Record<Operation, (input: OperationInput) => OperationOutput> = {
	'template.send'(input) {
		const body = input.body as TemplateMessage;
		const template = find(input.templates, 'template', body.template_id);
		const channel = find(input.channels, 'channel', body.channel_id);
		const attachment = headerOfUrls(template, body.attachment);
		return {
			answer: templateResult(
				'send_template_message',
				input,
				body.customer_phone,
				channel,
				template,
			),
			message: {
				recipient: body.customer_phone,
				content: renderMessage(template, { variables: body.attributes, attachment }),
				channel,
				template,
			},
		};
	},

	'template.sendWithFile'(input) {
		const body = input.body as TemplateMessageWithFile;
		const template = find(input.templates, 'template', body.template_id);
		const channel = find(input.channels, 'channel', body.channel_id);
		const file = input.request.parts?.find(({ name }) => name === 'file');
		const attachment: RenderedHeader | undefined = file && {
			type: body.header_type ?? template.header.type,
			file: {
				name: file.fileName ?? '',
				contentType: file.contentType ?? '',
				size: file.size,
				sha256: file.sha256,
				content: file.content,
			},
		};
		return {
			answer: sendAcknowledgement(),
			message: {
				recipient: body.customer_phone,
				content: renderMessage(template, {
					variables: body.body_vars,
					buttonVariables: body.button_vars ?? {},
					attachment,
				}),
				channel,
				template,
			},
		};
	},

	'message.sendText'(input) {
		const body = input.body as { customer_id: string; text: string };
		return {
			answer: customerResult('send_text_message', input, body.customer_id),
			message: { recipient: body.customer_id, content: { body: body.text, buttons: [] } },
		};
	},

	'message.sendAttachment'(input) {
		const body = input.body as {
			customer_id: string;
			attachment_type: string;
			attachment_url: string;
		};
		const header = { type: body.attachment_type, url: body.attachment_url };
		return {
			answer: customerResult('send_attachment_message', input, body.customer_id),
			message: { recipient: body.customer_id, content: { header, body: '', buttons: [] } },
		};
	},

	'template.get'({ request, templates, channels, platformIdParameter, templateIdParameter }) {
		find(channels, 'channel', String(request.query[platformIdParameter]));
		return { answer: find(templates, 'template', String(request.query[templateIdParameter])) };
	},

	'channel.getAll'({ channels }) {
		return { answer: channels };
	},
};

function find<T extends { id: number }>(known: readonly T[], kind: string, id: string): T {
	const found = known.find((one) => String(one.id) === id);
	if (!found) throw new Refusal(`unknown_${kind}`, `There is no ${kind} ${id}`);
	return found;
}

/** A URL is only for templates with that type of header (service: Send template). */
function headerOfUrls(
	template: Template,
	attachment: Record<string, string> = {},
): RenderedHeader | undefined {
	let header: RenderedHeader | undefined;
	for (const [type, url] of Object.entries(attachment)) {
		if (type !== template.header.type) {
			throw new Refusal(
				'header_mismatch',
				`attachment.${type} needs a template whose header type is ${type}; that of ${template.name} is ${template.header.type}`,
			);
		}
		header = { type, url };
	}
	return header;
}

function templateResult(
	functionName: string,
	{ messageId, time }: OperationInput,
	phone: string,
	channel: Channel,
	template: Template,
) {
	return sendResult({
		id: messageId,
		time,
		functionName,
		customerId: customerOfPhone(phone),
		customerPhone: phone,
		channel,
		template,
	});
}

function customerResult(
	functionName: string,
	{ messageId, time }: OperationInput,
	customerId: string,
) {
	if (!isKnownCustomer(customerId))
		throw new Refusal('unknown_customer', `There is no customer ${customerId}`);
	return sendResult({
		id: messageId,
		time,
		functionName,
		customerId: Number(customerId),
		customerPhone: phoneOfCustomer(customerId),
	});
}
