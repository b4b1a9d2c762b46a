import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../../values/nodeParameters';
import { listIn, objectIn } from '../../service/json';
import { filledText, plainText, textsByName } from '../../values/texts';

const valueField: INodeProperties = {
	displayName: 'Value',
	name: 'value',
	type: 'string',
	default: '',
	description: 'Text, a number, a date, true or false',
};

export const buttonVariablesField: INodeProperties = {
	displayName: 'Button Variables',
	name: 'buttonVariables',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Variable',
	default: {},
	description:
		"Values for the variables in the template's buttons, where they are not the same as under 'Values to Send'",
	options: [
		{
			displayName: 'Variable',
			name: 'variable',
			values: [
				{
					displayName: 'Variable Name or ID',
					name: 'name',
					type: 'options',
					typeOptions: {
						loadOptionsMethod: 'getButtonVariables',
						loadOptionsDependsOn: ['channelId.value', 'templateId.value'],
					},
					default: '',
					required: true,
					description:
						'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
				},
				valueField,
			],
		},
	],
};

export const customerAttributesField: INodeProperties = {
	displayName: 'Customer Attributes',
	name: 'customerAttributes',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Attribute',
	default: {},
	description: 'Values that the service stores with the customer',
	options: [
		{
			displayName: 'Attribute',
			name: 'attribute',
			values: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. last_order',
					required: true,
					description: 'The name that the service stores the value under',
				},
				valueField,
			],
		},
	],
};

/**
 * Reads the values for a template's buttons, by variable (service: Send template with file). Throws an InputError for
 * a repeated name, or a value that is empty or nested.
 */
export function readButtonVariables(item: ItemParameters): Record<string, string> {
	const { name, displayName } = buttonVariablesField;
	return item.read(
		name,
		(value) => textsByEntry(listIn(objectIn(value).variable), displayName, filledText),
		{ fallback: {} },
	);
}

/** Reads a customer's attributes in the same way; an empty value means that a stored one is to be emptied. */
export function readCustomerAttributes(item: ItemParameters): Record<string, string> {
	const { name, displayName } = customerAttributesField;
	return item.read(
		name,
		(value) => textsByEntry(listIn(objectIn(value).attribute), displayName, plainText),
		{ fallback: {}, mayHaveGaps: true },
	);
}

function textsByEntry(
	entries: unknown[],
	field: string,
	textOf: typeof plainText,
): Record<string, string> {
	const values = entries.map(objectIn).map((entry: IDataObject, index) => {
		const name = plainText(entry.name, `'${field}': the name of entry ${index + 1}`).trim();
		return { name, shown: `'${field}': the value of '${name}'`, value: entry.value };
	});
	return textsByName(values, field, textOf);
}
