import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import type { Question } from './asking/question';
import { canWait, isAskedHere, keepQuestion, waitForAnswer } from './asking/wait';
import { readWaitTill } from './form/limitWaitTime';
import { hasMessageKey, readMessageKey } from './form/messageKey';
import { NodeParameters } from './form/nodeParameters';
import { refusePlainExpressions } from './form/plainExpression';
import { readQuestion } from './form/question';
import { DEFAULT_OPTIONS, readSendOptions } from './form/sendOptions';
import { readSimplify, simplifiedResult } from './form/simplify';
import { isTest, readCustomer, readTestRecipient } from './form/testRecipient';
import type { Operation, ReadOperation, SendOperation } from './operations/operation';
import { errorItem, openingError } from './reporting/failureWords';
import { isTool } from './reporting/tool';
import { findOperation } from './resources';
import { beginningOf } from './sending/beginning';
import type { DeliveryOptions, ReadRun, SendRun } from './sending/job';
import { answersInExecution, createReader, type Answers } from './sending/reader';
import { runReads } from './sending/runReads';
import { runSends } from './sending/runSends';
import { failureOf, InputError, type Failure } from './service/failure';
import { openService, type ReadableService, type Service } from './service/service';

/** What an operation asks, and until when it waits for the answer. */
interface Wait {
	question: Question;
	till: Date;
}

type OpenedRun = () => Promise<INodeExecutionData[][]>;

const STALE_LINK = new InputError(
	'The message was already sent by an earlier execution, and its link belongs to that execution',
	"To send the customer a new link, run the workflow again; with a 'Message Key', give it a new value first",
);

/** Runs the operation that the form is set to, over all input items. Throws a NodeApiError or NodeOperationError. */
export async function runOperation(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	beginningOf(context);
	const [resource, value] = [
		context.getNodeParameter('resource', 0),
		context.getNodeParameter('operation', 0),
	];
	const operation = findOperation(resource, value);
	let run: OpenedRun;
	try {
		if (operation === undefined) throw noOperation(resource, value);
		const parameters = new NodeParameters(context);
		refusePlainExpressions(parameters, operation.fields);
		run =
			operation.kind === 'read'
				? await openRead(parameters, operation)
				: await openSend(parameters, operation, `${String(resource)}.${operation.value}`);
	} catch (error) {
		return failedRun(context, failureOf(error), operation?.kind ?? 'send');
	}
	return await run();
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

async function openRead(
	parameters: NodeParameters,
	{ prepare }: ReadOperation,
): Promise<OpenedRun> {
	const { context } = parameters;
	const service = await openService(context);
	// What a read operation asks for is read anew in every run.
	const readable = readableService(context, service, DEFAULT_OPTIONS, new Map());
	const run: ReadRun = {
		options: DEFAULT_OPTIONS,
		read: readable.read,
		prepare: async (index) => await prepare(parameters.item(index), readable),
	};
	return async () => await runReads(context, run);
}

async function openSend(
	parameters: NodeParameters,
	{ recipient, prepare, question }: SendOperation,
	operation: string,
): Promise<OpenedRun> {
	const { context } = parameters;
	const wait = question && readWait(parameters, question);
	const service = await openService(context);
	const options = readSendOptions(parameters.item(0));
	const answers = answersInExecution(context.getContext('node'), service);
	const readable = readableService(context, service, options, answers);
	const simplify = readSimplify(parameters.item(0));
	const run: SendRun = {
		operation,
		options,
		customerOf: (index) => readCustomer(parameters.item(index), recipient),
		testRecipientOf: isTest(parameters)
			? (index) => readTestRecipient(parameters.item(index), recipient)
			: undefined,
		messageKeyOf: hasMessageKey(parameters)
			? (index) => readMessageKey(parameters.item(index))
			: undefined,
		prepare: async (index, whom) => await prepare(parameters.item(index), readable, whom),
		beforeSend() {
			if (wait !== undefined && !keepQuestion(context, wait.question))
				throw unreadableName(context.getNode().name);
		},
		sentItem: (answer, whom) => (simplify ? simplifiedResult(answer, whom) : answer),
	};
	return async () => {
		const { output, outcomes } = await runSends(context, service, run);
		// If the message failed, with 'On Error: Continue', or was skipped or cancelled, there is nothing to wait for.
		if (wait === undefined || outcomes[0]?.state !== 'done') return output;
		if (!isAskedHere(context)) return failedRun(context, STALE_LINK.failure, 'send');
		await waitForAnswer(context, wait.till, messageIn(outcomes[0].results));
		return output;
	};
}

function readableService(
	context: IExecuteFunctions,
	service: Service,
	options: DeliveryOptions,
	answers: Answers,
): ReadableService {
	const { address, templateLookup } = service;
	const stop = context.getExecutionCancelSignal() ?? new AbortController().signal;
	return { address, templateLookup, read: createReader(service, options, answers, stop) };
}

/** What every answer says of the message that asked for it. */
function messageIn([sent = {}]: IDataObject[]): IDataObject {
	const { recipient, messageId, customerId } = sent;
	return { recipient, messageId, customerId };
}

/** Reads the question and how long to wait. Throws an InputError if the node cannot wait. */
function readWait(parameters: NodeParameters, field: INodeProperties): Wait {
	const { context } = parameters;
	if (!canWait(context)) {
		throw new InputError(
			"n8n's Engine 2.0 cannot wait for a response",
			"Have n8n's standard engine run this workflow: remove 'engineType' from the workflow's settings",
		);
	}
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
	const item = parameters.item(0);
	return { question: readQuestion(item, field), till: readWaitTill(item, new Date()) };
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
