import type { INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../parameters/nodeParameters';
import { identifierCheck } from '../parameters/identifier';
import { readChannelId } from './channelField';
import type { TemplateChoice } from './readTemplate';

export const templateField: INodeProperties = {
	displayName: 'Template',
	name: 'templateId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description:
		'The approved WhatsApp template. Choosing another template usually empties the values for its variables below.',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a template, or type its name or ID…',
			hint: "In the list, type a template's name, its ID or some of its text to find it",
			// Not with searchFilterRequired: on a change of credential, n8n would keep the ID but show an empty field.
			typeOptions: { searchListMethod: 'searchTemplates', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 2001' },
	],
};

/** What to do if the service refuses to send a template. */
export const CHOOSE_APPROVED = 'Choose an approved template, or correct what the service names';

const checkTemplateId = identifierCheck(templateField.displayName);

/** Reads an item's template and its channel. Throws an InputError if one of them is missing. */
export function readTemplateChoice(item: ItemParameters): TemplateChoice {
	return { templateId: item.read(templateField, checkTemplateId), channelId: readChannelId(item) };
}
