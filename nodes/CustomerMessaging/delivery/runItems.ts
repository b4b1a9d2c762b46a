import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { failureOf, type Failure } from '../transport/failure';
import type { Service } from '../transport/service';
import type { Known } from './claims';
import { SYSTEM_CLOCK } from './clock';
import {
	address,
	fail,
	failedNow,
	follow,
	followFirsts,
	holdBack,
	isOpen,
	messageOf,
	refusedInProduction,
	skip,
	type Item,
} from './item';
import { isFailure, type Outcome } from './itemOutcome';
import type { ItemRun, Job } from './job';
import { errorItem, runError, skippedItem, stateAfter } from './outcome';
import { createPace } from './pace';
import { createRequestWithRetries, type RequestWithRetries } from './requestWithRetries';
import { RETRY_POLICY } from './retryPolicy';
import { summaryHint, unwrittenHint } from './runSummary';
import { runSchedule } from './schedule';
import { inSentence } from './sentences';
import { SentLog } from './sentLog';

/** How many items are prepared before n8n gets a chance to do something else, such as cancel the execution. */
const ITEMS_AT_ONCE = 100;

/** Why the outcome of a message is unknown that another execution claimed and never concluded. */
const CUT_OFF: Failure = {
	kind: 'cancelled',
	message: 'Another execution began to send it, and has not said what became of it',
	advice: '',
};

/** What the items of a run share while they are sent. */
interface Sending {
	run: ItemRun;
	/** Undefined for a read. */
	log: SentLog | undefined;
	request: RequestWithRetries;
	/** Whether the run continues on fail. */
	continues: boolean;
	/** Stops the run: nothing more leaves. */
	halt: AbortController;
	/** Aborted when the run or the execution is stopped. */
	stop: AbortSignal;
	/** Why all items whose turn has not come fail too. */
	shared?: Failure;
}

/**
 * Runs an operation over all input items: the only place that loops over items, pairs output with input, and
 * continues on fail.
 *
 * Every item is prepared and checked before the first message leaves. Messages are then claimed and sent in parallel,
 * in order for each recipient; the output is in input order.
 *
 * Throws a NodeApiError or NodeOperationError for the first failed item if the node does not continue on fail; by
 * then every message in flight has its outcome.
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
	const pace = createPace(
		context.getContext('node'),
		options.messagesPerSecond,
		SYSTEM_CLOCK,
		stop,
	);
	const log = kind === 'send' ? new SentLog(context, run.operation) : undefined;
	const request =
		kind === 'read'
			? run.read
			: createRequestWithRetries({
					...{ service, options, kind, pace, stop },
					clock: SYSTEM_CLOCK,
				});
	const sending: Sending = { run, log, request, continues, halt, stop };

	await eachItem(items, sending, (item) => address(item, run));
	for (const item of items) restore(item, sending);
	followFirsts(items, run);
	const unchecked = new Set<string>();
	await eachItem(items, sending, async (item) => {
		const whyUnchecked = await prepare(item, run);
		if (whyUnchecked !== undefined) unchecked.add(whyUnchecked);
	});
	const unwritten = continues || !items.some(failedNow) ? await sendAll(items, sending) : undefined;
	for (const item of items) if (isOpen(item) && !cancelled?.aborted) settle(item, sending);
	for (const item of items) if (item.sameAs !== undefined) follow(item, item.sameAs);

	const outcomes = items.map(({ outcome }) => outcome);
	// A held-back message is named only if nothing else failed.
	const failed = items.find(failedNow) ?? items.find(({ outcome }) => isFailure(outcome));
	const hasKeys = run.messageKeyOf !== undefined && !run.isTest;
	if (failed !== undefined && !continues)
		throw runError(node, kind, outcomes, failed.index, hasKeys);
	if (!cancelled?.aborted) log?.forget();
	const testRecipient = run.isTest ? items[0]?.recipient : undefined;
	const refused = refusedInProduction(items);
	const summary =
		kind === 'send'
			? summaryHint(outcomes, { slowDowns: pace.slowDowns, testRecipient, refused })
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
		// Only a cancelled execution leaves items untouched, and nobody reads its output.
		return outcome.state === 'done' ? outcome.results.map((json) => ({ json, pairedItem })) : [];
	}
}

/** Runs a step for every undecided item, in parallel as it may ask the service; where it throws, the item fails. */
async function eachItem(
	items: Item[],
	{ run, stop }: Sending,
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
				// Nothing has been sent yet.
				fail(item, run, failureOf(error), 'failed');
			}
		},
	});
}

/** Restores what an earlier try of this run knows about an item: its outcome, or why that is unknown. */
function restore(item: Item, { run, log }: Sending): void {
	const earlier = isOpen(item) ? log?.recall(messageOf(item, run)) : undefined;
	if (earlier === undefined) return;
	if ('unknown' in earlier) item.doubt = earlier.unknown;
	else
		item.outcome = {
			state: 'done',
			results: [run.sentItem(earlier.answer, item.recipient ?? '')],
		};
}

/** Makes an item's job. Returns why it could not be compared with its template, if it should have been. */
async function prepare(item: Item, run: ItemRun): Promise<string | undefined> {
	item.job = await run.prepare(item.index, item.recipient ?? '');
	return run.options.checkVariables ? await item.job.check?.() : undefined;
}

