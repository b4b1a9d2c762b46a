import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { excerpt } from '../transport/answer';
import { operationError } from '../transport/nodeErrors';
import { inOwnDirection } from '../operations/template/templateVariables';
import { chosen, lookUpTemplate } from './chosenTemplate';

/** How much of a template's text the list shows, in characters. */
const LONGEST_TEXT = 50;

/**
 * Finds the template with the ID that the user typed (section 4.5), so that they see its name and the beginning of its
 * text; the interface cannot list templates.
 *
 * Takes what the user typed. Throws n8n's error where the channel is not chosen, or the template cannot be read.
 */
export async function searchTemplates(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const id = (filter ?? '').trim();
	if (id === '') return { results: [] };
	const channel = chosen(this, 'channelId');
	if (channel === 'expression' || channel.id === '') {
		throw operationError(this.getNode(), {
			message: "Choose a 'Channel' first.",
			description: "If it comes from an expression, set 'Template' to 'By ID'.",
		});
	}
	const template = await lookUpTemplate(
		this,
		channel.id,
		id,
		"You can also set 'Template' to 'By ID'",
	);
	return { results: [{ name: nameOf(template, id), value: id }] };
}

function nameOf({ name, body }: IDataObject, id: string): string {
	const text = typeof body === 'string' ? excerpt(body, LONGEST_TEXT) : '';
	return [typeof name === 'string' && name.trim() !== '' ? name : `Template ${id}`, text]
		.filter((part) => part !== '')
		.map(inOwnDirection)
		.join(' · ');
}
