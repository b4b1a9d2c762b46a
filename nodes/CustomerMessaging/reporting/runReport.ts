import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	NodeApiError,
	NodeExecutionHint,
	NodeOperationError,
} from 'n8n-workflow';
import {
	asHtml,
	canRetry,
	type Failure,
	inOneText,
	inSentence,
	sentences,
	showsDescription,
	type Words,
} from '../../../lib/basics';
import { FAILURE_POLICY } from '../../../lib/traffic';
import { nodeError } from './nodeError';
import {
	countOf,
	countsIn,
	type FailedOutcome,
	filled,
	isFailure,
	type Outcome,
	UNTOUCHED,
} from './outcome';
import { adviceOfSend, type ErrorNotes, unwrittenWords } from './runAdvice';

export interface FailedItem {
	index: number;
	outcome: FailedOutcome;
}

/** More that the summary of a run of sends tells. */
interface SummaryNotes {
	/** Whether the service asked to slow down. */
	wasPaused: boolean;
	/** Who got all messages, instead of each customer. */
	recipientOfAll?: string;
	unwritten?: Failure;
	/** Why messages could not be compared with their templates. */
	unchecked: Iterable<string>;
}

/**
 * The output of a failed item when the node continues on fail: `{ error, message, details }`, so that a workflow can
 * branch on it. On the error output, n8n merges in the input item, except its files.
 */
export function errorItem(
	context: IExecuteFunctions,
	outcome: FailedOutcome,
	itemIndex: number,
): INodeExecutionData {
	const words = wordsOf([outcome], { index: 0, outcome }, 'item');
	const item = {
		json: { error: words.message, message: inOneText(words), details: detailsOf(outcome) },
		pairedItem: { item: itemIndex },
	};
	if (context.getNode().onError !== 'continueErrorOutput') return item;
	const { binary } = context.getInputData()[itemIndex] ?? {};
	return binary === undefined ? item : { ...item, binary };
}

/** The error of a run that does not continue on fail, which names one item and has a line for each of the others. */
export function runError(
	node: INode,
	outcomes: readonly Outcome[],
	failed: FailedItem,
	notes: ErrorNotes = {},
): NodeApiError | NodeOperationError {
	const { index, outcome } = failed;
	const way = notes.isCalled ? 'call' : 'execution';
	const words = wordsOf(outcomes, failed, canRetry(node) ? way : 'item', notes);
	const { message, numbers } = withLastDigits(words.message, outcome);
	// The lines of other items do not say whose number is in them.
	const [own = ''] = words.advice.split('\n');
	const unsaid = showsDescription(node) ? numbers.filter((one) => !own.includes(one)) : [];
	const inFull = unsaid.length > 0 ? `\nNumber: ${sentences(unsaid.join(', '))}` : '';
	const advice = sentences(words.advice) + inFull;
	// n8n's editor names the item of an error that has one.
	const item = outcomes.length > 1 && words.isShared ? undefined : index;
	const error = nodeError(node, { ...outcome.failure, message, advice }, item);
	Object.assign(error.context, { details: detailsOf(outcome) });
	return error;
}

/** What an input error quotes behind a field's name: of an item without a recipient, what was typed as its number. */
const TYPED = /^'[^']+' '(.*?)' /s;

/** The message without the customer's phone number, of which the last digits are left: n8n writes errors' messages into its logs. */
function withLastDigits(
	message: string,
	{ requestKind, state, failure, recipient, insteadOf }: FailedOutcome,
): { message: string; numbers: string[] } {
	// An item whose number is refused has no recipient, unless an earlier try gave it one.
	const isRefused =
		requestKind === 'send' &&
		FAILURE_POLICY[failure.kind].isInput &&
		(recipient === undefined || state === 'unknown');
	const typed = isRefused ? TYPED.exec(failure.message)?.[1] : undefined;
	const phones = [recipient, insteadOf].filter((one) => one?.startsWith('+'));
	const numbers: string[] = [];
	const shorten = (before: string, number = ''): string => {
		const digits = number.replace(/\P{Nd}/gu, '');
		// The service may write it in another way, such as 1 (202) 555-0123.
		const whole = `(?<!\\p{Nd})\\+?${[...digits].join('[^\\p{L}\\p{Nd},:]*')}(?!\\p{Nd})`;
		const found = number === typed ? number : new RegExp(whole, 'gu');
		const after = digits.length < 5 ? before : before.replaceAll(found, `…${digits.slice(-4)}`);
		if (after !== before) numbers.push(number);
		return after;
	};
	return { message: [...phones, typed].reduce(shorten, message), numbers };
}

/** Shows above a run's output what became of its messages. If n8n hides the data of the run, no hint has any. */
export function showSummary(
	context: IExecuteFunctions,
	outcomes: readonly Outcome[],
	{ wasPaused, recipientOfAll, unwritten, unchecked }: SummaryNotes,
): void {
	const isRedacted = context.isConsoleOutputRedacted?.() === true;
	const hints = (
		type: NodeExecutionHint['type'],
		...texts: Array<string | false>
	): NodeExecutionHint[] =>
		texts.filter((text) => text !== false).map((message) => ({ message, type }));
	showHints(context, [
		...countHints(outcomes, isRedacted ? [] : problemLines(outcomes)),
		...hints(
			'info',
			recipientOfAll !== undefined &&
				`'Test Recipient'${isRedacted ? '' : ` ${recipientOfAll}`} was used instead of each customer. Empty it, and the next run goes to your customers.`,
			wasPaused &&
				outcomes.length > 1 &&
				"The service asked to slow down: lower 'Parallel Sends' or set 'Messages per Second' under 'Options'.",
		),
		...hints('warning', unwrittenWords(unwritten), ...(isRedacted ? [] : unchecked)),
	]);
}

