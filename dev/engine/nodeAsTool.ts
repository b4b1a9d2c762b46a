import { NodeConnectionTypes } from 'n8n-workflow';
import type { INodeProperties, INodeType } from 'n8n-workflow';

/**
 * Makes the node type an AI agent gets from a node with `usableAsTool`: the same node under a
 * name ending in `Tool`, no inputs, one tool output, and parameters for its description.
 * The given node type stays as it is.
 *
 * @param nodeType a node type whose description has `usableAsTool`
 */
export function nodeAsTool(nodeType: INodeType): INodeType {
	const { usableAsTool, ...description } = nodeType.description;
	const replacements = typeof usableAsTool === 'object' ? usableAsTool.replacements : {};
	const properties = [...description.properties];

	if (!properties.some(({ name }) => name === 'toolDescription')) {
		properties.unshift(...descriptionParameters(description.description, properties));
	}

	return Object.create(nodeType, {
		description: {
			value: {
				...description,
				...replacements,
				name: `${description.name}Tool`,
				displayName: `${description.displayName} Tool`,
				inputs: [],
				outputs: [NodeConnectionTypes.AiTool],
				properties,
			},
		},
	}) as INodeType;
}

function descriptionParameters(
	nodeDescription: string,
	properties: INodeProperties[],
): INodeProperties[] {
	const toolDescription: INodeProperties = {
		displayName: 'Description',
		name: 'toolDescription',
		type: 'string',
		default: nodeDescription,
		required: true,
		typeOptions: { rows: 2 },
	};
	if (!properties.some(({ name }) => name === 'resource' || name === 'operation')) {
		return [toolDescription];
	}
	return [
		{
			displayName: 'Tool Description',
			name: 'descriptionType',
			type: 'options',
			noDataExpression: true,
			options: [
				{ name: 'Set Automatically', value: 'auto' },
				{ name: 'Set Manually', value: 'manual' },
			],
			default: 'auto',
		},
		{ ...toolDescription, displayOptions: { show: { descriptionType: ['manual'] } } },
	];
}
