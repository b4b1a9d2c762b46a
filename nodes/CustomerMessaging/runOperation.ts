import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { keepQuestion, refuseIfItCannotWait, waitForAnswer } from './question/wait';
import { NodeParameters } from './parameters/nodeParameters';
import { readWait } from './question/questionFields';
import { Recipients } from './recipient/recipient';
import { DEFAULT_OPTIONS, readSendOptions } from './operations/sendOptions';
import { readSimplify } from './reporting/simplify';
import { refuseValuesOfAnotherCall } from './primitives/tool';
import type { Operation, ReadOperation, SendOperation } from './operations/operation';
import { SentLog } from './delivery/memory/log';
import { originalExecutionOf } from './primitives/originalExecution';
import { errorItem, runError, showHints } from './reporting/runReport';
import { nodeError } from './reporting/nodeError';
import { findOperation } from './resources';
import { ItemLoop } from './delivery/itemLoop';
import type { DeliveryOptions, SendRun } from './delivery/job';
import { resultsInExecution, createReader, type KnownResults } from './delivery/reader';
import { runSends } from './delivery/runSends';
import { failureOf, type Failure } from './primitives/failure';
import { openService, type ReadableService, type Service } from './service/service';

type OpenedRun = () => Promise<INodeExecutionData[][]>;

/** Runs the operation that the form is set to, over all input items. Throws a NodeApiError or NodeOperationError. */
export async function runOperation(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	originalExecutionOf(context);
	const [resource, value] = ['resource', 'operation'].map((name) =>
		String(context.getNodeParameter(name, 0)),
	);
	const name = `${resource}.${value}`;
	let operation: Operation | undefined;
	let run: OpenedRun;
	try {
		operation = findOperation(name);
		const parameters = new NodeParameters(context, operation.fields);
		refuseValuesOfAnotherCall(context);
		parameters.refuseUnfinishedExpressions();
		run =
			operation.kind === 'read'
				? await openRead(parameters, operation)
				: await openSend(parameters, operation, name);
	} catch (error) {
		return failedRun(context, failureOf(error), operation?.kind ?? 'send', name);
	}
	const { kind } = operation;
	return await run().catch((error) => {
		const failure = failureOf(error);
		// A run that has begun says itself what failed.
		if (failure.kind !== 'defect') throw error;
		return failedRun(context, failure, kind, name);
	});
}

/**
 * Fails all items of a run that cannot begin or cannot wait, or if this node has a fault. If a message was sent before,
 * its outcome is unknown, as this run cannot restore it.
 *
 * @param skipped the recipient of a message that another execution has sent
 */
function failedRun(
	context: IExecuteFunctions,
	failure: Failure,
	kind: Operation['kind'],
	operation: string,
	skipped?: string,
): INodeExecutionData[][] {
	// Has n8n store what the run has forgotten, as an execution that fails can be retried.
	const log = new SentLog(context, operation);
	if (!context.continueOnFail()) throw nodeError(context.getNode(), failure);
	// If this were thrown, n8n would pass the items on as if they had been sent.
	return [
		context.getInputData().map((_, index) => {
			const recipient = skipped ?? log.recipientOf(index);
			const state = recipient === undefined ? 'failed' : 'unknown';
			return errorItem(context, { state, kind, failure, recipient }, index);
		}),
	];
}

async function openRead(
	parameters: NodeParameters,
	{ prepare, hint }: ReadOperation,
): Promise<OpenedRun> {
	const { context } = parameters;
	const service = await openService(context);
	// What a read operation asks for is read anew in every run.
	const readable = readableService(context, service, DEFAULT_OPTIONS, new Map());
	return async () => {
		const loop = new ItemLoop(context, DEFAULT_OPTIONS, (_, failure) => ({
			state: 'failed',
			kind: 'read',
			failure,
		}));
		const prepared = await loop.prepare(loop.items, async ({ index }) => ({
			index,
			job: await prepare(parameters.item(index), readable),
		}));
		if (loop.failedItem === undefined)
			await loop.deliver(prepared, async ({ job }) => ({ state: 'done', results: await job() }));
		loop.failUnreached(loop.items);
		const { failedItem, outcomes } = loop;
		if (failedItem !== undefined) throw runError(context.getNode(), outcomes, failedItem);
		const output = loop.output();
		const said = hint?.(output.flat().map(({ json }) => json));
		if (said !== undefined) showHints(context, [said]);
		return output;
	};
}

async function openSend(
	parameters: NodeParameters,
	{ recipientField, prepare, questionField }: SendOperation,
	operation: string,
): Promise<OpenedRun> {
	const { context } = parameters;
	if (questionField !== undefined) refuseIfItCannotWait(context);
	const wait = questionField && readWait(parameters.item(0), questionField);
	const service = await openService(context);
	const options = readSendOptions(parameters.item(0));
	const known = resultsInExecution(context.getContext('node'), service);
	const readable = readableService(context, service, options, known);
	const run: SendRun = {
		operation,
		options,
		isQuestion: wait !== undefined,
		simplify: readSimplify(parameters.item(0)),
		recipients: new Recipients(parameters, recipientField),
		prepare: async (index, recipient) => await prepare(parameters.item(index), readable, recipient),
		beforeSend() {
			if (wait !== undefined) keepQuestion(context, wait.question);
		},
	};
	return async () => {
		const loop = await runSends(context, service, run);
		const [outcome] = loop.outcomes;
		try {
			if (wait !== undefined) await waitForAnswer(context, wait, outcome);
		} catch (error) {
			const skipped = outcome?.state === 'skipped' ? outcome.recipient : undefined;
			return failedRun(context, failureOf(error), 'send', operation, skipped);
		}
		return loop.output();
	};
}

function readableService(
	context: IExecuteFunctions,
	service: Service,
	options: DeliveryOptions,
	known: KnownResults,
): ReadableService {
	const stop = context.getExecutionCancelSignal() ?? new AbortController().signal;
	const read = createReader(service, options, known, context.getContext('node'), stop);
	return { ...service, read };
}
