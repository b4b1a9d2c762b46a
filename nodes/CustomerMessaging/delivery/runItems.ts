import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { failureOf, type Failure } from '../transport/failure';
import type { Service } from '../transport/service';
import { SYSTEM_CLOCK } from './clock';
import type { ItemRun, Job } from './job';
import { openLedger, type Delivery, type Ledger } from './ledger';
import {
	errorItem,
	isFailure,
	runError,
	stateAfter,
	unknownItem,
	type FailedOutcome,
	type Outcome,
} from './outcome';
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
	const unchecked = new Set<string>();
	await prepareAll(items, run, ledger, unchecked, stop);
	throwAt(items.find(failedInThisTry));

	const request =
		kind === 'read'
			? run.read
			: createRequestWithRetries({
					service,
					options,
					kind,
					known: run.known,
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
			await deliver(item, run, request, ledger);
			if (!isFailure(item.outcome)) return;
			if (RETRY_POLICY[item.outcome.failure.kind][kind] === 'failAll')
				shared = item.outcome.failure;
			if (shared !== undefined || !continues) halt.abort();
		},
	});
	for (const item of items)
		concludeUntouched(item, run, continues && !cancelled?.aborted ? shared : undefined);
	for (const message of unchecked) context.addExecutionHints({ message, type: 'warning' });

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
	unchecked: Set<string>,
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
				const whyUnchecked = await prepare(item, run, ledger);
				if (whyUnchecked !== undefined) unchecked.add(whyUnchecked);
			} catch (error) {
				item.job = undefined;
				// Whatever was asked of the service so far changes nothing.
				fail(item, run, failureOf(error), 'failed');
			}
		},
	});
}

/**
 * Gives an item its outcome, where an earlier try knows it, or else its job. Gives why it could not be compared with
 * its template, where it should have been.
 */
async function prepare(
	item: Item,
	run: ItemRun,
	ledger: Ledger | undefined,
): Promise<string | undefined> {
	const { index } = item;
	const recipient = run.recipientOf(index);
	item.recipient = recipient || undefined;
	item.earlier = ledger?.find(index, recipient);
	if (item.earlier !== undefined && 'answer' in item.earlier) {
		item.outcome = { state: 'done', results: [run.sentItem(item.earlier.answer, recipient)] };
	} else if (item.earlier !== undefined && run.options.unknownOutcome !== 'sendAgain') {
		holdBack(item, run, item.earlier.unknown);
	} else {
		const job = run.prepare(index, recipient);
		item.job = job instanceof Promise ? await job : job;
		return run.options.checkVariables ? await item.job.check?.() : undefined;
	}
	return undefined;
}

/** Delivers one item's job and notes in the ledger that it has left. */
async function deliver(
	item: Item,
	run: ItemRun,
	request: RequestWithRetries,
	ledger: Ledger | undefined,
): Promise<void> {
	const { index, job, recipient = '' } = item;
	const answer = await request(job!.request);
	if (answer === undefined) return;
	// Thousands of messages that are done need not wait in memory for the rest.
	item.job = undefined;
	if (answer.ok && run.kind === 'read') {
		item.outcome = { state: 'done', results: job!.results?.(answer.objects) ?? answer.objects };
	} else if (answer.ok) {
		ledger?.record(index, recipient, { answer: answer.objects[0]! });
		item.outcome = { state: 'done', results: [run.sentItem(answer.objects[0]!, recipient)] };
	} else {
		const state = stateAfter(answer.failure, run.kind);
		if (state === 'unknown') ledger?.record(index, recipient, { unknown: answer.failure });
		fail(item, run, answer.failure, state);
	}
}

/** A message that may have arrived earlier may have arrived still, whatever becomes of it now. */
function fail(item: Item, run: ItemRun, failure: Failure, state: FailedOutcome['state']): void {
	const { recipient, earlier } = item;
	const isUnknown = state === 'unknown' || earlier !== undefined;
	item.outcome =
		isUnknown && run.options.unknownOutcome === 'treatAsSent'
			? { state: 'done', results: [unknownItem(failure, recipient)] }
			: { state: isUnknown ? 'unknown' : 'failed', failure, recipient };
}

function holdBack(item: Item, run: ItemRun, failure: Failure): void {
	fail(item, run, failure, 'unknown');
	if (isFailure(item.outcome)) item.outcome.isHeldBack = true;
}

/** What the run comes to for an item that it stopped before; takes the failure that all such items share. */
function concludeUntouched(item: Item, run: ItemRun, shared: Failure | undefined): void {
	if (item.outcome.state !== 'untouched') return;
	const { earlier } = item;
	if (earlier !== undefined && 'unknown' in earlier) holdBack(item, run, earlier.unknown);
	else if (shared !== undefined) fail(item, run, shared, 'failed');
}

/** What failed in this try; what an earlier one left unknown does not keep the other items from being sent. */
function failedInThisTry({ outcome }: Item): boolean {
	return isFailure(outcome) && !outcome.isHeldBack;
}
