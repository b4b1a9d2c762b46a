import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import type { Failure } from '../primitives/failure';
import { inSentence, sentences } from '../primitives/sentences';
import { asHtml } from './asHtml';
import { isFailure, type FailedOutcome, type Outcome } from './outcome';

/** How many items have a line of their own at most. */
const MAX_LINES = 10;

/** What a message counts as that was not simply sent, in this order. All counts have to fit on one line. */
const COUNTED = {
	notSent: 'not sent',
	unknown: 'may have arrived',
	alreadySent: 'sent before',
	sameKey: 'with the same key',
	testRun: 'left out of the test',
};

type Counted = 'sent' | keyof typeof COUNTED;

/** What is said of a whole run of sends. */
interface RunNotes {
	/** Whether the service asked to slow down. */
	wasPaused: boolean;
	/** Who got the messages of a test. */
	testRecipient?: string;
	/** Why n8n could not save what was sent. */
	unwritten?: Failure;
	/** Why messages could not be compared with their templates. */
	unchecked: Iterable<string>;
}

function countedAs(outcome: Outcome): Counted {
	if (outcome.state === 'skipped') return outcome.reason;
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

/** Shows hints, in plain text, above a run's output. */
export function showHints(context: IExecuteFunctions, hints: NodeExecutionHint[]): void {
	context.addExecutionHints(...hints.map((hint) => ({ ...hint, message: asHtml(hint.message) })));
}

/** Shows above a run's output what became of its messages. If n8n hides the data of the run, no hint has any. */
export function showSummary(
	context: IExecuteFunctions,
	outcomes: readonly Outcome[],
	{ wasPaused, testRecipient, unwritten, unchecked }: RunNotes,
): void {
	const isRedacted = context.isConsoleOutputRedacted?.() === true;
	const hints = (
		type: NodeExecutionHint['type'],
		...texts: Array<string | false | undefined>
	): NodeExecutionHint[] =>
		texts.flatMap((text) =>
			text === undefined || text === false ? [] : [{ message: text, type }],
		);
	showHints(context, [
		...countHints(outcomes, isRedacted ? [] : problemLines(outcomes)),
		...hints(
			'info',
			testRecipient !== undefined &&
				`'Test Recipient'${isRedacted ? '' : ` ${testRecipient}`} was used instead of each customer.`,
			wasPaused &&
				outcomes.length > 1 &&
				"The service asked to slow down: lower 'Parallel Sends' or set 'Messages per Second' under 'Options'.",
		),
		...hints('warning', unwrittenWords(unwritten), ...(isRedacted ? [] : unchecked)),
	]);
}

/**
 * The counts, which open to a line for each problem; none if all messages were simply sent, or a single item says it
 * itself by its error or its response.
 */
function countHints(outcomes: readonly Outcome[], lines: string[]): NodeExecutionHint[] {
	const isPlain = countOf(outcomes, 'sent') === outcomes.length;
	const saysIt = outcomes.length < 2 && outcomes[0]?.state !== 'skipped';
	if (isPlain || saysIt) return [];
	const type = countOf(outcomes, 'notSent', 'unknown') > 0 ? 'warning' : 'info';
	const summary = sentences(countsIn(outcomes));
	// Of a group of one, n8n shows no summary.
	if (lines.length < 2) return [{ message: sentences(summary, ...lines), type }];
	return lines.map((message) => ({ message, type, group: { key: 'summary', summary } }));
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
