import type { INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../parameters/nodeParameters';
import { listIn, objectIn } from '../primitives/json';
import { plainText, textsByName } from '../parameters/texts';

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
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					description: 'Text, a number, a date, true or false',
				},
			],
		},
	],
};

/**
 * Reads a customer's attributes, by name; an empty value means that a stored one is to be emptied (service: Send
 * template with file). Throws an InputError for a repeated name, or a value that is missing or nested.
 */
export function readCustomerAttributes(item: ItemParameters): Record<string, string> {
	return item.read(
		customerAttributesField,
		(value) => attributesIn(value, customerAttributesField.displayName),
		{ mayBeBoolean: true },
	);
}

function attributesIn(parameter: unknown, field: string): Record<string, string> {
	const values = listIn(objectIn(parameter).attribute)
		.map(objectIn)
		.map((entry, index) => {
			const name = plainText(entry.name, `'${field}': the name of entry ${index + 1}`).trim();
			return { name, shown: `'${field}': the value of '${name}'`, value: entry.value };
		});
	return textsByName(values, field, (value, shown) =>
		value === null ? '' : plainText(value, shown, true),
	);
}
