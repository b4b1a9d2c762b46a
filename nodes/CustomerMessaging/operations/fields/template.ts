import type { INodeProperties } from 'n8n-workflow';

import type { NodeParameters } from '../nodeParameters';
import { identifierCheck } from './identifier';

/** The approved template: looked up by its ID, or by ID without a look. */
export const templateField: INodeProperties = {
	displayName: 'Template',
	name: 'templateId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: "The approved WhatsApp template. The service's dashboard shows its ID.",
	modes: [
		{
			displayName: 'Look Up',
			name: 'list',
			type: 'list',
			placeholder: 'Enter an ID to find the template…',
			// Not with searchFilterRequired: n8n would keep the ID when another credential is chosen, but show an empty field.
			typeOptions: { searchListMethod: 'searchTemplates', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 2001' },
	],
};

const checkTemplate = identifierCheck(templateField.displayName);

/**
 * Reads the template's ID for an item; the interface has no list of templates, so an ID is all there is (section 4.5).
 *
 * Throws an InputError where there is none.
 */
export function readTemplateId(parameters: NodeParameters, itemIndex: number): string {
	return parameters.read('templateId', itemIndex, checkTemplate, { extractValue: true });
}
