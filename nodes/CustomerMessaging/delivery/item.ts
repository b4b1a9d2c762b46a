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
	/** The user's key of its message. */
	messageKey?: string;
	/** Of a test: why its message would be refused in production. */
	refusal?: string;
	/** The first item of the run with the same key and recipient, which is sent for both. */
	sameAs?: Item;
	/** Why nobody knows whether the message arrived when it was sent earlier. */
	doubt?: Failure;
	/** What is still to be asked of the service. */
	job?: Job;
	outcome: Outcome;
}

/** How many messages a test sends. */
const TEST_MESSAGES = 5;

/** Reads whom an item's message is for, and its key; a test skips all but the first. Throws a FailureError. */
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

/** What makes an item's message this message; a test has keys to refuse what cannot be one, and uses none. */
export function messageOf({ index, recipient = '', messageKey }: Item, run: ItemRun): Message {
	return { index, recipient, key: run.isTest ? undefined : messageKey };
}

/** Has each item with the key and the recipient of an earlier one follow that one. */
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

/** Whether nobody has decided yet what becomes of an item. */
export function isOpen({ outcome, sameAs }: Item): boolean {
	return outcome.state === 'untouched' && sameAs === undefined;
}

/** Where the first message was sent, the others are not; where it failed, they fail alike. */
export function follow(item: Item, { outcome }: Item): void {
	if (isFailure(outcome)) item.outcome = outcome;
	else if (outcome.state !== 'untouched') skip(item, 'sameKey');
}

export function skip(item: Item, reason: SkippedOutcome['reason']): void {
	const { recipient, messageKey } = item;
	item.outcome = { state: 'skipped', reason, recipient, messageKey };
}

/** A message that may have arrived earlier may have arrived still, whatever becomes of it now. */
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

/** Leaves a message unsent whose outcome an earlier try or execution left unknown. */
export function holdBack(item: Item, run: ItemRun, doubt: Failure): void {
	fail(item, run, doubt, 'unknown');
	if (isFailure(item.outcome)) item.outcome.isHeldBack = true;
}

/** What failed in this run itself. */
export function failedNow({ outcome }: Item): boolean {
	return isFailure(outcome) && !outcome.isHeldBack;
}

/** The items of a test that production would refuse for whom they are for. */
export function refusedInProduction(items: readonly Item[]): Refusals | undefined {
	const refused = items.flatMap(({ index, refusal }) =>
		refusal === undefined ? [] : [{ index, why: refusal }],
	);
	return refused[0] && { count: refused.length, first: refused[0] };
}
