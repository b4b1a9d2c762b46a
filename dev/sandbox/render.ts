import type { Template } from './catalogue';

/** Values by variable number, e.g. `{ '1': 'Customer 1' }`. Anything but text is shown as text. */
export type Variables = Readonly<Record<string, unknown>>;

/** An uploaded file as the inbox shows it. */
export interface MessageFile {
	name: string;
	contentType: string;
	/** bytes */
	size: number;
	sha256: string;
	/** absent when the file was too large to keep */
	content?: Buffer;
}

/** What a message's header shows: text, or a picture, video, sound or document from a URL or an upload. */
export interface RenderedHeader {
	type: string;
	text?: string;
	url?: string;
	file?: MessageFile;
}

/** A message as its recipient sees it. */
export interface RenderedMessage {
	header?: RenderedHeader;
	body: string;
	footer?: string;
	buttons: Array<{ type: string; title: string; value: string }>;
}

/** What one send brings along for its template. */
export interface MessageContent {
	/** values for the body and a text header */
	variables?: Variables;
	/** values for the buttons; the others when absent */
	buttonVariables?: Variables;
	/** what fills a header that is no text */
	attachment?: RenderedHeader;
}

/**
 * Puts values where a text says `{{1}}`. One pass: what a value contains is never looked at again, so `{{2}}` or `$&`
 * in a value stays as it is. A variable without a value stays visible.
 */
function fillVariables(text: string, variables: Variables): string {
	return text.replace(/\{\{(\d+)\}\}/g, (placeholder, number: string) =>
		Object.hasOwn(variables, number) ? asText(variables[number]) : placeholder,
	);
}

/** A template message as its recipient sees it. */
export function renderMessage(template: Template, content: MessageContent = {}): RenderedMessage {
	const variables = content.variables ?? {};
	const buttonVariables = content.buttonVariables ?? variables;
	const message: RenderedMessage = {
		body: fillVariables(template.body, variables),
		buttons: template.buttons.map(({ type, title, value }) => ({
			type,
			title: fillVariables(title, buttonVariables),
			value: fillVariables(value, buttonVariables),
		})),
	};
	if (content.attachment) {
		message.header = content.attachment;
	} else if (template.header.type === 'text') {
		message.header = { type: 'text', text: fillVariables(template.header.value, variables) };
	}
	if (template.footer) message.footer = template.footer;
	return message;
}

function asText(value: unknown): string {
	return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}
