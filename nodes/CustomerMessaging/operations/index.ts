import {
	updateDisplayOptions,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
} from 'n8n-workflow';

import { beginningOf } from '../delivery/beginning';
import { InputError } from '../delivery/inputError';
import type { ItemRun } from '../delivery/job';
import { errorItem, openingError } from '../delivery/outcome';
import { createReader } from '../delivery/reader';
import { runItems } from '../delivery/runItems';
import { isTool } from '../delivery/tool';
import { serviceInExecution } from '../delivery/serviceInExecution';
import { objectsOf } from '../transport/answerPolicy';
import { failureOf, type Failure } from '../transport/failure';
import { openService, type Service } from '../transport/service';
import type { Question } from '../waiting/question';
import { isAskedHere, keepQuestion, waitForAnswer } from '../waiting/wait';
import { channel } from './channel';
import { readWaitTill } from './fields/limitWaitTime';
import { readQuestion } from './fields/question';
import { hasMessageKey, readMessageKey } from './fields/messageKey';
import { DEFAULT_OPTIONS, readSendOptions } from './fields/sendOptions';
import { simplifiedResult } from './fields/simplify';
import { isTest } from './fields/testRecipient';
import { message } from './message';
import { NodeParameters } from './nodeParameters';
import type { Operation, ReadableService, Resource } from './operation';
import { refusePlainExpressions } from './plainExpression';
import { template } from './template';

const RESOURCES: Resource[] = [channel, message, template];

const DEFAULT_RESOURCE = 'template';

/** What an operation asks, and until when it waits for the answer. */
interface Wait {
	question: Question;
	till: Date;
}

/** A run that is ready to begin. */
interface OpenedRun {
	service: Service;
	run: ItemRun;
	wait?: Wait;
}

const STALE_LINK = new InputError(
	'The message was already sent by the execution you are retrying, and its link belongs to that execution',
	'Run the workflow again to send the customer a new link',
);

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
	...RESOURCES.map(operationField),
	...RESOURCES.flatMap((resource) =>
		resource.operations.flatMap((operation) => ownFields(resource, operation)),
	),
];

/** What the canvas shows under the node's name: the chosen operation's action. */
export const subtitle = `={{ (${JSON.stringify(
	Object.fromEntries(
		RESOURCES.flatMap(({ value: resource, operations }) =>
			operations.map(({ value, action }) => [`${resource}.${value}`, action]),
		),
	),
)})[$parameter["resource"] + "." + $parameter["operation"]] }}`;

/** What the canvas shows while the node waits. */
export const waitingTooltip =
	'={{ $parameter["operation"] === "sendAndWait" ? "The execution continues when the customer answers" : "" }}';

/** Runs the operation that the form is set to, over all input items. Throws a NodeApiError or NodeOperationError. */
export async function runOperation(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	beginningOf(context);
	const [resource, value] = [
		context.getNodeParameter('resource', 0),
		context.getNodeParameter('operation', 0),
	];
	const operation = RESOURCES.find((one) => one.value === resource)?.operations.find(
		(one) => one.value === value,
	);
	let opened: OpenedRun;
	try {
		if (operation === undefined) throw noOperation(resource, value);
		opened = await openRun(context, `${resource}.${value}`, operation);
	} catch (error) {
		return failedRun(context, failureOf(error), operation?.kind ?? 'send');
	}
	const output = await runItems(context, opened.service, opened.run);
	const sent = output[0]?.[0];
	// If the message failed, with 'On Error: Continue', or was skipped or cancelled, there is nothing to wait for.
	const isAsked = sent !== undefined && !('error' in sent.json) && sent.json.skipped !== true;
	if (opened.wait === undefined || !isAsked) return output;
	if (!isAskedHere(context)) return failedRun(context, STALE_LINK.failure, 'send');
	await waitForAnswer(context, opened.wait.till);
	return output;
}

/** Fails all items of a run that cannot begin, or cannot wait. */
function failedRun(
	context: IExecuteFunctions,
	failure: Failure,
	kind: Operation['kind'],
): INodeExecutionData[][] {
	const node = context.getNode();
	if (!context.continueOnFail()) throw openingError(node, failure);
	// If this were thrown, n8n would pass the items on as if they had been sent.
	return [
		context
			.getInputData()
			.map((_, index) => errorItem(node, { state: 'failed', failure }, kind, index)),
	];
}

