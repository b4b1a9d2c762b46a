import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { errorItem, type FailedItem } from '../reporting/failureWords';
import { isFailure, skippedItem, type Addressee, type Outcome } from '../reporting/outcome';
import { inSentence } from '../primitives/sentences';
import type { Result } from '../service/responsePolicy';
import { failureOf, type Failure } from '../primitives/failure';
import { RETRY_POLICY } from '../service/retryPolicy';
import { SYSTEM_CLOCK } from '../primitives/clock';
import type { DeliveryOptions } from './job';
import { runSchedule } from './schedule';

/** After how many prepared items n8n gets a chance to do something else, such as cancel the execution. */
const PAUSE_EVERY = 100;

/** After how many messages in a row that the service has not clearly answered a run stops. */
const MAX_UNCLEAR = 20;

/** With a pace, how many seconds' worth of messages may wait for their turn: for other executions, they are under way. */
const MAX_SECONDS_UNDER_WAY = 5;

/** One input item, in whichever phase of the run. */
export interface Item extends Addressee {
	index: number;
}

/**
 * The items of a run and what became of each: the only place that loops over items, pairs output with input, and
 * continues on fail.
 */
export class ItemLoop {
	readonly items: Item[];

	/** By item; `untouched` until the item is decided. */
	readonly outcomes: Outcome[];

	readonly continues: boolean;

	/** Aborted when the run or the execution is stopped: nothing more leaves. */
	readonly stop: AbortSignal;

	/** Why all items whose turn has not come fail too. */
	private stoppedBy?: Failure;

	private unclearInARow = 0;

	private readonly halt = new AbortController();

	private readonly cancelled: AbortSignal | undefined;

	/** @param failed the outcome of an item that fails before its request leaves */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly options: DeliveryOptions,
		private readonly failed: (item: Item, failure: Failure) => Outcome,
	) {
		this.items = context.getInputData().map((_, index) => ({ index }));
		this.outcomes = this.items.map(() => ({ state: 'untouched' }));
		this.continues = context.continueOnFail();
		this.cancelled = context.getExecutionCancelSignal();
		const { signal } = this.halt;
		this.stop = this.cancelled === undefined ? signal : AbortSignal.any([signal, this.cancelled]);
	}

	get isCancelled(): boolean {
		return this.cancelled?.aborted === true;
	}

	isOpen({ index }: Item): boolean {
		return this.outcomes[index]?.state === 'untouched';
	}

	/** The first item that failed now or, if none did, the first that is held back because of an earlier try. */
	get firstFailed(): FailedItem | undefined {
		const failed = this.outcomes.flatMap((outcome, index) =>
			isFailure(outcome) ? [{ index, outcome }] : [],
		);
		return failed.find(({ outcome }) => !outcome.isHeldBack) ?? failed[0];
	}

	/**
	 * Prepares items, several at a time as it may ask the service, and returns what the steps gave, in order. An item
	 * whose step throws fails; nothing has been sent yet.
	 */
	async prepare<From extends Item, To extends object>(
		items: readonly From[],
		step: (item: From) => To | undefined | Promise<To | undefined>,
	): Promise<To[]> {
		const prepared = new Map<From, To | undefined>();
		let pause: Promise<void> | undefined;
		await runSchedule({
			tasks: items,
			limit: this.options.parallelSends,
			stop: this.stop,
			run: async (item) => {
				if (item.index > 0 && item.index % PAUSE_EVERY === 0)
					pause = SYSTEM_CLOCK.wait(1, this.stop);
				await pause;
				try {
					prepared.set(item, await step(item));
				} catch (error) {
					this.outcomes[item.index] = this.failed(item, failureOf(error));
				}
			},
		});
		return items.flatMap((item) => {
			const result = prepared.get(item);
			return result === undefined ? [] : [result];
		});
	}

	/**
	 * Delivers items, many at a time but one at a time for each recipient, and stops where the policy says so.
	 *
	 * @param step returns an item's outcome
	 */
	async deliver<Task extends Item>(
		tasks: readonly Task[],
		step: (task: Task) => Promise<Outcome>,
	): Promise<void> {
		const { messagesPerSecond, parallelSends } = this.options;
		const paced = messagesPerSecond > 0 ? MAX_SECONDS_UNDER_WAY * messagesPerSecond : Infinity;
		await runSchedule({
			tasks,
			recipientOf: ({ recipient }) => recipient,
			limit: Math.min(parallelSends, Math.ceil(paced)),
			stop: this.stop,
			run: async (task) => {
				const outcome = await step(task).catch((error) => this.failed(task, failureOf(error)));
				this.outcomes[task.index] = outcome;
				// A held-back message is no failure of this run, so it stops nothing.
				if (!isFailure(outcome) || outcome.isHeldBack) return;
				const { failure } = outcome;
				if (RETRY_POLICY[failure.kind].isForAll) this.stoppedBy = failure;
				if (this.stoppedBy !== undefined || !this.continues) this.halt.abort();
			},
		});
	}

	/**
	 * Counts the messages in a row that got no clear response, or were given up because of 429, so that a run leaves alone
	 * a service that takes nothing any more, also where the user treats such messages as sent.
	 */
	noteResult(result: Result): void {
		if (result.ok || RETRY_POLICY[result.failure.kind].send === 'fail') this.unclearInARow = 0;
		else if (++this.unclearInARow === MAX_UNCLEAR)
			this.stopWith({
				...result.failure,
				message: `Nothing more was sent after ${MAX_UNCLEAR} errors in a row, the last of which was: ${inSentence(result.failure.message)}`,
			});
	}

	/** Stops the run, so that all items whose turn has not come fail like this. */
	stopWith(failure: Failure): void {
		this.stoppedBy ??= failure;
		this.halt.abort();
	}

	/**
	 * The items that were never reached fail for the reason that stopped the run. Without 'On Error:
	 * Continue' an item that failed already tells it.
	 */
	failUnreached(items: readonly Item[]): void {
		if (this.stoppedBy === undefined || this.isCancelled) return;
		if (!this.continues && this.firstFailed !== undefined) return;
		for (const item of items)
			if (this.isOpen(item)) this.outcomes[item.index] = this.failed(item, this.stoppedBy);
	}

	output(): INodeExecutionData[][] {
		return [this.outcomes.flatMap((outcome, index) => this.outputOf(outcome, index))];
	}

	private outputOf(outcome: Outcome, index: number): INodeExecutionData[] {
		if (isFailure(outcome)) return [errorItem(this.context, outcome, index)];
		const pairedItem = { item: index };
		if (outcome.state === 'skipped') return [{ json: skippedItem(outcome), pairedItem }];
		// Only a cancelled execution leaves items untouched, and n8n drops its output.
		return outcome.state === 'done' ? outcome.results.map((json) => ({ json, pairedItem })) : [];
	}
}
