import { updateDisplayOptions, type IDataObject, type INodeProperties } from 'n8n-workflow';

import type { FieldType, FormField } from '../../answerPage/question';
import { InputError } from '../../service/failure';
import { objectIn, showsNothing } from '../../service/json';
import { checkChoice, checkSwitch, type ChoiceField } from '../../values/choice';
import { labelsOf, objectsIn } from './labels';
import type { ItemParameters } from '../../values/nodeParameters';
import { filledText, plainText, refuseRepeated } from '../../values/texts';

const WITH_OPTIONS: FieldType[] = ['checkbox', 'dropdown', 'radio'];

const TYPES: Array<{ name: string; value: FieldType }> = [
	{ name: 'Checkboxes', value: 'checkbox' },
	{ name: 'Date', value: 'date' },
	{ name: 'Dropdown', value: 'dropdown' },
	{ name: 'Email', value: 'email' },
	{ name: 'Number', value: 'number' },
	{ name: 'Radio Buttons', value: 'radio' },
	{ name: 'Text Input', value: 'text' },
	{ name: 'Textarea', value: 'textarea' },
];

const typeField: ChoiceField<FieldType> = {
	displayName: 'Element Type',
	name: 'fieldType',
	type: 'options',
	default: 'text',
	options: TYPES,
	description: 'What the customer enters',
};

const fieldOptionsField: INodeProperties = {
	displayName: 'Field Options',
	name: 'fieldOptions',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add option',
	default: { values: [{ option: '' }] },
	description: 'What the customer can choose from',
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'Option',
					name: 'option',
					type: 'string',
					default: '',
					placeholder: 'e.g. Thursday at 10',
					description: 'One option. An expression that gives a list makes an option of each entry.',
				},
			],
		},
	],
};

const multipleChoiceField: INodeProperties = {
	displayName: 'Multiple Choice',
	name: 'multiselect',
	type: 'boolean',
	default: false,
	description: 'Whether the customer can choose several options: the page then shows checkboxes',
};

const requiredField: INodeProperties = {
	displayName: 'Required Field',
	name: 'requiredField',
	type: 'boolean',
	default: false,
	description: 'Whether the customer has to fill it in',
};

/** One field of the form, under the names that n8n's own forms have, so that theirs can be copied. */
const ELEMENT: INodeProperties[] = [
	{
		displayName: 'Label',
		name: 'fieldLabel',
		type: 'string',
		default: '',
		placeholder: 'e.g. Delivery date',
		description: 'What the page asks for. The value comes out under this name.',
	},
	typeField,
	...updateDisplayOptions({ show: { fieldType: ['email', 'number', 'text', 'textarea'] } }, [
		{
			displayName: 'Placeholder',
			name: 'placeholder',
			type: 'string',
			default: '',
			placeholder: 'e.g. Second floor, on the left',
			description: 'An example that the field shows while it is empty',
		},
	]),
	...updateDisplayOptions({ show: { fieldType: WITH_OPTIONS } }, [fieldOptionsField]),
	...updateDisplayOptions({ show: { fieldType: ['dropdown'] } }, [multipleChoiceField]),
	requiredField,
];

export const formElementsField: INodeProperties = {
	displayName: 'Form Elements',
	name: 'formFields',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add form element',
	default: {},
	description: "What the customer fills in. You can copy this from n8n's own forms.",
	displayOptions: { show: { responseType: ['customForm'] } },
	options: [{ displayName: 'Values', name: 'values', values: ELEMENT }],
};

const SHOWN = `'${formElementsField.displayName}'`;

/**
 * Reads the fields of the form. Throws an InputError if there are none, if two have the same label, and for a type of
 * field that the page cannot show, such as a file.
 */
export function readFormElements(item: ItemParameters): FormField[] {
	return item.read('formFields.values', checkFields, { fallback: [] });
}

function checkFields(list: unknown): FormField[] {
	const fields = objectsIn(list).map(checkField);
	if (fields.length === 0)
		throw new InputError(`${SHOWN} is empty`, 'Add what the customer is to fill in');
	refuseRepeated(
		fields.map(({ label }) => label),
		SHOWN,
	);
	return fields;
}

function checkField(element: IDataObject, index: number): FormField {
	const label = filledText(
		element.fieldLabel,
		`${SHOWN}: the label of element ${index + 1}`,
	).trim();
	const given = checkChoice(
		typeField,
		'fieldType' in element ? element.fieldType : typeField.default,
	);
	const isOn = (field: INodeProperties): boolean =>
		checkSwitch(
			field,
			field.name in element ? element[field.name] : false,
			`${SHOWN}: '${field.displayName}' of '${label}'`,
		);
	const type = given === 'dropdown' && isOn(multipleChoiceField) ? 'checkbox' : given;
	return {
		label,
		type,
		placeholder: showsNothing(element.placeholder)
			? ''
			: plainText(element.placeholder, `${SHOWN}: the placeholder of '${label}'`),
		options: WITH_OPTIONS.includes(type) ? optionsOf(element, label) : [],
		isRequired: isOn(requiredField),
	};
}

function optionsOf(element: IDataObject, label: string): string[] {
	const shown = `${SHOWN}: '${fieldOptionsField.displayName}' of '${label}'`;
	const entries = objectsIn(objectIn(element.fieldOptions).values).map(({ option }) => option);
	const options = labelsOf(entries, shown);
	if (options.length > 0) return options;
	throw new InputError(`${shown} is empty`, 'Enter what the customer can choose from');
}
