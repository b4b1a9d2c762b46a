import type { IExecuteFunctions } from 'n8n-workflow';
import { FailureError, SYSTEM_CLOCK } from '../basics';
import { insist, STANDS_STILL, UNSAVED } from './database';
import { Lock } from './lock';
import type { Status } from './status';
import type { Change, Store } from './store';

/**
 * The entries that stand for each status: *record*, the message was claimed; *incomplete*, nobody has said how that ended;
 * *inProgress*, somebody is about to say so. Every message but a new one has *record*, which is removed only to give a
 * message back: a process that stood still and then removes the other two makes no message new. A full list loses its
 * oldest entries, of each message *record* first.
 */
const ENTRIES: Record<Status, string[]> = {
	new: [],
	inProgress: ['record', 'incomplete', 'inProgress'],
	unknown: ['record', 'incomplete'],
	sent: ['record'],
};

/** n8n's ID of a workflow that was never saved, to which no row in its database can belong. */
const UNSAVED_WORKFLOW = '__EMPTY__';

/** How many milliseconds a completion waits for others that can be written with it. */
const MAX_DELAY = 500;

/** How often to try the same changes if this process stands still in the middle and loses the lock. */
const MAX_TRIES = 3;

interface WaitingChange extends Change {
	maxEntries: number;
	/** Takes the statuses before, by name; undefined if nothing was changed because every waiting execution was stopped. */
	settle: (before: readonly Status[] | undefined | Promise<never>) => void;
}

/** The changes of one list that executions in this process wait for. */
interface Queue {
	waiting: WaitingChange[];
	/** Aborted when the changes must not wait for others any longer. */
	delay: AbortController;
	lock: Lock;
}

const queues = new Map<string, Queue>();

/**
 * What became of a node's messages, in n8n's database: all executions in all processes share this list. n8n reads and writes
 * it as a whole, so only the holder of the lock changes it, and makes all changes that wait in this process together.
 */
export class SentList implements Store {
	private readonly key: string;

