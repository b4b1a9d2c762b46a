import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { type Failure, failureOf, SYSTEM_CLOCK } from '../../../lib/basics';
import { runSchedule } from '../../../lib/traffic';
import type { ItemRecipient } from '../recipient/recipient';
import { filled, isFailure, type Outcome } from '../reporting/outcome';
import { errorItem, type FailedItem } from '../reporting/runReport';
import type { DeliveryOptions } from './prepared';
import { Stop } from './stop';

/** After how many prepared items n8n gets a chance to do something else, such as cancel the execution. */
const PAUSE_EVERY = 100;

/** With a pace, how many seconds' worth of messages may be claimed and wait: to other executions, they are in progress. */
const MAX_SECONDS_IN_PROGRESS = 5;

export interface Item extends ItemRecipient {
	index: number;
}

/**
 * The items of a run that has begun, and their outcomes: only this goes through all items, pairs output with input, and
 * continues on fail. (`failedRun` does so for a run that cannot begin.)
 */
export class ItemLoop {
	readonly items: Item[];

	/** By item; `untouched` until the item is decided. */
	readonly outcomes: Outcome[];

	readonly stop: Stop;

	/** @param failed returns the outcome of an item that fails before its request leaves */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly options: DeliveryOptions,
		private readonly failed: (item: Item, failure: Failure) => Outcome,
	) {
		this.items = context.getInputData().map((_, index) => ({ index }));
		this.outcomes = this.items.map(() => ({ state: 'untouched' }));
		this.stop = new Stop(context);
	}

	isOpen({ index }: Item): boolean {
		return this.outcomes[index]?.state === 'untouched';
	}

	/** Without 'On Error: Continue', the item whose failure is the run's error: the first that failed now, or else was held back. */
	get failedItem(): FailedItem | undefined {
		if (this.stop.continues) return undefined;
		const failed = this.outcomes.flatMap((outcome, index) =>
			isFailure(outcome) ? [{ index, outcome }] : [],
		);
		return failed.find(({ outcome }) => !outcome.isHeldBack) ?? failed[0];
	}

	/**
	 * Prepares open items, several at a time because a step may ask the service, and returns the results in order. An item
	 * whose step throws fails; nothing has been sent yet.
	 */
	async prepare<From extends Item, To extends object>(
		items: readonly From[],
		step: (item: From) => To | undefined | Promise<To | undefined>,
	): Promise<To[]> {
		const prepared = new Map<From, To | undefined>();
		let pause: Promise<void> | undefined;
		await runSchedule({
			tasks: items.filter((item) => this.isOpen(item)),
			limit: this.options.parallelSends,
			stop: this.stop.signal,
			run: async (item) => {
				if (item.index > 0 && item.index % PAUSE_EVERY === 0)
					pause = SYSTEM_CLOCK.wait(1, this.stop.signal);
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

	/** Delivers items, many at a time but only one for each recipient, and stops when the policy says so. */
	async deliver<Task extends Item>(
		tasks: readonly Task[],
		step: (task: Task) => Promise<Outcome>,
	): Promise<void> {
		const { messagesPerSecond, parallelSends } = this.options;
		const paced = messagesPerSecond > 0 ? MAX_SECONDS_IN_PROGRESS * messagesPerSecond : Infinity;
		await runSchedule({
			tasks,
			recipientOf: ({ recipient }) => recipient,
			limit: Math.min(parallelSends, Math.ceil(paced)),
			stop: this.stop.signal,
			run: async (task) => {
				const outcome = await step(task).catch((error) => this.failed(task, failureOf(error)));
				this.outcomes[task.index] = outcome;
				if (isFailure(outcome)) this.stop.noteFailure(outcome);
			},
		});
	}

	/** Items that were never reached fail for the reason that stopped the run, unless the run's error already tells it. */
	failUnreached(items: readonly Item[]): void {
		const { reason } = this.stop;
		if (reason === undefined || this.failedItem !== undefined) return;
		for (const item of items)
			if (this.isOpen(item)) this.outcomes[item.index] = this.failed(item, reason);
	}

	output(): INodeExecutionData[][] {
		return [this.outcomes.flatMap((outcome, index) => this.outputOf(outcome, index))];
	}

	private outputOf(outcome: Outcome, index: number): INodeExecutionData[] {
		if (isFailure(outcome)) return [errorItem(this.context, outcome, index)];
		const pairedItem = { item: index };
		if (outcome.state === 'skipped') {
			const { recipient, reason, messageKey } = outcome;
			const json = filled({ recipient, status: 'skipped', skipped: true, reason, messageKey });
			return [{ json, pairedItem }];
		}
		// Only a cancelled execution leaves items untouched, and n8n drops its output.
		return outcome.state === 'done' ? outcome.results.map((json) => ({ json, pairedItem })) : [];
	}
}