/** Prepares what all items share: the service with its credential, and the options. */
async function openRun(
	context: IExecuteFunctions,
	name: string,
	operation: Operation,
): Promise<OpenedRun> {
	const parameters = new NodeParameters(context);
	refusePlainExpressions(parameters, operation.fields);
	const wait = operation.waits ? readWait(parameters) : undefined;
	const service = await openService(context);
	const options = operation.kind === 'send' ? readSendOptions(parameters) : DEFAULT_OPTIONS;
	const known = serviceInExecution(context.getContext('node'), service);
	const read = createReader(
		service,
		options,
		// What a read operation asks for is read anew in every run.
		operation.kind === 'send' ? known : { ...known, answers: new Map() },
		context.getExecutionCancelSignal() ?? new AbortController().signal,
	);
	const readable: ReadableService = {
		address: service.address,
		templateLookup: service.templateLookup,
		read: async (request) => objectsOf(await read(request)),
	};
	const { kind, recipientOf, prepare } = operation;
	const isSend = kind === 'send';
	const isTestRun = isSend && isTest(parameters);
	const simplify = parameters.read('simplify', 0, (value) => value !== false, { fallback: true });
	return {
		service,
		wait,
		run: {
			operation: name,
			kind,
			options,
			read,
			isTest: isTestRun,
			messageKeyOf:
				isSend && hasMessageKey(parameters)
					? (index) => readMessageKey(parameters, index)
					: undefined,
			sentItem: (answer, recipient) => (simplify ? simplifiedResult(answer, recipient) : answer),
			recipientOf: (index) =>
				recipientOf?.(parameters, index, isTestRun ? 'testRecipient' : 'customer') ?? '',
			customerOf: (index) => recipientOf?.(parameters, index, 'customer') ?? '',
			prepare: async (index, recipient) => await prepare(parameters, index, readable, recipient),
			beforeSend() {
				if (wait !== undefined && !keepQuestion(context, wait.question))
					throw unreadableName(context.getNode().name);
			},
		},
	};
}

/** Reads the question and how long to wait. Throws an InputError if the node cannot wait. */
function readWait(parameters: NodeParameters): Wait {
	const { context } = parameters;
	const count = context.getInputData().length;
	if (count > 1) {
		throw new InputError(
			`There are ${count} items, but one execution can wait for one answer only`,
			"To ask one after the other, put a 'Loop Over Items' node in front. To ask all at once, have that node call a sub-workflow that asks and handles the answer, and switch off 'Wait For Sub-Workflow Completion'",
		);
	}
	if (isTool(context.getNode()) && !isRunByEngine(context)) {
		throw new InputError(
			"This version of n8n or of the 'AI Agent' node does not let a tool wait for a response",
			"Use the newest version of the 'AI Agent' node, or add Customer Messaging under 'Human in the Loop'",
		);
	}
	return { question: readQuestion(parameters), till: readWaitTill(parameters, new Date()) };
}

/** Whether n8n itself runs the node, even as a tool, and so can wait for it; n8n 1 does not say. */
function isRunByEngine(context: Partial<Pick<IExecuteFunctions, 'isToolExecution'>>): boolean {
	return context.isToolExecution?.() === false;
}

function unreadableName(name: string): InputError {
	return new InputError(
		`n8n could not show the answer page of a node called '${name}'`,
		'Rename the node, using letters, digits and spaces',
	);
}

function noOperation(resource: unknown, operation: unknown): InputError {
	return new InputError(
		`There is no operation '${String(operation)}' for the resource '${String(resource)}'`,
		"Choose 'Resource' and 'Operation' again",
	);
}

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

/** An operation's fields, shown only for that operation. */
function ownFields(resource: Resource, operation: Operation): INodeProperties[] {
	return updateDisplayOptions(
		{ show: { resource: [resource.value], operation: [operation.value] } },
		operation.fields,
	);
}
