import type { NodeExecutionHint } from 'n8n-workflow';

import type { Failure } from '../primitives/failure';
import { inSentence, sentences } from '../primitives/sentences';
import { isFailure, type FailedOutcome, type Outcome } from './outcome';

/** How many items have a line of their own at most. */
const MAX_LINES = 10;

/** What a message counts as that was not simply sent, in this order. */
const COUNTED = {
	notSent: 'not sent',
	unknown: 'may have arrived',
	alreadySent: 'skipped as already sent',
	keyUsed:
		"skipped because a message with that 'Message Key' was sent before (a new message needs a new key)",
	sameKey: 'skipped as having the same key and recipient as another',
	testRun: 'skipped in this test',
};

type Counted = 'sent' | keyof typeof COUNTED;

interface RunNotes {
	/** Whether the service asked to slow down. */
	wasPaused: boolean;
	testRecipient?: string;
}

function countedAs(outcome: Outcome): Counted {
	if (outcome.state === 'skipped') {
		const { reason, messageKey } = outcome;
		return reason === 'alreadySent' && messageKey !== undefined ? 'keyUsed' : reason;
	}
	if (outcome.state === 'done') return outcome.isUnknown ? 'unknown' : 'sent';
	return outcome.state === 'unknown' ? 'unknown' : 'notSent';
}

/** How many items count as one of these. */
export function countOf(outcomes: readonly Outcome[], ...wanted: Counted[]): number {
	return outcomes.filter((outcome) => wanted.includes(countedAs(outcome))).length;
}

/** What became of the messages of a run, such as `3 of 5 messages sent, 1 not sent, 1 may have arrived`. */
export function countsIn(outcomes: readonly Outcome[]): string {
	if (countOf(outcomes, 'notSent') === outcomes.length) return 'Nothing was sent';
	const others = (Object.keys(COUNTED) as Array<keyof typeof COUNTED>).map((as) => ({
		count: countOf(outcomes, as),
		words: COUNTED[as],
	}));
	return [
		`${countOf(outcomes, 'sent')} of ${outcomes.length} messages sent`,
		...others.filter(({ count }) => count > 0).map(({ count, words }) => `${count} ${words}`),
	].join(', ');
}

/** One line for each item that failed or may have arrived, the latter first, except the one that is named elsewhere. */
export function problemLines(outcomes: readonly Outcome[], named?: number): string[] {
	const lines = (['unknown', 'failed'] as const).flatMap((state) =>
		outcomes.flatMap((outcome, index) => {
			if (!isFailure(outcome) || outcome.state !== state || index === named) return [];
			const what = state === 'unknown' ? ' may have arrived' : '';
			const item = itemInWords(index, outcome);
			return [sentences(`Item ${item}${what}: ${inSentence(outcome.failure.message)}`)];
		}),
	);
	const more = lines.length - MAX_LINES;
	return [...lines.slice(0, MAX_LINES), ...(more > 0 ? [`And ${more} more.`] : [])];
}

/** An item's number and whom its message is for, where that is known. */
export function itemInWords(index: number, { recipient }: FailedOutcome): string {
	return recipient === undefined ? String(index) : `${index}, ${recipient}`;
}

/**
 * The hint that n8n shows above a run's output; none if all messages were simply sent, or a single item says it itself
 * by its error or its response.
 */
export function summaryHint(
	outcomes: readonly Outcome[],
	{ wasPaused, testRecipient }: RunNotes,
): NodeExecutionHint[] {
	const isPlain = countOf(outcomes, 'sent') === outcomes.length && !wasPaused;
	const saysIt = outcomes.length < 2 && outcomes[0]?.state !== 'skipped';
	if (testRecipient === undefined && (saysIt || isPlain)) return [];
	const counts = sentences(
		countsIn(outcomes),
		testRecipient && `'Test Recipient' ${testRecipient} was used instead of each customer`,
		wasPaused &&
			"The service asked to slow down: lower 'Parallel Sends' or set 'Messages per Second' under 'Options'",
	);
	const message = [counts, ...problemLines(outcomes)].join('\n');
	const isWarning = countOf(outcomes, 'notSent', 'unknown') > 0;
	return [{ message, type: isWarning ? 'warning' : 'info' }];
}

/** What stands above the output if WhatsApp holds this many messages back. */
export function qualityWords(count: number): string | undefined {
	if (count === 0) return undefined;
	const messages = count === 1 ? 'a message' : `${count} messages`;
	return `WhatsApp accepted ${messages}, but first assesses the template's quality, and may never deliver what it holds back meanwhile. See in the service's dashboard what arrived.`;
}

export function unwrittenWords(failure: Failure | undefined): string | undefined {
	return (
		failure &&
		sentences(
			'n8n could not save which messages were sent, so the next execution treats their outcome as unknown',
			failure.message,
			"Check n8n's database",
		)
	);
}
