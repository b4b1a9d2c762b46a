import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import type { Failure } from '../primitives/failure';
import { apiError, operationError, type ErrorWords } from './nodeErrors';
import type { FailedOutcome, Outcome } from './outcome';
import { RETRY_POLICY } from '../service/retryPolicy';
import { countsIn, countsOf, problemLines, unwrittenWords, withLines } from './runSummary';
import { inSentence, sentences } from '../primitives/sentences';
import { isTool } from '../primitives/tool';

export interface FailedItem {
	index: number;
	outcome: FailedOutcome;
}

/**
 * The output of a failed item when the node continues on fail: `{ error, message, details }`, so that a workflow can
 * branch on it. On the error output, n8n adds what came in, but its files.
 */
export function errorItem(
	context: IExecuteFunctions,
	outcome: FailedOutcome,
	itemIndex: number,
): INodeExecutionData {
	const { message: what, description } = wordsOf(outcome, { continues: true });
	const message = sentences(what, description);
	const item = {
		json: { error: what, message, details: detailsOf(outcome) },
		pairedItem: { item: itemIndex },
	};
	if (context.getNode().onError !== 'continueErrorOutput') return item;
	const { binary } = context.getInputData()[itemIndex] ?? {};
	return binary === undefined ? item : { ...item, binary };
}

/**
 * The error of a run that does not continue on fail: what happened, what was sent and what was not, and what to do.
 *
 * @param failed the item that the error names
 * @param messages whether they have keys, whether a retry resends those that may have arrived, and why n8n could not save what was sent
 */
export function runError(
	node: INode,
	outcomes: readonly Outcome[],
	{ index: itemIndex, outcome }: FailedItem,
	messages: { hasKeys?: boolean; resends?: boolean; unwritten?: Failure } = {},
): NodeApiError | NodeOperationError {
	const { kind, failure } = outcome;
	const { hasKeys = false, resends = false, unwritten } = messages;
	const isInvalid = failure.kind === 'invalid';
	const { length: unknown } = outcomes.filter(({ state }) => state === 'unknown');
	const continues = isTool(node);
	const areMany = unknown > 1;
	const { message, description } = wordsOf(outcome, { continues, areMany, resends });
	const isUnknown = outcome.state === 'unknown';
	const summary = kind === 'send' ? summaryOf(outcomes, isInvalid, hasKeys) : undefined;
	const words = wordsFor(node, {
		message:
			outcomes.length > 1 && !RETRY_POLICY[failure.kind].isForAll
				? `${message} [item ${itemIndex}${outcome.recipient === undefined ? '' : `, ${outcome.recipient}`}]`
				: message,
		description: withLines(
			sentences(
				isUnknown ? summary : undefined,
				kind === 'send' && !hasKeys && !isTool(node)
					? runAgainCaution(outcomes, isUnknown)
					: undefined,
				isInvalid ? failure.advice : description,
				outcome.state === 'failed' && unknown > 0
					? 'Look up what may have arrived before you send anything again'
					: undefined,
				isUnknown ? undefined : summary,
				unwrittenWords(unwritten),
				isInvalid && kind === 'send' ? howOthersGo(outcomes) : undefined,
			),
			problemLines(outcomes, itemIndex),
		),
	});
	if (isInvalid) return operationError(node, words, itemIndex);
	// Of a tool's other errors n8n makes one of its own, with the words "retry immediately" for ECONNRESET.
	const error = isTool(node)
		? operationError(node, words, itemIndex)
		: apiError(node, words, { itemIndex, ...optionalCode(failure) });
	Object.assign(error.context, { details: detailsOf(outcome) });
	return error;
}

/** The error of a run that cannot begin, such as one whose credential cannot be used. */
export function openingError(node: INode, { message, advice }: Failure): NodeOperationError {
	return operationError(node, wordsFor(node, { message, description: sentences(advice) }));
}

