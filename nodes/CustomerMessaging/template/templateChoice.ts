import type { INodeProperties } from 'n8n-workflow';
import { InputError } from '../../../lib/basics';
import { identifierCheck, type ItemParameters } from '../../../lib/fields';
import { isChannelId } from '../service/channels';

export interface TemplateChoice {
	channelId: string;
	templateId: string;
}

export const channelField: INodeProperties = {
	displayName: 'Channel',
	name: 'channelId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description:
		'The WhatsApp channel that the template belongs to. If you choose another one, n8n clears the values of the variables.',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a channel…',
			typeOptions: { searchListMethod: 'searchChannels', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 11' },
	],
};

export const templateField: INodeProperties = {
	displayName: 'Template',
	name: 'templateId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description:
		'The approved WhatsApp template. If you choose another one, n8n clears the values of its variables.',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a template…',
			// Not with searchFilterRequired: on a change of credential, n8n would keep the ID but show an empty field.
			typeOptions: { searchListMethod: 'searchTemplates', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 2001' },
	],
};

export function checkChannelId(value: unknown): string {
	const id = identifierCheck(channelField.displayName)(value);
	if (isChannelId(id)) return id;
	throw new InputError(
		`'Channel' is '${id}', which is not a channel's ID`,
		"Choose the channel from the list, or enter its ID; 'Channel' → 'Get Many' lists the IDs",
	);
}

export function readChannelId(item: ItemParameters): string {
	return item.read(channelField, checkChannelId);
}

export function readTemplateChoice(item: ItemParameters): TemplateChoice {
	const templateId = item.read(templateField, identifierCheck(templateField.displayName));
	return { templateId, channelId: readChannelId(item) };
}
