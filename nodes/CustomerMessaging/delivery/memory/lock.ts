import type { IExecuteFunctions } from 'n8n-workflow';

import { FailureError, failureOf, type Failure } from '../../primitives/failure';
import { SYSTEM_CLOCK as clock } from '../../primitives/clock';

/** Milliseconds between two looks at a lock that another process holds, give or take half. */
const NEXT_LOOK = 30;

/** After how many milliseconds without a change the row may be no lock, but the history of a 'Remove Duplicates' node. */
const SUSPICIOUS = 1000;

/** How many milliseconds a visit may take, long before others take the lock over. */
const MAX_VISIT = 15_000;

/** After how many milliseconds without a change the process that held the lock must have been killed. */
const LEFT_BEHIND = 30_000;

/** How many milliseconds to wait for the lock in all. */
const MAX_WAIT = 90_000;

/** A holder gives the row the first of these entries, and about half of the others by chance: no two have the same. */
const MAX_ENTRIES = 300;

/** The most entries that a lock has: one that `elect` has chosen has more than any other. */
const MAX_SIZE = 2 * MAX_ENTRIES;

/** How often to add entries that another process has written over. */
const MAX_ELECTIONS = 5;

/** How often to try again to take a lock that is free: each time, another process may have been quicker. */
const MAX_ERRORS = 10;

/** How often to make another call that fails, and how many milliseconds to wait the first time. */
const MAX_TRIES = 5;
const FIRST_WAIT = 100;

const OPTIONS = { mode: 'entries' } as const;

/** For waits too short to cut short. */
const NEVER = new AbortController().signal;

const NOT_FREE: Failure = {
	kind: 'unclaimed',
	message:
		"For a minute and a half, other executions were writing down which messages were sent, or n8n's database rejected every attempt",
	advice: "Check n8n's database, then try again",
};

const TAKEN: Failure = {
	kind: 'unclaimed',
	message:
		"A 'Remove Duplicates' node keeps its history for the whole workflow, where this node notes that it is writing down what was sent",
	advice:
		"Set the 'Scope' under 'Options' of each 'Remove Duplicates' node to 'Node'. Then clear the old history once, with a 'Remove Duplicates' node that has the operation 'Clear Deduplication History' and the scope 'Workflow'",
};

/**
 * The lock is an INSERT, the only operation that n8n gives a node that just one of several processes can win, however
 * slow they are. What is inserted is the row that n8n's deduplication helpers have for the whole workflow; it exists only
 * while a process holds the lock. A process that found the row makes an UPDATE, which cannot bring a deleted row back.
 */
export class Lock {
	private readonly helpers: IExecuteFunctions['helpers'];

	/** What this process has added to the row. */
	private own: string[] = [];

	private takenAt = 0;

	constructor({ helpers }: IExecuteFunctions) {
		this.helpers = helpers;
	}

	/**
	 * Waits until it has the lock; false once it is not wanted any more. Throws a FailureError if it cannot be had.
	 */
	async take(isWanted: () => boolean): Promise<boolean> {
		const start = clock.now();
		// So that waiting processes do not all take the lock over at the same moment.
		const leftBehind = LEFT_BEHIND * (1 + clock.random() / 2);
		let seen = { size: 0, since: start };
		let [isLock, isOld] = [false, false];
		let errors = 0;
		const look = async (): Promise<boolean> => {
			const size = await this.count();
			if (size > 0) errors = 0;
			if (size !== seen.size) {
				// The holder was given up, and other processes may be deleting its row, too.
				isOld = size === 0 && clock.now() - seen.since > MAX_VISIT;
				isLock = false;
				seen = { size, since: clock.now() };
			}
			const unchanged = clock.now() - seen.since;
			if (size === 0)
				return (await this.create(entriesByChance())) && (!isOld || (await this.elect()));
			if (unchanged > leftBehind) {
				await this.helpers.clearAllProcessedItems('workflow', OPTIONS);
			} else if (unchanged > SUSPICIOUS && !isLock) {
				isLock = true;
				// Every lock has a first entry. Where it was missing, the lock was given back just now, or the row is no lock.
				if (await this.create(entries(1))) {
					if (await this.fill()) return true;
					throw await this.leave();
				}
			}
			return false;
		};
		while (isWanted()) {
			try {
				if (await look()) return true;
			} catch (error) {
				// Mostly, another process has created the row first. The error's text differs by database and language.
				if (++errors > MAX_ERRORS || error instanceof FailureError) throw failureIn(error);
			}
			if (clock.now() - start > MAX_WAIT) throw new FailureError(NOT_FREE);
			await clock.wait(NEXT_LOOK * (0.5 + clock.random()) * (1 + errors), NEVER);
		}
		return false;
	}

