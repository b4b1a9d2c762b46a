import type { NodeExecutionHint } from 'n8n-workflow';

import type { Failure } from '../service/failure';
import { isFailure, type FailedOutcome, type Outcome, type SkippedOutcome } from './outcome';

const NONE = {
	sent: 0,
	notSent: 0,
	unknown: 0,
	alreadySent: 0,
	keyUsed: 0,
	sameKey: 0,
	testRun: 0,
};

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

/**
 * What was sent and what was not, such as `The message was sent` or `3 of 5 messages were sent, 1 was not, 1 may have
 * been`.
 *
 * @param withReasons whether to say why, behind the number of those that failed
 */
export function countsIn(outcomes: readonly Outcome[], withReasons = false): string {
	const { sent, notSent, unknown, alreadySent, keyUsed, sameKey, testRun } = countsOf(outcomes);
	const isOne = outcomes.length === 1;
	if (isOne && sent + notSent + unknown > 0)
		return `The message ${unknown > 0 ? 'may have been' : notSent > 0 ? 'was not' : 'was'} sent`;
	const why = (state: FailedOutcome['state']): string =>
		withReasons ? reasonOf(outcomes, state) : '';
	const skippedAs = (count: number): string => `${wasOrWere(count)} skipped`;
	const others: Array<[count: number, what: string]> = [
		[notSent, `${wasOrWere(notSent)} not${why('failed')}`],
		[unknown, `may have been${why('unknown')}`],
		[alreadySent, `${skippedAs(alreadySent)} as already sent`],
		[
			keyUsed,
			`${skippedAs(keyUsed)} because a message with that 'Message Key' was sent before (a new message needs a new key)`,
		],
		[sameKey, `${skippedAs(sameKey)} as having the same key and recipient as another`],
		[testRun, `${skippedAs(testRun)} in this test`],
	];
	const became = others.filter(([count]) => count > 0);
	if (isOne) return `The message ${became[0]?.[1]}`;
	return [
		`${sent} of ${outcomes.length} messages ${wasOrWere(sent)} sent`,
		...became.map((words) => words.join(' ')),
	].join(', ');
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
	const message = sentences(
		countsIn(outcomes, true),
		testRecipient ? `'Test Recipient' ${testRecipient} was used instead of each customer` : '',
		wasHeld
			? "The service asked to slow down: lower 'Parallel Sends' or set 'Messages per Second' under 'Options'"
			: '',
	);
	return [{ message, type: isWarning ? 'warning' : 'info' }];
}

/** Why most of the messages failed that ended so, in brackets; empty if none did. */
function reasonOf(outcomes: readonly Outcome[], state: FailedOutcome['state']): string {
	const counts = new Map<string, number>();
	for (const outcome of outcomes) {
		if (!isFailure(outcome) || outcome.state !== state) continue;
		const { message } = outcome.failure;
		counts.set(message, (counts.get(message) ?? 0) + 1);
	}
	const [commonest] = [...counts].sort(([, one], [, other]) => other - one);
	return commonest === undefined
		? ''
		: ` (${counts.size > 1 ? 'most often: ' : ''}${inSentence(commonest[0])})`;
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

function wasOrWere(count: number): string {
	return count === 1 ? 'was' : 'were';
}

/**
 * Joins sentences, adding full stops where they are missing, in any script; undefined and empty ones are left out.
 */
export function sentences(...parts: Array<string | null | undefined>): string {
	return parts
		.filter((part): part is string => part !== undefined && part !== null && part !== '')
		.map((part) => (/\p{Sentence_Terminal}$/u.test(part) ? part : `${part}.`))
		.join(' ');
}

/** A sentence as it goes on behind a colon. */
export function inSentence(sentence: string): string {
	// A name such as WhatsApp keeps its capital.
	if (/^\S+[A-Z]/.test(sentence)) return sentence;
	return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
}
