import type { Template } from './catalogue';
import type { ReceivedPart } from './receivedRequest';

/** Values by variable number or name, e.g. `{ '1': 'Customer 1' }`. */
export type Variables = Readonly<Record<string, unknown>>;

/** What a message's header shows: text, or a picture, video, sound or document from a URL or an upload. */
export interface RenderedHeader {
	type: string;
	text?: string;
	url?: string;
	file?: ReceivedPart;
}

/** A message as its recipient sees it. */
export interface RenderedMessage {
	header?: RenderedHeader;
	body: string;
	footer?: string;
	buttons: Array<{ type: string; title: string; value: string }>;
}

/**
 * Puts values where a text says `{{1}}`. One pass: what a value contains is never looked at again, so `{{2}}` or `$&`
 * in a value stays as it is. A variable without a value stays visible.
 */
function fillVariables(text: string, variables: Variables): string {
	return text.replace(/\{\{([^{}]+)\}\}/g, (placeholder, name: string) =>
		Object.hasOwn(variables, name) ? String(variables[name]) : placeholder,
	);
}

/**
 * A template message as its recipient sees it.
 *
 * @param attachment what fills a header that is no text
 */
export function renderMessage(
	template: Template,
	attachment?: RenderedHeader,
	variables: Variables = {},
	buttonVariables = variables,
): RenderedMessage {
	const { header, body, footer, buttons } = template;
	const text = header.type === 'text' ? fillVariables(header.value, variables) : undefined;
	return {
		header: attachment ?? (text === undefined ? undefined : { type: 'text', text }),
		body: fillVariables(body, variables),
		footer: footer || undefined,
		buttons: buttons.map(({ type, title, value }) => ({
			type,
			title: fillVariables(title, buttonVariables),
			value: fillVariables(value, buttonVariables),
		})),
	};
}
