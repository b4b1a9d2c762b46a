import {
	type Channel,
	customerOfPhone,
	isKnownCustomer,
	phoneOfCustomer,
	type Template,
} from './catalogue';
import type { AcceptedMessage, Operation, ReceivedRequest } from './receivedRequest';
import { type RenderedHeader, type RenderedMessage, renderMessage, type Variables } from './render';

/** The service's no to a request: status 400, with the error object or, for the file send, the unauthorized object. */
export class Refusal extends Error {
	readonly status = 400;

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
	message?: Pick<AcceptedMessage, 'recipient' | 'content' | 'channel' | 'template'>;
}

/** What both template sends say. */
interface TemplateMessage {
	template_id: string;
	channel_id: string;
	customer_phone: string;
}

/**
 * What each operation does with a valid request (docs/service.md).
 *
 * @throws Refusal for an unknown template, channel or customer, and for an attachment the template has no place for
 */
export const operations: Record<Operation, (input: OperationInput) => OperationOutput> = {
	'template.send'(input) {
		const body = input.body as TemplateMessage & {
			attributes?: Variables;
			attachment?: Record<string, string>;
		};
		const template = findSendable(input.templates, body.template_id);
		const channel = find(input.channels, 'channel', body.channel_id);
		const recipient = body.customer_phone;
		return {
			answer: sendResult(
				input,
				'send_template_message',
				customerOfPhone(recipient),
				recipient,
				channel,
				template,
			),
			message: {
				...{ recipient, channel, template },
				content: renderMessage(template, headerOfUrls(template, body.attachment), body.attributes),
			},
		};
	},

	'template.sendWithFile'({ body: form, request, templates, channels }) {
		const body = form as TemplateMessage & {
			body_vars?: Variables;
			button_vars?: Variables;
			header_type?: string;
		};
		const template = findSendable(templates, body.template_id);
		const channel = find(channels, 'channel', body.channel_id);
		const file = request.parts?.find(({ name }) => name === 'file');
		const header = file && { type: body.header_type ?? template.header.type, file };
		return {
			answer: { success: true, data: { status: observedStatus } },
			message: {
				recipient: body.customer_phone,
				content: renderMessage(template, header, body.body_vars, body.button_vars ?? {}),
				channel,
				template,
			},
		};
	},

	'message.sendText'(input) {
		const body = input.body as { customer_id: string; text: string };
		return toCustomer(input, 'send_text_message', body.customer_id, { body: body.text });
	},

	'message.sendAttachment'(input) {
		const { customer_id, attachment_type, attachment_url } = input.body as {
			customer_id: string;
			attachment_type: string;
			attachment_url: string;
		};
		const header = { type: attachment_type, url: attachment_url };
		return toCustomer(input, 'send_attachment_message', customer_id, { header, body: '' });
	},

	'template.get'({ request, templates, channels, platformIdParameter, templateIdParameter }) {
		find(channels, 'channel', String(request.query[platformIdParameter]));
		const { status: _onlyInTheList, ...template } = find(
			templates,
			'template',
			String(request.query[templateIdParameter]),
		);
		return { answer: template };
	},

	'template.getAll'({ request, templates, channels, platformIdParameter }) {
		find(channels, 'channel', String(request.query[platformIdParameter]));
		return { answer: templates.map(listed) };
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

/** A template as the list gives it (service: List templates), which leaves out the header of one that has none. */
function listed({ status = 'approved', header, buttons, ...template }: Template): object {
	return {
		...template,
		...(header.type === 'none' ? {} : { header }),
		buttons: buttons.map((button) => ({ ...button, verbose: 'Visit website' })),
		status,
	};
}

/** Only an approved template can be sent. */
function findSendable(templates: readonly Template[], id: string): Template {
	const template = find(templates, 'template', id);
	const { name, status = 'approved' } = template;
	if (status !== 'approved')
		throw new Refusal('template_not_approved', `The template ${name} is ${status}`);
	return template;
}

/** A URL is only for templates with that type of header (service: Send template). */
function headerOfUrls(
	{ name, header }: Template,
	attachment: Record<string, string> = {},
): RenderedHeader | undefined {
	for (const type of Object.keys(attachment))
		if (type !== header.type)
			throw new Refusal(
				'header_mismatch',
				`attachment.${type} needs a template whose header type is ${type}; that of ${name} is ${header.type}`,
			);
	const url = attachment[header.type];
	return url === undefined ? undefined : { type: header.type, url };
}

function toCustomer(
	input: OperationInput,
	functionName: string,
	recipient: string,
	content: Omit<RenderedMessage, 'buttons'>,
): OperationOutput {
	if (!isKnownCustomer(recipient))
		throw new Refusal('unknown_customer', `There is no customer ${recipient}`);
	return {
		answer: sendResult(input, functionName, Number(recipient), phoneOfCustomer(recipient)),
		message: { recipient, content: { ...content, buttons: [] } },
	};
}

/** The only status that has been seen (service: Acknowledgement). */
const observedStatus = 'ongoing';

/** A send result (service: Send result). Values that are not known are the sandbox's choice. */
function sendResult(
	{ messageId, time }: OperationInput,
	functionName: string,
	customerId: number,
	customerPhone: string,
	channel?: Channel,
	template?: Template,
) {
	// The one team of the sandbox.
	const common = { timestamp: time, project_id: 1 };
	return {
		id: messageId,
		...common,
		function_name: functionName,
		message: 'Message accepted',
		status: observedStatus,
		extra: {
			...common,
			...(channel && { platform_id: channel.id }),
			customer_id: customerId,
			customer_phone: customerPhone,
			...(template && { template_id: String(template.id), template_name: template.name }),
			source: 'sandbox',
			success: true,
			report: {
				...(channel && { messaging_product: 'whatsapp' }),
				contacts: [{ input: customerPhone, wa_id: customerPhone.replace(/\D/g, '') }],
				messages: [{ id: `report-${messageId}`, message_status: observedStatus }],
			},
		},
	};
}
