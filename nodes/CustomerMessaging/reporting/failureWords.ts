import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import type { Failure, RequestKind, Words } from '../primitives/failure';
import { inOneText, inSentence, sentences } from '../primitives/sentences';
import { isTool } from '../primitives/tool';
import { RETRY_POLICY } from '../service/retryPolicy';
import { nodeError } from './nodeError';
import type { FailedOutcome, Outcome } from './outcome';
import { countOf, countsIn, itemInWords, problemLines, unwrittenWords } from './runSummary';

export interface FailedItem {
	index: number;
	outcome: FailedOutcome;
}

/** What the words of a run of sends also depend on. */
interface Messages {
	hasKeys?: boolean;
	/** Why n8n could not save what was sent. */
	unwritten?: Failure;
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
	const words = wordsOf([outcome], { index: 0, outcome }, false);
	const item = {
		json: { error: words.message, message: inOneText(words), details: detailsOf(outcome) },
		pairedItem: { item: itemIndex },
	};
	if (context.getNode().onError !== 'continueErrorOutput') return item;
	const { binary } = context.getInputData()[itemIndex] ?? {};
	return binary === undefined ? item : { ...item, binary };
}

/** The error of a run that does not continue on fail, which names one item and has a line for each of the others. */
export function runError(
	node: INode,
	outcomes: readonly Outcome[],
	failed: FailedItem,
	messages?: Messages,
): NodeApiError | NodeOperationError {
	const { index, outcome } = failed;
	const words = wordsOf(outcomes, failed, !isTool(node), messages);
	const error = nodeError(node, { ...outcome.failure, ...words }, index);
	Object.assign(error.context, { details: detailsOf(outcome) });
	return error;
}

function detailsOf({ state, failure, recipient }: FailedOutcome): IDataObject {
	const { httpCode, code } = failure;
	const details = { status: state, httpCode, code, recipient };
	return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined));
}

/**
 * What happened to an item; then what was sent, what to do about the failure, and about what may have arrived.
 *
 * @param hasRetry whether n8n can retry the execution: not where the node continues on fail, or is an agent's tool
 */
function wordsOf(
	outcomes: readonly Outcome[],
	{ index, outcome }: FailedItem,
	hasRetry: boolean,
	messages?: Messages,
): Words {
	const { kind, failure } = outcome;
	const wordsOfKind: Record<RequestKind, () => Words> = {
		read: () => ({ message: failure.message, advice: sentences(failure.advice) }),
		send: () => wordsOfSend(outcomes, outcome, hasRetry, messages),
	};
	const { message, advice } = wordsOfKind[kind]();
	const isOfAll = outcomes.length === 1 || RETRY_POLICY[failure.kind].isForAll;
	return {
		message: isOfAll ? message : `${message} [item ${itemInWords(index, outcome)}]`,
		advice: [advice, ...problemLines(outcomes, index)].join('\n• '),
	};
}

function wordsOfSend(
	outcomes: readonly Outcome[],
	outcome: FailedOutcome,
	hasRetry: boolean,
	{ hasKeys = false, unwritten }: Messages = {},
): Words {
	const { state, failure, recipient, isHeldBack } = outcome;
	const isAlone = outcomes.length === 1;
	const message =
		state === 'unknown'
			? `Outcome unknown, the message to ${recipient} may have arrived: ${inSentence(failure.message)}`
			: failure.message;
	const advice = sentences(
		!isAlone && countsIn(outcomes),
		isAlone && state === 'failed' && 'The message was not sent',
		isHeldBack && 'This is the outcome of an earlier attempt; the message was not sent this time',
		hasRetry && whatRunsAgain(outcomes, hasKeys),
		failure.advice,
		whatToLookUp(outcomes, outcome, hasRetry),
		unwrittenWords(unwritten),
		RETRY_POLICY[failure.kind].isInput &&
			outcomes.some((other) => other.state === 'untouched') &&
			"To send the other items all the same, set 'On Error' in the node's settings to 'Continue (using error output)'",
	);
	return { message, advice };
}

/** What keeps a person from sending messages twice. */
function whatRunsAgain(outcomes: readonly Outcome[], hasKeys: boolean): string {
	const sent = countOf(outcomes, 'sent');
	const skips = "; 'Retry' in the executions list skips what was sent";
	if (hasKeys) return sent > 0 ? 'Those that were sent are not sent again' : '';
	if (countOf(outcomes, 'sent', 'unknown') === 0) return '';
	return `Running this step or the workflow again sends everything again${sent > 0 ? skips : ''}`;
}

/** What to do about messages that may have arrived. The option applies to all of them. */
function whatToLookUp(
	outcomes: readonly Outcome[],
	named: FailedOutcome,
	hasRetry: boolean,
): string {
	const hasOthers = outcomes.some((other) => other !== named && other.state === 'unknown');
	if (named.state !== 'unknown' && !hasOthers) return '';
	const lookUp = `Look ${hasOthers ? 'up each that may have arrived' : 'the message up'} in the service's dashboard`;
	if (!hasRetry && !named.isHeldBack) return `${lookUp} before you send it again`;
	return sentences(
		lookUp,
		"If it arrived, set 'If Outcome Is Unknown' under 'Options' to 'Treat as Sent'; if not, to 'Send Again'",
		hasOthers && "If only some arrived, choose 'Treat as Sent' and send the others yourself",
		hasRetry
			? "Save, choose 'Retry with currently saved workflow' in the executions list, then set the option back"
			: 'Then run the item again, and set the option back',
	);
}
