import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Answer } from '../transport/answer';
import type { Failure } from '../transport/failure';
import type { Service, ServiceRequest } from '../transport/service';
import { attempt, type Course } from './attempt';
import { SYSTEM_CLOCK } from './clock';
import { fingerprintOf } from './fingerprint';
import type { ItemRun, Job } from './job';
import { openLedger, type Ledger } from './ledger';
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
	const jobs = await prepareAll(run, itemCount, outcomes);

	const halt = new AbortController();
	const stop = (): void => halt.abort();
	if (cancelSignal?.aborted) stop();
	cancelSignal?.addEventListener('abort', stop, { once: true });

	const ledger = run.kind === 'send' ? openLedger(context) : undefined;
	const course: Course = {
		kind: run.kind,
		pace: createPace(run.options.messagesPerSecond, SYSTEM_CLOCK, halt.signal),
		clock: SYSTEM_CLOCK,
		stop: halt.signal,
		rateLimitRetries: run.options.rateLimitRetries,
		unreachable: false,
	};
	const ask = run.kind === 'read' ? askOnce(service, run.options.timeout) : (request: ServiceRequest) => service.request(request, run.options.timeout);

	try {
		if (run.review !== undefined) await reviewAll(run, jobs, outcomes, halt.signal);
		const invalid = outcomes.findIndex((outcome) => outcome.state === 'invalid');
		if (invalid >= 0 && !continues) throw runError(context.getNode(), run.kind, outcomes, invalid);

		/** Set by a failure that every further item would share. */
		let shared: Failure | undefined;
		const tasks = jobs.flatMap((job, itemIndex) => (job === undefined ? [] : [{ job, itemIndex }]));
		await runSchedule({
			recipients: tasks.map(({ job }) => job.recipient),
			limit: run.options.parallelSends,
			stopped: () => halt.signal.aborted,
			run: async (task) => {
				const { job, itemIndex } = tasks[task]!;
				const outcome: Outcome =
					shared === undefined
						? await deliver(job, itemIndex, { ledger, course, ask, resendUnknown: run.options.resendUnknown })
						: { state: 'failed', failure: shared, ...recipientOf(job) };
				outcomes[itemIndex] = outcome;
				if (outcome.state !== 'failed' && outcome.state !== 'unknown') return;
				if (RETRY_POLICY[outcome.failure.kind][run.kind] === 'failAll') shared = outcome.failure;
				// What an earlier try left open is no news: the other items are delivered first.
				if (!continues && !outcome.known) stop();
			},
		});
	} finally {
		cancelSignal?.removeEventListener('abort', stop);
	}

	const failed = firstFailure(outcomes);
	if (failed !== undefined && !continues) throw runError(context.getNode(), run.kind, outcomes, failed);
	const output = outcomes.flatMap((outcome, itemIndex) => itemsOf(outcome, run.kind, itemIndex));
	// In the continue modes n8n tries a run again when its first item is an error.
	if (!cancelSignal?.aborted) ledger?.close(failed !== undefined);
	return [output];
}

async function prepareAll(run: ItemRun, itemCount: number, outcomes: Outcome[]): Promise<Array<Job | undefined>> {
	const jobs: Array<Job | undefined> = [];
	for (let itemIndex = 0; itemIndex < itemCount; itemIndex++) {
		try {
			const job = run.prepare(itemIndex);
			jobs.push(job instanceof Promise ? await job : job);
		} catch (error) {
			jobs.push(undefined);
			outcomes[itemIndex] = { state: 'invalid', error: asError(error) };
		}
	}
	return jobs;
}

async function reviewAll(run: ItemRun, jobs: Array<Job | undefined>, outcomes: Outcome[], stop: AbortSignal): Promise<void> {
	await runSchedule({
		recipients: jobs.map(() => undefined),
		limit: run.options.parallelSends,
		stopped: () => stop.aborted,
		run: async (itemIndex) => {
			const job = jobs[itemIndex];
			if (job === undefined) return;
			try {
				await run.review?.(job, itemIndex);
			} catch (error) {
				jobs[itemIndex] = undefined;
				outcomes[itemIndex] = { state: 'invalid', error: asError(error) };
			}
		},
	});
}

interface Means {
	ledger: Ledger | undefined;
	course: Course;
	ask: (request: ServiceRequest) => Promise<Answer>;
	resendUnknown: boolean;
}

/** Delivers one job, or finds in the ledger that an earlier try has. */
async function deliver(job: Job, itemIndex: number, { ledger, course, ask, resendUnknown }: Means): Promise<Outcome> {
	const { method, path, query, body } = job.request;
	const fingerprint = ledger === undefined ? '' : await fingerprintOf([method, path, query, body, job.identity]);
	const entry = ledger?.find(itemIndex, fingerprint);
	if (entry !== undefined) {
		if ('answer' in entry) return { state: 'done', results: [entry.answer] };
		if (!resendUnknown) return { state: 'unknown', failure: entry.unknown, known: true, ...recipientOf(job) };
	}

	const answer = await attempt(() => ask(job.request), course);
	if (answer === undefined) return { state: 'untouched' };
	if (answer.ok) {
		if (!Array.isArray(answer.body)) ledger?.record(itemIndex, { fingerprint, answer: answer.body });
		return { state: 'done', results: job.results?.(answer.body) ?? [answer.body].flat() };
	}
	const state = stateAfter(answer.failure, course.kind);
	if (state === 'unknown') ledger?.record(itemIndex, { fingerprint, unknown: answer.failure });
	return { state, failure: answer.failure, ...recipientOf(job) };
}

/** Asks the service, but the same question only once while its answer holds. */
function askOnce(service: Service, timeout: number): (request: ServiceRequest) => Promise<Answer> {
	const asked = new Map<string, Promise<Answer>>();
	return async (request) => {
		const key = JSON.stringify([request.path, request.query]);
		let answer = asked.get(key);
		if (answer === undefined) {
			answer = service.request(request, timeout);
			asked.set(key, answer);
		}
		const answered = await answer;
		if (!answered.ok && asked.get(key) === answer) asked.delete(key);
		return answered;
	};
}

/** The failure to report: the first that is news, else the first that an earlier try left open. */
function firstFailure(outcomes: readonly Outcome[]): number | undefined {
	const isFailure = (outcome: Outcome): boolean => outcome.state !== 'done' && outcome.state !== 'untouched';
	const news = outcomes.findIndex((outcome) => isFailure(outcome) && !('known' in outcome && outcome.known));
	const any = news >= 0 ? news : outcomes.findIndex(isFailure);
	return any >= 0 ? any : undefined;
}

function itemsOf(outcome: Outcome, kind: 'send' | 'read', itemIndex: number): INodeExecutionData[] {
	if (outcome.state === 'done') {
		return outcome.results.map((json: IDataObject) => ({ json, pairedItem: { item: itemIndex } }));
	}
	// Left untouched only by a cancelled execution, whose output nobody reads.
	return outcome.state === 'untouched' ? [] : [errorItem(outcome, kind, itemIndex)];
}

function recipientOf(job: Job): { recipient?: string } {
	return job.recipient === undefined ? {} : { recipient: job.recipient };
}

function asError(error: unknown): Error {
	return error instanceof Error ? error : new Error(String(error));
}
