import type {
	IDataObject,
	INode,
	INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import type { Failure } from '../transport/failure';
import { apiError, operationError, type ErrorWords } from '../transport/nodeErrors';
import { RETRY_POLICY } from './retryPolicy';
import { sentences } from './sentences';
import { isTool } from './tool';

/** What became of one item that was not done. */
export interface FailedOutcome {
	/** `unknown`: the message left, and may have arrived. */
	state: 'failed' | 'unknown';
	failure: Failure;
	recipient?: string;
	/** An earlier try left it unknown, and this one did not send it again. */
	isHeldBack?: boolean;
}

/** What became of one item; `untouched` where the run stopped before it was its turn. */
export type Outcome =
	{ state: 'done'; results: IDataObject[] } | FailedOutcome | { state: 'untouched' };

/** How many problems of other items an error names. */
const LONGEST_LIST = 5;

export function isFailure(outcome: Outcome): outcome is FailedOutcome {
	return outcome.state === 'failed' || outcome.state === 'unknown';
}

/** The state that a failure leaves a message in; one that may have arrived before may have arrived still. */
export function stateAfter(
	failure: Failure,
	kind: 'send' | 'read',
	wasUnknown: boolean,
): 'failed' | 'unknown' {
	return wasUnknown || RETRY_POLICY[failure.kind][kind] === 'unknown' ? 'unknown' : 'failed';
}

/**
 * The output item of a failed item in the continue modes: `{ error, message, details }`, so that
 * a workflow can branch on it.
 */
export function errorItem(
	node: INode,
	outcome: FailedOutcome,
	kind: 'send' | 'read',
	itemIndex: number,
): INodeExecutionData {
	const { message: what, description } = wordsOf(outcome, kind);
	const message = sentences(what, description);
	const item = {
		json: { error: what, message, details: detailsOf(outcome) },
		pairedItem: { item: itemIndex },
	};
	return node.onError === 'continueErrorOutput' ? markedAsError(item, message) : item;
}

/**
 * n8n 1 takes an item that has details for a success, unless it is marked. The mark is not
 * enumerable, so that it is gone once n8n has copied the item into the error output: n8n would put
 * its message in the place of all that the item says.
 */
function markedAsError(item: INodeExecutionData, message: string): INodeExecutionData {
	return Object.defineProperty(item, 'error', { value: { message } });
}

/**
 * The error that a run ends with when it does not continue on fail.
 *
 * Takes the outcomes of all items and the index of the one to name. Returns an error that says
 * what happened, what was sent and what was not, and what to do.
 */
export function runError(
	node: INode,
	kind: 'send' | 'read',
	outcomes: readonly Outcome[],
	itemIndex: number,
): NodeApiError | NodeOperationError {
	const outcome = outcomes[itemIndex] as FailedOutcome;
	const { failure } = outcome;
	const isInvalid = failure.kind === 'invalid';
	const { message, description } = wordsOf(outcome, kind);
	const words = wordsFor(node, {
		message: outcomes.length > 1 ? `${message} [item ${itemIndex}]` : message,
		description: sentences(
			isInvalid ? failure.advice : description,
			kind === 'send' ? summaryOf(outcomes, isInvalid) : undefined,
			isInvalid ? otherProblems(outcomes, itemIndex) : undefined,
		),
	});
	if (isInvalid) return operationError(node, words, itemIndex);
	const error = apiError(node, words, { itemIndex, ...optionalCode(failure) });
	Object.assign(error.context, { details: detailsOf(outcome) });
	return error;
}

/** The error of a run that cannot even begin, such as one whose credential cannot be used. */
export function openingError(node: INode, { message, advice }: Failure): NodeOperationError {
	return operationError(node, wordsFor(node, { message, description: sentences(advice) }));
}

/** An AI agent is only told an error's message, so there the message says what to do as well. */
function wordsFor(node: INode, { message, description }: ErrorWords): ErrorWords {
	return isTool(node) ? { message: sentences(message, description) } : { message, description };
}

function optionalCode({ httpCode }: Failure): { httpCode?: string } {
	return httpCode === undefined ? {} : { httpCode };
}

function wordsOf({ state, failure, isHeldBack }: FailedOutcome, kind: 'send' | 'read'): ErrorWords {
	const { message, advice } = failure;
	if (kind === 'read') return { message, description: sentences(advice) };
	if (state === 'failed')
		return { message, description: sentences('The message was not sent', advice) };
	const whatNow = isHeldBack
		? "An earlier try left this open, so it was not sent again. Look it up in the service's dashboard; to send it again, switch on 'Resend Unknown' under 'Options'"
		: "Look it up in the service's dashboard before you send it again: a retry of this execution will not, unless 'Resend Unknown' under 'Options' is on";
	return {
		message: `Outcome unknown, the message may have arrived: ${message.charAt(0).toLowerCase()}${message.slice(1)}`,
		description: sentences(whatNow, advice),
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

/** What was sent and what was not, for a run of several messages. */
function summaryOf(outcomes: readonly Outcome[], isInvalid: boolean): string | undefined {
	const count = (state: Outcome['state']): number =>
		outcomes.filter((outcome) => outcome.state === state).length;
	const sent = count('done');
	const unknown = count('unknown');
	if (isInvalid && sent + unknown === 0) return 'Nothing was sent';
	if (outcomes.length === 1) return undefined;
	const parts = [
		`${sent} of ${outcomes.length} messages were sent`,
		`${outcomes.length - sent - unknown} were not`,
	];
	if (unknown > 0) parts.push(`${unknown} may have been`);
	return `${parts.join(', ')}. A retry will not repeat those that were sent`;
}

function otherProblems(outcomes: readonly Outcome[], itemIndex: number): string | undefined {
	const others = outcomes.flatMap((outcome, index) =>
		isFailure(outcome) && outcome.failure.kind === 'invalid' && index !== itemIndex
			? [`item ${index}: ${outcome.failure.message}`]
			: [],
	);
	if (others.length === 0) return undefined;
	const more = others.length > LONGEST_LIST ? ` and ${others.length - LONGEST_LIST} more` : '';
	return `Other items have problems too: ${others.slice(0, LONGEST_LIST).join('; ')}${more}`;
}
