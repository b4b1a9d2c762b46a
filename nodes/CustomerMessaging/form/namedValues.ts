import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../service/failure';
import type { ItemParameters } from './nodeParameters';
import { isEmpty, listIn, objectIn } from '../service/values';
import { filledText, plainText, textsByName } from './texts';

/** A list of names and values in the form. */
export interface NamedValues {
	/** The field's name in saved workflows, and the name of its list. */
	name: string;
	list: string;
	/** The field as the form shows it. */
	displayName: string;
	/** One entry as the form shows it. */
	entryName: string;
	description: string;
	placeholder: string;
	/** The field for an entry's name: a text, or a choice. */
	nameField: INodeProperties;
	/** Whether an empty value means something, such as that a stored one is to be emptied. */
	mayBeEmpty: boolean;
}

export function namedValuesField(definition: NamedValues): INodeProperties {
	return {
		displayName: definition.displayName,
		name: definition.name,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: definition.placeholder,
		default: {},
		description: definition.description,
		options: [
			{
				displayName: definition.entryName,
				name: definition.list,
				values: [
					definition.nameField,
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
}

/**
 * Reads an item's list as the map that the service expects (service: Send template with file). Throws an InputError
 * for an entry without a name, a repeated name, or a value that is missing or nested.
 */
export function readNamedValues(
	item: ItemParameters,
	definition: NamedValues,
): Record<string, string> {
	return item.read(definition.name, (value) => checkNamedValues(value, definition), {
		fallback: {},
		mayHaveGaps: definition.mayBeEmpty,
	});
}

function checkNamedValues(
	value: unknown,
	{ list, displayName, entryName, nameField, mayBeEmpty }: NamedValues,
): Record<string, string> {
	const values = listIn(objectIn(value)[list]).map((given, index) => {
		const entry = objectIn(given);
		if (isEmpty(entry.name)) {
			throw new InputError(
				`'${displayName}': ${entryName} ${index + 1} has no '${nameField.displayName}'`,
				`Enter its '${nameField.displayName}', or remove it`,
			);
		}
		const name = plainText(entry.name, `'${displayName}': '${nameField.displayName}'`).trim();
		return { name, shown: `'${displayName}': the value of '${name}'`, value: entry.value };
	});
	return textsByName(values, displayName, mayBeEmpty ? plainText : filledText);
}