	/** @param maxEntries if the list has more beside those of a change, it forgets the oldest */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly maxEntries: number,
	) {
		this.key = JSON.stringify([context.getWorkflow().id, context.getNode().id]);
	}

	hurry(): void {
		queues.get(this.key)?.delay.abort();
	}

	async change(change: Change): Promise<readonly Status[] | undefined> {
		const { id } = this.context.getWorkflow();
		if (!id || id === UNSAVED_WORKFLOW) throw new FailureError(UNSAVED);
		const queue = queues.get(this.key) ?? {
			waiting: [],
			delay: new AbortController(),
			lock: new Lock(this.context.helpers),
		};
		const before = new Promise<readonly Status[] | undefined>((settle) =>
			queue.waiting.push({ ...change, maxEntries: this.maxEntries, settle }),
		);
		if (!queues.has(this.key)) {
			queues.set(this.key, queue);
			void this.makeAll(queue);
		}
		return await before;
	}

	private async makeAll(queue: Queue): Promise<void> {
		while (queue.waiting.length > 0) {
			await SYSTEM_CLOCK.wait(MAX_DELAY, queue.delay.signal);
			await this.makeWaiting(queue);
		}
		queues.delete(this.key);
	}

	/** Makes all waiting changes once it has the lock; drops those of stopped executions if all were stopped before. */
	private async makeWaiting(queue: Queue): Promise<void> {
		const { lock } = queue;
		const changes: WaitingChange[] = [];
		/** What an earlier try has seen as sent: its look-up may have added the entries of what is in progress. */
		const sent = new Set<string>();
		const isStopped = ({ stop }: WaitingChange): boolean => stop?.aborted === true;
		try {
			let before: Status[][] | undefined;
			for (let tries = 0; before === undefined; tries++) {
				if (tries === MAX_TRIES) throw new FailureError(STANDS_STILL);
				// A change that an earlier try may have written is made even if its execution has been stopped since.
				if (!(await lock.take(() => changes.length > 0 || !queue.waiting.every(isStopped)))) {
					const dropped = queue.waiting.filter(isStopped);
					queue.waiting = queue.waiting.filter((change) => !dropped.includes(change));
					for (const { settle } of dropped) settle(undefined);
					return;
				}
				changes.push(...queue.waiting.splice(0));
				queue.delay = new AbortController();
				before = await this.make(changes, sent, queue);
			}
			for (const [index, { settle }] of changes.entries()) settle(before[index]);
		} catch (error) {
			const failed = changes.length > 0 ? changes : queue.waiting.splice(0);
			for (const { settle } of failed) settle(Promise.reject(error as FailureError));
		}
	}

	/** Returns the statuses before each change; undefined if another process may have written at the same time. */
	private async make(
		changes: readonly WaitingChange[],
		sent: Set<string>,
		queue: Queue,
	): Promise<Status[][] | undefined> {
		const isNeeded = (): boolean => queue.waiting.length > 0 && queue.delay.signal.aborted;
		let counts = true;
		const made = await this.write(changes, sent, queue.lock).finally(async () => {
			// A lock that was not given back is taken over by another process after a while.
			counts = await queue.lock.giveBack(isNeeded).catch(() => queue.lock.mayWrite);
		});
		return counts ? made : undefined;
	}

	private async write(
		changes: readonly WaitingChange[],
		sent: Set<string>,
		lock: Lock,
	): Promise<Status[][] | undefined> {
		const { helpers } = this.context;
		const looking = new Set(changes.filter(({ looks }) => looks).flatMap(({ names }) => names));
		const entries = [...looking].flatMap((name) => entriesOf('inProgress', name));
		// Beside what is looked up here, which must push out nothing that others have in progress.
		const maxEntries = Math.max(...changes.map((change) => change.maxEntries)) + entries.length;
		const options = { mode: 'entries', maxEntries } as const;
		// n8n adds every entry that it looks up; those that must not stay are removed below.
		const look = async () =>
			lock.mayWrite ? await helpers.checkProcessedAndRecord(entries, 'node', options) : undefined;
		const looked = entries.length > 0 ? await insist(look) : { new: [] };
		if (looked === undefined) return undefined;
		const missing = new Set<unknown>(looked.new);
		for (const name of looking) if (statusOf(name, missing) === 'sent') sent.add(name);
		const statuses = new Map<string, Status>(Array.from(sent, (name) => [name, 'sent']));
		const before = changes.map(({ names, after }) => {
			const now = names.map((name) => statuses.get(name) ?? statusOf(name, missing));
			for (const [index, status] of after(now).entries()) statuses.set(names[index] ?? '', status);
			return now;
		});
		const gone = Array.from(statuses, ([name, status]) => goneFrom(name, missing, status)).flat();
		// If this fails, all the entries stay, and the messages count as in progress.
		return await insist(async () => {
			if (!lock.mayWrite) return undefined;
			if (gone.length > 0) await helpers.removeProcessed(gone, 'node', options);
			return before;
		});
	}
}

function entriesOf(status: Status, name: string): string[] {
	return ENTRIES[status].map((entry) => `${entry} ${name}`);
}

/** The entries that a message must not have after a change. */
function goneFrom(name: string, missing: ReadonlySet<unknown>, status: Status): string[] {
	const [record, incomplete] = entriesOf('unknown', name);
	const isTorn = missing.has(record) && !missing.has(incomplete);
	const left = entriesOf(isTorn && status === 'unknown' ? 'inProgress' : status, name);
	// The full list had lost 'record', which is now newer than 'incomplete'. 'incomplete' would be lost first, as if the message
	// were sent, so it is removed here, and 'inProgress' stays until the next change adds it again.
	const isGone = (entry: string) => !left.includes(entry) || (isTorn && entry === incomplete);
	return entriesOf('inProgress', name).filter(isGone);
}

/** Even if a full list has lost part of a message, it never counts as new, and counts as sent only if it was sent. */
function statusOf(name: string, missing: ReadonlySet<unknown>): Status {
	const [isRecorded, isIncomplete, isInProgress] = entriesOf('inProgress', name).map(
		(entry) => !missing.has(entry),
	);
	if (isInProgress) return 'inProgress';
	if (isIncomplete) return 'unknown';
	return isRecorded ? 'sent' : 'new';
}
