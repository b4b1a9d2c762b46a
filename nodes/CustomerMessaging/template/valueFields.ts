import type { INodeProperties, INodePropertyTypeOptions } from 'n8n-workflow';

export const specifyVariablesField: INodeProperties = {
	displayName: 'Specify Variables',
	name: 'specifyVariables',
	type: 'options',
	default: 'fields',
	options: [
		{
			name: 'Using Fields',
			value: 'fields',
			description: 'One field for each variable of the template',
		},
		{
			name: 'Using JSON',
			value: 'json',
			description: 'One object with all variables, for a template that changes from item to item',
		},
	],
	description: "How to enter the template's variables. Changing this clears the values.",
};

const DATE_EXPRESSION =
	"{{ DateTime.fromISO($json.date, { setZone: true }).toFormat('d LLLL yyyy') }}";

const OTHER_DATES =
	'<a href="https://github.com/n8n-nodes-customer-messaging/n8n-nodes-customer-messaging/blob/main/docs/recipes.md#dates">other dates</a>';

export const mappedVariablesField: INodeProperties = {
	displayName: 'Values to Send',
	name: 'variables',
	type: 'resourceMapper',
	default: { mappingMode: 'defineBelow', value: null },
	noDataExpression: true,
	required: true,
	description: `The values that fill the template, one field for each of its variables. If the template shows an image or another file, its public address comes first: the service fetches the file from there, so a link to view a file in Google Drive is not enough. For a date, use ${DATE_EXPRESSION} (${OTHER_DATES}).`,
	displayOptions: { show: { specifyVariables: ['fields'] } },
};

/** What somebody has to know who has no field for the file. */
export const ADDRESS_IN_JSON =
	"If the template shows a file at the top, enter its public address as 'image address', 'video address', 'document address' or 'audio address'; only 'Send with File' takes the file itself";

export const variablesJsonField: INodeProperties = {
	displayName: 'Variables (JSON)',
	name: 'variablesJson',
	type: 'json',
	default: '{}',
	hint: 'For example: { "1": "A-1001", "2": "Friday" }',
	description: `A JSON object with each variable's number or name, in quotes, and its value. ${ADDRESS_IN_JSON}.`,
	displayOptions: { show: { specifyVariables: ['json'] } },
};

/**
 * The fields for all variables of a template. n8n asks the method of the field that is shown, and asks again when one of the
 * fields that it depends on changes; between operations whose fields depend on the same, it keeps what was filled in.
 */
export const variableFields = fieldsBy('getTemplateVariables');

/** The same if buttons have variables of their own: n8n asks for them again because the operation is another. */
export const fileVariableFields = fieldsBy('getVariablesWithButtonsApart', 'operation');

/** The same for an operation whose link takes one of the variables. */
export const questionVariableFields = fieldsBy('getVariablesBesideLink', 'linkVariable');

/** @param resourceMapperMethod a function of editor/variableFields.ts */
function fieldsBy(resourceMapperMethod: string, ...dependsOn: string[]): INodeProperties[] {
	const typeOptions: INodePropertyTypeOptions = {
		loadOptionsDependsOn: ['channelId.value', 'templateId.value', ...dependsOn],
		resourceMapper: {
			resourceMapperMethod,
			mode: 'add',
			fieldWords: { singular: 'variable', plural: 'variables' },
			addAllFields: true,
			supportAutoMap: false,
			noFieldsError: 'No variables to fill in',
		},
	};
	return [{ ...mappedVariablesField, typeOptions }, variablesJsonField];
}