	/** Whether the lock cannot have been taken over, so that its holder may still write. */
	get isSure(): boolean {
		return clock.now() - this.takenAt < MAX_VISIT;
	}

	/** Returns whether the lock was held until now; if not, another process may have written, too. */
	async giveBack(): Promise<boolean> {
		let isLeaving = false;
		return await insist(async () => {
			const size = await this.count();
			if (size === 0) return isLeaving;
			const isSame = size === this.own.length;
			if (isLeaving) {
				// The row may be the next lock: one that lacks entries of ours, or has been given all.
				const missing = (await this.add(this.own)).length;
				if (missing > 0 ? missing < this.own.length : !isSame && size > MAX_ENTRIES) return true;
			} else if (!isSame && !this.isSure) return false;
			if (isSame || (await this.fill())) {
				isLeaving = true;
				await this.helpers.clearAllProcessedItems('workflow', OPTIONS);
			} else await this.leave();
			return true;
		});
	}

	/** Returns whether all these entries are new, as in a row that this call has created. */
	private async create(own: string[]): Promise<boolean> {
		this.takenAt = clock.now();
		this.own = own;
		return (await this.add(own)).length === own.length;
	}

	/**
	 * Returns whether this process wins. Processes that delete an old lock at the same moment may also delete each
	 * other's new one, so the one that adds the most entries wins.
	 */
	private async elect(): Promise<boolean> {
		this.own = entries(MAX_ENTRIES + 1 + Math.floor(clock.random() * MAX_ENTRIES));
		let size = 1;
		// A slow process may still write over our entries.
		for (let tries = 0; tries < MAX_ELECTIONS && size > 0 && size < this.own.length; tries++) {
			await clock.wait(SUSPICIOUS, NEVER);
			this.takenAt = clock.now();
			await insist(async () => await this.add(this.own));
			await clock.wait(SUSPICIOUS, NEVER);
			size = await insist(async () => await this.count());
		}
		return size === this.own.length;
	}

	/**
	 * Adds all entries that a lock can have: a process that found no row may have added its own to another's since, or
	 * written over them. Returns whether the row has none but a lock's.
	 */
	private async fill(): Promise<boolean> {
		this.own = entries(MAX_SIZE);
		await this.add(this.own);
		return (await this.count()) <= MAX_SIZE;
	}

	/** Takes our entries out of a row that is no lock. */
	private async leave(): Promise<FailureError> {
		await this.helpers.removeProcessed(entries(MAX_SIZE), 'workflow', OPTIONS);
		return new FailureError(TAKEN);
	}

	private async count(): Promise<number> {
		return await this.helpers.getProcessedDataCount('workflow', OPTIONS);
	}

	/** Returns the entries that were not there before. */
	private async add(own: string[]): Promise<unknown[]> {
		const found = await this.helpers.checkProcessedAndRecord(own, 'workflow', OPTIONS);
		return found.new;
	}
}

/** Makes a call of n8n's database again if it fails, a few times in some two seconds. Throws a FailureError. */
export async function insist<Result>(call: () => Promise<Result>): Promise<Result> {
	for (let tries = 1; ; tries++) {
		try {
			return await call();
		} catch (error) {
			if (error instanceof FailureError || tries === MAX_TRIES) throw failureIn(error);
			await clock.wait(FIRST_WAIT * 2 ** (tries - 1), NEVER);
		}
	}
}

function failureIn(error: unknown): FailureError {
	if (error instanceof FailureError) return error;
	return new FailureError({
		kind: 'unclaimed',
		message: `n8n could not read or save which messages were sent: ${failureOf(error).message}`,
		advice: "Check n8n's database, then try again",
	});
}

function entriesByChance(): string[] {
	const share = (1 + clock.random()) / 3;
	return entries(MAX_ENTRIES).filter((_, index) => index === 0 || clock.random() < share);
}

function entries(size: number): string[] {
	return Array.from({ length: size }, (_, index) => `lock ${index}`);
}
