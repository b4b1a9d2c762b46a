import { NodeConnectionTypes } from 'n8n-workflow';
import type { INodeProperties, INodeType } from 'n8n-workflow';

/**
 * Makes the node type an AI agent gets from a node that has operations: the same node under a name ending in `Tool`, no
 * inputs, one tool output, and parameters for its description. The given node type stays as it is.
 */
export function nodeAsTool(nodeType: INodeType): INodeType {
	const { usableAsTool: _, ...description } = nodeType.description;
	const ownParameters: INodeProperties[] = [
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
		{
			displayName: 'Description',
			name: 'toolDescription',
			type: 'string',
			default: description.description,
			required: true,
			typeOptions: { rows: 2 },
			displayOptions: { show: { descriptionType: ['manual'] } },
		},
	];
	const asTool = {
		...description,
		name: `${description.name}Tool`,
		displayName: `${description.displayName} Tool`,
		inputs: [],
		outputs: [NodeConnectionTypes.AiTool],
		properties: [...ownParameters, ...description.properties],
	};
	return Object.create(nodeType, { description: { value: asTool } }) as INodeType;
}
