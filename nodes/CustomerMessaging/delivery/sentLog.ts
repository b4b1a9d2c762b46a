import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { FailureError, failureOf, type Failure } from '../transport/failure';
import { beginningOf } from './beginning';
import { Claims, type Known } from './claims';
import { MarkStore } from './markStore';
import { isTool } from './tool';

/** What makes a message this message. */
export interface Message {
	/** The item's index. */
	index: number;
	recipient: string;
	/** The user's own name for it, under which it is the same for this recipient in every execution. */
	key?: string;
}

/** What became of a message that left: the service's first answer, or why nobody knows. */
export type Delivery = { answer: IDataObject } | { unknown: Failure };

/** A delivery as n8n stores it with the execution. */
type Entry = Delivery & { operation: string; recipient: string };

/** By the item's index. */
type Entries = Record<number, Entry>;

/** What the node has in an execution that n8n stores. */
interface Stored {
	/** The entries of each run of the node in the execution. */
	deliveries?: Record<string, Entries>;
}

/** The entries of each run, for the tries that n8n makes of it in this process even after it has ended well. */
const entriesOfRun = new WeakMap<object, Entries>();

/** How many retried messages a workflow remembers. */
const RETRIES_TO_REMEMBER = 50_000;

/** A claimed message has two marks in n8n's list while it is under way, and one mark and a token afterwards. */
const marksFor = (messages: number): number => 2 * messages + 50;

/** Messages that others may send, too, and the names by which all of them know a message. */
interface Register {
	claims: Claims;
	nameOf: (message: Message) => string;
}

/**
 * What became of the messages of a run, so that nobody gets one twice.
 *
 * Retries of an execution know a message by the original execution, the run, the item, the operation and the recipient;
 * other executions by its key and recipient. The content plays no part: a retry brings the same items, and nobody wants
 * a corrected text on top of the one that arrived.
 */
export class SentLog {
	private readonly stored: Stored;

	private readonly runIndex: string;

	private readonly entries: Entries;

	private registers: Register[] = [];

	/** @param operation its name, such as `template.send` */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: string,
	) {
		this.stored = context.getContext('node');
		this.runIndex = String(context.getWorkflowDataProxy(0).$runIndex);
		const run = sharedByTries(context);
		this.entries = this.stored.deliveries?.[this.runIndex] ?? entriesOfRun.get(run) ?? {};
		entriesOfRun.set(run, this.entries);
		// A try after a run that ended well may itself be cut off, and stored.
		if (Object.keys(this.entries).length > 0) this.store();
	}

	/** What the tries of this run know of a message: its first answer, or why its outcome is unknown. */
	recall({ index, recipient }: Message): Delivery | undefined {
		const entry = this.entries[index];
		return entry?.operation === this.operation && entry.recipient === recipient ? entry : undefined;
	}

	/**
	 * Gets ready to claim the messages that are about to be sent, in this order. Throws a FailureError where there are
	 * more keys than the node remembers.
	 */
	expect(messages: readonly Message[], keysToRemember: number, stop: AbortSignal): void {
		const { executionId } = beginningOf(this.context);
		const { context, operation, runIndex } = this;
		const register = (store: MarkStore, nameOf: Register['nameOf']): void => {
			this.registers.push({ claims: new Claims(store, messages.map(nameOf), stop), nameOf });
		};
		// Each call of an agent's tool is a message of its own.
		if (executionId !== context.getExecutionId() && !isTool(context.getNode())) {
			const { name } = context.getNode();
			// The workflow's list, as a node that is pasted anew has another one.
			register(
				new MarkStore(context, 'workflow', marksFor(RETRIES_TO_REMEMBER)),
				({ index, recipient }) =>
					JSON.stringify(['retry', executionId, name, runIndex, index, operation, recipient]),
			);
		}
		if (messages.every(({ key }) => key === undefined)) return;
		if (messages.length > keysToRemember) throw tooMany(messages.length, keysToRemember);
		register(new MarkStore(context, 'node', marksFor(keysToRemember)), ({ key, recipient }) =>
			JSON.stringify([key, recipient]),
		);
	}

	/** Claims a message, and says what other executions know of it. Throws a FailureError where n8n cannot tell. */
	async claim(message: Message): Promise<Known> {
		const known = new Set<Known>();
		for (const { claims, nameOf } of this.registers) known.add(await claims.claim(nameOf(message)));
		return (['sent', 'unknown'] as const).find((state) => known.has(state)) ?? 'new';
	}

	/** Notes that the request of a claimed message is about to leave. */
	begin(message: Message): void {
		for (const { claims, nameOf } of this.registers) claims.begin(nameOf(message));
	}

	/** Notes what became of a message that left. */
	record({ index, recipient }: Message, delivery: Delivery): void {
		this.entries[index] = { operation: this.operation, recipient, ...delivery };
		this.store();
	}

	/** Says what a claimed message is to other executions from now on. */
	conclude(message: Message, known: Known): void {
		for (const { claims, nameOf } of this.registers) claims.conclude(nameOf(message), known);
	}

	/** Ends the run, also one that was cut short. Returns why n8n could not write what became of some messages. */
	async close(): Promise<Failure | undefined> {
		const ends = await Promise.allSettled(
			this.registers.map(async ({ claims }) => await claims.close()),
		);
		const failed = ends.find((end) => end.status === 'rejected');
		return failed && failureOf(failed.reason);
	}

	/** Takes the run out of what n8n stores, once it has ended without an error. */
	forget(): void {
		delete this.stored.deliveries?.[this.runIndex];
		if (Object.keys(this.stored.deliveries ?? {}).length === 0) delete this.stored.deliveries;
	}

	private store(): void {
		this.stored.deliveries ??= {};
		this.stored.deliveries[this.runIndex] = this.entries;
	}
}

/** The execute data; an agent's calls of a tool may all have the agent's, but each has input of its own. */
function sharedByTries(context: IExecuteFunctions): object {
	return (
		(isTool(context.getNode()) ? context.getInputData()[0]?.json : undefined) ??
		context.getExecuteData()
	);
}

function tooMany(count: number, keysToRemember: number): FailureError {
	return new FailureError({
		kind: 'unclaimed',
		message: `The items have ${count} message keys, and 'Keys to Remember' under 'Options' is ${keysToRemember}`,
		advice: `Set 'Keys to Remember' to ${count} or more, or send fewer items at a time`,
	});
}
