import { NodeApiError, NodeOperationError, type IExecuteFunctions, type INode } from 'n8n-workflow';

import {
	EARLIER_ROUNDS,
	errorItem,
	runError,
} from '../../../nodes/CustomerMessaging/reporting/runReport';
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
	kind: 'send',
	failure: { kind, message, advice: 'Mend it' },
	recipient,
});
const unknown = (recipient: string): FailedOutcome => ({
	...failed('noResponse', recipient),
	state: 'unknown',
});
const refused = failed('refused', '5002');
const invalid = failed('invalid');

test.each([
	[undefined, "Look the message up in the service's dashboard before you send it again. Mend it."],
	[
		true,
		"This is the outcome of an earlier attempt; the message was not sent this time. Look the message up in the service's dashboard. If it arrived, set 'If Outcome Is Unknown' under 'Options' to 'Treat as Sent'; if not, to 'Send Again'. Then run the item again, and set the option back. Mend it.",
	],
])('what to do about an item that may have arrived (held back: %p)', (isHeldBack, advice) => {
	expect(errorItem(contextOf(node), { ...unknown('5001'), isHeldBack }, 0).json.message).toBe(
		`Outcome unknown, the message to 5001 may have arrived: no. ${advice}`,
	);
});

const STEP = 'Running this step or the workflow again sends everything again';
const AND_SKIPS = `${STEP}; 'Retry' in the executions list skips what was sent.`;
const MENDED = 'The message was not sent. Mend it.';
const NONE_SENT = 'Nothing was sent. Mend it.';
const AND_RETRY =
	"Save, choose 'Retry with currently saved workflow' in the executions list, then set the option back.";
const CHOOSE =
	"If it arrived, set 'If Outcome Is Unknown' under 'Options' to 'Treat as Sent'; if not, to 'Send Again'.";

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
		"Running this step or the workflow again, or 'Retry', sends everything again. Look the message up in the service's dashboard before you send it again. Mend it.",
		[unknown('5001')],
		{ isCalled: true },
	],
	[
		'No [item 1, 5002]',
		'1 of 2 messages sent, 1 not sent. Those that were sent are not sent again. Mend it.',
		[sent, refused],
		{ isCalled: true, hasKeys: true },
	],
	// A later round of a loop.
	[
		'No [item 0, 5002]',
		`Nothing was sent. ${EARLIER_ROUNDS}. ${AND_SKIPS} Mend it.`,
		[refused, untouched],
		{ isLaterRound: true },
	],
	[
		'No',
		`The message was not sent. ${EARLIER_ROUNDS}. Mend it.`,
		[refused],
		{ isLaterRound: true, hasKeys: true },
	],
	[
		'No [item 1, 5002]',
		'1 of 2 messages sent, 1 not sent. Those that were sent are not sent again. Mend it.',
		[sent, refused],
		{ hasKeys: true },
	],
	// The same for every item.
	['No', NONE_SENT, [failed('unauthorized', '5001'), untouched]],
	['No', MENDED, [refused]],
	['No [item 1]', 'Mend it.', [sent, { ...invalid, kind: 'read' }, untouched]],
	[
		'No [item 1, 5002]. 1 of 2 messages sent, 1 not sent. Mend it.',
		undefined,
		[sent, refused],
		{ node: tool },
	],
	[
		'No [item 1, 5002]. 1 of 2 messages sent, 1 not sent. Those that were sent are not sent again. Mend it.',
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
		`0 of 2 messages sent, 1 may have arrived, 1 not tried. ${STEP}. Look the message up in the service's dashboard. ${CHOOSE} ${AND_RETRY} Mend it.`,
		[unknown('5001'), untouched],
	],
	[
		'No [item 0, 5002]',
		`0 of 2 messages sent, 1 not sent, 1 may have arrived. ${STEP}. Mend it. Look up each that may have arrived in the service's dashboard. ${CHOOSE} If only some arrived, choose 'Treat as Sent' and send the others yourself. ${AND_RETRY}<br>• Item 1, 5001 may have arrived: no.`,
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
		`0 of 3 messages sent, 3 may have arrived. ${STEP}. Look up each that may have arrived in the service's dashboard. ${CHOOSE} If only some arrived, choose 'Treat as Sent' and send the others yourself. ${AND_RETRY} Mend it.<br>• Item 1, 5002 may have arrived: no.<br>• Item 2, 5001 may have arrived: no.`,
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
		expect(error).toMatchObject({
			message,
			description,
			messages: [],
			context: { itemIndex: index },
		});
	},
);

test('what was left unknown and is treated as sent comes out with whom it was for', () => {
	expect(unknownItem(unknown('5001').failure, { recipient: '5001' })).toEqual({
		recipient: '5001',
		status: 'unknown',
		reason: 'No',
	});
});
