import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { type ItemParameters, NodeParameters } from '../../lib/fields/nodeParameters';

/** The field `field` of a form. */
export const fieldOf = (more: Partial<INodeProperties> = {}): INodeProperties => ({
	displayName: 'Text',
	name: 'field',
	type: 'string',
	default: '',
	...more,
});

interface Given {
	/** What n8n evaluates an expression to, which is given without its equals sign. */
	evaluate?: (expression: string, index: number) => unknown;
	/** The JSON of the items. */
	items?: unknown[];
	nodeType?: string;
}

/** The parameters of a node with these fields, as they were typed. */
export function parametersWith(
	fields: INodeProperties[],
	typed: Record<string, unknown>,
	{ evaluate, items = [], nodeType = 'customerMessaging' }: Given = {},
): NodeParameters {
	const context: Partial<IExecuteFunctions> = {
		getNodeParameter: (name: string, _index: number, byDefault?: unknown) =>
			(name in typed ? typed[name] : byDefault) as never,
		evaluateExpression: (expression, index) => evaluate?.(expression, index) as never,
		getInputData: () => items.map((json) => ({ json: json as IDataObject })),
		getNode: () => ({ type: nodeType }) as never,
		// A tool's agent has one item.
		getWorkflowDataProxy: () => ({ $input: { all: () => [{}] } }) as never,
	};
	return new NodeParameters(context as IExecuteFunctions, fields);
}

/** What a field is for an item, whatever it is. */
export const valueOf = (item: ItemParameters, field: INodeProperties): unknown =>
	item.read(field, (value) => value);
