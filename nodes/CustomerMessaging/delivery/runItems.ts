import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import type { Answer } from '../transport/answer';
import type { Failure } from '../transport/failure';
import type { Service, ServiceRequest } from '../transport/service';
import { attempt, type Course } from './attempt';
import { SYSTEM_CLOCK } from './clock';
import { fingerprintOf } from './fingerprint';
import type { DeliveryOptions, ItemRun, Job } from './job';
import { openLedger, type Ledger } from './ledger';
import { LookupError } from './lookupError';
import { errorItem, runError, stateAfter, type Outcome } from './outcome';
import { createPace } from './pace';
import { RETRY_POLICY } from './retryPolicy';
import { runSchedule } from './schedule';

/**
 * Runs an operation over all input items: the one owner of the item loop, of pairing and of
 * continue-on-fail.
 *
 * Every item is prepared and checked before the first request leaves. Then requests run in
 * parallel, in order for each recipient; the output is in input order.
 *
 * Takes n8n's context, the service, and the run. Returns n8n's output. Throws a NodeApiError or
 * NodeOperationError for the first failed item where the node does not continue on fail; by then
 * every message in flight has its outcome.
 */
export async function runItems(context: IExecuteFunctions, service: Service, run: ItemRun): Promise<INodeExecutionData[][]> {
	const continues = context.continueOnFail();
	const cancelSignal = context.getExecutionCancelSignal();
	const itemCount = context.getInputData().length;
	const outcomes: Outcome[] = Array.from({ length: itemCount }, () => ({ state: 'untouched' }));

	const halt = new AbortController();
	const stop = (): void => halt.abort();
	if (cancelSignal?.aborted) stop();
	cancelSignal?.addEventListener('abort', stop, { once: true });

	const ledger = run.kind === 'send' ? openLedger(context) : undefined;
	const ask: Ask = run.kind === 'read' ? run.read : createSender(service, run.options, halt.signal);

	/** Set by a failure that every further item would share. */
	let shared: Failure | undefined;
	try {
		const jobs = await prepareAll(run, outcomes, ledger, halt.signal);
		const work: Work = { jobs, outcomes, limit: run.options.parallelSends, stop: halt.signal };
		if (ledger !== undefined) {
			await settle(work, (job, itemIndex) => recall(job, itemIndex, ledger, run.options.resendUnknown));
		}
		await settle(work, async (job, itemIndex) => await check(job, openFailure(job, itemIndex, ledger) !== undefined));
		const refused = outcomes.findIndex(isNews);
		if (refused >= 0 && !continues) throw runError(context.getNode(), run.kind, outcomes, refused);

		const tasks = jobs.flatMap((job, itemIndex) => (job === undefined ? [] : [itemIndex]));
		await runSchedule({
			recipients: tasks.map((itemIndex) => jobs[itemIndex]?.recipient),
			limit: run.options.parallelSends,
			stopped: () => halt.signal.aborted,
			run: async (task) => {
				const itemIndex = tasks[task]!;
				const outcome = await deliver(jobs[itemIndex]!, itemIndex, { kind: run.kind, ledger, ask });
				outcomes[itemIndex] = outcome;
				// Thousands of messages that are done need not wait in memory for the rest.
				if (outcome.state === 'done') jobs[itemIndex] = undefined;
				if (outcome.state !== 'failed' && outcome.state !== 'unknown') return;
				if (RETRY_POLICY[outcome.failure.kind][run.kind] === 'failAll') shared = outcome.failure;
				if (shared !== undefined || !continues) stop();
			},
		});
		const spread = continues && !cancelSignal?.aborted ? shared : undefined;
		jobs.forEach((job, itemIndex) => {
			if (job === undefined) return;
			outcomes[itemIndex] = conclude(outcomes[itemIndex]!, job, openFailure(job, itemIndex, ledger), spread);
		});
	} finally {
		cancelSignal?.removeEventListener('abort', stop);
	}

	const failed = firstFailure(outcomes);
	const node = context.getNode();
	if (failed !== undefined && !continues) throw runError(node, run.kind, outcomes, failed);
	const output = outcomes.flatMap((outcome, itemIndex) => itemsOf(node, outcome, run.kind, itemIndex));
	// In the continue modes n8n tries a run again when its first item is an error.
	if (!cancelSignal?.aborted) ledger?.close(failed !== undefined);
	return [output];
}

