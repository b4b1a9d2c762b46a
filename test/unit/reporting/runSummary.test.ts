import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import type { FailedOutcome, Outcome } from '../../../nodes/CustomerMessaging/reporting/outcome';
import { showFailedRun, showSummary } from '../../../nodes/CustomerMessaging/reporting/runReport';

const sent: Outcome = { state: 'done', results: [{}] };
const treatedAsSent: Outcome = { ...sent, isUnknown: true };
const failed = (message: string): FailedOutcome => ({
	state: 'failed',
	requestKind: 'send',
	failure: { kind: 'refused', message, advice: '' },
});
const unknown: FailedOutcome = { ...failed('Lost'), state: 'unknown', recipient: '5001' };
const skipped = (reason: 'alreadySent' | 'sameKey' | 'testRun'): Outcome => ({
	state: 'skipped',
	reason,
});
const times = (count: number, outcome: Outcome): Outcome[] =>
	Array(count).fill(outcome) as Outcome[];

type Notes = Parameters<typeof showSummary>[2];

const QUIET: Notes = { wasPaused: false, unchecked: [] };

/** The hints that are shown; an n8n that is older than its redaction does not say whether it redacts. */
function hintsBy(
	show: (context: IExecuteFunctions) => void,
	isConsoleOutputRedacted?: () => boolean,
): NodeExecutionHint[] {
	const hints: NodeExecutionHint[] = [];
	const addExecutionHints: IExecuteFunctions['addExecutionHints'] = (...more) =>
		hints.push(...more);
	show({ addExecutionHints, isConsoleOutputRedacted } as IExecuteFunctions);
	return hints;
}

/** The hints of a run that has begun. */
function hintsOf(
	outcomes: Outcome[],
	notes: Partial<Notes> = {},
	isRedacted?: () => boolean,
): NodeExecutionHint[] {
	return hintsBy((context) => showSummary(context, outcomes, { ...QUIET, ...notes }), isRedacted);
}

test.each<[type: string, summary: string, messages: string[], outcomes: Outcome[]]>([
	[
		'warning',
		'1 of 5 messages sent, 4 not sent.',
		['Items 0, 2 and 4: too long.', 'Item 3: odd.'],
		[failed('Too long'), sent, failed('Too long'), failed('Odd'), failed('Too long')],
	],
	[
		'warning',
		'0 of 3 messages sent, 1 not sent, 2 may have arrived.',
		// Somebody looks each of them up.
		[
			'Item 1, 5001 may have arrived: lost.',
			'Item 2, 5001 may have arrived: lost.',
			'Item 0: too long.',
		],
		[failed('Too long'), unknown, unknown],
	],
	[
		'warning',
		'Nothing was sent.',
		[...Array.from({ length: 10 }, (_, item) => `Item ${item}: no ${item}.`), 'And 1 more.'],
		Array.from({ length: 11 }, (_, item) => failed(`No ${item}`)),
	],
	[
		'warning',
		'Nothing was sent.',
		['Items 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 1 more: no.', 'Item 11: odd.'],
		[...times(11, failed('No')), failed('Odd')],
	],
])('the counts open to a line for each problem: %s, %s %j', (type, summary, messages, outcomes) => {
	const group = { key: 'summary', summary };
	expect(hintsOf(outcomes)).toEqual(messages.map((message) => ({ type, message, group })));
});

test.each<[type: string, message: string, outcomes: Outcome[]]>([
	[
		'warning',
		'2 of 3 messages sent, 1 not sent. Item 1: too long.',
		[sent, failed('Too long'), sent],
	],
	['warning', 'Nothing was sent. Items 0 and 1: too long.', times(2, failed('Too long'))],
	[
		'warning',
		'Nothing was sent. Items 0, 1, 2, 3, 4, 5, 6, 7, 8 and 9: too long.',
		times(10, failed('Too long')),
	],
	['warning', '1 of 2 messages sent, 1 may have arrived.', [sent, treatedAsSent]],
	[
		'warning',
		'1 of 2 messages sent, 1 not sent. Item 1, 5001: too long.',
		[sent, { ...failed('Too long'), recipient: '5009', insteadOf: '5001' }],
	],
	[
		'info',
		'1 of 7 messages sent, 1 skipped (sent before), 2 skipped (same key), 3 left out of the test.',
		[
			sent,
			skipped('alreadySent'),
			...times(2, skipped('sameKey')),
			...times(3, skipped('testRun')),
		],
	],
	['info', '0 of 1 messages sent, 1 skipped (sent before).', [skipped('alreadySent')]],
])('with one problem or none, they are a single message: %s, %s', (type, message, outcomes) => {
	expect(hintsOf(outcomes)).toEqual([{ type, message }]);
});

test('what holds for the whole run is said apart', () => {
	const unwritten = failed('Full').failure;
	const notes = { wasPaused: true, recipientOfAll: '5009', unwritten, unchecked: ['Odd'] };
	expect(hintsOf([sent, sent], notes)).toEqual([
		{
			type: 'info',
			message:
				"'Test Recipient' 5009 was used instead of each customer. Empty it, and the next run goes to your customers.",
		},
		{ type: 'info', message: expect.stringMatching(/^The service asked to slow down: /) as string },
		{
			type: 'warning',
			message:
				"n8n could not save which messages were sent, so the next execution treats their outcome as unknown. Full. Check n8n's database.",
		},
		{ type: 'warning', message: 'Odd' },
	]);
});

test('nothing is said of what went as it should, nor of a single item, which says it itself', () => {
	expect(hintsOf([sent, sent])).toEqual([]);
	expect(hintsOf([failed('Too long')], { wasPaused: true })).toEqual([]);
});

test('where n8n hides the data of a run, there are counts only', () => {
	const outcomes = [failed('Odd'), unknown, sent];
	const notes = { recipientOfAll: '5009', unchecked: ['Odd'] };
	expect(hintsOf(outcomes, notes, () => true)).toEqual([
		{ type: 'warning', message: '1 of 3 messages sent, 1 not sent, 1 may have arrived.' },
		{
			type: 'info',
			message:
				"'Test Recipient' was used instead of each customer. Empty it, and the next run goes to your customers.",
		},
	]);
	expect(hintsOf(outcomes, notes, () => false)).toHaveLength(4);
});

test.each<[isHidden: boolean, fate: string, messages: string[]]>([
	[false, 'Nothing was sent', ['Too &lt;long&gt;. Nothing was sent. Mend it.']],
	[true, 'Nothing was sent', ['Nothing was sent.']],
	[true, '', []],
])(
	'a run that cannot begin says why, unless n8n hides its data: %p',
	(isHidden, fate, messages) => {
		const words = { message: 'Too <long>', advice: 'Mend it' };
		const hints = hintsBy(
			(context) => showFailedRun(context, words, fate),
			() => isHidden,
		);
		expect(hints).toEqual(messages.map((message) => ({ type: 'warning', message })));
	},
);
