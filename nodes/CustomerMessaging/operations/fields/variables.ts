import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { InputError } from '../../delivery/inputError';
import type { Form } from '../form';
import { plainText, plainTexts } from './variableValues';

/** How the template's variables are given: as fields, or as one JSON object. */
export const variableFields: INodeProperties[] = [
	{
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
	},
	{
		displayName: 'Variables',
		name: 'variables',
		type: 'resourceMapper',
		default: { mappingMode: 'defineBelow', value: null },
		noDataExpression: true,
		required: true,
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
	},
	{
		displayName: 'Variables (JSON)',
		name: 'variablesJson',
		type: 'json',
		default: '{}',
		placeholder: 'e.g. { "1": "A-1001", "2": "Friday" }',
		description: "The template's variables: the number of each, in quotes, with its value",
		displayOptions: { show: { specifyVariables: ['json'] } },
	},
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
export function readVariables(form: Form, itemIndex: number): Record<string, string> {
	return usesJson(form, itemIndex)
		? form.read('variablesJson', itemIndex, checkVariablesJson, { fallback: '{}' })
		: form.read('variables', itemIndex, checkMappedVariables, { fallback: {} });
}

/**
 * Reads the variables that an item gives, where missing ones are no error: each variable's number
 * and its text.
 *
 * Throws an InputError for a value that is nested or no object at all.
 */
export function readGivenVariables(form: Form, itemIndex: number): Record<string, string> {
	return usesJson(form, itemIndex)
		? form.read('variablesJson', itemIndex, (value) => plainTexts(withoutMissing(parsed(value)), JSON_FIELD), { fallback: '{}' })
		: form.read('variables', itemIndex, (value) => plainTexts(withoutMissing((value as MappedVariables)?.value ?? {}), 'Variables'), {
				fallback: {},
			});
}

function usesJson(form: Form, itemIndex: number): boolean {
	return form.read('specifyVariables', itemIndex, (value) => value === 'json', { fallback: 'fields' });
}

/** A field that is still empty gives null or, once touched, an empty text. */
function withoutMissing(values: unknown): unknown {
	if (typeof values !== 'object' || values === null || Array.isArray(values)) return values;
	return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== ''));
}

/** Checks the values against the fields that the form was built from, by the fields' labels. */
function checkMappedVariables(parameter: unknown): Record<string, string> {
	const { value, schema } = (parameter ?? {}) as MappedVariables;
	const values = value ?? {};
	const fields = (schema ?? []).filter((field) => field.removed !== true);
	const known = new Set((schema ?? []).map((field) => field.id));
	const unlabelled = Object.keys(values)
		.filter((id) => !known.has(id))
		.map((id): MappedField => ({ id }));

	return Object.fromEntries(
		[...fields, ...unlabelled].map((field) => {
			const shown = `'Variables': '${field.displayName ?? field.id}'`;
			const text = plainText(values[field.id], shown);
			if (text.trim() === '') {
				throw new InputError(`${shown} is empty`, 'Enter a value, or an expression that gives one for every item');
			}
			return [field.id, text];
		}),
	);
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
		'Enter an object such as { "1": "A-1001", "2": "Friday" }, with names and texts in double quotes',
	);
}

function parseJson(text: string): { value?: unknown; problem?: string } {
	try {
		return { value: JSON.parse(text) as unknown };
	} catch (error) {
		return { problem: error instanceof Error ? error.message : String(error) };
	}
}
