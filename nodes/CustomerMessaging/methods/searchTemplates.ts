import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { excerpt } from '../service/values';
import { checkChannelId } from '../form/channel';
import { FILE_HEADERS, headerTypeOf } from '../service/headerTypes';
import { readTemplate } from '../service/templateRequest';
import { failureOf } from '../service/failure';
import { chosen } from './chosenTemplate';
import { lookUp } from './lookUp';

const MAX_TEXT = 50;

const WHAT_TO_TYPE = "Type a template's whole ID into the search above";

/** An entry that only says something. It cannot be chosen, as n8n takes no boolean for a choice. */
const hint = (name: string): INodeListSearchItems => ({ name, value: false });

/**
 * Finds the template with the ID that the user typed (service: Get template), and shows its name and the beginning of
 * its text; templates cannot be listed.
 *
 * With nothing typed, it finds the template that is already chosen: after a change of credential, n8n keeps that one
 * only if it is in this list. Returns no template if no channel is chosen, or the service refuses, as half an ID
 * usually belongs to none: after an error, n8n would take the search away. Throws a NodeApiError or NodeOperationError
 * if the service cannot be asked.
 */
export async function searchTemplates(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const channel = chosen(this, 'channelId');
	if (!channel) {
		return {
			results: [hint(channel === undefined ? "'Channel' is empty" : 'Choose a channel first')],
		};
	}
	const typed = (filter ?? '').trim();
	if (typed !== '') {
		const found = await templatesCalled(this, channel, typed);
		// n8n cuts off a long entry.
		const why = /^\d+$/.test(typed)
			? `No template ${typed} in this channel`
			: 'Templates are found by ID only';
		return { results: found.length > 0 ? found : [hint(why)] };
	}
	const template = chosen(this, 'templateId');
	if (!template) return { results: [hint(WHAT_TO_TYPE)] };
	return { results: [...(await templatesCalled(this, channel, template)), hint(WHAT_TO_TYPE)] };
}

/** The template with this ID as a list entry; none if the service knows none. */
async function templatesCalled(
	context: ILoadOptionsFunctions,
	channel: string,
	id: string,
): Promise<INodeListSearchItems[]> {
	const template = await lookUp(
		context,
		async (service) => {
			const channelId = checkChannelId(channel);
			return await readTemplate(service, { channelId, templateId: id }).catch(noneIfRefused);
		},
		{
			whenRefused: "Check 'Base URL' in the credential, or ask the people who run the service",
			otherwise: "You can also set 'Template' to 'By ID'",
		},
	);
	return template === undefined ? [] : [{ name: entryOf(template, id), value: id }];
}

function noneIfRefused(error: unknown): undefined {
	if (!['invalid', 'refused', 'unsuccessful'].includes(failureOf(error).kind)) throw error;
}

function entryOf(template: IDataObject, id: string): string {
	const { name, body } = template;
	const text = typeof body === 'string' ? excerpt(body, MAX_TEXT) : '';
	const header = headerTypeOf(template);
	const shows = header !== undefined && FILE_HEADERS.includes(header) ? `[${header}]` : '';
	return [id, typeof name === 'string' ? name.trim() : '', shows, text]
		.filter((part) => part !== '')
		.join(' · ');
}