/** Sends all items that have a job. Returns why n8n could not save what became of them, if it could not. */
async function sendAll(items: Item[], sending: Sending): Promise<Failure | undefined> {
	const { run, log, continues, halt, stop } = sending;
	const { parallelSends, stopAfterFailures, keysToRemember } = run.options;
	const tasks = items.filter(({ job }) => job !== undefined);
	try {
		const messages = tasks.map((item) => messageOf(item, run));
		log?.expect(messages, keysToRemember, stop);
	} catch (error) {
		for (const item of tasks) fail(item, run, failureOf(error), 'failed');
		return undefined;
	}
	let failuresInARow = 0;
	await runSchedule({
		tasks,
		recipientOf: ({ recipient }) => recipient,
		limit: parallelSends,
		stop,
		run: async (item) => {
			await deliver(item, sending);
			const { outcome } = item;
			// A held-back message is no failure of this run, so it stops nothing.
			if (isFailure(outcome) && outcome.isHeldBack) return;
			failuresInARow = isFailure(outcome) ? failuresInARow + 1 : 0;
			if (!isFailure(outcome)) return;
			if (RETRY_POLICY[outcome.failure.kind][run.kind] === 'failAll')
				sending.shared = outcome.failure;
			if (failuresInARow === stopAfterFailures)
				sending.shared ??= {
					...outcome.failure,
					message: `Nothing more was sent after ${failuresInARow} failures in a row, the last of which was: ${inSentence(outcome.failure.message)}`,
				};
			if (sending.shared !== undefined || !continues) halt.abort();
		},
	});
	return await log?.close();
}

/** Sends one item and sets its outcome. Never throws. */
async function deliver(item: Item, sending: Sending): Promise<void> {
	const { log } = sending;
	const { job } = item;
	// Thousands of finished messages need not stay in memory until the last one.
	item.job = undefined;
	if (job === undefined) return;
	try {
		if (log === undefined) await ask(item, job, sending);
		else await send(item, job, sending, log);
	} catch (error) {
		fail(item, sending.run, failureOf(error), 'failed');
	}
}

/** Makes a read's request and sets the item's outcome. */
async function ask(item: Item, { request, results }: Job, sending: Sending): Promise<void> {
	const answer = await sending.request(request);
	if (answer?.ok)
		item.outcome = { state: 'done', results: results?.(answer.objects) ?? answer.objects };
	else if (answer !== undefined) fail(item, sending.run, answer.failure, 'failed');
}

/**
 * Claims a message, sends it unless another execution has, and records what became of it. Throws a FailureError only
 * before the message leaves.
 */
async function send(item: Item, { request }: Job, sending: Sending, log: SentLog): Promise<void> {
	const { run, halt } = sending;
	const { unknownOutcome } = run.options;
	const message = messageOf(item, run);
	const known = await log.claim(message);
	// A message that was treated as sent has the same output again.
	const wasTreatedAsSent = item.doubt !== undefined && unknownOutcome === 'treatAsSent';
	if (known === 'sent' && !wasTreatedAsSent) skip(item, 'alreadySent');
	if (known === 'unknown') item.doubt ??= CUT_OFF;
	if (isOpen(item) && item.doubt !== undefined && unknownOutcome !== 'sendAgain')
		holdBack(item, run, item.doubt);
	if (isOpen(item)) {
		run.beforeSend();
		try {
			const answer = await sending.request(request);
			if (answer === undefined) return log.conclude(message, 'new');
			if (answer.ok) {
				const [result = {}] = answer.objects;
				log.record(message, { answer: result });
				item.outcome = { state: 'done', results: [run.sentItem(result, message.recipient)] };
			} else {
				const state = stateAfter(answer.failure, 'send');
				if (state === 'unknown') log.record(message, { unknown: answer.failure });
				fail(item, run, answer.failure, state);
			}
		} catch (error) {
			// The request had begun, so it is unknown how far it got.
			const failure: Failure = { ...failureOf(error), kind: 'noAnswer' };
			log.record(message, { unknown: failure });
			fail(item, run, failure, 'unknown');
			sending.shared = {
				...failure,
				message: `Nothing more was sent after an error of this node: ${inSentence(failure.message)}`,
			};
			halt.abort();
		}
	}
	// What another execution has begun is not for this one to conclude.
	const isCutOff = isFailure(item.outcome) && item.outcome.failure === CUT_OFF;
	log.conclude(message, isCutOff ? 'new' : CONCLUSIONS[item.outcome.state]);
}

/** What each outcome tells other executions about the message. */
const CONCLUSIONS: Record<Outcome['state'], Known> = {
	done: 'sent',
	skipped: 'sent',
	unknown: 'unknown',
	failed: 'new',
	untouched: 'new',
};

/** Sets the outcome of an item whose turn never came: still unknown, or failed like all others. */
function settle(item: Item, { run, continues, shared }: Sending): void {
	if (item.doubt !== undefined) holdBack(item, run, item.doubt);
	else if (shared !== undefined && continues) fail(item, run, shared, 'failed');
}
