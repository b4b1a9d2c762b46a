import type { IDataObject } from 'n8n-workflow';
import type { Failure, RequestKind } from '../../../lib/basics';
import type { ItemRecipient } from '../recipient/recipient';

export interface FailedOutcome extends ItemRecipient {
	/** `unknown`: the message left and may have arrived. */
	state: 'failed' | 'unknown';
	kind: RequestKind;
	failure: Failure;
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

export function isFailure(outcome: Outcome): outcome is FailedOutcome {
	return outcome.state === 'failed' || outcome.state === 'unknown';
}

/** The output of a message with an unknown outcome that the user treats as sent. */
export function unknownItem(
	{ message }: Failure,
	{ recipient, insteadOf }: ItemRecipient,
): IDataObject {
	return {
		recipient,
		...(insteadOf === undefined ? {} : { insteadOf }),
		status: 'unknown',
		reason: message,
	};
}

export function skippedItem({ recipient, reason, messageKey }: SkippedOutcome): IDataObject {
	return {
		recipient,
		status: 'skipped',
		skipped: true,
		reason,
		...(messageKey === undefined ? {} : { messageKey }),
	};
}
