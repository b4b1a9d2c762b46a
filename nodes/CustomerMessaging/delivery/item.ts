import { failureOf, type Failure } from '../transport/failure';
import { isFailure, type FailedOutcome, type Outcome, type SkippedOutcome } from './itemOutcome';
import type { ItemRun, Job } from './job';
import { unknownItem } from './outcome';
import type { Refusals } from './runSummary';
import type { Message } from './sentLog';

/** One input item on its way through a run. */
export interface Item {
	index: number;
	recipient?: string;
	/** The key that the user gave its message. */
	messageKey?: string;
	/** In a test: why production would refuse its message. */
	refusal?: string;
	/** The first item of the run with the same key and recipient; only that one is sent. */
	sameAs?: Item;
	/** Why it is unknown whether an earlier attempt arrived. */
	doubt?: Failure;
	/** What to ask of the service, until it is asked. */
	job?: Job;
	outcome: Outcome;
}

/** How many messages a test sends. */
const TEST_MESSAGES = 5;

/**
 * Reads the recipient and the key of an item's message; a test skips all but the first few. Throws a FailureError.
 */
export function address(item: Item, run: ItemRun): void {
	const { index } = item;
	if (run.isTest) {
		try {
			item.recipient = run.customerOf(index);
		} catch (error) {
			item.refusal = failureOf(error).message;
		}
		if (index >= TEST_MESSAGES) return skip(item, 'testRun');
	}
	item.recipient = run.recipientOf(index) || undefined;
	item.messageKey = run.messageKeyOf?.(index);
}

/** An item's message. A test reads keys only to check them, so its messages have none. */
export function messageOf({ index, recipient = '', messageKey }: Item, run: ItemRun): Message {
	return { index, recipient, key: run.isTest ? undefined : messageKey };
}

/** Links each item to the first one with the same key and recipient. */
export function followFirsts(items: readonly Item[], run: ItemRun): void {
	const firsts = new Map<string, Item>();
	for (const item of items) {
		const { key, recipient } = messageOf(item, run);
		if (key === undefined || isFailure(item.outcome)) continue;
		const identity = JSON.stringify([key, recipient]);
		const first = firsts.get(identity);
		if (first === undefined) firsts.set(identity, item);
		else if (isOpen(item)) item.sameAs = first;
	}
}

/** Whether an item's outcome is still undecided. */
export function isOpen({ outcome, sameAs }: Item): boolean {
	return outcome.state === 'untouched' && sameAs === undefined;
}

/** Skips an item because the first was sent, or copies the first one's failure. */
export function follow(item: Item, { outcome }: Item): void {
	if (isFailure(outcome)) item.outcome = outcome;
	else if (outcome.state !== 'untouched') skip(item, 'sameKey');
}

export function skip(item: Item, reason: SkippedOutcome['reason']): void {
	const { recipient, messageKey } = item;
	item.outcome = { state: 'skipped', reason, recipient, messageKey };
}

/** Sets an item's failure. If an earlier attempt may have arrived, the outcome stays unknown. */
export function fail(
	item: Item,
	run: ItemRun,
	failure: Failure,
	state: FailedOutcome['state'],
): void {
	const { recipient, doubt } = item;
	const isUnknown = state === 'unknown' || doubt !== undefined;
	item.outcome =
		isUnknown && run.options.unknownOutcome === 'treatAsSent'
			? { state: 'done', results: [unknownItem(failure, recipient)], isUnknown }
			: { state: isUnknown ? 'unknown' : 'failed', failure, recipient };
}

/** Does not send a message whose outcome an earlier attempt left unknown. */
export function holdBack(item: Item, run: ItemRun, doubt: Failure): void {
	fail(item, run, doubt, 'unknown');
	if (isFailure(item.outcome)) item.outcome.isHeldBack = true;
}

/** Whether an item failed in this run, and is not just held back because of an earlier one. */
export function failedNow({ outcome }: Item): boolean {
	return isFailure(outcome) && !outcome.isHeldBack;
}

/** The items of a test whose recipients production would refuse. */
export function refusedInProduction(items: readonly Item[]): Refusals | undefined {
	const refused = items.flatMap(({ index, refusal }) =>
		refusal === undefined ? [] : [{ index, why: refusal }],
	);
	return refused[0] && { count: refused.length, first: refused[0] };
}
