import type { INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from './nodeParameters';
import { identifierCheck } from './identifier';

/** Templates cannot be listed, so mode `list` looks one up by its ID (service: Get template). */
export const templateField: INodeProperties = {
	displayName: 'Template',
	name: 'templateId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description:
		"The approved WhatsApp template. The service's dashboard shows its ID. Choosing another template usually empties the values for its variables below.",
	modes: [
		{
			displayName: 'Look Up',
			name: 'list',
			type: 'list',
			placeholder: 'Enter an ID to find the template…',
			// Not with searchFilterRequired: on a change of credential, n8n would keep the ID but show an empty field.
			typeOptions: { searchListMethod: 'searchTemplates', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 2001' },
	],
};

const checkTemplate = identifierCheck(templateField.displayName);

/** Reads an item's template ID. Throws an InputError if there is none. */
export function readTemplateId(item: ItemParameters): string {
	return item.read('templateId', checkTemplate, { extractValue: true });
}
