import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { InputError } from '../primitives/failure';
import type { ItemParameters } from '../parameters/nodeParameters';
import type { TemplateChoice } from './readTemplate';
import { isObject, objectIn, showsNothing } from '../primitives/json';
import { checkTemplateMark, mappedFields, TEMPLATE_MARK, type MappedField } from './templateMark';
import { dateText, parsedJson, textsByName, type Flaw, type NamedValue } from '../parameters/texts';

const specifyVariablesField: INodeProperties = {
	displayName: 'Specify Variables',
	name: 'specifyVariables',
	type: 'options',
	default: 'fields',
	options: [
		{
			name: 'Using Fields Below',
			value: 'fields',
			description: 'One field for each variable of the template',
		},
		{
			name: 'Using JSON',
			value: 'json',
			description: 'One object with all variables, for a template that changes from item to item',
		},
	],
	description:
		"How to enter the template's variables. Changing this empties what you have entered below.",
};

const DATE_EXPRESSION = "{{ $json.date.toDateTime().format('d LLLL yyyy') }}";

/** @param method of the form, which lists the variables again when one of the fields that it depends on changes */
const mappedVariables = (method: string, ...dependsOn: string[]): INodeProperties => ({
	displayName: 'Values to Send',
	name: 'variables',
	type: 'resourceMapper',
	default: { mappingMode: 'defineBelow', value: null },
	noDataExpression: true,
	required: true,
	description: `The values that fill the template, one field for each of its variables. For a date, use ${DATE_EXPRESSION}.`,
	displayOptions: { show: { specifyVariables: ['fields'] } },
	typeOptions: {
		loadOptionsDependsOn: ['channelId.value', 'templateId.value', ...dependsOn],
		resourceMapper: {
			resourceMapperMethod: method,
			mode: 'add',
			fieldWords: { singular: 'variable', plural: 'variables' },
			addAllFields: true,
			supportAutoMap: false,
			noFieldsError: 'No variables to fill in',
		},
	},
});

const variablesJsonField: INodeProperties = {
	displayName: 'Variables (JSON)',
	name: 'variablesJson',
	type: 'json',
	default: '{}',
	hint: 'For example: { "1": "A-1001", "2": "Friday" }',
	description: "A JSON object with each variable's number or name, in quotes, and its value",
	displayOptions: { show: { specifyVariables: ['json'] } },
};

const mappedVariablesField = mappedVariables('getTemplateVariables');

export const variableFields: INodeProperties[] = [
	specifyVariablesField,
	mappedVariablesField,
	variablesJsonField,
];

/** The same where buttons have variables of their own: n8n asks for them again because the operation is another. */
export const fileVariableFields: INodeProperties[] = [
	specifyVariablesField,
	mappedVariables('getVariablesWithButtonsApart', 'operation'),
	variablesJsonField,
];

/** The same for an operation whose link takes one of the variables. */
export const questionVariableFields: INodeProperties[] = [
	specifyVariablesField,
	mappedVariables('getVariablesBesideLink', 'linkVariable'),
	variablesJsonField,
];

const JSON_FIELD = 'Variables (JSON)';

const ONE_EXPRESSION = 'Make the whole field one expression, such as {{ { "1": $json.order } }}';

/**
 * Reads an item's variables, by number or name. Throws an InputError for a value that is empty or nested, for JSON that is no
 * object, and for fields that belong to another template.
 *
 * @param excludedIds variables whose values come from elsewhere, whatever the form says
 */
export function readVariables(
	item: ItemParameters,
	template: TemplateChoice,
	excludedIds: string[] = [],
): Record<string, string> {
	const textsOf = (values: NamedValue[], fieldName: string): Record<string, string> => {
		const chosen = values.filter(({ name }) => !excludedIds.includes(name));
		const texts = Object.entries(textsByName(chosen, fieldName));
		return Object.fromEntries(texts.map(([name, text]) => [name, tidyText(text)]));
	};
	if (isJson(item))
		return item.read(
			variablesJsonField,
			(value) => textsOf(jsonValues(value), JSON_FIELD),
			flawInJson,
		);
	const stored = item.parameters.stored(mappedVariablesField);
	checkTemplateMark(stored, template);
	return item.read(mappedVariablesField, (values) =>
		textsOf(mappedValues(objectIn(values), stored), 'Values to Send'),
	);
}

function flawInJson(text: string): Flaw | undefined {
	if (!/["\\\n\r]/.test(text)) return undefined;
	return { what: 'which would change the JSON around it', advice: ONE_EXPRESSION };
}

/** WhatsApp refuses line breaks, tabs and more than four spaces in a row. */
function tidyText(text: string): string {
	return text
		.trim()
		.replace(/[\s\u0085]+/g, (run) =>
			/[\t\n\v\f\r\u0085\u2028\u2029]| {5}/.test(run) ? ' ' : run,
		);
}

function isJson(item: ItemParameters): boolean {
	return item.read(specifyVariablesField, (value) => value === 'json');
}

/**
 * The values of the form's fields, and any whose field is gone.
 *
 * @param stored the variables as the workflow keeps them, with their labels
 */
function mappedValues(values: IDataObject, stored: unknown): NamedValue[] {
	const fields = mappedFields(objectIn(stored).schema);
	const fieldless = Object.keys(values)
		.filter((id) => !fields.some((field) => field.id === id))
		.map((id): MappedField => ({ id }));
	return [...fields, ...fieldless]
		.filter(({ id, removed }) => removed !== true && id !== TEMPLATE_MARK)
		.map(({ id, displayName = id }) => ({
			name: id,
			shown: `'Values to Send': '${displayName}'`,
			value: values[id],
		}));
}

function jsonValues(parameter: unknown): NamedValue[] {
	const values = typeof parameter === 'string' ? objectFrom(parameter) : (parameter ?? {});
	if (
		!isObject(values) ||
		Object.prototype.toString.call(values) !== '[object Object]' ||
		dateText(values) !== undefined
	) {
		throw new InputError(
			`'${JSON_FIELD}' is not an object`,
			'Enter a JSON object with the variables and their values, such as { "1": "A-1001", "2": "Friday" }',
		);
	}
	return Object.entries(values).map(([key, value]: [string, unknown]) => {
		const name = key.trim();
		return { name, shown: `'${JSON_FIELD}': variable '${name}'`, value };
	});
}

function objectFrom(text: string): unknown {
	if (showsNothing(text)) return {};
	const { value, problem } = parsedJson(text);
	if (problem !== undefined) {
		throw new InputError(
			`'${JSON_FIELD}' is not valid JSON: ${problem}`,
			`Enter an object such as { "1": "A-1001", "2": "Friday" }, or make the whole field one expression`,
		);
	}
	return value;
}
