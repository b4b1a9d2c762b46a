import type { IDataObject } from 'n8n-workflow';

/** The variables as the form's fields, as a saved workflow keeps them; a label may say what a field is called. */
export function inFields(value: IDataObject, labels: Record<string, string> = {}): IDataObject {
	const schema = Object.keys(value).map((id) => ({
		id,
		displayName: labels[id] ?? `Variable ${id}`,
		required: true,
		display: true,
		type: 'string',
	}));
	return {
		specifyVariables: 'fields',
		variables: { mappingMode: 'defineBelow', value, matchingColumns: [], schema },
	};
}

/** The variables as JSON: text, or an expression that gives an object. */
export function asJson(variablesJson: unknown): IDataObject {
	return { specifyVariables: 'json', variablesJson: variablesJson as IDataObject };
}
