import type { NodeExecutionHint } from 'n8n-workflow';

import type { Failure } from '../primitives/failure';
import { inSentence, sentences } from '../primitives/sentences';
import { isFailure, type Outcome, type SkippedOutcome } from './outcome';

const NONE = {
	sent: 0,
	notSent: 0,
	unknown: 0,
	alreadySent: 0,
	keyUsed: 0,
	sameKey: 0,
	testRun: 0,
};

/** How many items have a line of their own at most. */
const MAX_LINES = 10;

/** How many messages of a run had each outcome. */
type Counts = typeof NONE;

interface RunNotes {
	/** Whether the service asked to slow down. */
	wasHeld: boolean;
	testRecipient?: string;
}

export function countsOf(outcomes: readonly Outcome[]): Counts {
	const counts = { ...NONE };
	for (const outcome of outcomes) {
		if (outcome.state === 'skipped') counts[countOf(outcome)]++;
		else if (outcome.state === 'done') counts[outcome.isUnknown ? 'unknown' : 'sent']++;
		else counts[outcome.state === 'unknown' ? 'unknown' : 'notSent']++;
	}
	return counts;
}

function countOf({ reason, messageKey }: SkippedOutcome): keyof Counts {
	return reason === 'alreadySent' && messageKey !== undefined ? 'keyUsed' : reason;
}

/** What became of the messages of a run, such as `3 of 5 messages sent, 1 not sent, 1 may have arrived`. */
export function countsIn(outcomes: readonly Outcome[]): string {
	const { sent, notSent, unknown, alreadySent, keyUsed, sameKey, testRun } = countsOf(outcomes);
	const others: Array<[count: number, what: string]> = [
		[notSent, 'not sent'],
		[unknown, 'may have arrived'],
		[alreadySent, 'skipped as already sent'],
		[
			keyUsed,
			"skipped because a message with that 'Message Key' was sent before (a new message needs a new key)",
		],
		[sameKey, 'skipped as having the same key and recipient as another'],
		[testRun, 'skipped in this test'],
	];
	return [
		`${sent} of ${outcomes.length} messages sent`,
		...others.filter(([count]) => count > 0).map((words) => words.join(' ')),
	].join(', ');
}

/** One line for each item that failed or may have arrived, the latter first, except the one that is told elsewhere. */
export function problemLines(outcomes: readonly Outcome[], told?: number): string {
	const lines = (['unknown', 'failed'] as const).flatMap((state) =>
		outcomes.flatMap((outcome, index) => {
			if (!isFailure(outcome) || outcome.state !== state || index === told) return [];
			const { recipient, failure } = outcome;
			const item = recipient === undefined ? `Item ${index}` : `Item ${index}, ${recipient}`;
			const what = state === 'unknown' ? ' may have arrived' : '';
			return [sentences(`${item}${what}: ${inSentence(failure.message)}`)];
		}),
	);
	const more = lines.length - MAX_LINES;
	return [...lines.slice(0, MAX_LINES), ...(more > 0 ? [`And ${more} more.`] : [])].join('\n');
}

/**
 * The hint that n8n shows above a run's output; none if all messages were simply sent, or a single item says it itself
 * by its error or its response.
 */
export function summaryHint(
	outcomes: readonly Outcome[],
	{ wasHeld, testRecipient }: RunNotes,
): NodeExecutionHint[] {
	const { sent, notSent, unknown } = countsOf(outcomes);
	const isTest = testRecipient !== undefined;
	const isPlain = sent === outcomes.length && !wasHeld;
	const saysIt = outcomes.length < 2 && outcomes[0]?.state !== 'skipped';
	if (!isTest && (saysIt || isPlain)) return [];
	const isWarning = notSent + unknown > 0;
	const counts = sentences(
		countsIn(outcomes),
		testRecipient ? `'Test Recipient' ${testRecipient} was used instead of each customer` : '',
		wasHeld
			? "The service asked to slow down: lower 'Parallel Sends' or set 'Messages per Second' under 'Options'"
			: '',
	);
	const message = withLines(counts, problemLines(outcomes));
	return [{ message, type: isWarning ? 'warning' : 'info' }];
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

/** Sentences, and lines below them if there are any. */
export function withLines(text: string, lines: string): string {
	return lines === '' ? text : `${text}\n${lines}`;
}
