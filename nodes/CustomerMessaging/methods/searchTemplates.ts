import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { excerpt } from '../transport/answer';
import { operationError } from '../transport/nodeErrors';
import { findChannelId } from '../operations/fields/channel';
import { readTemplate } from '../operations/template/templateRequest';
import { inOwnDirection } from '../operations/template/templateVariables';
import { failureOf } from '../transport/failure';
import { chosen } from './chosenTemplate';
import { lookUp } from './lookUp';

/** How much of a template's text the list shows, in characters. */
const LONGEST_TEXT = 50;

/**
 * Finds the template with the ID that the user typed (section 4.5), so that they see its name and the beginning of its
 * text; the interface cannot list templates.
 *
 * Takes what the user typed. Returns an empty list where the service refuses: half an ID is often that of no template,
 * and for an error n8n would take the search away. Throws n8n's error where the channel is not chosen, or the service
 * cannot be asked.
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
	const template = await lookUp(
		this,
		async (service) => {
			const channelId = await findChannelId(channel.id, service.read);
			return await readTemplate(service, { channelId, templateId: id }).catch(noneIfRefused);
		},
		{
			whenRefused: "Check 'Base URL' in the credential, or ask the service's support",
			otherwise: "You can also set 'Template' to 'By ID'",
		},
	);
	return { results: template === undefined ? [] : [{ name: nameOf(template, id), value: id }] };
}

function noneIfRefused(error: unknown): undefined {
	if (!['invalid', 'refused', 'unsuccessful'].includes(failureOf(error).kind)) throw error;
}

function nameOf({ name, body }: IDataObject, id: string): string {
	const text = typeof body === 'string' ? excerpt(body, LONGEST_TEXT) : '';
	return [typeof name === 'string' && name.trim() !== '' ? name : `Template ${id}`, text]
		.filter((part) => part !== '')
		.map(inOwnDirection)
		.join(' · ');
}
