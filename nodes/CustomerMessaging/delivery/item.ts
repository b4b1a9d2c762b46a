import { failureOf, type Failure } from '../transport/failure';
import { isFailure, type FailedOutcome, type Outcome } from './itemOutcome';
import type { ItemRun, Job } from './job';
import type { Delivery, Ledger } from './ledger';
import type { Conclusion, MessageKeys } from './messageKeys';
import { unknownItem } from './outcome';
import type { Refusals, SharedKey } from './runSummary';

/** One input item on its way through a run. */
export interface Item {
	index: number;
	recipient?: string;
	/** Of a test: whom its message is for in production, or why it would be refused there. */
	inProduction?: { recipient: string } | { refusal: string };
	/** The user's key of its message. */
	messageKey?: string;
	/** What is claimed for it, so that no other execution sends the message; undefined where nothing is. */
	claimedAs?: string;
	/** The first item of the run that claims the same. */
	sameAs?: Item;
	/** What an earlier try of this run, or an earlier execution, knows of its message. */
	earlier?: Delivery;
	/** What is still to be asked of the service. */
	job?: Job;
	outcome: Outcome;
}

/** How many messages a test sends. */
const TEST_MESSAGES = 5;

/** What is known of a message whose claim nobody concluded. */
const CUT_OFF: Failure = {
	kind: 'cancelled',
	message: 'An earlier execution began to send it and was cut off',
	advice: '',
};

/** Reads whom an item is for and what is claimed for it, and gives it its outcome where an earlier try knows it. */
export function recall(item: Item, run: ItemRun, ledger: Ledger | undefined): void {
	const { index } = item;
	if (run.isTest) item.inProduction = customerOf(index, run);
	if (run.isTest && index >= TEST_MESSAGES) {
		item.outcome = { state: 'skipped', reason: 'testRun' };
		return;
	}
	const recipient = run.recipientOf(index);
	item.recipient = recipient || undefined;
	item.messageKey = run.messageKeyOf?.(index);
	// A test reads the user's keys, to refuse what cannot be one, and claims none of them.
	item.claimedAs =
		item.messageKey === undefined || run.isTest
			? ledger?.keyInRetry(index, recipient)
			: `message ${item.messageKey}`;
	item.earlier = ledger?.find(index, recipient);
	if (item.earlier !== undefined && 'answer' in item.earlier)
		item.outcome = { state: 'done', results: [run.sentItem(item.earlier.answer, recipient)] };
}

/** Whether nobody has decided yet what becomes of an item. */
export function isOpen({ outcome, sameAs }: Item): boolean {
	return outcome.state === 'untouched' && sameAs === undefined;
}

/** Has items that claim the same wait for what becomes of the first. Returns what is to be claimed, each once. */
export function claimsOf(items: readonly Item[]): string[] {
	const first = new Map<string, Item>();
	for (const item of items) {
		const other = item.claimedAs === undefined ? undefined : first.get(item.claimedAs);
		if (other === undefined && item.claimedAs !== undefined) first.set(item.claimedAs, item);
		if (item.outcome.state !== 'untouched') item.claimedAs = undefined;
		else item.sameAs = other;
	}
	return Array.from(first).flatMap(([claimedAs, item]) => (isOpen(item) ? [claimedAs] : []));
}

/** Whom an item of a test is for in production. */
function customerOf(index: number, run: ItemRun): Item['inProduction'] {
	try {
		return { recipient: run.customerOf(index) };
	} catch (error) {
		return { refusal: failureOf(error).message };
	}
}

/** The first key that messages to several recipients have: at most one of them is sent, at least in production. */
export function sharedKeyIn(items: readonly Item[]): SharedKey | undefined {
	const recipientsOf = new Map<string, Set<string>>();
	for (const { messageKey, inProduction, recipient } of items) {
		const customer = inProduction ?? { recipient: recipient ?? '' };
		if (messageKey === undefined || !('recipient' in customer)) continue;
		const recipients = recipientsOf.get(messageKey) ?? new Set();
		recipientsOf.set(messageKey, recipients.add(customer.recipient));
	}
	const shared = Array.from(recipientsOf).find(([, { size }]) => size > 1);
	return shared && { key: shared[0], recipients: shared[1].size };
}

/** The items of a test that production would refuse for whom they are for. */
export function refusedInProduction(items: readonly Item[]): Refusals | undefined {
	const refused = items.flatMap(({ index, inProduction }) =>
		inProduction !== undefined && 'refusal' in inProduction
			? [{ index, why: inProduction.refusal }]
			: [],
	);
	return refused[0] && { count: refused.length, first: refused[0] };
}

/** Claims an item's message, and gives the item its outcome where it is not to be sent. Throws a FailureError. */
export async function claim(item: Item, run: ItemRun, keys: MessageKeys): Promise<void> {
	if (item.claimedAs !== undefined) {
		const found = await keys.claim(item.claimedAs);
		// What counted as sent comes out as it did before.
		const wasTreatedAsSent =
			item.earlier !== undefined && run.options.unknownOutcome === 'treatAsSent';
		if (found === 'sent' && !wasTreatedAsSent) skip(item);
		if (found === 'unknown') item.earlier ??= { unknown: CUT_OFF };
	}
	if (isOpen(item) && run.options.unknownOutcome !== 'sendAgain') holdBack(item, run);
}

/** Notes what became of an item's claim. */
export function conclude({ claimedAs, sameAs, outcome }: Item, keys: MessageKeys): void {
	if (claimedAs !== undefined && sameAs === undefined && outcome.state !== 'untouched')
		keys.conclude(claimedAs, CONCLUSIONS[outcome.state]);
}

const CONCLUSIONS: Record<Exclude<Outcome['state'], 'untouched'>, Conclusion> = {
	done: 'sent',
	skipped: 'sent',
	unknown: 'unknown',
	failed: 'notSent',
};

/** A message that may have arrived earlier may have arrived still, whatever becomes of it now. */
export function fail(
	item: Item,
	run: ItemRun,
	failure: Failure,
	state: FailedOutcome['state'],
): void {
	const { recipient, earlier } = item;
	const isUnknown = state === 'unknown' || earlier !== undefined;
	item.outcome =
		isUnknown && run.options.unknownOutcome === 'treatAsSent'
			? { state: 'done', results: [unknownItem(failure, recipient)], isUnknown }
			: { state: isUnknown ? 'unknown' : 'failed', failure, recipient };
}

/** What the run comes to for an item that was not its turn; takes the failure that all such items share. */
export function concludeUntouched(item: Item, run: ItemRun, shared: Failure | undefined): void {
	if (item.sameAs !== undefined) followFirst(item, item.sameAs);
	if (item.outcome.state === 'untouched') holdBack(item, run);
	if (item.outcome.state === 'untouched' && shared !== undefined) fail(item, run, shared, 'failed');
}

/** Leaves a message unsent whose outcome an earlier try left unknown. */
function holdBack(item: Item, run: ItemRun): void {
	if (item.earlier === undefined || !('unknown' in item.earlier)) return;
	fail(item, run, item.earlier.unknown, 'unknown');
	if (isFailure(item.outcome)) item.outcome.isHeldBack = true;
}

function skip(item: Item): void {
	item.outcome = { state: 'skipped', reason: 'alreadySent', messageKey: item.messageKey };
}

/** Where the first message with a key was sent, the others are not; where it failed, they fail alike. */
function followFirst(item: Item, { outcome }: Item): void {
	if (isFailure(outcome)) item.outcome = { ...outcome, recipient: item.recipient };
	else if (outcome.state !== 'untouched') skip(item);
}
