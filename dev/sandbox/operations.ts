import type { AcceptedMessage } from './books';
import {
	type Channel,
	customerOfPhone,
	isKnownCustomer,
	phoneOfCustomer,
	type Template,
} from './catalogue';
import type { ReceivedRequest } from './receivedRequest';
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
	/** the fields of the body that are texts, after it was found to be what the OpenAPI document says */
	texts: Record<string, string>;
	/** the others, such as the values of variables */
	values: Record<string, Variables>;
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

/**
 * What the operations do with a valid request (service.md); one without an entry here answers with its example.
 *
 * @throws Refusal for an unknown template, channel or customer, and for an attachment the template has no place for
 */
export const operations: Record<string, (input: OperationInput) => OperationOutput> = {
	'template.send'(input) {
		const { template, channel, recipient } = messageIn(input);
		const { attributes, attachment } = input.values;
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
				content: renderMessage(template, headerOfUrls(template, attachment), attributes),
			},
		};
	},

	'template.sendWithFile'(input) {
		const { template, channel, recipient } = messageIn(input);
		const { body_vars, button_vars = {} } = input.values;
		const file = input.request.parts?.find(({ name }) => name === 'file');
		const header = file && { type: input.texts.header_type ?? template.header.type, file };
		return {
			answer: { success: true, data: { status: observedStatus } },
			message: {
				...{ recipient, channel, template },
				content: renderMessage(template, header, body_vars, button_vars),
			},
		};
	},

	'message.sendText'(input) {
		return toCustomer(input, 'send_text_message', { body: input.texts.text! });
	},

	'message.sendAttachment'(input) {
		const { attachment_type: type = '', attachment_url: url } = input.texts;
		return toCustomer(input, 'send_attachment_message', { header: { type, url }, body: '' });
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

/** What both template sends say. */
function messageIn({ texts, templates, channels }: OperationInput) {
	const { template_id = '', channel_id = '', customer_phone: recipient = '' } = texts;
	const template = findSendable(templates, template_id);
	return { template, channel: find(channels, 'channel', channel_id), recipient };
}

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
	attachment: Variables = {},
): RenderedHeader | undefined {
	for (const type of Object.keys(attachment))
		if (type !== header.type)
			throw new Refusal(
				'header_mismatch',
				`attachment.${type} needs a template whose header type is ${type}; that of ${name} is ${header.type}`,
			);
	const url = attachment[header.type];
	return url === undefined ? undefined : { type: header.type, url: String(url) };
}

function toCustomer(
	input: OperationInput,
	functionName: string,
	content: Omit<RenderedMessage, 'buttons'>,
): OperationOutput {
	const { customer_id: recipient = '' } = input.texts;
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
