import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { canRetry, type Failure, sharedByTries } from '../basics';

/** What identifies a message. */
export interface Message {
	index: number;
	recipient: string;
	/** The user's key, which together with the recipient identifies the message in every execution. */
	key?: string;
}

/** The name under which every execution knows a message that has a key. */
export function nameByKey({ key, recipient }: Message): string | undefined {
	return key === undefined ? undefined : JSON.stringify([key, recipient]);
}

/** Maps each message that repeats an earlier one's key and recipient to the last such message before it. */
export function repeatsIn(messages: readonly Message[]): Map<Message, Message> {
	const latest = new Map<string, Message>();
	const repeats = new Map<Message, Message>();
	for (const message of messages) {
		const name = nameByKey(message);
		if (name === undefined) continue;
		const before = latest.get(name);
		if (before !== undefined) repeats.set(message, before);
		latest.set(name, message);
	}
	return repeats;
}

/** What this run has made of a message: the first response and what the recipient got, or why nobody knows that. */
export type OwnRecord =
	| { status: 'sent'; response: IDataObject; text?: string }
	| { status: 'unknown'; reason: Failure }
	| { status: 'new'; reason?: Failure };

type Entry = OwnRecord & { operation: string; recipient: string };

/**
 * By the item's index. An item has several if one retry changes its recipient and the next one changes it back, which must
 * not send the first message again.
 */
type Entries = Record<number, Entry[]>;

/** Kept for Retry On Fail in this process: with 'On Error: Continue' it even repeats a run that ended well. */
const entriesOfRun = new WeakMap<object, Entries>();

/** What became of a run's messages, for its own tries and for retries of its execution. */
export class SentLog {
	readonly runIndex: string;

	/** By the run's index, in the data that n8n stores with an execution. */
	private readonly stored: { records?: Record<string, Entries> };

	private readonly entries: Entries;

	/** @param operation what the node does, such as `message.send` */
	constructor(
		context: IExecuteFunctions,
		readonly operation: string,
	) {
		this.stored = canRetry(context.getNode()) ? context.getContext('node') : {};
		this.runIndex = String(context.getWorkflowDataProxy(0).$runIndex);
		const run = sharedByTries(context);
		this.entries = this.stored.records?.[this.runIndex] ?? entriesOfRun.get(run) ?? {};
		entriesOfRun.set(run, this.entries);
		// A try after a run that ended well may also be cut off, and only what is stored survives that.
		if (Object.keys(this.entries).length > 0) this.store();
	}

	/** Whether the node has run before in this execution, as in a loop. */
	get isLaterRound(): boolean {
		return this.runIndex !== '0';
	}

	/** What became of a message in earlier tries of this run, and in this one. */
	recordOf({ index, recipient }: Message): OwnRecord {
		return this.entries[index]?.find((entry) => this.isOf(entry, recipient)) ?? { status: 'new' };
	}

	/** To whom an earlier try has sent this item's message. */
	recipientOf(index: number): string | undefined {
		const ofItem = this.entries[index]?.filter((entry) => entry.operation === this.operation);
		return ofItem?.at(-1)?.recipient;
	}

	record({ index, recipient }: Message, status: OwnRecord): void {
		const others = (this.entries[index] ?? []).filter((entry) => !this.isOf(entry, recipient));
		this.entries[index] = [...others, { operation: this.operation, recipient, ...status }];
		this.store();
	}

	/** Removes the run from what n8n stores, once it has ended without an error. */
	forget(): void {
		delete this.stored.records?.[this.runIndex];
		if (Object.keys(this.stored.records ?? {}).length === 0) delete this.stored.records;
	}

	private isOf(entry: Entry, recipient: string): boolean {
		return entry.operation === this.operation && entry.recipient === recipient;
	}

	private store(): void {
		this.stored.records ??= {};
		this.stored.records[this.runIndex] = this.entries;
	}
}
