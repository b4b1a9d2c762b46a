import type { IExecuteFunctions } from 'n8n-workflow';
import {
	canRetry,
	type Failure,
	FailureError,
	failureOf,
	originalExecutionOf,
	SYSTEM_CLOCK,
} from '../basics';
import { PASTED, tooManyKeys } from './database';
import { SentList } from './list';
import { nameByKey, type Message, type OwnRecord, type SentLog } from './log';
import { claimed, completed, strongest, type Completion, type Status, type Known } from './status';
import type { Change, Store } from './store';

/** How many messages are claimed together; if they are paced, at most one second's worth. */
const BATCH = 100;

const KEYS_REMEMBERED = 10_000;

/** How many milliseconds a cancelled execution waits for its messages' statuses to be written. */
const MAX_WAIT_IF_CANCELLED = 5000;

/** Milliseconds to wait after each try to claim a message that another execution has in progress; none after the last. */
const WAITS = [1000, 2000, 4000, undefined];

/** What became of an attempt to claim a message: the names under which executions know it, and its status before under each. */
interface Claim {
	readonly names: readonly string[];
	readonly before: readonly Status[];
	/** How it ended, once somebody has tried to note that. */
	completion?: Completion;
}

const left = (message: string, advice = ''): Failure => ({ kind: 'noResponse', message, advice });

/** Why a message that only other executions know of may have arrived. */
const REASONS: Partial<Record<Status, Failure>> = {
	inProgress: left(
		'Another execution started to send it, and has not reported the result',
		'Wait until no other execution of this workflow is running',
	),
	unknown: left('An earlier execution left it unknown whether the message arrived'),
};

interface Settings {
	messagesPerSecond: number;
	countsUnknownAsSent: boolean;
	/** Aborted once nothing more may be sent. */
	stop: AbortSignal;
}

/**
 * Keeps a run from sending a message twice: the log has what its own tries have sent, the store has what other executions
 * have sent. Each message is claimed shortly before it leaves, and the claim is completed when the outcome is known. The
 * content does not count: a retry brings the same items, and a corrected text is no new message.
 */
export class Memory {
	private readonly positions: Map<Message, number>;

	private readonly batchSize: number;

	private readonly refusal?: Failure;

	/** What is known of each message for which a claim was begun. */
	private readonly known = new Map<Message, Promise<Known | undefined>>();

	/** Those whose completion is not written. */
	private readonly claims = new Map<Message, Claim>();

	private readonly isRetry: boolean;

	private readonly writing = new Set<Promise<void>>();

	private unwritten?: Failure;

