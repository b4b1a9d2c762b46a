import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { FailureError, type Failure } from '../service/failure';
import { beginningOf } from './beginning';
import { Claims } from './claims';
import { SYSTEM_CLOCK } from './clock';
import type { DeliveryOptions } from './job';
import { workflowHistory } from './lock';
import { SentList, type Conclusion, type MessageState } from './sentList';
import { isTool } from '../reporting/tool';
import { objectIn } from '../service/values';

/** What identifies a message. */
export interface Message {
	/** The item's index. */
	index: number;
	recipient: string;
	/** The user's key, which together with the recipient identifies the message in every execution. */
	key?: string;
}

/**
 * What became of a message: the service's first response, or why the outcome is unknown. With `byKey`, the message was
 * not sent because of another one with this key: as long as it has the key, that one says what became of it.
 */
export type Delivery = { response: IDataObject } | { unknown: Failure; byKey?: string };

/** A delivery as n8n stores it with the execution. */
type Entry = Delivery & { operation: string; recipient: string };

/**
 * By the item's index. An item has several if its recipient is changed in one retry and changed back in the next,
 * which must not send the first message again.
 */
type Entries = Record<number, Entry[]>;

/** What the node keeps in the data that n8n stores with an execution. */
interface Stored {
	/** By the run's index. */
	deliveries?: Record<string, Entries>;
}

/** Kept for Retry On Fail in this process: with 'On Error: Continue' it even repeats a run that ended well. */
const entriesOfRun = new WeakMap<object, Entries>();

/** How many messages to claim before their turn, at most. */
const MAX_AHEAD = 200;

/** How many seconds before their turn to claim messages, if they are paced. */
const SECONDS_AHEAD = 2;

/** How many milliseconds a cancelled execution waits until it is written what became of its messages. */
const MAX_WAIT_IF_CANCELLED = 5000;

/**
 * What became of the messages of a run, so that nobody gets one twice.
 *
 * Retries of an execution know a message by the original execution, the run, the item, the operation and the recipient;
 * other executions by its key and recipient. The content plays no part: a retry brings the same items, and nobody wants
 * a corrected text on top of the one that arrived.
 */
export class SentLog {
	private readonly stored: Stored;

	private readonly runIndex: string;

	private readonly isTool: boolean;

	private readonly entries: Entries;

	/** None if nobody else sends the run's messages. */
	private claims?: Claims<Message>;

