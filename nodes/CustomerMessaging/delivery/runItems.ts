import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { failureOf, type Failure } from '../transport/failure';
import type { Service } from '../transport/service';
import { SYSTEM_CLOCK } from './clock';
import type { ItemRun, Job } from './job';
import { openLedger, type Delivery, type Ledger } from './ledger';
import { errorItem, isFailure, runError, stateAfter, type Outcome } from './outcome';
import { createPace } from './pace';
import { createRequestWithRetries, type RequestWithRetries } from './requestWithRetries';
import { RETRY_POLICY } from './retryPolicy';
import { runSchedule } from './schedule';

/** One input item on its way through a run. */
interface Item {
	index: number;
	recipient?: string;
	/** What an earlier try of this run knows of its message. */
	earlier?: Delivery;
	/** What is still to be asked of the service. */
	job?: Job;
	outcome: Outcome;
}

/** How many items are prepared before n8n gets to do something else, such as cancel the execution. */
const ITEMS_AT_ONCE = 100;

/**
 * Runs an operation over all input items: the one owner of the item loop, of pairing and of
 * continue-on-fail.
 *
 * Every item is prepared and checked before the first message leaves. Then requests run in
 * parallel, in order for each recipient; the output is in input order.
 *
 * Takes n8n's context, the service, and the run. Returns n8n's output. Throws a NodeApiError or
 * NodeOperationError for the first failed item where the node does not continue on fail; by then
 * every message in flight has its outcome.
 */
export async function runItems(
	context: IExecuteFunctions,
	service: Service,
	run: ItemRun,
): Promise<INodeExecutionData[][]> {
	const node = context.getNode();
	const continues = context.continueOnFail();
	const cancelled = context.getExecutionCancelSignal();
	const halt = new AbortController();
	const stop = cancelled === undefined ? halt.signal : AbortSignal.any([halt.signal, cancelled]);
	const { kind, options } = run;
	const items = context
		.getInputData()
		.map((_, index): Item => ({ index, outcome: { state: 'untouched' } }));
	const throwAt = (item: Item | undefined): void => {
		if (item !== undefined && !continues)
			throw runError(
				node,
				kind,
				items.map(({ outcome }) => outcome),
				item.index,
			);
	};

	const ledger = kind === 'send' ? openLedger(context, run.operation) : undefined;
	await prepareAll(items, run, ledger, stop);
	throwAt(items.find(failedInThisTry));

	const request =
		kind === 'read'
			? run.read
			: createRequestWithRetries({
					service,
					options,
					kind,
					pace: createPace(
						context.getContext('node'),
						options.messagesPerSecond,
						SYSTEM_CLOCK,
						stop,
					),
					clock: SYSTEM_CLOCK,
					stop,
				});
	/** Set by a failure that every further item would share. */
	let shared: Failure | undefined;
	await runSchedule({
		tasks: items.filter(({ job }) => job !== undefined),
		recipientOf: ({ recipient }) => recipient,
		limit: options.parallelSends,
		stop,
		run: async (item) => {
			await deliver(item, kind, request, ledger);
			if (!isFailure(item.outcome)) return;
			if (RETRY_POLICY[item.outcome.failure.kind][kind] === 'failAll')
				shared = item.outcome.failure;
			if (shared !== undefined || !continues) halt.abort();
		},
	});
	for (const item of items)
		concludeUntouched(item, continues && !cancelled?.aborted ? shared : undefined);

	// What an earlier try left unknown is named only where nothing else has failed.
	throwAt(items.find(failedInThisTry) ?? items.find(({ outcome }) => isFailure(outcome)));
	if (!cancelled?.aborted) ledger?.close();
	return [
		items.flatMap(({ index, outcome }): INodeExecutionData[] => {
			if (isFailure(outcome)) return [errorItem(node, outcome, kind, index)];
			// Left untouched only by a cancelled execution, whose output nobody reads.
			return outcome.state === 'done'
				? outcome.results.map((json) => ({ json, pairedItem: { item: index } }))
				: [];
		}),
	];
}

/** Prepares every item, in parallel where the service or n8n's storage has to be asked. */
async function prepareAll(
	items: Item[],
	run: ItemRun,
	ledger: Ledger | undefined,
	stop: AbortSignal,
): Promise<void> {
	let pause: Promise<void> | undefined;
	await runSchedule({
		tasks: items,
		limit: run.options.parallelSends,
		stop,
		run: async (item) => {
			if (item.index > 0 && item.index % ITEMS_AT_ONCE === 0) pause = SYSTEM_CLOCK.wait(1, stop);
			await pause;
			try {
				await prepare(item, run, ledger);
			} catch (error) {
				item.job = undefined;
				// Whatever was asked of the service so far changes nothing.
				fail(item, failureOf(error), 'read');
			}
		},
	});
}

/** Gives an item its outcome, where an earlier try knows it, or else its job. */
async function prepare(
	item: Item,
	{ options, recipientOf, prepare: makeJob }: ItemRun,
	ledger: Ledger | undefined,
): Promise<void> {
	const recipient = recipientOf(item.index);
	item.recipient = recipient || undefined;
	item.earlier = ledger?.find(item.index, recipient);
	if (item.earlier !== undefined && 'answer' in item.earlier) {
		item.outcome = { state: 'done', results: [item.earlier.answer] };
	} else if (item.earlier !== undefined && !options.resendUnknown) {
		holdBack(item, item.earlier.unknown);
	} else {
		const job = makeJob(item.index, recipient);
		item.job = job instanceof Promise ? await job : job;
		if (options.checkVariables) await item.job.check?.();
	}
}

/** Delivers one item's job and notes in the ledger that it has left. */
async function deliver(
	item: Item,
	kind: 'send' | 'read',
	request: RequestWithRetries,
	ledger: Ledger | undefined,
): Promise<void> {
	const { index, job, recipient = '' } = item;
	const answer = await request(job!.request);
	if (answer === undefined) return;
	// Thousands of messages that are done need not wait in memory for the rest.
	item.job = undefined;
	if (answer.ok) {
		ledger?.record(index, recipient, { answer: answer.objects[0]! });
		item.outcome = { state: 'done', results: job!.results?.(answer.objects) ?? answer.objects };
		return;
	}
	fail(item, answer.failure, kind);
	if (stateAfter(answer.failure, kind, false) === 'unknown')
		ledger?.record(index, recipient, { unknown: answer.failure });
}

function fail(item: Item, failure: Failure, kind: 'send' | 'read'): void {
	item.outcome = {
		state: stateAfter(failure, kind, item.earlier !== undefined),
		failure,
		recipient: item.recipient,
	};
}

function holdBack(item: Item, failure: Failure): void {
	item.outcome = { state: 'unknown', failure, recipient: item.recipient, isHeldBack: true };
}

/** What the run comes to for an item that it stopped before; takes the failure that all such items share. */
function concludeUntouched(item: Item, shared: Failure | undefined): void {
	if (item.outcome.state !== 'untouched') return;
	if (item.earlier !== undefined && 'unknown' in item.earlier) holdBack(item, item.earlier.unknown);
	else if (shared !== undefined)
		item.outcome = { state: 'failed', failure: shared, recipient: item.recipient };
}

/** What failed in this try; what an earlier one left unknown does not keep the other items from being sent. */
function failedInThisTry({ outcome }: Item): boolean {
	return isFailure(outcome) && !outcome.isHeldBack;
}
