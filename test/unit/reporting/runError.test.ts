import { NodeApiError, NodeOperationError, type IExecuteFunctions, type INode } from 'n8n-workflow';

import { EARLIER_ROUNDS } from '../../../nodes/CustomerMessaging/reporting/runAdvice';
import { errorItem, runError } from '../../../nodes/CustomerMessaging/reporting/runReport';
import {
	isFailure,
	unknownItem,
	type FailedOutcome,
	type Outcome,
} from '../../../nodes/CustomerMessaging/reporting/outcome';
import type { Failure } from '../../../lib/basics/failure';

const node = { name: 'Customer Messaging', type: 'customerMessaging' } as INode;
const tool = { ...node, type: 'customerMessagingTool' };

const contextOf = (own: INode) =>
	({ getNode: () => own, getInputData: () => [] }) as unknown as IExecuteFunctions;

const sent: Outcome = { state: 'done', results: [{}] };
const untouched: Outcome = { state: 'untouched' };
const failed = (kind: Failure['kind'], recipient?: string, message = 'No'): FailedOutcome => ({
	state: 'failed',
	requestKind: 'send',
	failure: { kind, message, advice: 'Mend it' },
	recipient,
});
const unknown = (recipient: string): FailedOutcome => ({
	...failed('noResponse', recipient),
	state: 'unknown',
});
const refused = failed('refused', '5002');
const invalid = failed('invalid');

const CHOOSE =
	"if it arrived, set 'If Outcome Is Unknown' under 'Options' to 'Treat as Sent'; if not, to 'Send Again'.";
const CHOOSE_FOR_ALL =
	"Look up each message that may have arrived in the service's dashboard: if any arrived, set 'If Outcome Is Unknown' under 'Options' to 'Treat as Sent', and send the others yourself; if none did, to 'Send Again'.";
const EARLIER = 'This is the outcome of an earlier attempt; the message was not sent this time. ';
const BEFORE = "Mend it. Look up the message in the service's dashboard before you send it again.";
const RUN = 'Running this step or the workflow again sends';
const SETTLE = `${RUN} nothing twice. Mend it. Look up the message in the service's dashboard: ${CHOOSE} Then run the item again, and set the option back.`;

test.each<[isHeldBack: boolean, messageKey: string | undefined, advice: string]>([
	[false, undefined, BEFORE],
	// Only another try of 'Retry On Fail' knows it: the option would not keep the next run from sending it again.
	[true, undefined, `${EARLIER}${BEFORE}`],
	[false, 'order-7', SETTLE],
	[true, 'order-7', `${EARLIER}${SETTLE}`],
])(
	'what to do about an item that may have arrived (held back: %p, key: %p)',
	(isHeldBack, messageKey, advice) => {
		const outcome = { ...unknown('5001'), isHeldBack, messageKey };
		expect(errorItem(contextOf(node), outcome, 0).json.message).toBe(
			`Outcome unknown, the message to 5001 may have arrived: no. ${advice}`,
		);
	},
);

const AND_SKIPS = `${RUN} everything again; 'Retry' in the executions list does not.`;
const NOTHING_TWICE = `${RUN} nothing twice.`;
const MENDED = 'The message was not sent. Mend it.';
const NONE_SENT = 'Nothing was sent. Mend it.';
const AND_RETRY =
	"Save, choose 'Retry with currently saved workflow' in the executions list, then set the option back.";

test.each<
	[
		message: string,
		description: string | undefined,
		outcomes: Outcome[],
		more?: { node?: INode } & Parameters<typeof runError>[3],
	]
