import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type JsonObject,
} from 'n8n-workflow';

import type { Failure } from '../transport/failure';
import { InputError } from './inputError';
import { RETRY_POLICY } from './retryPolicy';
import { sentences } from './sentences';

/** What became of one item. */
export type Outcome =
	| { state: 'done'; results: IDataObject[] }
	/** The request, or the item's values, failed; `known` marks one that an earlier try had left open. */
	| { state: 'failed' | 'unknown'; failure: Failure; recipient?: string; known?: boolean }
	| { state: 'invalid'; error: Error }
	/** The run stopped before it was this item's turn. */
	| { state: 'untouched' };

/** An outcome that is an error. */
export type FailedOutcome = Exclude<Outcome, { state: 'done' } | { state: 'untouched' }>;

/** How many problems of other items an error names. */
const LONGEST_LIST = 5;

/**
 * The output item of a failed item in the continue modes: `{ error, message, details }`, so that
 * a workflow can branch on it.
 */
export function errorItem(node: INode, outcome: FailedOutcome, kind: 'send' | 'read', itemIndex: number): INodeExecutionData {
	const { what, advice } = wordsOf(outcome, kind);
	const fate = outcome.state === 'invalid' && kind === 'send' ? 'The message was not sent' : undefined;
	const message = sentences(what, fate, advice);
	const item = { json: { error: what, message, details: detailsOf(outcome) }, pairedItem: { item: itemIndex } };
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
	const { what, advice } = wordsOf(outcome, kind);
	const named = outcomes.length > 1 ? `${what} [item ${itemIndex}]` : what;

	if (outcome.state === 'invalid') {
		const hasLeft = outcomes.some(({ state }) => state === 'done' || state === 'unknown');
		const books = hasLeft ? booksOf(outcomes) : 'Nothing was sent';
		const words = spoken(node, named, sentences(advice, kind === 'send' ? books : undefined, otherProblems(outcomes, itemIndex)));
		return new NodeOperationError(node, words.message, { itemIndex, description: words.description });
	}
	const { failure } = outcome;
	const words = spoken(node, named, sentences(advice, kind === 'send' ? booksOf(outcomes) : undefined));
	const error = new NodeApiError(node, words as JsonObject, { ...words, itemIndex, ...optionalCode(failure) });
	Object.assign(error.context, { details: detailsOf(outcome) });
	return error;
}

/** An AI agent is only told an error's message, so there the message says what to do as well. */
export function spoken(node: INode, message: string, description: string): { message: string; description?: string } {
	return node.type.endsWith('Tool') ? { message: sentences(message, description) } : { message, description };
}

function optionalCode({ httpCode }: Failure): { httpCode?: string } {
	return httpCode === undefined ? {} : { httpCode };
}

function wordsOf(outcome: FailedOutcome, kind: 'send' | 'read'): { what: string; advice: string } {
	if (outcome.state === 'invalid') {
		const { error } = outcome;
		return { what: error.message, advice: error instanceof InputError ? error.advice : '' };
	}
	const { failure } = outcome;
	if (kind === 'read') return { what: failure.message, advice: failure.advice };
	if (outcome.state === 'failed') {
		return { what: failure.message, advice: sentences('The message was not sent', failure.advice) };
	}
	const again = outcome.known
		? "An earlier try left this open, so it was not sent again. Look it up in the service's dashboard; to send it again, switch on 'Resend Unknown' under 'Options'"
		: "Look it up in the service's dashboard before you send it again: a retry of this execution will not, unless 'Resend Unknown' under 'Options' is on";
	return {
		what: `Outcome unknown, the message may have arrived: ${lowerFirst(failure.message)}`,
		advice: sentences(again, failure.advice),
	};
}

function detailsOf(outcome: FailedOutcome): IDataObject {
	if (outcome.state === 'invalid') return { status: 'failed' };
	const { failure, recipient } = outcome;
	return {
		status: outcome.state,
		...optionalCode(failure),
		...(failure.code === undefined ? {} : { code: failure.code }),
		...(recipient === undefined ? {} : { recipient }),
	};
}

/** What was sent and what was not, for a run of several messages. */
function booksOf(outcomes: readonly Outcome[]): string | undefined {
	if (outcomes.length === 1) return undefined;
	const count = (state: Outcome['state']): number => outcomes.filter((outcome) => outcome.state === state).length;
	const sent = count('done');
	const unknown = count('unknown');
	const notSent = outcomes.length - sent - unknown;
	const parts = [`${sent} of ${outcomes.length} messages were sent`, `${notSent} were not`];
	if (unknown > 0) parts.push(`${unknown} may have been`);
	return `${parts.join(', ')}. A retry will not repeat those that were sent`;
}

function otherProblems(outcomes: readonly Outcome[], itemIndex: number): string | undefined {
	const others = outcomes.flatMap((outcome, index) =>
		outcome.state === 'invalid' && index !== itemIndex ? [`item ${index}: ${outcome.error.message}`] : [],
	);
	if (others.length === 0) return undefined;
	const more = others.length > LONGEST_LIST ? ` and ${others.length - LONGEST_LIST} more` : '';
	return `Other items have problems too: ${others.slice(0, LONGEST_LIST).join('; ')}${more}`;
}

function lowerFirst(text: string): string {
	return text.charAt(0).toLowerCase() + text.slice(1);
}

/** The state that a failed request leaves a message in. */
export function stateAfter(failure: Failure, kind: 'send' | 'read'): 'failed' | 'unknown' {
	return RETRY_POLICY[failure.kind][kind] === 'unknown' ? 'unknown' : 'failed';
}
