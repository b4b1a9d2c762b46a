import type { IDataObject } from 'n8n-workflow';

import type { Failure } from '../transport/failure';

/** What became of one item that was not done. */
export interface FailedOutcome {
	/** `unknown`: the message left, and may have arrived. */
	state: 'failed' | 'unknown';
	failure: Failure;
	recipient?: string;
	/** An earlier try left it unknown, and this one did not send it again. */
	isHeldBack?: boolean;
}

/** What became of one item that was deliberately not sent. */
export interface SkippedOutcome {
	state: 'skipped';
	/** Its message was sent before or stands earlier in the run, or this is a test, which sends only a few. */
	reason: 'alreadySent' | 'sameKey' | 'testRun';
	recipient?: string;
	messageKey?: string;
}

/** What became of one item; `untouched` where the run stopped before it was its turn. */
export type Outcome =
	| { state: 'done'; results: IDataObject[]; isUnknown?: boolean }
	| SkippedOutcome
	| FailedOutcome
	| { state: 'untouched' };

export function isFailure(outcome: Outcome): outcome is FailedOutcome {
	return outcome.state === 'failed' || outcome.state === 'unknown';
}