>([
	[
		'No [item 1, 5002]',
		`1 of 3 messages sent, 1 not sent, 1 not tried. ${AND_SKIPS} Mend it.`,
		[sent, refused, untouched],
	],
	['No [item 0, 5002]', NONE_SENT, [refused, untouched]],
	// A workflow that another one calls: the other one's Retry calls it again, from the beginning.
	[
		'No [item 1, 5002]',
		`1 of 2 messages sent, 1 not sent. Running this step or the workflow again, or 'Retry', sends everything again. Mend it.`,
		[sent, refused],
		{ isCalled: true },
	],
	[
		'Outcome unknown, the message to 5001 may have arrived: no',
		"Running this step or the workflow again, or 'Retry', sends everything again. Mend it. Look up the message to 5001 in the service's dashboard before you send it again.",
		[unknown('5001')],
		{ isCalled: true },
	],
	[
		'No [item 1, 5002]',
		`1 of 2 messages sent, 1 not sent. ${NOTHING_TWICE} Mend it.`,
		[sent, refused],
		{ isCalled: true, hasKeys: true },
	],
	// One broken connection: the number in full stands where it is looked up, and nowhere else.
	[
		'Outcome unknown, the message to …0123 may have arrived: no',
		`${AND_SKIPS} Mend it. Look up the message to +12025550123 in the service's dashboard: ${CHOOSE} ${AND_RETRY}`,
		[unknown('+12025550123')],
	],
	[
		'Outcome unknown, the message to 5001 may have arrived: no',
		`${NOTHING_TWICE} Mend it. Look up the message to 5001 in the service's dashboard: ${CHOOSE} ${AND_RETRY}`,
		[unknown('5001')],
		{ hasKeys: true },
	],
	[
		'Outcome unknown, the message to 5001 may have arrived: no',
		`${NOTHING_TWICE} Mend it. Look up the message to 5001 in the service's dashboard: ${CHOOSE} Then run the item again, and set the option back.`,
		[unknown('5001')],
		{ isCalled: true, hasKeys: true },
	],
	// A later call of a tool, which is another message.
	[`No. ${MENDED}`, undefined, [refused], { node: tool, isLaterRound: true }],
	// A later round of a loop.
	[
		'No [item 0, 5002]',
		`Nothing was sent. ${EARLIER_ROUNDS}. ${AND_SKIPS} Mend it.`,
		[refused, untouched],
		{ isLaterRound: true },
	],
	[
		'No',
		`The message was not sent. ${EARLIER_ROUNDS}. ${NOTHING_TWICE} Mend it.`,
		[refused],
		{ isLaterRound: true, hasKeys: true },
	],
	[
		'No [item 1, 5002]',
		`1 of 2 messages sent, 1 not sent. ${NOTHING_TWICE} Mend it.`,
		[sent, refused],
		{ hasKeys: true },
	],
	// The same for every item.
	['No', NONE_SENT, [failed('unauthorized', '5001'), untouched]],
	['No', NONE_SENT, [failed('unauthorized', '5001'), failed('unauthorized', '5002'), untouched]],
	[
		'No',
		'0 of 3 messages sent, 2 not sent, 1 left out of the test. Mend it.',
		[invalid, invalid, { state: 'skipped', reason: 'testRun' }],
	],
	[
		'No',
		`${NONE_SENT}<br>• Item 2: not so.`,
		[failed('unclaimed'), failed('unclaimed'), failed('invalid', undefined, 'Not so')],
	],
	[
		'No [item 1]',
		`1 of 3 messages sent, 2 not sent. ${AND_SKIPS} Mend it.<br>• Item 2: no.`,
		[sent, invalid, invalid],
	],
	// Only whole numbers are shortened.
	[
		'…0101 (…0101) owes 25550.10 since 2025-55-01, says +120255501012',
		`${MENDED}<br>Number: +12025550101.`,
		[
			failed(
				'refused',
				'+12025550101',
				'+12025550101 (1 202 555-0101) owes 25550.10 since 2025-55-01, says +120255501012',
			),
		],
	],
	// In a test, neither the recipient's nor the customer's is left whole.
	[
		'…0109 is not …0101',
		`${MENDED}<br>Number: +12025550109, +12025550101.`,
		[
			{
				...failed('refused', '+12025550109', '+12025550109 is not +12025550101'),
				insteadOf: '+12025550101',
			},
		],
	],
	[
		"'Customer Phone': {{ $json.day }} cannot read '2026-12-05T12:00:00.000Z' as a date",
		MENDED,
		[
			failed(
				'invalid',
				undefined,
				"'Customer Phone': {{ $json.day }} cannot read '2026-12-05T12:00:00.000Z' as a date",
			),
		],
	],
	[
		"'Customer Phone' '…0123' has more than one number in it [item 0]",
		`Nothing was sent. Mend it.<br>• Item 1, 5002: no.<br>Number: 0170 12 / 202 555 0123.`,
		[
			failed(
				'invalid',
				undefined,
				"'Customer Phone' '0170 12 / 202 555 0123' has more than one number in it",
			),
			refused,
		],
	],
	['No', MENDED, [refused]],
	['No [item 1]', 'Mend it.', [sent, { ...invalid, requestKind: 'read' }, untouched]],
	[
		'No [item 1, 5002]. 1 of 2 messages sent, 1 not sent. Mend it.',
		undefined,
		[sent, refused],
		{ node: tool },
	],
	[
		`No [item 1, 5002]. 1 of 2 messages sent, 1 not sent. ${NOTHING_TWICE} Mend it.`,
		undefined,
		[sent, refused],
		{ node: tool, hasKeys: true },
	],
	[
		'No [item 0]',
		'0 of 2 messages sent, 1 not sent, 1 skipped (sent before). Mend it.',
		[invalid, { state: 'skipped', reason: 'alreadySent' }],
	],
	[
		'No [item 0]',
		'Nothing was sent. Mend it.<br>• Item 1, 5002: no.<br>• Item 2: not so.',
		[invalid, failed('invalid', '5002'), failed('invalid', undefined, 'Not so')],
	],
	[
		'No [item 0]',
		`1 of 3 messages sent, 1 not sent, 1 may have arrived. ${AND_SKIPS} Mend it.`,
		[invalid, sent, { ...sent, isUnknown: true }],
	],
	[
		'Outcome unknown, the message to 5001 may have arrived: no [item 0, 5001]',
		`0 of 2 messages sent, 1 may have arrived, 1 not tried. ${AND_SKIPS} Mend it. Look up the message to 5001 in the service's dashboard: ${CHOOSE} ${AND_RETRY}`,
		[unknown('5001'), untouched],
	],
	[
		'No [item 0, 5002]',
		`0 of 2 messages sent, 1 not sent, 1 may have arrived. ${AND_SKIPS} Mend it. ${CHOOSE_FOR_ALL} ${AND_RETRY}<br>• Item 1, 5001 may have arrived: no.`,
		[refused, unknown('5001')],
	],
	[
		'No',
		`${MENDED} n8n could not save which messages were sent, so the next execution treats their outcome as unknown. Full. Check n8n's database.`,
		[refused],
		{ unwritten: failed('invalid', undefined, 'Full').failure },
	],
	[
		'Outcome unknown, the message to 5001 may have arrived: no [item 0, 5001]',
		`0 of 3 messages sent, 3 may have arrived. ${AND_SKIPS} Mend it. ${CHOOSE_FOR_ALL} ${AND_RETRY}<br>• Item 1, 5002 may have arrived: no.<br>• Item 2, 5001 may have arrived: no.`,
		[unknown('5001'), unknown('5002'), unknown('5001')],
	],
])(
	'the error of a run: %s: %s',
	(message, description, outcomes, { node: own = node, ...messages } = {}) => {
		const index = outcomes.findIndex(isFailure);
		const outcome = outcomes[index] as FailedOutcome;
		const error = runError(own, outcomes, { index, outcome }, messages);
		const isOwn = own === tool || outcome.failure.kind === 'invalid';
		expect(error).toBeInstanceOf(isOwn ? NodeOperationError : NodeApiError);
		expect(error).toMatchObject({ message, description, messages: [] });
		// n8n's editor names the item that an error has.
		const isShared = outcomes.length > 1 && !message.includes('[item');
		expect(error.context.itemIndex).toBe(isShared ? undefined : index);
	},
);

test('what was left unknown and is treated as sent comes out with whom it was for', () => {
	expect(unknownItem(unknown('5001').failure, { recipient: '5001' })).toEqual({
		recipient: '5001',
		status: 'unknown',
		reason: 'No',
	});
});
