import type { IDataObject, IExecuteFunctions, WorkflowExecuteMode } from 'n8n-workflow';

import type { Failure } from '../transport/failure';
import { isTool } from './tool';

/** What the node has in an execution that n8n stores. */
interface Stored {
	/** The ledgers: one for each run of the node in the execution. */
	deliveries?: Record<string, Entries>;
	began?: Beginning;
}

/** The execution in which the node first ran: a retry of it is another one, and carries this on. */
export interface Beginning {
	executionId: string;
	mode: WorkflowExecuteMode;
}

/** What became of a message that left: the service's first answer, or why nobody knows. */
export type Delivery = { answer: IDataObject } | { unknown: Failure };

/** A delivery as n8n stores it, with what makes the message this message. */
type Entry = Delivery & { operation: string; recipient: string };

type Entries = Record<number, Entry>;

/** The messages of one run of the node that have left. */
export interface Ledger {
	/**
	 * What became of an item's message in an earlier try; undefined where it never left. The content
	 * plays no part: a retry brings the same items, and nobody wants a corrected text on top of the one
	 * that arrived. Another recipient or operation makes it another message.
	 */
	find(itemIndex: number, recipient: string): Delivery | undefined;
	record(itemIndex: number, recipient: string, delivery: Delivery): void;
	/**
	 * What stands for an item's message in all retries of an execution, each of which knows only of the one that it
	 * retries; undefined where nothing is retried. Each call of an agent's tool is a message of its own.
	 */
	keyInRetry(itemIndex: number, recipient: string): string | undefined;
	/** Takes the ledger out of what n8n stores, once the run has ended without an error. */
	close(): void;
}

/** The entries of each run, for the tries that n8n makes of it in this process even after it has ended well. */
const entriesOfRun = new WeakMap<object, Entries>();

/**
 * Opens the ledger of this run of the node, so that no retry sends a message twice.
 *
 * It lives in the node's context, which n8n stores with a failed execution and brings back when
 * that execution is retried, in whichever process. Where the run ends well it is taken out again;
 * a try that n8n makes all the same (Retry On Fail looks at the output, too) finds it by what all
 * tries of a run share.
 *
 * Takes n8n's context and the operation's name, such as `template.send`. Returns what earlier tries
 * recorded, or an empty ledger.
 */
export function openLedger(context: IExecuteFunctions, operation: string): Ledger {
	const stored = storedIn(context);
	const { executionId } = (stored.began = beginningOf(context));
	const isRetry = executionId !== context.getExecutionId() && !isTool(context.getNode());
	const runIndex = String(context.getWorkflowDataProxy(0).$runIndex);
	const run = sharedByTries(context);
	const entries = stored.deliveries?.[runIndex] ?? entriesOfRun.get(run) ?? {};
	entriesOfRun.set(run, entries);
	const store = (): void => {
		stored.deliveries ??= {};
		stored.deliveries[runIndex] = entries;
	};
	// A try after a run that ended well may itself be cut off, and stored.
	if (Object.keys(entries).length > 0) store();

	return {
		find(itemIndex, recipient) {
			const entry = entries[itemIndex];
			return entry?.operation === operation && entry.recipient === recipient ? entry : undefined;
		},
		record(itemIndex, recipient, delivery) {
			entries[itemIndex] = { operation, recipient, ...delivery };
			store();
		},
		keyInRetry(itemIndex, recipient) {
			if (!isRetry) return undefined;
			return JSON.stringify([executionId, runIndex, itemIndex, operation, recipient]);
		},
		close() {
			delete stored.deliveries?.[runIndex];
			if (Object.keys(stored.deliveries ?? {}).length > 0) return;
			delete stored.deliveries;
			delete stored.began;
		},
	};
}

/** Where the node first ran, for this execution or the one that it retries. */
export function beginningOf(context: IExecuteFunctions): Beginning {
	return (
		storedIn(context).began ?? { executionId: context.getExecutionId(), mode: context.getMode() }
	);
}

function storedIn(context: IExecuteFunctions): Stored {
	return context.getContext('node');
}

/** The execute data; an agent's calls of a tool may all have the agent's, but each has input of its own. */
function sharedByTries(context: IExecuteFunctions): object {
	return (
		(isTool(context.getNode()) ? context.getInputData()[0]?.json : undefined) ??
		context.getExecuteData()
	);
}
