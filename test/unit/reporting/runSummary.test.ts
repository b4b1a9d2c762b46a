import type { FailedOutcome, Outcome } from '../../../nodes/CustomerMessaging/reporting/outcome';
import { problemLines, summaryHint } from '../../../nodes/CustomerMessaging/reporting/runSummary';

const sent: Outcome = { state: 'done', results: [{}] };
const treatedAsSent: Outcome = { ...sent, isUnknown: true };
const failed = (message: string): FailedOutcome => ({
	state: 'failed',
	kind: 'send',
	failure: { kind: 'refused', message, advice: '' },
});
const unknown: FailedOutcome = { ...failed('Lost'), state: 'unknown' };
const skipped = (messageKey?: string): Outcome => ({
	state: 'skipped',
	reason: 'alreadySent',
	messageKey,
});

const SLOWED = '2 of 2 messages sent. The service asked to slow down';
const SLOWER = "lower 'Parallel Sends' or set 'Messages per Second' under 'Options'.";
const USED = "'Test Recipient' 5009 was used instead of each customer.";

const test5009 = { testRecipient: '5009' };
type Notes = Partial<Parameters<typeof summaryHint>[1]>;

test.each<[type: string, message: string, outcomes: Outcome[], notes?: Notes]>([
	['info', `${SLOWED}: ${SLOWER}`, [sent, sent], { wasPaused: true }],
	[
		'info',
		"1 of 4 messages sent, 1 skipped as already sent, 2 skipped because a message with that 'Message Key' was sent before (a new message needs a new key).",
		[sent, skipped(), skipped('order 7'), skipped('order 8')],
	],
	[
		'warning',
		'1 of 3 messages sent, 2 not sent.\nItem 0: too long.\nItem 2: too long.',
		[failed('Too long'), sent, failed('Too long')],
	],
	[
		'warning',
		'0 of 2 messages sent, 1 not sent, 1 may have arrived.\nItem 1, 5001 may have arrived: lost.\nItem 0: too long.',
		[failed('Too long'), { ...unknown, recipient: '5001' }],
	],
	['warning', '1 of 2 messages sent, 1 may have arrived.', [sent, treatedAsSent]],
	['info', `2 of 2 messages sent. ${USED}`, [sent, sent], test5009],
])('the summary above the output: %s, %s', (type, message, outcomes, notes = {}) => {
	const hints = summaryHint(outcomes, { wasPaused: false, ...notes });
	expect(hints).toEqual([{ type, message }]);
});

test('nothing is said of what went as it should, nor of a single item, which says it itself', () => {
	const quiet = { wasPaused: false };
	expect(summaryHint([sent, sent], quiet)).toEqual([]);
	expect(summaryHint([failed('Too long')], { ...quiet, wasPaused: true })).toEqual([]);
});

test.each([
	[10, 'Item 9: no.'],
	[12, 'And 2 more.'],
])('of %d items that failed, ten have a line of their own', (count, last) => {
	const lines = problemLines(Array.from({ length: count }, () => failed('No')));
	expect(lines.slice(0, 10)).toEqual(lines.slice(0, 10).map((_, index) => `Item ${index}: no.`));
	expect(lines.at(-1)).toBe(last);
});