/**
 * Shows above the output why all items have failed alike: with an error output, the run is green, and this output empty.
 * @param fate what became of their messages; may be empty
 */
export function showFailedRun(
	context: IExecuteFunctions,
	{ message, advice }: Words,
	fate: string,
): void {
	const words = context.isConsoleOutputRedacted?.() ? [fate] : [message, fate, advice];
	const said = sentences(...words);
	if (said !== '') showHints(context, [{ message: said, type: 'warning' }]);
}

/** Shows hints, in plain text, above a run's output. */
export function showHints(context: IExecuteFunctions, hints: NodeExecutionHint[]): void {
	context.addExecutionHints(...hints.map((hint) => ({ ...hint, message: asHtml(hint.message) })));
}

function detailsOf({ state, failure, recipient }: FailedOutcome): IDataObject {
	const { httpCode, code } = failure;
	return filled({ status: state, httpCode, code, recipient });
}

/** What happened to an item, and what to do; then a line for each of the others. */
function wordsOf(
	outcomes: readonly Outcome[],
	{ index, outcome }: FailedItem,
	way: Parameters<typeof adviceOfSend>[2],
	notes: ErrorNotes = {},
): Words & { isShared: boolean } {
	const { requestKind, state, failure, recipient } = outcome;
	const message =
		state === 'unknown'
			? `Outcome unknown, the message to ${recipient} may have arrived: ${inSentence(failure.message)}`
			: failure.message;
	const advice =
		requestKind === 'send'
			? adviceOfSend(outcomes, outcome, way, notes)
			: sentences(failure.advice);
	const isAlike = (other: Outcome): boolean =>
		other.state === 'failed' && other.failure.message === failure.message;
	const isLeftOut = (other: Outcome) => other.state === 'skipped' && other.reason === 'testRun';
	const isShared =
		outcomes.length === 1 ||
		FAILURE_POLICY[failure.kind].isForAll === true ||
		outcomes.every((other) => isAlike(other) || isLeftOut(other));
	const others = outcomes.map((other, at) =>
		at === index || (isShared && isAlike(other)) ? UNTOUCHED : other,
	);
	return {
		isShared,
		message: isShared ? message : `${message} [item ${itemInWords(index, outcome)}]`,
		advice: [advice, ...problemLines(others)].join('\n• '),
	};
}

/** The counts, which open to a line for each problem; none if all were simply sent, or a single item says it itself. */
function countHints(outcomes: readonly Outcome[], lines: string[]): NodeExecutionHint[] {
	const isPlain = countOf(outcomes, 'sent') === outcomes.length;
	const saysIt = outcomes.length < 2 && outcomes[0]?.state !== 'skipped';
	if (isPlain || saysIt) return [];
	const type = countOf(outcomes, 'notSent', 'unknown') > 0 ? 'warning' : 'info';
	const summary = sentences(countsIn(outcomes));
	// n8n shows no summary for a group of one.
	if (lines.length < 2) return [{ message: sentences(summary, ...lines), type }];
	return lines.map((message) => ({ message, type, group: { key: 'summary', summary } }));
}

/** The most lines, and the most items that a line names. */
const MOST = 10;

/** What is wrong with items, first those that may have arrived, each by itself; the others that failed alike have one line. */
function problemLines(outcomes: readonly Outcome[]): string[] {
	const failed = outcomes.flatMap((outcome, index) =>
		isFailure(outcome) ? [{ index, outcome }] : [],
	);
	const isUnknown = ({ outcome }: FailedItem): boolean => outcome.state === 'unknown';
	const others = failed.filter((item) => !isUnknown(item));
	const alike = new Map(others.map(({ outcome }) => [outcome.failure.message, [] as FailedItem[]]));
	for (const item of others) alike.get(item.outcome.failure.message)!.push(item);
	const lines = [...failed.filter(isUnknown).map((item) => [item]), ...alike.values()].map(
		(items) =>
			sentences(`${itemsInWords(items)}: ${inSentence(items[0]!.outcome.failure.message)}`),
	);
	const more = lines.length - MOST;
	return [...lines.slice(0, MOST), ...(more > 0 ? [`And ${more} more.`] : [])];
}

function itemsInWords(items: FailedItem[]): string {
	const [{ index, outcome }] = items as [FailedItem];
	if (items.length === 1)
		return `Item ${itemInWords(index, outcome)}${outcome.state === 'unknown' ? ' may have arrived' : ''}`;
	const names = items.slice(0, MOST).map((item) => item.index);
	const last = items.length > MOST ? `${items.length - MOST} more` : names.pop();
	return `Items ${names.join(', ')} and ${last}`;
}

/** An item's number and, if known, its customer, in a test as in production. */
function itemInWords(
	index: number,
	{ recipient, insteadOf: customer = recipient }: FailedOutcome,
): string {
	return customer === undefined ? String(index) : `${index}, ${customer}`;
}
