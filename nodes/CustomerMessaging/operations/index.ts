import { NodeOperationError, type IExecuteFunctions, type INode, type INodeExecutionData, type INodeProperties } from 'n8n-workflow';

import { InputError } from '../delivery/inputError';
import { DEFAULT_DELIVERY, type DeliveryOptions, type ItemRun } from '../delivery/job';
import { errorItem, spoken } from '../delivery/outcome';
import { createReader } from '../delivery/reader';
import { runItems } from '../delivery/runItems';
import { openService, type Service } from '../transport/service';
import { channel } from './channel';
import { readSendOptions } from './fields/sendOptions';
import { NodeParameters } from './nodeParameters';
import { message } from './message';
import type { ReadableService, Operation, Resource } from './operation';
import { template } from './template';

const RESOURCES: Resource[] = [channel, message, template];

const DEFAULT_RESOURCE = 'template';

/** The whole form: the choice of resource and operation, then each operation's own fields. */
export const properties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: RESOURCES.map(({ displayName, value }) => ({ name: displayName, value })),
		default: DEFAULT_RESOURCE,
	},
	...RESOURCES.map(operationField),
	...RESOURCES.flatMap((resource) => resource.operations.flatMap((operation) => ownFields(resource, operation))),
];

/** What the node says under its name on the canvas, as n8n evaluates it: the chosen operation's action. */
export const subtitle = `={{ (${JSON.stringify(
	Object.fromEntries(
		RESOURCES.flatMap(({ value: resource, operations }) =>
			operations.map(({ value, action }) => [`${resource}.${value}`, action]),
		),
	),
)})[$parameter["resource"] + "." + $parameter["operation"]] }}`;

/**
 * Runs the operation that the form is set to, over all input items.
 *
 * Takes n8n's context and returns its output. Throws a NodeApiError or NodeOperationError in the
 * user's words.
 */
export async function runOperation(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	let operation: Operation | undefined;
	let opened: { service: Service; run: ItemRun };
	try {
		operation = chosenOperation(context);
		opened = await openRun(context, operation);
	} catch (error) {
		if (!context.continueOnFail()) throw openingError(context.getNode(), error);
		// Were it thrown, n8n would hand the items on as if they had been sent.
		const outcome = { state: 'invalid' as const, error: asInputError(error) };
		const kind = operation?.kind ?? 'send';
		return [context.getInputData().map((_, itemIndex) => errorItem(context.getNode(), outcome, kind, itemIndex))];
	}
	return await runItems(context, opened.service, opened.run);
}

/** Opens what all items share: the service with its credential, and the options. */
async function openRun(context: IExecuteFunctions, operation: Operation): Promise<{ service: Service; run: ItemRun }> {
	const service = await openService(context);
	const parameters = new NodeParameters(context);
	const options = deliveryOptions(parameters, operation);
	const read = createReader(service, options, context.getExecutionCancelSignal());
	const readable: ReadableService = { address: service.address, templateLookup: service.templateLookup, read };
	return {
		service,
		run: { kind: operation.kind, options, read, prepare: (itemIndex) => operation.prepare(parameters, itemIndex, readable) },
	};
}

function openingError(node: INode, error: unknown): NodeOperationError {
	const { message, description } = error as { message: string; description?: string | null };
	const words = spoken(node, message, description ?? '');
	// The error keeps what else it knows where its words are as they should be.
	return words.message === message ? new NodeOperationError(node, error as Error) : new NodeOperationError(node, words.message);
}

/** The same words for each item. */
function asInputError(error: unknown): InputError {
	const { message, description } = error as { message: string; description?: string | null };
	const withoutStop = (text: string): string => text.replace(/\.$/, '');
	return new InputError(withoutStop(message), withoutStop(description ?? ''));
}

function chosenOperation(context: IExecuteFunctions): Operation {
	const chosen = { resource: context.getNodeParameter('resource', 0), operation: context.getNodeParameter('operation', 0) };
	const operation = RESOURCES.find(({ value }) => value === chosen.resource)?.operations.find(
		({ value }) => value === chosen.operation,
	);
	if (operation !== undefined) return operation;
	throw new NodeOperationError(
		context.getNode(),
		`There is no operation '${String(chosen.operation)}' for the resource '${String(chosen.resource)}'.`,
		{ description: "Choose 'Resource' and 'Operation' again." },
	);
}

function deliveryOptions(parameters: NodeParameters, operation: Operation): DeliveryOptions {
	if (operation.kind === 'read') return DEFAULT_DELIVERY;
	try {
		return readSendOptions(parameters);
	} catch (error) {
		const description = error instanceof InputError ? `${error.advice}.` : undefined;
		throw new NodeOperationError(parameters.context.getNode(), error as Error, { description });
	}
}

function operationField({ value: resource, operations, defaultOperation }: Resource): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: operations.map(({ name, value, action, description }) => ({ name, value, action, description })),
		default: defaultOperation,
	};
}

/** An operation's fields, shown for that operation alone. */
function ownFields(resource: Resource, operation: Operation): INodeProperties[] {
	return operation.fields.map((field) => ({
		...field,
		displayOptions: {
			...field.displayOptions,
			show: { resource: [resource.value], operation: [operation.value], ...field.displayOptions?.show },
		},
	}));
}
