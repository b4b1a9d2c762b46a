import type { INodeProperties } from 'n8n-workflow';

import type { NodeParameters } from '../nodeParameters';
import { identifierCheck } from './identifier';

/** The approved template. */
export const templateField: INodeProperties = {
	displayName: 'Template ID',
	name: 'templateId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 2001',
	description: "The ID of the approved WhatsApp template. The service's dashboard shows it.",
};

const checkTemplateId = identifierCheck('Template ID');

/** Reads the template's ID for an item. Throws an InputError where there is none. */
export function readTemplateId(parameters: NodeParameters, itemIndex: number): string {
	return parameters.read('templateId', itemIndex, checkTemplateId);
}
