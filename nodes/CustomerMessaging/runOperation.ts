import type { IExecuteFunctions, INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';
import { type Failure, failureOf, originalExecutionOf, sentences } from '../../lib/basics';
import { NodeParameters, refuseValuesOfAnotherCall } from '../../lib/fields';
import { ItemLoop } from './delivery/itemLoop';
import { readableService } from './delivery/reader';
import { Sends, SentLog } from './delivery/sends';
import type { Operation, ReadOperation, SendOperation } from './operations/operation';
import { DEFAULT_OPTIONS, readSendOptions } from './operations/sendOptions';
import { nodeError } from './reporting/nodeError';
import { countsIn, type FailedOutcome } from './reporting/outcome';
import { EARLIER_ROUNDS } from './reporting/runAdvice';
import { errorItem, runError, showFailedRun, showHints } from './reporting/runReport';
import { findOperation } from './resources';
import { openService } from './service/service';

type OpenedRun = () => Promise<INodeExecutionData[][]>;

/** Runs the operation that the form is set to, over all input items. Throws a NodeApiError or NodeOperationError. */
export async function runOperation(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	// Before anything can fail, because n8n stores what this writes down with a failed execution.
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
		return failedRun(context, failureOf(error), operation, name);
	}
	return await run().catch((error) => {
		const failure = failureOf(error);
		// A run that has begun says itself what failed.
		if (failure.kind !== 'defect') throw error;
		return failedRun(context, failure, operation, name);
	});
}

/**
 * Fails all items of a run that cannot begin, or if this node has a fault. If a message was sent before, its outcome is
 * unknown, because this run cannot restore it.
 */
function failedRun(
	context: IExecuteFunctions,
	failure: Failure,
	operation: Operation | undefined,
	name: string,
): INodeExecutionData[][] {
	const requestKind = operation?.kind ?? 'send';
	const isQuestion = operation?.kind === 'send' && operation.wait !== undefined;
	const log = new SentLog(context, name);
	const recipients = context.getInputData().map((_, index) => log.recipientOf(index));
	const rounds = log.isLaterRound && EARLIER_ROUNDS;
	if (!context.continueOnFail()) {
		const isUnsent =
			requestKind === 'send' &&
			failure.kind !== 'defect' &&
			recipients.every((recipient) => recipient === undefined);
		const fate = recipients.length > 1 ? 'Nothing was sent' : 'The message was not sent';
		const advice = sentences(isUnsent && fate, isUnsent && rounds, failure.advice);
		throw nodeError(context.getNode(), { ...failure, advice });
	}
	const outcomes = recipients.map((recipient): FailedOutcome => {
		const state = recipient === undefined ? 'failed' : 'unknown';
		return { state, requestKind, isQuestion, failure, recipient };
	});
	showFailedRun(context, failure, sentences(requestKind === 'send' && countsIn(outcomes), rounds));
	// If this were thrown, n8n would pass the items on as if they had been sent.
	return [outcomes.map((outcome, index) => errorItem(context, outcome, index))];
}

async function openRead(
	parameters: NodeParameters,
	{ prepare, hint }: ReadOperation,
): Promise<OpenedRun> {
	const { context } = parameters;
	const service = await openService(context);
	// Read operations have no options of delivery, and 'Preview' ignores those of 'Send'.
	const readable = readableService(context, service, DEFAULT_OPTIONS);
	return async () => {
		const shownLast: NodeExecutionHint[] = [];
		const loop = new ItemLoop(context, DEFAULT_OPTIONS, (_, failure) => ({
			state: 'failed',
			requestKind: 'read',
			failure,
		}));
		const prepared = await loop.prepare(loop.items, async ({ index }) => ({
			index,
			read: await prepare(parameters.item(index), readable, (shown) => shownLast.push(shown)),
		}));
		if (loop.failedItem === undefined)
			await loop.deliver(prepared, async ({ read }) => ({ state: 'done', results: await read() }));
		loop.failUnreached(loop.items);
		const { failedItem, outcomes } = loop;
		if (failedItem !== undefined) throw runError(context.getNode(), outcomes, failedItem);
		const output = loop.output();
		const said = hint?.(output.flat().map(({ json }) => json));
		if (said !== undefined) showHints(context, [said]);
		context.addExecutionHints(...shownLast);
		return output;
	};
}

async function openSend(
	parameters: NodeParameters,
	operation: SendOperation,
	operationName: string,
): Promise<OpenedRun> {
	const { context } = parameters;
	const waiting = operation.wait?.(parameters);
	const service = await openService(context);
	const sends = new Sends(parameters, service, operation, {
		operationName,
		options: readSendOptions(parameters.item(0), waiting !== undefined),
		beforeSend: waiting?.beforeSend,
	});
	return async () => {
		const loop = await sends.sendAll();
		const [outcome] = loop.outcomes;
		try {
			await waiting?.afterSend(outcome);
		} catch (error) {
			const failure = failureOf(error);
			if (!context.continueOnFail()) throw nodeError(context.getNode(), failure);
			// Another execution has sent it, or may have.
			const [result] = outcome?.state === 'done' ? outcome.results : [];
			const recipient = String(
				outcome?.state === 'skipped' ? outcome.recipient : result?.recipient,
			);
			showFailedRun(context, failure, '');
			const of = { requestKind: 'send', isQuestion: true } as const;
			loop.outcomes[0] = { ...of, state: 'unknown', failure, recipient };
		}
		return loop.output();
	};
}
