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
import { SentLog } from './sentLog';

/** How many items are prepared before n8n gets to do something else, such as cancel the execution. */
const ITEMS_AT_ONCE = 100;

/** What is known of a message that an execution began to send and never concluded. */
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
	/** Whether the run goes on where an item fails. */
	continues: boolean;
	/** Stops the run: nothing more leaves. */
	halt: AbortController;
	/** Aborted where the run or the execution is stopped. */
	stop: AbortSignal;
	/** Why all items whose turn has not come fail, too. */
	shared?: Failure;
}

/**
 * Runs an operation over all input items: the one owner of the item loop, of pairing and of continue-on-fail.
 *
 * Every item is prepared and checked before the first message leaves. Then messages are claimed and sent in parallel, in
 * order for each recipient. The output is in input order.
 *
 * Throws a NodeApiError or NodeOperationError for the first failed item where the node does not continue on fail; by
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
	const { kind, options, known } = run;
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
					...{ service, options, kind, known, pace, stop },
					clock: SYSTEM_CLOCK,
				});
	const sending: Sending = { run, log, request, continues, halt, stop };

	await eachItem(items, sending, (item) => address(item, run));
	for (const item of items) recall(item, sending);
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
	// What was unknown before is named only where nothing else has failed.
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
		// Left untouched only by a cancelled execution, whose output nobody reads.
		return outcome.state === 'done' ? outcome.results.map((json) => ({ json, pairedItem })) : [];
	}
}

/** Does something with every item, in parallel where the service or n8n's storage has to be asked. */
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
				// So far nothing was asked of the service that changes anything.
				fail(item, run, failureOf(error), 'failed');
			}
		},
	});
}

/** Gives an item its outcome where an earlier try of this run knows it. */
function recall(item: Item, { run, log }: Sending): void {
	const earlier = isOpen(item) ? log?.recall(messageOf(item, run)) : undefined;
	if (earlier === undefined) return;
	if ('unknown' in earlier) item.doubt = earlier.unknown;
	else
		item.outcome = {
			state: 'done',
			results: [run.sentItem(earlier.answer, item.recipient ?? '')],
		};
}

/** Makes an item's job. Returns why it could not be compared with its template, where it should have been. */
async function prepare(item: Item, run: ItemRun): Promise<string | undefined> {
	const job = run.prepare(item.index, item.recipient ?? '');
	item.job = job instanceof Promise ? await job : job;
	return run.options.checkVariables ? await item.job.check?.() : undefined;
}

/** Sends what has a job. Returns why n8n could not write what became of some messages, where it could not. */
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
			// What was unknown before is no failure of this run, and stops nothing.
			if (isFailure(outcome) && outcome.isHeldBack) return;
			failuresInARow = isFailure(outcome) ? failuresInARow + 1 : 0;
			if (!isFailure(outcome)) return;
			if (RETRY_POLICY[outcome.failure.kind][run.kind] === 'failAll')
				sending.shared = outcome.failure;
			if (failuresInARow === stopAfterFailures)
				sending.shared ??= tooManyFailures(outcome.failure, failuresInARow);
			if (sending.shared !== undefined || !continues) halt.abort();
		},
	});
	return await log?.close();
}

/** Gives an item whose turn has come its outcome. Never throws. */
async function deliver(item: Item, sending: Sending): Promise<void> {
	const { log } = sending;
	const { job } = item;
	// Thousands of messages that are done need not wait in memory for the rest.
	item.job = undefined;
	if (job === undefined) return;
	try {
		if (log === undefined) await ask(item, job, sending);
		else await send(item, job, sending, log);
	} catch (error) {
		fail(item, sending.run, failureOf(error), 'failed');
	}
}

/** Asks what changes nothing. */
async function ask(item: Item, { request, results }: Job, sending: Sending): Promise<void> {
	const answer = await sending.request(request);
	if (answer?.ok)
		item.outcome = { state: 'done', results: results?.(answer.objects) ?? answer.objects };
	else if (answer !== undefined) fail(item, sending.run, answer.failure, 'failed');
}

/** Claims a message, sends it unless somebody else has, and notes what became of it. Throws a FailureError before it is sent. */
async function send(item: Item, { request }: Job, sending: Sending, log: SentLog): Promise<void> {
	const { run } = sending;
	const { unknownOutcome } = run.options;
	const message = messageOf(item, run);
	const known = await log.claim(message);
	// What counted as sent comes out as it did before.
	const wasTreatedAsSent = item.doubt !== undefined && unknownOutcome === 'treatAsSent';
	if (known === 'sent' && !wasTreatedAsSent) skip(item, 'alreadySent');
	if (known === 'unknown') item.doubt ??= CUT_OFF;
	if (isOpen(item) && item.doubt !== undefined && unknownOutcome !== 'sendAgain')
		holdBack(item, run, item.doubt);
	if (isOpen(item)) {
		log.begin(message);
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
			// The request had begun, so nobody knows how far it got.
			const failure: Failure = { ...failureOf(error), kind: 'noAnswer' };
			log.record(message, { unknown: failure });
			fail(item, run, failure, 'unknown');
			sending.shared ??= failureOf(error);
		}
	}
	log.conclude(message, CONCLUSIONS[item.outcome.state]);
}

/** What a message is to other executions, by what became of it in this one. */
const CONCLUSIONS: Record<Outcome['state'], Known> = {
	done: 'sent',
	skipped: 'sent',
	unknown: 'unknown',
	failed: 'new',
	untouched: 'new',
};

/** An item whose turn never came: what was unknown stays so, and what fails for all items alike fails for it. */
function settle(item: Item, { run, continues, shared }: Sending): void {
	if (item.doubt !== undefined) holdBack(item, run, item.doubt);
	else if (shared !== undefined && continues) fail(item, run, shared, 'failed');
}

function tooManyFailures(failure: Failure, count: number): Failure {
	const { message } = failure;
	return {
		...failure,
		message: `Nothing more was sent after ${count} failures in a row, the last of which was: ${message.charAt(0).toLowerCase()}${message.slice(1)}`,
	};
}
