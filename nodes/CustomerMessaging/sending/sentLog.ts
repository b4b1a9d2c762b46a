import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { FailureError, failureOf, type Failure } from '../service/failure';
import { beginningOf } from './beginning';
import { Claims, type Known } from './claims';
import { MarkStore } from './markStore';
import { isTool } from '../reporting/tool';
import { objectIn } from '../service/values';

/** What identifies a message. */
export interface Message {
	/** The item's index. */
	index: number;
	recipient: string;
	/** The user's key, which together with the recipient identifies the message in every execution. */
	key?: string;
}

/** What became of a message that left: the service's first answer, or why the outcome is unknown. */
export type Delivery = { answer: IDataObject } | { unknown: Failure };

/** A delivery as n8n stores it with the execution. */
type Entry = Delivery & { operation: string; recipient: string };

/** By the item's index. */
type Entries = Record<number, Entry>;

/** What the node keeps in the data that n8n stores with an execution. */
interface Stored {
	/** By the run's index. */
	deliveries?: Record<string, Entries>;
}

/** Kept for Retry On Fail in this process: with 'On Error: Continue' it even repeats a run that ended well. */
const entriesOfRun = new WeakMap<object, Entries>();

/** How many retried messages a workflow remembers. */
const RETRIES_TO_REMEMBER = 50_000;

/**
 * A message takes up two entries of n8n's list: two marks while it is being sent, then at most one mark and a token.
 */
const marksFor = (messages: number): number => 2 * messages + 50;

/** Claims on messages that other executions may send too, and the name by which they all know a message. */
interface Register {
	claims: Claims;
	nameOf: (message: Message) => string;
}

/**
 * What became of the messages of a run, so that nobody gets one twice.
 *
 * Retries of an execution know a message by the original execution, the node, the run, the item, the operation and
 * the recipient; other executions by its key and recipient. The content plays no part: a retry brings the same items,
 * and nobody wants a corrected text on top of the one that arrived.
 */
export class SentLog {
	private readonly stored: Stored;

	private readonly runIndex: string;

	private readonly entries: Entries;

	private registers: Register[] = [];

	/** @param operation such as `template.send` */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: string,
	) {
		this.stored = context.getContext('node');
		this.runIndex = String(context.getWorkflowDataProxy(0).$runIndex);
		const run = sharedByTries(context);
		this.entries = this.stored.deliveries?.[this.runIndex] ?? entriesOfRun.get(run) ?? {};
		entriesOfRun.set(run, this.entries);
		// If this is a try after a run that ended well, it may be cut off too, and only what is stored survives that.
		if (Object.keys(this.entries).length > 0) this.store();
	}

	/** What earlier tries of this run know about a message. */
	recall({ index, recipient }: Message): Delivery | undefined {
		const entry = this.entries[index];
		return entry?.operation === this.operation && entry.recipient === recipient ? entry : undefined;
	}

	/**
	 * Prepares to claim messages, given in sending order. Throws a FailureError if they have more keys than the node
	 * remembers.
	 */
	expect(messages: readonly Message[], keysToRemember: number, stop: AbortSignal): void {
		const { executionId } = beginningOf(this.context);
		const { context, operation, runIndex } = this;
		const register = (store: MarkStore, nameOf: Register['nameOf']): void => {
			this.registers.push({ claims: new Claims(store, messages.map(nameOf), stop), nameOf });
		};
		// Only retries meet one another: the first execution has nobody to share its messages with but by their keys. And each
		// call of an agent's tool sends a different message.
		if (executionId !== context.getExecutionId() && !isTool(context.getNode())) {
			const { name } = context.getNode();
			// A node that is pasted again has a new list, the workflow keeps its own.
			const scope = isWorkflowListTaken(context) ? 'node' : 'workflow';
			register(
				new MarkStore(context, scope, marksFor(RETRIES_TO_REMEMBER)),
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

	/** Claims a message, and returns what other executions know about it. Throws a FailureError if n8n cannot tell. */
	async claim(message: Message): Promise<Known> {
		for (const { claims, nameOf } of this.registers) {
			const known = await claims.claim(nameOf(message));
			if (known !== 'new') return known;
		}
		return 'new';
	}

	/** Records what became of a message that left. */
	record({ index, recipient }: Message, delivery: Delivery): void {
		this.entries[index] = { operation: this.operation, recipient, ...delivery };
		this.store();
	}

	/** Tells other executions what became of a claimed message; without this, it was not sent. */
	conclude(message: Message, known: Known): void {
		for (const { claims, nameOf } of this.registers) claims.conclude(nameOf(message), known);
	}

	/**
	 * Ends the run, even if it was cut short. Returns why n8n could not save what became of some messages, if it could
	 * not.
	 */
	async close(): Promise<Failure | undefined> {
		const ends = await Promise.allSettled(
			this.registers.map(async ({ claims }) => await claims.close()),
		);
		const failed = ends.find((end) => end.status === 'rejected');
		return failed && failureOf(failed.reason);
	}

	/** Removes the run from what n8n stores, once it has ended without an error. */
	forget(): void {
		delete this.stored.deliveries?.[this.runIndex];
		if (Object.keys(this.stored.deliveries ?? {}).length === 0) delete this.stored.deliveries;
	}

	private store(): void {
		this.stored.deliveries ??= {};
		this.stored.deliveries[this.runIndex] = this.entries;
	}
}

/**
 * What all tries of a run share: n8n's execute data, or a tool call's input, as an agent's calls may share the
 * agent's execute data.
 */
function sharedByTries(context: IExecuteFunctions): object {
	return (
		(isTool(context.getNode()) ? context.getInputData()[0]?.json : undefined) ??
		context.getExecuteData()
	);
}

/**
 * Whether one of n8n's own nodes keeps what it has seen in the workflow's list: it would fail because of our marks, and
 * its limit would drop them.
 */
function isWorkflowListTaken(context: IExecuteFunctions): boolean {
	const withParameters = { includeNodeParameters: true };
	const { name } = context.getNode();
	const before = context.getParentNodes(name, withParameters);
	const others = [name, ...before.map((node) => node.name)].flatMap((node) =>
		context.getChildNodes(node, withParameters),
	);
	return [...before, ...others].some(
		({ type, parameters }) =>
			type === 'n8n-nodes-base.removeDuplicates' &&
			(objectIn(parameters?.options).scope ?? 'node') !== 'node',
	);
}

function tooMany(count: number, keysToRemember: number): FailureError {
	return new FailureError({
		kind: 'unclaimed',
		message: `The items have ${count} message keys, and 'Message Key Limit' under 'Options' is ${keysToRemember}`,
		advice: `Set 'Message Key Limit' to ${count} or more, or send fewer items at a time`,
	});
}
