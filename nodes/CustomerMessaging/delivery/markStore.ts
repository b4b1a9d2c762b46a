import type { DeduplicationScope, IExecuteFunctions } from 'n8n-workflow';

import { FailureError, failureOf } from '../transport/failure';
import { SYSTEM_CLOCK } from './clock';

/** The shortest wait, in milliseconds, before it is looked whether another process has written over a change. */
const SHORTEST_WAIT = 50;

/** A change is brought to its end also where the run is stopped, or its marks would stay behind. */
const NEVER = new AbortController().signal;

/** The last call for each list in this process: calls that overlap would undo one another. */
const lastCalls = new Map<string, Promise<unknown>>();

/** Marks that were added to a list. */
export interface Addition {
	/** Those that the list had before. */
	before: ReadonlySet<unknown>;
	/** Stands in the list with the others. */
	token: string;
}

/**
 * A list of marks in n8n's database (its deduplication helpers), which survives the process and has other writers.
 *
 * n8n reads the list, changes it and writes it whole, without a lock. So another process, such as a worker of queue
 * mode, that has read it earlier may write over any change. Each change therefore has a token: after a wait, the token
 * says whether the change is still there, and it is made again where it is not.
 */
export class MarkStore {
	private readonly workflowId: string | undefined;

	/** The list, as other runs in this process know it. */
	private readonly list: string;

	private readonly options;

	/** How long the last change took by itself, in milliseconds. */
	private lastDuration = 0;

	/**
	 * @param scope whether the list is that of the node, by its ID, or the workflow's
	 * @param maxEntries beyond which the oldest marks are forgotten
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
	 * Adds marks, as looking them up always does, and takes some of them away again at once. Throws a FailureError, and
	 * then tries to take all of them back.
	 *
	 * @param undo which ones to take away, by what the list had before
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
				added = added.filter((mark) => !undone.includes(mark));
				return found;
			};
			const addAndLook = async (): Promise<Addition | undefined> => {
				const before = await this.inTurn(addOnce);
				if (added.length === 0) return { before, token };
				await this.waitForOthers();
				const found = await this.inTurn(async () => await this.lookUp([token]));
				return found.has(token) ? { before, token } : undefined;
			};
			const addition = await addAndLook().catch(async (error: Error) => {
				// What stays behind all the same counts as unknown.
				await this.inTurn(async () => await this.removeOnce([...added, token])).catch(() => {});
				return await Promise.reject(error);
			});
			if (addition !== undefined) return addition;
		}
	}

	/** Removes marks that were added with a token, which goes along with them. Throws a FailureError. */
	async remove(marks: readonly string[], token: string): Promise<void> {
		let isBack = true;
		while (isBack) {
			await this.inTurn(async () => await this.removeOnce([...marks, token]));
			await this.waitForOthers();
			isBack = (await this.inTurn(async () => await this.lookUp([token]))).has(token);
		}
	}

	/** Looks marks up, and adds them. Returns those that were there before. */
	private async lookUp(marks: string[]): Promise<ReadonlySet<unknown>> {
		const { helpers } = this.context;
		try {
			const found = await helpers.checkProcessedAndRecord(marks, this.scope, this.options);
			return new Set(found.processed);
		} catch (error) {
			// Where two processes make a list at the same moment, the database refuses the second one.
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

	/** Makes a change after all others to this list in this process. */
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

	/** Waits until other processes have written what they read before the last change. */
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
			: `n8n could not read or save the message keys: ${message}`,
		advice: `${isUnsaved ? 'Save the workflow' : "Check n8n's database"}, then try again`,
	});
}
