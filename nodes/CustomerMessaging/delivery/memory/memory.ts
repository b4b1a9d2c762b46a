import type { IExecuteFunctions } from 'n8n-workflow';
import { SYSTEM_CLOCK } from '../../primitives/clock';
import { FailureError, failureOf, type Failure } from '../../primitives/failure';
import { originalExecutionOf } from '../../primitives/originalExecution';
import { isTool } from '../../primitives/tool';
import { claimMessage, type Claim, type Claiming, type ClaimSettings } from './claim';
import { PASTED, tooManyKeys } from './database';
import { SentList, type Change } from './list';
import { nameByKey, type Message, type SentLog } from './log';

/** How many messages are claimed together; if they are paced, at most one second's worth. */
const PART = 100;

const KEYS_REMEMBERED = 10_000;

/** How many milliseconds a cancelled execution waits for its messages' fates to be written. */
const MAX_WAIT_IF_CANCELLED = 5000;

interface Settings {
	/** 0 for no limit. */
	messagesPerSecond: number;
	/** Aborted once nothing more may be sent. */
	stop: AbortSignal;
}

/**
 * Keeps a run from sending a message twice: the log has what its own tries have sent, the list has what other executions
 * have sent. Each message is claimed shortly before it leaves, and the claim is concluded when the outcome is known.
 *
 * Retries of an execution know a message by the original execution, the run, the item, the operation and the recipient;
 * other executions know it by its key and recipient. The content does not count: a retry brings the same items, and a
 * corrected text is no new message.
 */
export class Memory {
	private readonly positions: Map<Message, number>;

	private readonly partSize: number;

	/** Why other executions could not learn of all messages. */
	private readonly refusal?: Failure;

	private readonly claims = new Map<Message, Promise<Claiming>>();

	private readonly settings: ClaimSettings;

	private readonly isRetry: boolean;

	private readonly writing = new Set<Promise<void>>();

	private unwritten: Array<{ change: Change; failure: Failure }> = [];

	/** @param messages in the order in which they are sent */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly log: SentLog,
		private readonly messages: readonly Message[],
		{ messagesPerSecond, stop }: Settings,
		keysRemembered = KEYS_REMEMBERED,
	) {
		const { executionId, nodeId } = originalExecutionOf(context);
		// Without keys, only retries send the same messages, and each call of an agent's tool sends a different one.
		this.isRetry = executionId !== context.getExecutionId() && !isTool(context.getNode());
		if (this.isRetry && nodeId !== context.getNode().id) this.refusal = PASTED;
		else if (messages.length > keysRemembered && messages.some(({ key }) => key !== undefined))
			this.refusal = tooManyKeys(messages.length, keysRemembered);
		this.partSize = messagesPerSecond > 0 ? Math.min(PART, Math.ceil(messagesPerSecond)) : PART;
		this.positions = new Map(messages.map((message, position) => [message, position]));
		// A message has up to two names, each with three entries while it is under way.
		const maxEntries = 6 * Math.max(keysRemembered, messages.length) + 20 * PART;
		const list = new SentList(context, maxEntries);
		this.settings = { list, stop, write: (change) => this.write(change) };
	}

	/**
	 * Claims a message whose turn has come; undefined if the run was stopped first. The first message of a part has this part
	 * and the next one claimed, so that the others need not wait. Throws a FailureError if n8n's database fails or other
	 * executions could not learn of all messages.
	 */
	async claim(message: Message): Promise<Claim | undefined> {
		if (this.refusal !== undefined) throw new FailureError(this.refusal);
		const part = Math.floor((this.positions.get(message) ?? 0) / this.partSize);
		for (const each of [part, part + 1]) this.claimPart(each);
		const { claim, failure } = (await this.claims.get(message)) ?? {};
		if (failure !== undefined) throw new FailureError(failure);
		return claim;
	}

	/** Gives back the messages that were claimed and not sent, and writes all conclusions; returns why some could not be saved. */
	async close(isCancelled: boolean): Promise<Failure | undefined> {
		const closing = this.giveBack();
		if (!isCancelled) return await closing;
		// What is not written by then is written later, or counts as under way.
		const ended = new AbortController();
		const longest = SYSTEM_CLOCK.wait(MAX_WAIT_IF_CANCELLED, ended.signal);
		return (await Promise.race([closing, longest]).finally(() => ended.abort())) ?? undefined;
	}

	private claimPart(part: number): void {
		const start = part * this.partSize;
		for (const message of this.messages.slice(start, start + this.partSize)) {
			if (this.claims.has(message)) return;
			const { fate } = this.log.fateOf(message);
			this.claims.set(message, claimMessage(this.namesOf(message), fate, this.settings));
		}
	}

	private namesOf(message: Message): string[] {
		const { runIndex, operation } = this.log;
		const { executionId } = originalExecutionOf(this.context);
		const retried = ['retry', executionId, runIndex, message.index, operation, message.recipient];
		return [nameByKey(message) ?? [], this.isRetry ? JSON.stringify(retried) : []].flat();
	}

	private async giveBack(): Promise<Failure | undefined> {
		const claims = await Promise.all(this.claims.values());
		for (const { claim } of claims) claim?.conclude('new');
		await this.written();
		for (const { change } of this.unwritten.splice(0)) this.write(change);
		await this.written();
		return this.unwritten[0]?.failure;
	}

	private write(change: Change): void {
		const writing = this.settings.list
			.change(change)
			.then(
				() => {},
				(error) =>
					void this.unwritten.push({
						change: { ...change, isAgain: true },
						failure: failureOf(error),
					}),
			)
			.finally(() => this.writing.delete(writing));
		this.writing.add(writing);
	}

	private async written(): Promise<void> {
		this.settings.list.hurry();
		await Promise.all(this.writing);
	}
}
