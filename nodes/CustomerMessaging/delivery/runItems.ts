import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { failureOf, type Failure } from '../transport/failure';
import type { Service } from '../transport/service';
import { SYSTEM_CLOCK } from './clock';
import {
	claim,
	claimsOf,
	conclude,
	concludeUntouched,
	fail,
	isOpen,
	recall,
	refusedInProduction,
	sharedKeyIn,
	type Item,
} from './item';
import { isFailure, type Outcome } from './itemOutcome';
import type { ItemRun } from './job';
import { openLedger, type Ledger } from './ledger';
import { openMessageKeys, type MessageKeys } from './messageKeys';
import { errorItem, runError, skippedItem, stateAfter } from './outcome';
import { createPace } from './pace';
import { createRequestWithRetries, type RequestWithRetries } from './requestWithRetries';
import { RETRY_POLICY } from './retryPolicy';
import { summaryHint, unwrittenHint } from './runSummary';
import { runSchedule } from './schedule';

/** How many items are prepared before n8n gets to do something else, such as cancel the execution. */
const ITEMS_AT_ONCE = 100;

/** What sends the messages of a run. */
interface Sending {
	run: ItemRun;
	ledger: Ledger | undefined;
	keys: MessageKeys;
	request: RequestWithRetries;
	/** Whether the run goes on where an item fails. */
	continues: boolean;
	/** Stops the run: nothing more leaves. */
	halt: AbortController;
	/** Aborted where the run or the execution is stopped. */
	stop: AbortSignal;
}

/**
 * Runs an operation over all input items: the one owner of the item loop, of pairing and of
 * continue-on-fail.
 *
 * What was sent before is recalled, and every item prepared and checked before the first message
 * leaves. Then messages are claimed and sent in parallel, in order for each recipient. The output is
 * in input order.
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

	const ledger = kind === 'send' ? openLedger(context, run.operation) : undefined;
	await eachItem(items, run, stop, (item) => recall(item, run, ledger));

	const claims = claimsOf(items);
	const hasKeys = run.messageKeyOf !== undefined && !run.isTest;
	// Only what the user has chosen can be too little.
	const remembered = Math.max(options.keysToRemember, hasKeys ? 0 : claims.length);
	const keys = openMessageKeys(context, claims, remembered);
	const pace = createPace(
		context.getContext('node'),
		options.messagesPerSecond,
		SYSTEM_CLOCK,
		stop,
	);
	const request =
		kind === 'read'
			? run.read
			: createRequestWithRetries({
					...{ service, options, kind, pace, stop },
					clock: SYSTEM_CLOCK,
				});
	const unchecked = new Set<string>();
	let unwritten: Failure | undefined;
	try {
		await eachItem(items, run, stop, async (item) => {
			const whyUnchecked = await prepare(item, run, keys);
			if (whyUnchecked !== undefined) unchecked.add(whyUnchecked);
		});
		const shared =
			continues || !items.some(failedInThisTry)
				? await sendAll(items, { run, ledger, keys, request, continues, halt, stop })
				: undefined;
		for (const item of items)
			concludeUntouched(item, run, continues && !cancelled?.aborted ? shared : undefined);
	} finally {
		unwritten = await keys.close();
	}

	const outcomes = items.map(({ outcome }) => outcome);
	// What an earlier try left unknown is named only where nothing else has failed.
	const failed = items.find(failedInThisTry) ?? items.find(({ outcome }) => isFailure(outcome));
	if (failed !== undefined && !continues)
		throw runError(node, kind, outcomes, failed.index, hasKeys);
	if (!cancelled?.aborted) ledger?.close();
	const testRecipient = run.isTest ? items[0]?.recipient : undefined;
	const summary =
		kind === 'send'
			? summaryHint(outcomes, {
					slowDowns: pace.slowDowns,
					testRecipient,
					sharedKey: sharedKeyIn(items),
					refused: refusedInProduction(items),
				})
			: [];
	context.addExecutionHints(
		...summary,
		...unwrittenHint(unwritten),
		...Array.from(unchecked, (message) => ({ message, type: 'warning' }) as const),
	);
	return [items.flatMap(({ index, outcome }) => outputOf(outcome, index))];

	function outputOf(outcome: Outcome, index: number): INodeExecutionData[] {
		if (isFailure(outcome)) return [errorItem(node, outcome, kind, index)];
		const pairedItem = { item: index };
		if (outcome.state === 'skipped') return [{ json: skippedItem(outcome), pairedItem }];
		// Left untouched only by a cancelled execution, whose output nobody reads.
		return outcome.state === 'done' ? outcome.results.map((json) => ({ json, pairedItem })) : [];
	}
}

/** Does something with every item, in parallel where the service or n8n's storage has to be asked. */
async function eachItem(
	items: Item[],
	run: ItemRun,
	stop: AbortSignal,
	step: (item: Item) => void | Promise<void>,
): Promise<void> {
	let pause: Promise<void> | undefined;
	await runSchedule({
		tasks: items.filter(isOpen),
		limit: run.options.parallelSends,
		stop,
		run: async (item) => {
			if (item.index > 0 && item.index % ITEMS_AT_ONCE === 0) pause = SYSTEM_CLOCK.wait(1, stop);
			await pause;
			try {
				await step(item);
			} catch (error) {
				item.job = undefined;
				// Whatever was asked of the service so far changes nothing.
				fail(item, run, failureOf(error), 'failed');
			}
		},
	});
}

