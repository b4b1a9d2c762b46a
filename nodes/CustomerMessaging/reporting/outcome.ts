import type { IDataObject } from 'n8n-workflow';
import { type Failure, type RequestKind, showsNothing } from '../../../lib/basics';
import type { ItemRecipient } from '../recipient/recipient';

export interface FailedOutcome extends ItemRecipient {
	/** `unknown`: the message left and may have arrived. */
	state: 'failed' | 'unknown';
	requestKind: RequestKind;
	failure: Failure;
	messageKey?: string;
	isQuestion?: boolean;
	/** It may have arrived before, or be under way in another execution, so this run did not send it. */
	isHeldBack?: boolean;
}

/** The outcome of an item that was deliberately not sent. */
export interface SkippedOutcome {
	state: 'skipped';
	/** Its message was sent before, is the same as an earlier one in the run, or is beyond the few that a test sends. */
	reason: 'alreadySent' | 'sameKey' | 'testRun';
	recipient?: string;
	messageKey?: string;
}

/** The outcome of an item; `untouched` if the run stopped before its turn. */
export type Outcome =
	| { state: 'done'; results: IDataObject[]; isUnknown?: boolean }
	| SkippedOutcome
	| FailedOutcome
	| { state: 'untouched' };

export const UNTOUCHED: Outcome = { state: 'untouched' };

export function isFailure(outcome: Outcome): outcome is FailedOutcome {
	return outcome.state === 'failed' || outcome.state === 'unknown';
}

/** The output of a message with an unknown outcome that the user treats as sent. */
export function unknownItem(
	{ message: reason }: Failure,
	{ recipient, insteadOf }: ItemRecipient,
): IDataObject {
	return filled({ recipient, insteadOf, status: 'unknown', reason });
}

/** An output without the fields that have nothing to show. */
export function filled(output: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(output).filter(([, value]) => !showsNothing(value)));
}

/** The words for messages that were not simply sent, in order: short, so that the usual counts fit on one line. */
const COUNTED = {
	notSent: 'not sent',
	unknown: 'may have arrived',
	untouched: 'not tried',
	alreadySent: 'skipped (sent before)',
	sameKey: 'skipped (same key)',
	testRun: 'left out of the test',
};

type Counted = 'sent' | keyof typeof COUNTED;

/** What became of the messages of a run, such as `3 of 5 messages sent, 1 not sent, 1 may have arrived`. */
export function countsIn(outcomes: readonly Outcome[]): string {
	if (countOf(outcomes, 'notSent', 'untouched') === outcomes.length) return 'Nothing was sent';
	const others = (Object.keys(COUNTED) as Array<keyof typeof COUNTED>).map((as) => ({
		count: countOf(outcomes, as),
		words: COUNTED[as],
	}));
	return [
		`${countOf(outcomes, 'sent')} of ${outcomes.length} messages sent`,
		...others.filter(({ count }) => count > 0).map(({ count, words }) => `${count} ${words}`),
	].join(', ');
}

export function countOf(outcomes: readonly Outcome[], ...wanted: Counted[]): number {
	return outcomes.filter((outcome) => wanted.includes(countedAs(outcome))).length;
}

function countedAs(outcome: Outcome): Counted {
	if (outcome.state === 'skipped') return outcome.reason;
	if (outcome.state === 'done') return outcome.isUnknown ? 'unknown' : 'sent';
	return outcome.state === 'failed' ? 'notSent' : outcome.state;
}
