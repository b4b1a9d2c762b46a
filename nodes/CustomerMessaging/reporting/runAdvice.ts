import { type Failure, sentences } from '../../../lib/basics';
import { FAILURE_POLICY } from '../../../lib/traffic';
import { countOf, countsIn, type FailedOutcome, type Outcome } from './outcome';

const RUNNING = 'Running this step or the workflow again';
const NOTHING_TWICE = `${RUNNING} sends nothing twice`;
const THEN_RETRY =
	"Save, choose 'Retry with currently saved workflow' in the executions list, then set the option back";
const THEN_RUN = 'Then run the item again, and set the option back';

const SET_FOR_ONE =
	"if it arrived, set 'If Outcome Is Unknown' under 'Options' to 'Treat as Sent'; if not, to 'Send Again'";
const SET_FOR_SEVERAL =
	"if any arrived, set 'If Outcome Is Unknown' under 'Options' to 'Treat as Sent', and send the others yourself; if none did, to 'Send Again'";

const SET_FOR_QUESTION =
	"To ask again, with a new link, set 'If Outcome Is Unknown' under 'Options' to 'Send Again'";

/**
 * By whose error it is, without and with a 'Message Key': what a repeat sends, and the last step for an unknown outcome, once
 * 'If Outcome Is Unknown' is set. That step is empty if no later run knows the message: it would be sent again all the same.
 */
const WAYS = {
	// An execution's: n8n's 'Retry' knows what it has sent.
	execution: {
		plain: [
			`${RUNNING} sends everything again; 'Retry' in the executions list does not`,
			THEN_RETRY,
		],
		keyed: [NOTHING_TWICE, THEN_RETRY],
	},
	// A workflow's that another one calls: 'Retry' of the other one calls it again, from the beginning.
	call: {
		plain: [`${RUNNING}, or 'Retry', sends everything again`, ''],
		keyed: [NOTHING_TWICE, THEN_RUN],
	},
	// An item's of a run that continues, or an agent's tool's: n8n has no 'Retry'.
	item: { plain: ['', ''], keyed: [NOTHING_TWICE, THEN_RUN] },
} as const;

/** Said in a later round of a loop. */
export const EARLIER_ROUNDS =
	'What this node has sent before in this execution is not counted here';

/** More that the error of a run of sends tells. */
export interface ErrorNotes {
	hasKeys?: boolean;
	isCalled?: boolean;
	isLaterRound?: boolean;
	/** Why n8n could not save what was sent. */
	unwritten?: Failure;
}

/** What was sent, what is sent again, what to do about the failure, and about what may have arrived, in this order. */
export function adviceOfSend(
	outcomes: readonly Outcome[],
	named: FailedOutcome,
	way: keyof typeof WAYS,
	{ hasKeys = named.messageKey !== undefined, isLaterRound = false, unwritten }: ErrorNotes,
): string {
	const { state, failure, recipient, isQuestion = false, isHeldBack = false } = named;
	const { isInput = false } = FAILURE_POLICY[failure.kind];
	const mayRepeat = isLaterRound || countOf(outcomes, 'sent', 'unknown') > 0;
	const hasOthers = outcomes.some((other) => other !== named && other.state === 'unknown');
	const [again, then] = WAYS[way][hasKeys ? 'keyed' : 'plain'];
	const one = way === 'item' ? 'the message' : `the message to ${recipient}`;
	const lookUp = `Look up ${hasOthers ? 'each message that may have arrived' : one} in the service's dashboard`;
	const set = `${lookUp}: ${hasOthers ? SET_FOR_SEVERAL : SET_FOR_ONE}`;
	return sentences(
		outcomes.length > 1 ? countsIn(outcomes) : state === 'failed' && 'The message was not sent',
		isHeldBack && 'This is the outcome of an earlier attempt; the message was not sent this time',
		isLaterRound && way !== 'item' && EARLIER_ROUNDS,
		mayRepeat && again,
		failure.advice,
		(state === 'unknown' || hasOthers) &&
			// A question's own advice then says what to change first.
			!(isQuestion && isInput) &&
			(then === ''
				? `${lookUp} before you send it again`
				: sentences(isQuestion ? SET_FOR_QUESTION : set, then)),
		unwrittenWords(unwritten),
		isInput &&
			outcomes.some((other) => other.state === 'untouched') &&
			"To send the other items all the same, set 'On Error' in the node's settings to 'Continue (using error output)'",
	);
}

export const unwrittenWords = (failure: Failure | undefined): string | false =>
	failure !== undefined &&
	sentences(
		'n8n could not save which messages were sent, so the next execution treats their outcome as unknown',
		failure.message,
		"Check n8n's database",
	);
