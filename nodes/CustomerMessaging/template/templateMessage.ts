import type { IDataObject } from 'n8n-workflow';
import { isObject, listIn, objectIn } from '../../../lib/basics';
import { addressName, capitalized, headerTypeOf } from './header';
import { fillVariables, splitByButton } from './placeholders';

/** A message as its recipient reads it; a part that the template does not have is empty. */
export interface TemplateMessage {
	/** A header's text; one that shows a file is named instead, such as `[Image: cup.png]`. */
	header: string;
	body: string;
	footer: string;
	buttons: Array<{ title: string; address: string }>;
}

/**
 * Fills in a template of the documented shape (service: Get template). A variable without a value stays as it is written.
 * @param variables by number or name; those of buttons may be apart
 * @param fileName of the file that the header shows, if none of the values is its address
 */
export function templateMessage(
	template: IDataObject,
	variables: Record<string, string>,
	fileName?: string,
): TemplateMessage {
	const fill = (text: unknown, values = variables): string =>
		typeof text === 'string' ? fillVariables(text, values) : '';
	const ofButtons = { ...variables, ...splitByButton(variables).ofButtons };
	const type = headerTypeOf(template) ?? 'none';
	const address = addressName(type);
	const file = fileName ?? endOf(variables[address ?? ''] ?? '');
	return {
		header:
			type === 'text'
				? fill(objectIn(template.header).value)
				: address === undefined
					? ''
					: `[${[capitalized(type), file].filter(Boolean).join(': ')}]`,
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

/** What an address ends with in front of its query: the name of the file or, without one, the host. */
function endOf(address: string): string | undefined {
	return address.split(/[?#]/)[0]?.split('/').filter(Boolean).at(-1);
}

/** The message as one text, with an empty line between its parts. */
export function textOfMessage({ header, body, footer, buttons }: TemplateMessage): string {
	const lines = buttons.map(({ title, address }) => `${title && `[${title}]`} ${address}`.trim());
	return [header, body, footer, ...lines].filter((part) => part !== '').join('\n\n');
}
