import { UnexpectedError, updateDisplayOptions, type INodeProperties } from 'n8n-workflow';
import { channel } from './operations/channel';
import { message } from './operations/message';
import type { Operation, Resource } from './operations/operation';
import { template } from './operations/template';

/** As n8n's nodes panel lists them: what is used most comes first. */
const RESOURCES: Resource[] = [template, message, channel];

const DEFAULT_RESOURCE = 'template';

/** The versions of the node that saved workflows may have, the newest last. */
export const version = [1];

/** The operation of a name such as `template.send`. */
export function findOperation(name: string): Operation {
	for (const { value: resource, operations } of RESOURCES)
		for (const operation of operations)
			if (`${resource}.${operation.value}` === name) return operation;
	throw new UnexpectedError(`No operation is called ${name}`);
}

/** The whole form: resource and operation, then each operation's own fields. */
export const properties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: RESOURCES.map(({ displayName, value }) => ({ name: displayName, value })),
		default: DEFAULT_RESOURCE,
	},
	// n8n's human review asks with the first resource that can: a message says what the agent wants to do, a template cannot.
	...[...RESOURCES].reverse().map(operationField),
	...RESOURCES.flatMap(({ value: resource, operations }) =>
		operations.flatMap(({ value, fields }) =>
			updateDisplayOptions({ show: { resource: [resource], operation: [value] } }, fields),
		),
	),
];

const subtitles = RESOURCES.flatMap(({ value: resource, operations }) =>
	operations.map(({ value, action, subtitle = action }) => [`${resource}.${value}`, subtitle]),
);

export const subtitle = `={{ (${JSON.stringify(Object.fromEntries(subtitles))})[$parameter["resource"] + "." + $parameter["operation"]] }}`;

export const waitingTooltip =
	'={{ $parameter["operation"] === "sendAndWait" ? "The execution continues when the customer answers" : "" }}';

function operationField({
	value: resource,
	operations,
	defaultOperation,
}: Resource): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: operations.map(({ name, value, action, description }) => ({
			name,
			value,
			action,
			description,
		})),
		default: defaultOperation,
	};
}