/**
 * Gives an item its job, unless it is not to be sent. Gives why it could not be compared with its template, where it
 * should have been.
 */
async function prepare(item: Item, run: ItemRun, keys: MessageKeys): Promise<string | undefined> {
	// One question is enough for nearly all runs: what was sent before need not even be prepared.
	if (keys.areFew || item.earlier !== undefined) await claim(item, run, keys);
	if (!isOpen(item)) return undefined;
	const job = run.prepare(item.index, item.recipient ?? '');
	item.job = job instanceof Promise ? await job : job;
	return run.options.checkVariables ? await item.job.check?.() : undefined;
}

/** Sends what has a job. Gives the failure that all further items share, where there is one. */
async function sendAll(items: Item[], sending: Sending): Promise<Failure | undefined> {
	const { run, keys, continues, halt, stop } = sending;
	const { parallelSends, stopAfterFailures } = run.options;
	let shared: Failure | undefined;
	let failuresInARow = 0;
	for (const item of items) conclude(item, keys);
	await runSchedule({
		tasks: items.filter(({ job }) => job !== undefined),
		recipientOf: ({ recipient }) => recipient,
		limit: parallelSends,
		stop,
		run: async (item) => {
			await deliver(item, sending);
			const { outcome } = item;
			conclude(item, keys);
			failuresInARow = isFailure(outcome) ? failuresInARow + 1 : 0;
			if (!isFailure(outcome)) return;
			if (RETRY_POLICY[outcome.failure.kind][run.kind] === 'failAll') shared = outcome.failure;
			if (failuresInARow === stopAfterFailures)
				shared ??= tooManyFailures(outcome.failure, failuresInARow);
			if (shared !== undefined || !continues) halt.abort();
		},
	});
	return shared;
}

/** Delivers one item's job and notes in the ledger that it has left. */
async function deliver(item: Item, { run, ledger, keys, request }: Sending): Promise<void> {
	const { index, job, recipient = '' } = item;
	try {
		await claim(item, run, keys);
	} catch (error) {
		return fail(item, run, failureOf(error), 'failed');
	}
	if (!isOpen(item)) return;
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

function tooManyFailures(failure: Failure, count: number): Failure {
	const { message } = failure;
	return {
		...failure,
		message: `Nothing more was sent after ${count} failures in a row, the last of which was: ${message.charAt(0).toLowerCase()}${message.slice(1)}`,
	};
}

/** What failed in this try; what an earlier one left unknown does not keep the other items from being sent. */
function failedInThisTry({ outcome }: Item): boolean {
	return isFailure(outcome) && !outcome.isHeldBack;
}
