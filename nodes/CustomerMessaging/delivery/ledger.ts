import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Failure } from '../transport/failure';

/** The key of the ledgers in the node's context, one for each run of the node in the execution. */
const CONTEXT_KEY = 'deliveries';

/** What became of a message: the service's first answer, or why nobody knows. */
export type Entry = { fingerprint: string; answer: IDataObject } | { fingerprint: string; unknown: Failure };

/** The messages of one run of the node that have left, by item. */
export interface Ledger {
	/** Whether an item has an entry, for this message or another one. */
	holds(itemIndex: number): boolean;
	/** The entry of an item; undefined where it was not sent or its message was another one. */
	find(itemIndex: number, fingerprint: string): Entry | undefined;
	record(itemIndex: number, entry: Entry): void;
	/**
	 * Takes the ledger out of what n8n stores, once the run needs no retry from storage; takes
	 * whether n8n may still try the run again in this process.
	 */
	close(mayBeTriedAgain: boolean): void;
}

type Entries = Record<number, Entry>;

/** The entries of a run that ended without throwing, for a try that n8n makes of it all the same. */
const entriesOfTry = new WeakMap<object, Entries>();

/**
 * Opens the ledger of this run of the node, so that no retry sends a message twice.
 *
 * It lives in the node's context, which n8n stores with a failed execution and brings back when
 * that execution is retried, in whichever process. A run that succeeds takes it out again; a
 * try after that (Retry On Fail with a continue mode) happens in this process and finds it by the
 * execute data, which all tries share.
 *
 * Takes n8n's context. Returns what earlier tries recorded, or an empty ledger.
 */
export function openLedger(context: IExecuteFunctions): Ledger {
	const stored = context.getContext('node');
	const runIndex = String(context.getWorkflowDataProxy(0).$runIndex);
	const tryKey = context.getExecuteData();
	const entries = ledgersIn(stored)?.[runIndex] ?? entriesOfTry.get(tryKey) ?? {};
	entriesOfTry.set(tryKey, entries);

	return {
		holds(itemIndex) {
			return entries[itemIndex] !== undefined;
		},
		find(itemIndex, fingerprint) {
			const entry = entries[itemIndex];
			return entry?.fingerprint === fingerprint ? entry : undefined;
		},
		record(itemIndex, entry) {
			entries[itemIndex] = entry;
			stored[CONTEXT_KEY] ??= {};
			ledgersIn(stored)![runIndex] = entries;
		},
		close(mayBeTriedAgain) {
			if (!mayBeTriedAgain) entriesOfTry.delete(tryKey);
			const ledgers = ledgersIn(stored);
			if (ledgers === undefined) return;
			delete ledgers[runIndex];
			if (Object.keys(ledgers).length === 0) delete stored[CONTEXT_KEY];
		},
	};
}

function ledgersIn(stored: IDataObject): Record<string, Entries> | undefined {
	return stored[CONTEXT_KEY] as unknown as Record<string, Entries> | undefined;
}