/** An AI agent sees only an error's `message`, so for a tool `message` includes the description. */
function wordsFor(node: INode, { message, description }: ErrorWords): ErrorWords {
	return isTool(node) ? { message: sentences(message, description) } : { message, description };
}

function optionalCode({ httpCode }: Failure): { httpCode?: string } {
	return httpCode === undefined ? {} : { httpCode };
}

/** What the words for a failed item depend on, beside its outcome. */
interface Situation {
	/**
	 * Without a failed execution there is no retry to offer: n8n has none if the node continues on fail, or runs as an
	 * agent's tool.
	 */
	continues: boolean;
	/** Whether several messages of the run may have arrived. */
	areMany?: boolean;
	resends?: boolean;
}

function wordsOf(
	{ state, kind, failure, recipient, isHeldBack }: FailedOutcome,
	{ continues, areMany = false, resends = false }: Situation,
): ErrorWords {
	const { kind: what, message, advice } = failure;
	if (kind === 'read') return { message, description: sentences(advice) };
	if (state === 'failed')
		return { message, description: sentences('The message was not sent', advice) };
	const heldBack = isHeldBack
		? 'This is the outcome of an earlier attempt; the message was not sent this time'
		: '';
	const thenRetry = continues
		? 'Then run the item again, and set the option back'
		: "Save, choose 'Retry with currently saved workflow' in the executions list, then set the option back";
	const whatNow =
		isHeldBack || !continues
			? sentences(heldBack, lookUpAndChoose(areMany, resends), thenRetry)
			: "Look the message up in the service's dashboard before you send it again";
	return {
		message: `Outcome unknown, the message to ${recipient} may have arrived: ${inSentence(message)}`,
		// An unreadable response often means a wrong address, so that advice comes first.
		description: what === 'unreadable' ? sentences(advice, whatNow) : sentences(whatNow, advice),
	};
}

function detailsOf({ state, failure, recipient }: FailedOutcome): IDataObject {
	return {
		status: state,
		...optionalCode(failure),
		...(failure.code === undefined ? {} : { code: failure.code }),
		...(recipient === undefined ? {} : { recipient }),
	};
}

/** What keeps a person from sending messages twice; undefined if nothing has left. */
function runAgainCaution(outcomes: readonly Outcome[], isRetryNamed: boolean): string | undefined {
	const { sent, unknown } = countsOf(outcomes);
	if (sent + unknown === 0) return undefined;
	return `Running this step or the workflow again sends everything again${sent > 0 && !isRetryNamed ? "; 'Retry' in the executions list skips what was sent" : ''}`;
}

function summaryOf(
	outcomes: readonly Outcome[],
	isInvalid: boolean,
	hasKeys: boolean,
): string | undefined {
	const { sent, unknown, alreadySent, keyUsed } = countsOf(outcomes);
	if (isInvalid && sent + unknown + alreadySent + keyUsed === 0) return 'Nothing was sent';
	if (outcomes.length === 1) return undefined;
	return sentences(
		countsIn(outcomes),
		hasKeys && sent > 0 ? 'Those that were sent are not sent again' : undefined,
	);
}

/** What to do about messages that may have arrived. The option applies to all of them. */
function lookUpAndChoose(areMany: boolean, resends: boolean): string {
	return sentences(
		`Look ${areMany ? 'up each that may have arrived' : 'the message up'} in the service's dashboard`,
		resends
			? "'If Outcome Is Unknown' under 'Options' is 'Send Again', so a retry sends again; if it arrived, choose 'Treat as Sent'"
			: "If it arrived, set 'If Outcome Is Unknown' under 'Options' to 'Treat as Sent'; if not, to 'Send Again'",
		areMany
			? "If only some arrived, choose 'Treat as Sent' and send the others yourself"
			: undefined,
	);
}

function howOthersGo(outcomes: readonly Outcome[]): string | undefined {
	return outcomes.some(({ state }) => state === 'untouched')
		? "To send the other items all the same, set 'On Error' in the node's settings to 'Continue (using error output)'"
		: undefined;
}