/**
 * How many items are prepared before n8n gets to do something else: while expressions are
 * evaluated, it can neither cancel the execution nor free what earlier ones took.
 */
const ITEMS_AT_ONCE = 100;

/** Makes every item's job, in parallel where the service or n8n's storage has to be asked. */
async function prepareAll(
	run: ItemRun,
	outcomes: Outcome[],
	ledger: Ledger | undefined,
	stop: AbortSignal,
): Promise<Array<Job | undefined>> {
	const jobs = outcomes.map((): Job | undefined => undefined);
	let pause: Promise<void> | undefined;
	await runSchedule({
		recipients: jobs.map(() => undefined),
		limit: run.options.parallelSends,
		stopped: () => stop.aborted,
		run: async (itemIndex) => {
			if (itemIndex > 0 && itemIndex % ITEMS_AT_ONCE === 0) pause = SYSTEM_CLOCK.wait(1, stop);
			await pause;
			try {
				const job = run.prepare(itemIndex);
				jobs[itemIndex] = job instanceof Promise ? await job : job;
			} catch (error) {
				outcomes[itemIndex] = refusal(error, ledger?.holds(itemIndex) ?? false);
			}
		},
	});
	return jobs;
}

/**
 * The outcome of an item that could not be prepared or checked. Where an earlier try has sent
 * something for it, it cannot be told whether that was the same message.
 */
function refusal(error: unknown, leftBefore: boolean): Outcome {
	if (error instanceof LookupError) return { state: leftBefore ? 'unknown' : 'failed', failure: error.failure };
	return { state: 'invalid', error: error instanceof Error ? error : new Error(String(error)) };
}

/** The items of a run before anything is sent. */
interface Work {
	/** The jobs that are still to be done, by item. */
	jobs: Array<Job | undefined>;
	outcomes: Outcome[];
	limit: number;
	stop: AbortSignal;
}

/** Takes a step for each job; where it gives an outcome, the item has it and is done with. */
async function settle(
	{ jobs, outcomes, limit, stop }: Work,
	step: (job: Job, itemIndex: number) => Outcome | undefined | Promise<Outcome | undefined>,
): Promise<void> {
	await runSchedule({
		recipients: jobs.map(() => undefined),
		limit,
		stopped: () => stop.aborted,
		run: async (itemIndex) => {
			const job = jobs[itemIndex];
			const outcome = job === undefined ? undefined : await step(job, itemIndex);
			if (outcome === undefined) return;
			outcomes[itemIndex] = outcome;
			jobs[itemIndex] = undefined;
		},
	});
}

/** Finds what became of a message in an earlier try; undefined where it is to be sent. */
function recall(job: Job, itemIndex: number, ledger: Ledger, resendUnknown: boolean): Outcome | undefined {
	const entry = ledger.holds(itemIndex) ? ledger.find(itemIndex, fingerprintOfJob(job)) : undefined;
	if (entry === undefined) return undefined;
	if ('answer' in entry) return { state: 'done', results: [entry.answer] };
	return resendUnknown ? undefined : { state: 'unknown', failure: entry.unknown, known: true, ...recipientOf(job) };
}

/** Why nobody knows what became of a message in an earlier try; undefined where that is not so. */
function openFailure(job: Job, itemIndex: number, ledger: Ledger | undefined): Failure | undefined {
	const entry = ledger?.holds(itemIndex) ? ledger.find(itemIndex, fingerprintOfJob(job)) : undefined;
	return entry !== undefined && 'unknown' in entry ? entry.unknown : undefined;
}