	/** @param operation such as `template.send` */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: string,
	) {
		this.stored = context.getContext('node');
		this.runIndex = String(context.getWorkflowDataProxy(0).$runIndex);
		this.isTool = isTool(context.getNode());
		const run = sharedByTries(context);
		this.entries = this.storedEntries ?? entriesOfRun.get(run) ?? {};
		entriesOfRun.set(run, this.entries);
		// If this is a try after a run that ended well, it may be cut off too, and only what is stored survives that.
		if (Object.keys(this.entries).length > 0) this.store();
	}

	/** What earlier tries of this run know about a message. */
	recall({ index, recipient }: Message): Delivery | undefined {
		return this.entries[index]?.find((entry) => this.isOf(entry, recipient));
	}

	/** To whom an earlier try of this run has sent a message of this item; undefined if to nobody. */
	recipientOf(index: number): string | undefined {
		const ofOperation = this.entries[index]?.filter(
			({ operation }) => operation === this.operation,
		);
		return ofOperation?.at(-1)?.recipient;
	}

	/**
	 * Prepares to claim messages, given in sending order. Throws a FailureError if other executions could not know all of
	 * them, or if what they know is out of reach.
	 */
	begin(messages: readonly Message[], options: DeliveryOptions, stop: AbortSignal): void {
		const { context } = this;
		const { keysToRemember, messagesPerSecond } = options;
		const { executionId, nodeId } = beginningOf(context);
		// Only retries meet one another: the first execution has nobody to share its messages with but by their keys. And each
		// call of an agent's tool sends a different message.
		const isRetry = executionId !== context.getExecutionId() && !this.isTool;
		if (isRetry && nodeId !== context.getNode().id) throw new FailureError(PASTED);
		if (!isRetry && messages.every(({ key }) => key === undefined)) return;
		if (messages.length > keysToRemember) throw tooMany(messages.length, keysToRemember, isRetry);
		refuseWorkflowHistory(context);
		const { operation, runIndex } = this;
		this.claims = new Claims({
			list: new SentList(context),
			messages,
			namesOf: ({ index, recipient, key }) => [
				...(key === undefined ? [] : [JSON.stringify([key, recipient])]),
				...(isRetry
					? [JSON.stringify(['retry', executionId, runIndex, index, operation, recipient])]
					: []),
			],
			ahead:
				messagesPerSecond > 0
					? Math.min(Math.ceil(SECONDS_AHEAD * messagesPerSecond), MAX_AHEAD)
					: MAX_AHEAD,
			// For each of its two names a message has one entry, and another one while it is under way.
			maxEntries: 2 * keysToRemember + 10 * MAX_AHEAD,
			stop,
		});
	}

	/**
	 * Claims a message, and returns what other executions know about it; undefined if the run was stopped. Throws a
	 * FailureError if n8n cannot tell.
	 */
	async claim(message: Message): Promise<MessageState | undefined> {
		return this.claims === undefined ? 'new' : await this.claims.claim(message);
	}

	/** Records what became of a message that left. */
	record({ index, recipient }: Message, delivery: Delivery): void {
		const others = (this.entries[index] ?? []).filter((entry) => !this.isOf(entry, recipient));
		this.entries[index] = [...others, { operation: this.operation, recipient, ...delivery }];
		this.store();
	}

	/** Tells other executions what became of a claimed message; without this, it was not sent. */
	conclude(message: Message, conclusion: Conclusion): void {
		this.claims?.conclude(message, conclusion);
	}

	/**
	 * Ends the run, even if it was cut short. Returns why n8n could not save what became of some messages, if it could
	 * not.
	 */
	async close(isCancelled: boolean): Promise<Failure | undefined> {
		const closing = this.claims?.close();
		if (!isCancelled) return await closing;
		// What is not written by then is written later, or counts as under way.
		const longest = SYSTEM_CLOCK.wait(MAX_WAIT_IF_CANCELLED, new AbortController().signal);
		return (await Promise.race([closing, longest])) ?? undefined;
	}

	/** Removes the run from what n8n stores, once it has ended without an error. */
	forget(): void {
		delete this.stored.deliveries?.[this.runIndex];
		if (Object.keys(this.stored.deliveries ?? {}).length === 0) delete this.stored.deliveries;
	}

	private isOf(entry: Entry, recipient: string): boolean {
		return entry.operation === this.operation && entry.recipient === recipient;
	}

	/** The calls of an agent's tool may have the same run index. */
	private get storedEntries(): Entries | undefined {
		return this.isTool ? undefined : this.stored.deliveries?.[this.runIndex];
	}

	private store(): void {
		if (this.isTool) return;
		this.stored.deliveries ??= {};
		this.stored.deliveries[this.runIndex] = this.entries;
	}
}

/**
 * What all tries of a run share: n8n's execute data, or a tool call's input, as an agent's calls may share the
 * agent's execute data.
 */
function sharedByTries(context: IExecuteFunctions): object {
	return (
		(isTool(context.getNode()) ? context.getInputData()[0]?.json : undefined) ??
		context.getExecuteData()
	);
}

/**
 * Throws a FailureError if one of n8n's own nodes keeps its history where the lock has to be. The lock finds those that
 * are not connected with this node, too, but cannot name them.
 */
function refuseWorkflowHistory(context: IExecuteFunctions): void {
	const withParameters = { includeNodeParameters: true };
	const { name } = context.getNode();
	const before = context.getParentNodes(name, withParameters);
	const others = [name, ...before.map((node) => node.name)].flatMap((node) =>
		context.getChildNodes(node, withParameters),
	);
	const other = [...before, ...others].find(
		({ type, parameters }) =>
			type === 'n8n-nodes-base.removeDuplicates' &&
			(objectIn(parameters?.options).scope ?? 'node') !== 'node',
	);
	if (other !== undefined) throw workflowHistory(`The node '${other.name}'`);
}

const PASTED: Failure = {
	kind: 'unclaimed',
	message:
		'The node was pasted or added anew since this execution began, so it does not know what other retries have sent',
	advice: "In the executions list, choose 'Retry with original workflow'",
};

function tooMany(count: number, keysToRemember: number, isRetry: boolean): FailureError {
	return new FailureError({
		kind: 'unclaimed',
		message: `${isRetry ? 'This retry has' : 'The items have'} ${count} ${isRetry ? 'messages to send' : 'message keys'}, and 'Message Key Limit' under 'Options' is ${keysToRemember}`,
		advice: `Set 'Message Key Limit' to ${count} or more${isRetry ? '' : ', or send fewer items at a time'}`,
	});
}
