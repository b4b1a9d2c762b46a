import type { IDataObject } from 'n8n-workflow';
import { isObject, listIn, objectIn } from '../primitives/json';
import { headerName, headerTypeOf, shownBy } from './header';
import { fillVariables, splitByButton } from './placeholders';

/** A message as its recipient reads it; a part that the template does not have is empty. */
export interface TemplateMessage {
	/** A header's text; one that shows a file is named instead, such as `[Image]`. */
	header: string;
	body: string;
	footer: string;
	buttons: Array<{ title: string; address: string }>;
}

/**
 * Fills in a template of the documented shape (service: Get template). A variable without a value stays as it is written.
 * @param variables by number or name; those of buttons may be apart
 */
export function templateMessage(
	template: IDataObject,
	variables: Record<string, string>,
): TemplateMessage {
	const fill = (text: unknown, values = variables): string =>
		typeof text === 'string' ? fillVariables(text, values) : '';
	const ofButtons = { ...variables, ...splitByButton(variables).ofButtons };
	const type = headerTypeOf(template) ?? 'none';
	return {
		header:
			type === 'text'
				? fill(objectIn(template.header).value)
				: shownBy(type)
					? `[${headerName(type)}]`
					: '',
		body: fill(template.body),
		footer: fill(template.footer, {}),
		buttons: listIn(template.buttons)
			.filter(isObject)
			.map(({ title, value }) => ({
				title: fill(title, ofButtons),
				address: fill(value, ofButtons),
			})),
	};
}

/** The message as one text, with an empty line between its parts. */
export function textOfMessage({ header, body, footer, buttons }: TemplateMessage): string {
	const lines = buttons.map(({ title, address }) => `${title && `[${title}]`} ${address}`.trim());
	return [header, body, footer, ...lines].filter((part) => part !== '').join('\n\n');
}