	/** @param messages in the order in which they are sent, without those that repeat another's key */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly log: SentLog,
		private readonly messages: readonly Message[],
		private readonly settings: Settings,
		keysRemembered = KEYS_REMEMBERED,
		// Three entries for each, and three more for each that a retry has in progress, at most three batches (README.md).
		private readonly store: Store = new SentList(
			context,
			3 * (Math.max(keysRemembered, messages.length) + 3 * BATCH),
		),
	) {
		const { executionId, nodeId } = originalExecutionOf(context);
		// Without keys, only retries send the same messages.
		this.isRetry = executionId !== context.getExecutionId() && canRetry(context.getNode());
		if (this.isRetry && nodeId !== context.getNode().id) this.refusal = PASTED;
		else if (messages.length > keysRemembered && messages.some(({ key }) => key !== undefined))
			this.refusal = tooManyKeys(messages.length, keysRemembered);
		this.batchSize = Math.min(BATCH, Math.ceil(settings.messagesPerSecond) || BATCH);
		this.positions = new Map(messages.map((message, position) => [message, position]));
	}

	/**
	 * Claims a message whose turn has come, and returns what this run and others know of it; undefined if the run was stopped
	 * first. The first message of a batch has this batch and the next one claimed, so that the others need not wait. A message
	 * that repeats another's key is claimed by itself, once the other was not sent. Throws a FailureError.
	 */
	async claim(message: Message): Promise<Known | undefined> {
		if (this.refusal !== undefined) throw new FailureError(this.refusal);
		const position = this.positions.get(message) ?? 0;
		const start = position - (position % this.batchSize);
		const batch = this.messages.slice(start, start + 2 * this.batchSize);
		for (const each of [...batch, message]) {
			if (this.known.has(each)) continue;
			const known = this.begin(each);
			// If it fails, that is said when the message's turn comes.
			known.catch(() => {});
			this.known.set(each, known);
		}
		return await this.known.get(message);
	}

	/** Notes what became of a claimed message, for this run and for others; `new` if this execution has not sent it. */
	complete(message: Message, how: OwnRecord): void {
		if (how.status !== 'new') this.log.record(message, how);
		const claim = this.claims.get(message);
		if (claim === undefined) return;
		const { status } = this.log.recordOf(message);
		const isUnknown = strongest([status, ...claim.before]) === 'unknown';
		const countsAsSent = isUnknown && this.settings.countsUnknownAsSent;
		this.write(message, claim, countsAsSent ? 'sent' : status);
	}

	/** Gives back the messages that were claimed and not sent, and writes all completions; returns why some could not be saved. */
	async close(isCancelled: boolean): Promise<Failure | undefined> {
		const closing = this.giveBack();
		if (!isCancelled) return await closing;
		// What is not written by then is written later, or counts as in progress.
		const ended = new AbortController();
		const longest = SYSTEM_CLOCK.wait(MAX_WAIT_IF_CANCELLED, ended.signal);
		return (await Promise.race([closing, longest]).finally(() => ended.abort())) ?? undefined;
	}

	private async begin(message: Message): Promise<Known | undefined> {
		const own = this.log.recordOf(message);
		const names = this.namesOf(message);
		if (names.length === 0) return own;
		const claim = await this.claimInStore(names);
		if (claim === undefined) return undefined;
		const status = strongest([own.status, ...claim.before]);
		if (status === 'new' || status === 'unknown') this.claims.set(message, claim);
		return { status, reason: own.status === 'unknown' ? own.reason : REASONS[status] };
	}

	/**
	 * Announces that this execution is about to send a message, unless it was sent, or another execution has it in progress for
	 * as long as this waits for it. Undefined if the execution was stopped first. Throws a FailureError.
	 */
	private async claimInStore(names: readonly string[]): Promise<Claim | undefined> {
		const { stop } = this.settings;
		for (const wait of WAITS) {
			if (stop.aborted) break;
			const after = (now: readonly Status[]) => claimed(now, wait === undefined);
			const changing = this.store.change({ names, after, looks: true, stop });
			this.store.hurry();
			const before = await changing;
			if (before === undefined) break;
			if (wait === undefined || strongest(before) !== 'inProgress') return { names, before };
			await SYSTEM_CLOCK.wait(wait, stop);
		}
		return undefined;
	}

	/** Notes how a claim ended, a little later. Throws a FailureError; then it may be noted or not, and can be called again. */
	private async completeInStore(claim: Claim, completion: Completion): Promise<void> {
		let isAgain = claim.completion !== undefined;
		claim.completion = completion;
		const { names, before } = claim;
		const after: Change['after'] = (now) => {
			// Once it is new again, another execution may have claimed it.
			if (isAgain && completion === 'new') return now;
			isAgain = true;
			return before.map((one, index) => completed(now[index] ?? 'new', one, completion));
		};
		// An unknown message may be given back by the execution that left it unknown: then 'sent' has to be written anew.
		const looks = completion !== 'sent' || strongest(before) !== 'new';
		await this.store.change({ names, after, looks });
	}

	private namesOf(message: Message): string[] {
		const { runIndex, operation } = this.log;
		const { executionId } = originalExecutionOf(this.context);
		const retried = ['retry', executionId, runIndex, message.index, operation, message.recipient];
		return [nameByKey(message) ?? [], this.isRetry ? JSON.stringify(retried) : []].flat();
	}

	private async giveBack(): Promise<Failure | undefined> {
		await Promise.allSettled(this.known.values());
		// What could not be written is tried again.
		for (let tries = 0; tries < 2; tries++) {
			this.unwritten = undefined;
			for (const [message, claim] of this.claims)
				this.write(message, claim, claim.completion ?? 'new');
			this.store.hurry();
			await Promise.all(this.writing);
		}
		return this.unwritten;
	}

	private write(message: Message, claim: Claim, completion: Completion): void {
		this.claims.delete(message);
		const writing = this.completeInStore(claim, completion)
			.catch((error) => {
				this.claims.set(message, claim);
				this.unwritten = failureOf(error);
			})
			.finally(() => this.writing.delete(writing));
		this.writing.add(writing);
	}
}
