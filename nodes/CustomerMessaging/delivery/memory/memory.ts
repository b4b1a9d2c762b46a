import type { IExecuteFunctions } from 'n8n-workflow';
import { SYSTEM_CLOCK } from '../../primitives/clock';
import { FailureError, failureOf, type Failure } from '../../primitives/failure';
import { originalExecutionOf } from '../../primitives/originalExecution';
import { isTool } from '../../primitives/tool';
import { PASTED, tooManyKeys } from './database';
import { strongest, type Conclusion, type DECISIONS, type Fate, type Known } from './fate';
import { SentList } from './list';
import { nameByKey, type Message, type OwnFate, type SentLog } from './log';

/** How many messages are claimed together; if they are paced, at most one second's worth. */
const PART = 100;

const KEYS_REMEMBERED = 10_000;

/** How many milliseconds a cancelled execution waits for its messages' fates to be written. */
const MAX_WAIT_IF_CANCELLED = 5000;

/** Why a message that only other executions know of may have arrived. */
const REASONS: Partial<Record<Fate, Failure>> = {
	underWay: left('Another execution started to send it, and has not reported the result'),
	unknown: left('An earlier execution left it unknown whether the message arrived'),
};

interface Settings {
	/** 0 for no limit. */
	messagesPerSecond: number;
	unknownOutcome: keyof (typeof DECISIONS)[Fate];
	/** Aborted once nothing more may be sent. */
	stop: AbortSignal;
}

/** A claim that has not been concluded: the message's names, and its fate before under each. */
interface Claim {
	names: readonly string[];
	before: readonly Fate[];
}

/**
 * Keeps a run from sending a message twice: the log has what its own tries have sent, the list has what other executions
 * have sent. Each message is claimed shortly before it leaves, and the claim is concluded when the outcome is known. If the
 * process ends before that, the message stays under way until another execution has waited for it in vain; then it is unknown.
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

	private readonly list: SentList;

	/** What is known of each message for which a claim was begun. */
	private readonly known = new Map<Message, Promise<Known | undefined>>();

	private readonly claims = new Map<Message, Claim>();

	private readonly isRetry: boolean;

	private readonly writing = new Set<Promise<void>>();

	private unwritten: Array<{ claim: Claim; conclusion: Conclusion; failure: Failure }> = [];

	/** @param messages in the order in which they are sent */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly log: SentLog,
		private readonly messages: readonly Message[],
		private readonly settings: Settings,
		keysRemembered = KEYS_REMEMBERED,
	) {
		const { executionId, nodeId } = originalExecutionOf(context);
		// Without keys, only retries send the same messages, and each call of an agent's tool sends a different one.
		this.isRetry = executionId !== context.getExecutionId() && !isTool(context.getNode());
		if (this.isRetry && nodeId !== context.getNode().id) this.refusal = PASTED;
		else if (messages.length > keysRemembered && messages.some(({ key }) => key !== undefined))
			this.refusal = tooManyKeys(messages.length, keysRemembered);
		const { messagesPerSecond } = settings;
		this.partSize = messagesPerSecond > 0 ? Math.min(PART, Math.ceil(messagesPerSecond)) : PART;
		this.positions = new Map(messages.map((message, position) => [message, position]));
		// A message that was sent has up to two entries, and up to six while it is under way.
		const maxEntries = 3 * Math.max(keysRemembered, messages.length) + 20 * PART;
		this.list = new SentList(context, maxEntries);
	}

	/**
	 * Claims a message whose turn has come, and returns what this run and others know of it; undefined if the run was stopped
	 * first. The first message of a part has this part and the next one claimed, so that the others need not wait. Throws a
	 * FailureError if n8n's database fails or other executions could not learn of all messages.
	 */
	async claim(message: Message): Promise<Known | undefined> {
		if (this.refusal !== undefined) throw new FailureError(this.refusal);
		const part = Math.floor((this.positions.get(message) ?? 0) / this.partSize);
		for (const each of [part, part + 1]) this.claimPart(each);
		return await this.known.get(message);
	}

	/** Notes what became of a claimed message, for this run and for others; `new` if this execution has not sent it. */
	conclude(message: Message, how: OwnFate | { fate: 'new' }): void {
		if (how.fate !== 'new') this.log.record(message, how);
		const claim = this.claims.get(message);
		if (claim === undefined) return;
		this.claims.delete(message);
		const { fate } = this.log.fateOf(message);
		const isUnknown = strongest([fate, ...claim.before]) === 'unknown';
		const isTreatedAsSent = isUnknown && this.settings.unknownOutcome === 'treatAsSent';
		this.write(claim, isTreatedAsSent ? 'sent' : fate);
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
			if (this.known.has(message)) return;
			const known = this.begin(message);
			// If it fails, that is said when the message's turn comes.
			known.catch(() => {});
			this.known.set(message, known);
		}
	}

	private async begin(message: Message): Promise<Known | undefined> {
		const own = this.log.fateOf(message);
		const names = this.namesOf(message);
		if (names.length === 0) return own;
		const before = await this.list.claim(names, this.settings.stop);
		if (before === undefined) return undefined;
		const fate = strongest([own.fate, ...before]);
		if (fate === 'new' || fate === 'unknown') this.claims.set(message, { names, before });
		return { fate, reason: own.fate === 'unknown' ? own.reason : REASONS[fate] };
	}

	private namesOf(message: Message): string[] {
		const { runIndex, operation } = this.log;
		const { executionId } = originalExecutionOf(this.context);
		const retried = ['retry', executionId, runIndex, message.index, operation, message.recipient];
		return [nameByKey(message) ?? [], this.isRetry ? JSON.stringify(retried) : []].flat();
	}

	private async giveBack(): Promise<Failure | undefined> {
		await Promise.allSettled(this.known.values());
		for (const claim of this.claims.values()) this.write(claim, 'new');
		await this.written();
		for (const { claim, conclusion } of this.unwritten.splice(0))
			this.write(claim, conclusion, true);
		await this.written();
		return this.unwritten[0]?.failure;
	}

	private write(claim: Claim, conclusion: Conclusion, isAgain = false): void {
		const writing = this.list
			.conclude(claim.names, claim.before, conclusion, isAgain)
			.catch((error) => {
				this.unwritten.push({ claim, conclusion, failure: failureOf(error) });
			})
			.finally(() => this.writing.delete(writing));
		this.writing.add(writing);
	}

	private async written(): Promise<void> {
		this.list.hurry();
		await Promise.all(this.writing);
	}
}

function left(message: string): Failure {
	return { kind: 'noResponse', message, advice: '' };
}
