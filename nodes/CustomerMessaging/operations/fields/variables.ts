import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { InputError } from '../../delivery/inputError';
import type { NodeParameters } from '../nodeParameters';
import { plainText, plainTexts, refuseLostName } from './variableValues';

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
			description: 'One object with all variables, for templates that are chosen by an expression',
		},
	],
	description: "How to give the values that fill the template's variables",
};

const mappedVariablesField: INodeProperties = {
	displayName: 'Variables',
	name: 'variables',
	type: 'resourceMapper',
	default: { mappingMode: 'defineBelow', value: null },
	noDataExpression: true,
	required: true,
	description: 'The values that fill the template, one field for each of its variables',
	displayOptions: { show: { specifyVariables: ['fields'] } },
	typeOptions: {
		loadOptionsDependsOn: ['channelId.value', 'templateId'],
		resourceMapper: {
			resourceMapperMethod: 'getTemplateVariables',
			mode: 'add',
			fieldWords: { singular: 'variable', plural: 'variables' },
			addAllFields: true,
			supportAutoMap: false,
			noFieldsError:
				"No variables to fill in. Choose a channel and a template, or set 'Specify Variables' to 'Using JSON'.",
		},
	},
};

const variablesJsonField: INodeProperties = {
	displayName: 'Variables (JSON)',
	name: 'variablesJson',
	type: 'json',
	default: '{}',
	placeholder: 'e.g. { "1": "A-1001", "2": "Friday" }',
	description: "The template's variables: the number of each, in quotes, with its value",
	displayOptions: { show: { specifyVariables: ['json'] } },
};

/** How the template's variables are given: as fields, or as one JSON object. */
export const variableFields: INodeProperties[] = [specifyVariablesField, mappedVariablesField, variablesJsonField];

/**
 * The same where the buttons have a field of their own. Coming from another operation, the form
 * then asks for the variables again, while between the others it keeps what was filled in.
 */
export const textVariableFields: INodeProperties[] = [
	specifyVariablesField,
	{
		...mappedVariablesField,
		typeOptions: {
			...mappedVariablesField.typeOptions,
			loadOptionsDependsOn: ['channelId.value', 'templateId', 'operation'],
		},
	},
	variablesJsonField,
];

const JSON_FIELD = 'Variables (JSON)';

/** One field of the variables form, as a saved workflow keeps it. */
interface MappedField {
	id: string;
	displayName?: string;
	removed?: boolean;
}

/** The variables form, as a saved workflow keeps it. */
interface MappedVariables {
	value?: IDataObject | null;
	schema?: MappedField[];
}

/**
 * Reads the variables of an item: each variable's number and its text.
 *
 * Throws an InputError for a value that is missing, nested or no object at all.
 */
export function readVariables(parameters: NodeParameters, itemIndex: number): Record<string, string> {
	return usesJson(parameters, itemIndex)
		? parameters.read('variablesJson', itemIndex, checkVariablesJson, { fallback: '{}' })
		: parameters.read('variables', itemIndex, checkMappedVariables, { fallback: {} });
}

/**
 * Reads the variables that an item gives, where missing ones are no error: each variable's number
 * and its text.
 *
 * Throws an InputError for a value that is nested or no object at all.
 */
export function readGivenVariables(parameters: NodeParameters, itemIndex: number): Record<string, string> {
	return usesJson(parameters, itemIndex)
		? parameters.read('variablesJson', itemIndex, (value) => plainTexts(parsed(value), JSON_FIELD, 'leaveOut'), { fallback: '{}' })
		: parameters.read('variables', itemIndex, givenMappedVariables, { fallback: {} });
}

function usesJson(parameters: NodeParameters, itemIndex: number): boolean {
	return parameters.read('specifyVariables', itemIndex, (value) => value === 'json', { fallback: 'fields' });
}

/** A value of the variables form, and what it is called there. */
interface MappedValue {
	id: string;
	shown: string;
	value: unknown;
}

/** The values of the fields that the form was built from, and any that have lost their field. */
function mappedValues(parameter: unknown): MappedValue[] {
	const { value, schema } = (parameter ?? {}) as MappedVariables;
	const values = value ?? {};
	const fields = schema ?? [];
	const fieldless = Object.keys(values)
		.filter((id) => !fields.some((field) => field.id === id))
		.map((id): MappedField => ({ id }));
	const kept = [...fields, ...fieldless].filter((field) => field.removed !== true);
	for (const { id } of kept) refuseLostName(id, 'Variables');
	return kept.map(({ id, displayName = id }) => ({ id, shown: `'Variables': '${displayName}'`, value: values[id] }));
}

function checkMappedVariables(parameter: unknown): Record<string, string> {
	return Object.fromEntries(
		mappedValues(parameter).map(({ id, shown, value }) => {
			const text = plainText(value, shown);
			if (text.trim() === '') {
				throw new InputError(`${shown} is empty`, 'Enter a value, or an expression that gives one for every item');
			}
			return [id, text];
		}),
	);
}

/** A field that is still empty gives null or, once touched, an empty text. */
function givenMappedVariables(parameter: unknown): Record<string, string> {
	const texts = mappedValues(parameter)
		.filter(({ value }) => value !== null && value !== undefined)
		.map(({ id, shown, value }): [string, string] => [id, plainText(value, shown)]);
	return Object.fromEntries(texts.filter(([, text]) => text.trim() !== ''));
}

function checkVariablesJson(parameter: unknown): Record<string, string> {
	return plainTexts(parsed(parameter), JSON_FIELD);
}

function parsed(parameter: unknown): unknown {
	if (typeof parameter !== 'string') return parameter ?? {};
	if (parameter.trim() === '') return {};
	const { value, problem } = parseJson(parameter);
	if (problem === undefined) return value;
	throw new InputError(
		`'Variables (JSON)' is not valid JSON: ${problem}`,
		'Enter an object such as { "1": "A-1001", "2": "Friday" }, with names and texts in double quotes. Where values come from expressions, make the whole field one, such as {{ { "1": $json.order } }}, so that quotes in a value do no harm',
	);
}

function parseJson(text: string): { value?: unknown; problem?: string } {
	try {
		return { value: JSON.parse(text) as unknown };
	} catch (error) {
		return { problem: error instanceof Error ? error.message : String(error) };
	}
}
