import type { DeduplicationScope, IExecuteFunctions } from 'n8n-workflow';

import { FailureError, failureOf } from '../service/failure';
import { SYSTEM_CLOCK } from './clock';

/** Minimum wait in milliseconds before verifying a change, so that concurrent writers finish. */
const SHORTEST_WAIT = 50;

/** A change is completed even if the run is stopped, or its marks would stay behind. */
const NEVER = new AbortController().signal;

/** The last call to each list in this process: overlapping calls would undo one another. */
const lastCalls = new Map<string, Promise<unknown>>();

/** Marks that were added to a list. */
export interface Addition {
	/** Which of them the list already had. */
	before: ReadonlySet<unknown>;
	/** An entry beside them that shows whether they are still in the list. */
	token: string;
}

/**
 * A list of marks in n8n's database, kept by its deduplication helpers. It outlives the process and has other
 * writers.
 *
 * n8n reads, changes and writes the whole list without a lock, so another process that read it earlier, such as a
 * worker in queue mode, may overwrite any change. Each change therefore has a token: after a wait, the token shows
 * whether the change is still there, and if it is not, the change is made again.
 */
export class MarkStore {
	private readonly workflowId: string | undefined;

	/** Identifies the list within this process. */
	private readonly list: string;

	private readonly options;

	/** How long the last call took, in milliseconds, without waiting for its turn. */
	private lastDuration = 0;

	/**
	 * @param scope the node's list, by its ID, or the workflow's
	 * @param maxEntries beyond this number, the oldest marks are forgotten
	 */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly scope: DeduplicationScope,
		maxEntries: number,
	) {
		this.workflowId = context.getWorkflow().id;
		this.list = `${this.workflowId} ${scope === 'node' ? context.getNode().id : ''}`;
		this.options = { mode: 'entries', maxEntries } as const;
	}

	/**
	 * Looks marks up, which always adds them, and removes at once those that are not wanted. Before it throws a
	 * FailureError, it tries to remove all that it added.
	 *
	 * @param undo the marks to remove again, given those that the list already had
	 */
	async add(
		marks: readonly string[],
		undo: (before: ReadonlySet<unknown>) => string[],
	): Promise<Addition> {
		for (;;) {
			const token = `change ${SYSTEM_CLOCK.random()}`;
			let added: string[] = [];
			const addOnce = async (): Promise<ReadonlySet<unknown>> => {
				const found = await this.lookUp([...marks, token]);
				added = marks.filter((mark) => !found.has(mark));
				const undone = undo(found);
				if (undone.length > 0) await this.removeOnce(undone);
				return found;
			};
			const addAndLook = async (): Promise<Addition | undefined> => {
				const before = await this.inTurn(addOnce);
				await this.waitForOthers();
				const found = await this.inTurn(async () => await this.lookUp([token]));
				if (found.has(token)) return { before, token };
				await this.remove([], [token]);
				return undefined;
			};
			const addition = await addAndLook().catch(async (error: Error) => {
				// If this fails too, the marks left behind count as unknown.
				await this.inTurn(async () => await this.removeOnce([...added, token])).catch(() => {});
				return await Promise.reject(error);
			});
			if (addition !== undefined) return addition;
		}
	}

	/** Removes marks together with the tokens of the claims they belong to. Throws a FailureError. */
	async remove(marks: readonly string[], tokens: readonly string[]): Promise<void> {
		let isBack = marks.length > 0;
		while (isBack) {
			await this.inTurn(async () => await this.removeOnce([...marks, ...tokens]));
			await this.waitForOthers();
			isBack = (await this.inTurn(async () => await this.lookUp([...tokens]))).size > 0;
		}
		// Looking tokens up adds them again, and those that stay push out marks one day; a few do no harm.
		await this.inTurn(async () => await this.removeOnce([...tokens])).catch(() => {});
	}

	/** Adds marks, and returns those that were already there. */
	private async lookUp(marks: string[]): Promise<ReadonlySet<unknown>> {
		const { helpers } = this.context;
		try {
			const found = await helpers.checkProcessedAndRecord(marks, this.scope, this.options);
			return new Set(found.processed);
		} catch (error) {
			// If two processes create a list at the same moment, the database rejects the second.
			if (/unique|duplicate/i.test(failureOf(error).message)) return new Set();
			throw storeFailure(error, this.workflowId);
		}
	}

	private async removeOnce(marks: string[]): Promise<void> {
		try {
			await this.context.helpers.removeProcessed(marks, this.scope, this.options);
		} catch (error) {
			throw storeFailure(error, this.workflowId);
		}
	}

	/** Makes a call after all earlier calls to this list in this process. */
	private async inTurn<Result>(change: () => Promise<Result>): Promise<Result> {
		const earlier = lastCalls.get(this.list);
		const result = (async () => {
			await earlier?.catch(() => {});
			const start = SYSTEM_CLOCK.now();
			try {
				return await change();
			} finally {
				this.lastDuration = SYSTEM_CLOCK.now() - start;
			}
		})();
		lastCalls.set(this.list, result);
		try {
			return await result;
		} finally {
			if (lastCalls.get(this.list) === result) lastCalls.delete(this.list);
		}
	}

	/** Waits until processes that read the list before the last change have written it. */
	private async waitForOthers(): Promise<void> {
		const wait = Math.max(SHORTEST_WAIT, 4 * this.lastDuration);
		await SYSTEM_CLOCK.wait(wait * (1 + SYSTEM_CLOCK.random() / 2), NEVER);
	}
}

function storeFailure(error: unknown, workflowId: string | undefined): FailureError {
	const { message } = failureOf(error);
	const isUnsaved = !workflowId || /foreign key/i.test(message);
	return new FailureError({
		kind: 'unclaimed',
		message: isUnsaved
			? 'Message keys only work in a saved workflow'
			: `n8n could not read or save which messages were sent: ${message}`,
		advice: `${isUnsaved ? 'Save the workflow' : "Check n8n's database"}, then try again`,
	});
}
