import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isTool } from '../../primitives/tool';
import { FailureError, type Failure } from '../../primitives/failure';
import { Claims } from './claims';
import { SYSTEM_CLOCK } from '../../primitives/clock';
import { strongest, type Fate } from './fate';
import { SentList } from './list';
import { beginningOf, SentLog, type Delivery, type Message } from './log';
import { PASTED, tooManyKeys } from './refusals';

/** How many messages to claim before their turn, at most. */
const MAX_AHEAD = 200;

/** How many message keys a node remembers. */
const KEYS_REMEMBERED = 10_000;

/** How many seconds before their turn to claim messages, if they are paced. */
const SECONDS_AHEAD = 2;

/** How many milliseconds a cancelled execution waits until it is written what became of its messages. */
const MAX_WAIT_IF_CANCELLED = 5000;

/** Why a message may have arrived, or has, if only other executions say so. */
const DOUBTS: Record<Exclude<Fate, 'new'>, Failure> = {
	unknown: cutOff('An earlier execution left it unknown whether the message arrived'),
	underWay: cutOff('Another execution began to send it, and has not said what became of it'),
	sent: cutOff('The message was sent before'),
};

interface Settings {
	/** 0 for no limit. */
	messagesPerSecond: number;
	/** Aborted when nothing more is sent. */
	stop: AbortSignal;
}

/**
 * What is known of a run's messages, so that none is sent twice. A message is claimed before it leaves, and concluded
 * when its outcome is known; when all have ended, the memory is closed.
 *
 * Retries of an execution know a message by the original execution, the run, the item, the operation and the recipient;
 * other executions by its key and recipient. The content plays no part: a retry brings the same items, and a
 * corrected text is no new message.
 */
export class Memory {
	private readonly log: SentLog;

	/** None if no other execution sends the run's messages. */
	private claims?: Claims<Message>;

	/** Of the messages that are claimed, what was known of them. */
	private readonly fates = new Map<number, Fate>();

	/** @param operation such as `template.send` */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: string,
		private readonly keysRemembered = KEYS_REMEMBERED,
	) {
		this.log = new SentLog(context, operation);
	}

	/** The service's response, if an earlier try of this run has sent the message. */
	responseTo(message: Message): IDataObject | undefined {
		const earlier = this.log.recall(message);
		return earlier !== undefined && 'response' in earlier ? earlier.response : undefined;
	}

	/** To whom an earlier try of this run has sent a message of this item. */
	recipientOf(index: number): string | undefined {
		return this.log.recipientOf(index);
	}

	/** Why a message may have arrived before, or has; undefined if it cannot. */
	doubtOf(message: Message): Failure | undefined {
		const fate = this.fates.get(message.index) ?? 'new';
		return this.ownDoubtOf(message) ?? (fate === 'new' ? undefined : DOUBTS[fate]);
	}

	/**
	 * Prepares to claim messages, given in sending order. Throws a FailureError if other executions could not know all of
	 * them.
	 */
	begin(messages: readonly Message[], settings: Settings): void {
		const { context, operation, keysRemembered } = this;
		const { messagesPerSecond, stop } = settings;
		const { executionId, nodeId } = beginningOf(context);
		// Without keys, only retries send the same messages. And each call of an agent's tool sends a different one.
		const isRetry = executionId !== context.getExecutionId() && !isTool(context.getNode());
		if (isRetry && nodeId !== context.getNode().id) throw new FailureError(PASTED);
		const hasKeys = messages.some(({ key }) => key !== undefined);
		if (!isRetry && !hasKeys) return;
		if (hasKeys && messages.length > keysRemembered)
			throw new FailureError(tooManyKeys(messages.length, keysRemembered));
		const { runIndex } = this.log;
		const paced = messagesPerSecond > 0 ? Math.ceil(SECONDS_AHEAD * messagesPerSecond) : Infinity;
		this.claims = new Claims({
			list: new SentList(context),
			messages,
			namesOf: ({ index, recipient, key }) => [
				...(key === undefined ? [] : [JSON.stringify([key, recipient])]),
				...(isRetry
					? [JSON.stringify(['retry', executionId, runIndex, index, operation, recipient])]
					: []),
			],
			ahead: Math.min(paced, MAX_AHEAD),
			// For each of its two names a message has one entry, and another one while it is under way.
			maxEntries: 2 * Math.max(keysRemembered, messages.length) + 10 * MAX_AHEAD,
			stop,
		});
	}

	/**
	 * Claims a message, and returns the strongest of what is known of it: by this run's earlier tries, by its key, by the
	 * execution that is retried. Undefined if the run was stopped. Throws a FailureError if n8n's database fails.
	 */
	async claim(message: Message): Promise<Fate | undefined> {
		const found = this.claims === undefined ? 'new' : await this.claims.claim(message);
		if (found === undefined) return undefined;
		this.fates.set(message.index, found);
		return strongest([found, this.ownDoubtOf(message) === undefined ? 'new' : 'unknown']);
	}

	/** Notes what became of a message that left. */
	record(message: Message, delivery: Delivery): void {
		this.log.record(message, delivery);
	}

	/** Tells other executions what became of a claimed message: whether it was sent, or is treated so. */
	conclude(message: Message, isSent: boolean): void {
		const own = this.log.recall(message);
		const found = this.fates.get(message.index);
		// If one name says sent, the other becomes unknown: the item may have got its key since.
		const isUnknown = found === 'sent' || (own !== undefined && 'unknown' in own);
		// An execution that has the message under way says itself what became of it.
		const end = isSent && found !== 'underWay' ? 'sent' : isUnknown ? 'unknown' : 'new';
		this.claims?.conclude(message, end);
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

	/** Forgets what its own tries have sent, once the run has ended without an error. */
	forget(): void {
		this.log.forget();
	}

	private ownDoubtOf(message: Message): Failure | undefined {
		const own = this.log.recall(message);
		return own && ('unknown' in own ? own.unknown : DOUBTS.sent);
	}
}

function cutOff(message: string): Failure {
	return { kind: 'noResponse', message, advice: '' };
}
