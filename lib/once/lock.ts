import type { IExecuteFunctions } from 'n8n-workflow';
import { FailureError, SYSTEM_CLOCK as clock } from '../basics';
import { databaseError, insist, MAX_WAIT, NOT_FREE, TAKEN } from './database';

/** For how many milliseconds after taking the lock its holder may write, and may give the lock back. */
const MAX_WRITING = 15_000;

/** For how many milliseconds after taking the lock its holder may keep it for further changes. */
const MAX_KEEPING = 1000;

/** Milliseconds without a change, plus up to half as many at random, after which the holder was killed, or stands still. */
const LEFT_BEHIND = 30_000;

/** Milliseconds between two looks, give or take half. */
const NEXT_LOOK = 30;

/** How often to look again after an error while there is no row: each time, another process may have been quicker. */
const MAX_ERRORS = 10;

/** The most entries that a lock has. */
const MAX_SIZE = 300;

const OPTIONS = { mode: 'entries' } as const;

/**
 * A row of n8n's database that only one process at a time can have, and that exists only while a process has it: the one that
 * n8n's deduplication helpers keep for the whole workflow. README.md tells its life.
 *
 * The helpers read the row, then make either an INSERT, which only one process can win however slow they all are, or an
 * UPDATE, which never brings a deleted row back. Of a row, only the size can be read: each lock has a random one, from 1 to
 * 300. Whoever takes a lock over first raises its size to 300, and deletes the row only if it then sees 300: a smaller row
 * is the next lock, and a larger one is none. A process that saw no row just before another one created it adds its entries
 * to that row, so not even a holder can trust the size of its own row.
 */
export class Lock {
	private takenAt = 0;

	private size = 0;

	private isKept = false;

	constructor(private readonly helpers: IExecuteFunctions['helpers']) {}

	/** Waits for the lock, unless it was kept; false once nobody needs it. Throws a FailureError if the process cannot get it. */
	async take(isNeeded: () => boolean): Promise<boolean> {
		if (this.isKept) return true;
		const start = clock.now();
		// Random, so that waiting processes do not all take the lock over at the same moment.
		const leftBehind = LEFT_BEHIND * (1 + clock.random() / 2);
		let seen = { size: 0, since: start };
		let errors = 0;
		while (isNeeded()) {
			try {
				// Read before the count: a process that stands still after the count has not watched the lock in that time.
				const now = clock.now();
				const size = await this.count();
				if (size !== seen.size) seen = { size, since: clock.now() };
				if (size > 0) errors = 0;
				if (size === 0 && (await this.create())) return true;
				if (size > 0 && now - seen.since > leftBehind) {
					await this.takeOver(size);
					// The next lock may have the same size.
					seen = { size: 0, since: start };
				}
			} catch (error) {
				// Usually, another process has created the row first. The error's text differs by database and language.
				if (++errors > MAX_ERRORS || error instanceof FailureError) throw databaseError(error);
			}
			if (clock.now() - start > MAX_WAIT) throw new FailureError(NOT_FREE);
			const wait = NEXT_LOOK * (0.5 + clock.random()) * (1 + errors);
			await clock.wait(wait);
		}
		return false;
	}

	/** Whether the holder may still write: nobody else takes the lock over before twice that time has passed. */
	get mayWrite(): boolean {
		return clock.now() - this.takenAt < MAX_WRITING;
	}

	/** Returns whether what was written counts: not if the row may be another's. A lock that is needed is kept for a while. */
	async giveBack(isNeeded: () => boolean): Promise<boolean> {
		this.isKept = false;
		const size = await insist(async () => await this.count());
		if (size === 0 || !this.mayWrite) return false;
		const isWanted = isNeeded();
		this.isKept = isWanted && clock.now() - this.takenAt < MAX_KEEPING;
		if (this.isKept) return true;
		await this.delete(this.size, this.takenAt);
		// Others look so seldom that a busy process would always be first.
		if (isWanted) await clock.wait(2 * NEXT_LOOK);
		return true;
	}

	/** Deletes the row; repeats that only if the row still has this size, and never after too much time has passed. */
	private async delete(expected: number, since: number): Promise<void> {
		await insist(async (isAgain) => {
			// A call that failed may still have deleted the row: one of another size is the next lock.
			if (isAgain && (await this.count()) !== expected) return;
			if (clock.now() - since > MAX_WRITING) return;
			await this.helpers.clearAllProcessedItems('workflow', OPTIONS);
		});
	}

	/** Returns whether this process has created the row: it has if all the entries are new. */
	private async create(): Promise<boolean> {
		this.takenAt = clock.now();
		this.size = 1 + Math.floor(clock.random() * MAX_SIZE);
		const { new: added } = await this.add(this.size);
		return added.length === this.size;
	}

	/** Deletes a row that was left behind, so that all look again. A row with more entries than a lock's is no lock. */
	private async takeOver(expected: number): Promise<void> {
		const since = clock.now();
		await insist(async (isAgain) => {
			// While a call failed, another process may have taken the lock over: a row of another size is the next lock.
			if (isAgain && (await this.count()) !== expected) return;
			await this.add(MAX_SIZE);
		});
		const size = await insist(async () => await this.count());
		if (size > MAX_SIZE) {
			await insist(async () => {
				await this.helpers.removeProcessed(entries(MAX_SIZE), 'workflow', OPTIONS);
			});
			throw new FailureError(TAKEN);
		}
		// Another process may have taken it over first: a smaller row is the next lock.
		if (size === MAX_SIZE) await this.delete(size, since);
	}

	private async count(): Promise<number> {
		return await this.helpers.getProcessedDataCount('workflow', OPTIONS);
	}

	private async add(size: number) {
		return await this.helpers.checkProcessedAndRecord(entries(size), 'workflow', OPTIONS);
	}
}

function entries(size: number): string[] {
	return Array.from({ length: size }, (_, index) => `lock ${index}`);
}