/**
 * What a run comes to for an item: a message that an earlier try left open stays open unless this
 * one has delivered it, and a failure that all items share is that of the untouched ones too.
 */
function conclude(outcome: Outcome, job: Job, open: Failure | undefined, shared: Failure | undefined): Outcome {
	if (open !== undefined && outcome.state === 'failed') return { ...outcome, state: 'unknown' };
	if (outcome.state !== 'untouched') return outcome;
	if (open !== undefined) return { state: 'unknown', failure: open, known: true, ...recipientOf(job) };
	return shared === undefined ? outcome : { state: 'failed', failure: shared, ...recipientOf(job) };
}

/** Lets a job look at what it would send. */
async function check(job: Job, leftBefore: boolean): Promise<Outcome | undefined> {
	try {
		await job.check?.();
		return undefined;
	} catch (error) {
		return refusal(error, leftBefore);
	}
}

/** Asks the service as the run's policy says; undefined where the run stopped before it could. */
type Ask = (request: ServiceRequest) => Promise<Answer | undefined>;

function createSender(service: Service, options: DeliveryOptions, stop: AbortSignal): Ask {
	const course: Course = {
		kind: 'send',
		pace: createPace(options.messagesPerSecond, SYSTEM_CLOCK, stop),
		clock: SYSTEM_CLOCK,
		stop,
		rateLimitRetries: options.rateLimitRetries,
		unreachable: false,
	};
	return async (request) => await attempt(() => service.request(request, options.timeout), course);
}

interface Means {
	kind: 'send' | 'read';
	ledger: Ledger | undefined;
	ask: Ask;
}

/** Delivers one job and notes in the ledger that it has left. */
async function deliver(job: Job, itemIndex: number, { kind, ledger, ask }: Means): Promise<Outcome> {
	const fingerprint = ledger === undefined ? '' : fingerprintOfJob(job);
	const answer = await ask(job.request);
	if (answer === undefined) return { state: 'untouched' };
	if (answer.ok) {
		if (!Array.isArray(answer.body)) ledger?.record(itemIndex, { fingerprint, answer: answer.body });
		return { state: 'done', results: job.results?.(answer.body) ?? [answer.body].flat() };
	}
	const state = stateAfter(answer.failure, kind);
	if (state === 'unknown') ledger?.record(itemIndex, { fingerprint, unknown: answer.failure });
	return { state, failure: answer.failure, ...recipientOf(job) };
}

/** The same for the same message to the same recipient. */
function fingerprintOfJob({ request: { method, path, query, body }, identity }: Job): string {
	return fingerprintOf([method, path, query, body, identity]);
}

/** The failure to report: the first that is news, else the first that an earlier try left open. */
function firstFailure(outcomes: readonly Outcome[]): number | undefined {
	const news = outcomes.findIndex(isNews);
	const any = news >= 0 ? news : outcomes.findIndex(isFailure);
	return any >= 0 ? any : undefined;
}

function isFailure(outcome: Outcome): boolean {
	return outcome.state !== 'done' && outcome.state !== 'untouched';
}

/** What an earlier try left open is no news: the other items are delivered first. */
function isNews(outcome: Outcome): boolean {
	return isFailure(outcome) && !('known' in outcome && outcome.known);
}

function itemsOf(node: INode, outcome: Outcome, kind: 'send' | 'read', itemIndex: number): INodeExecutionData[] {
	if (outcome.state === 'done') {
		return outcome.results.map((json: IDataObject) => ({ json, pairedItem: { item: itemIndex } }));
	}
	// Left untouched only by a cancelled execution, whose output nobody reads.
	return outcome.state === 'untouched' ? [] : [errorItem(node, outcome, kind, itemIndex)];
}

function recipientOf(job: Job): { recipient?: string } {
	return job.recipient === undefined ? {} : { recipient: job.recipient };
}
