import type { IExecuteFunctions } from 'n8n-workflow';

import { FailureError, failureOf, type Failure } from '../transport/failure';
import { SYSTEM_CLOCK } from './clock';

/** What a claim finds out about a key: nobody has sent it, so this run does; it was sent; it may have been. */
export type Claim = 'ours' | 'sent' | 'unknown';

/** What became of the message of a claimed key. */
export type Conclusion = 'sent' | 'notSent' | 'unknown';

/** The keys of one run's messages. */
export interface MessageKeys {
	/** Whether one claim takes all of them. */
	areFew: boolean;
	/**
	 * Claims a key, and its neighbours in the run along with it. One that another execution in this process is sending
	 * is waited for. Throws a FailureError where n8n cannot look it up, or cannot remember so many.
	 */
	claim(key: string): Promise<Claim>;
	/** Says what became of a claimed key's message. */
	conclude(key: string, conclusion: Conclusion): void;
	/**
	 * Ends the run, also one that was cut short: claimed keys without a conclusion are released. Gives why n8n could not
	 * write what became of some, which stay *unknown*; undefined where it could.
	 */
	close(): Promise<Failure | undefined>;
}

/** How many keys share their calls: at each, n8n reads and writes all that it keeps for the node. */
const CHUNK = 500;

/** How many claims may be under way. */
const TOKENS = 50;

/** The shortest time, in milliseconds, that others are given to write what they have read before a claim. */
const SHORTEST_WAIT = 50;

/** A claim that is under way has to come to its end, so that it can be released. */
const NEVER = new AbortController().signal;

/** What n8n had of a key before it was claimed. */
interface Found {
	known: boolean;
	open: boolean;
}

/** Keys that are claimed and concluded together. */
interface Chunk {
	keys: readonly string[];
	found?: Promise<Map<string, Found>>;
	/** Each shows whether a claim was written over. */
	tokens: string[];
	conclusions: Map<string, Conclusion>;
	concluded?: Promise<void>;
	/** Lets other executions in this process have the keys. */
	release: () => void;
}

/** The keys that executions in this process are sending; each promise resolves when their outcome is written. */
const beingSent = new Map<string, Promise<void>>();

/** The last call for each node in this process: calls that overlap would undo one another. */
const lastCalls = new Map<string, Promise<void>>();

/**
 * Opens the keys of a run, so that this node sends the message of a key once, in whichever execution, as long as the key
 * is remembered.
 *
 * n8n keeps a list of hashes for each node (its deduplication helpers), which survives the process. Looking a value up
 * always records it, so a key has two marks, looked up in one call when it is claimed:
 *
 * | known | open | the claim                                | left when sent | not sent | unknown |
 * | ----- | ---- | ---------------------------------------- | -------------- | -------- | ------- |
 * | new   | new  | ours: nobody has sent it                 | known          | neither  | both    |
 * | old   | new  | sent                                     | known          | known    | known   |
 * | old   | old  | unknown: never concluded                 | known          | both     | both    |
 * | new   | old  | unknown: half of it is forgotten already | known          | open     | open    |
 *
 * A last call takes marks away. A process that ends before it leaves both marks, and so *unknown*: never a second
 * message, and never silence.
 *
 * n8n reads the list, changes it and writes it whole, without a lock, so another process (a worker of queue mode) that
 * has read it before may write over a claim. Each claim therefore records a token of its own, waits until whoever was at
 * it is done, and looks whether the token is still there: if so, is the claim; if not, it is made anew.
 *
 * Takes n8n's context; the keys of the run, each once and in the order of the messages; and how many keys are
 * remembered.
 */
export function openMessageKeys(
	context: IExecuteFunctions,
	keys: readonly string[],
	keysToRemember: number,
): MessageKeys {
	const { id: workflowId } = context.getWorkflow();
	const node = `${workflowId} ${context.getNode().id}`;
	// A key takes two entries at most, and claims under way have their tokens. The oldest are forgotten first.
	const options = { mode: 'entries', maxEntries: 2 * keysToRemember + TOKENS } as const;
	const chunkOf = new Map<string, Chunk>();
	for (let start = 0; start < keys.length; start += CHUNK) {
		const chunk: Chunk = {
			keys: keys.slice(start, start + CHUNK),
			tokens: [],
			conclusions: new Map(),
			release: () => {},
		};
		for (const key of chunk.keys) chunkOf.set(key, chunk);
	}

	/** Makes a call after all others for this node. Takes also what there is left to do once it can be made. */
	const inTurn = async <Result>(
		call: () => Promise<Result>,
		next = ', then try again',
	): Promise<Result> => {
		const result = (lastCalls.get(node) ?? Promise.resolve()).then(call);
		const end = settled(result);
		lastCalls.set(node, end);
		try {
			return await result;
		} catch (error) {
			throw storeFailure(error, workflowId, next);
		} finally {
			if (lastCalls.get(node) === end) lastCalls.delete(node);
		}
	};

	const lookUp = async (marks: string[]): Promise<Set<unknown>> => {
		const { processed } = await inTurn(() =>
			context.helpers.checkProcessedAndRecord(marks, 'node', options),
		);
		return new Set(processed);
	};

	/** Looks marks up and records them, until no other process has written over it. Gives those that were there. */
	const claimMarks = async (marks: string[], chunk: Chunk): Promise<Set<unknown>> => {
		for (;;) {
			const token = `claim ${SYSTEM_CLOCK.random()}`;
			chunk.tokens.push(token);
			const start = SYSTEM_CLOCK.now();
			const old = await lookUp([...marks, token]).catch(ifNotFirst);
			const wait = Math.max(SHORTEST_WAIT, 4 * (SYSTEM_CLOCK.now() - start));
			await SYSTEM_CLOCK.wait(wait * (1 + SYSTEM_CLOCK.random() / 2), NEVER);
			if ((await lookUp([token]).catch(ifNotFirst))?.has(token)) return old!;
		}
	};

	const find = async (chunk: Chunk): Promise<Map<string, Found>> => {
		await reserve(
			chunk,
			chunk.keys.map((key) => `${node} ${key}`),
		);
		// Of each pair the first is forgotten first: *open* alone still says that the outcome is unknown.
		const marks = chunk.keys.flatMap((key) => [known(key), open(key)]);
		const looking = claimMarks(marks, chunk);
		looking.catch(chunk.release);
		const old = await looking;
		return new Map(
			chunk.keys.map((key) => [key, { known: old.has(known(key)), open: old.has(open(key)) }]),
		);
	};

	const finish = async (chunk: Chunk, found: Map<string, Found>): Promise<void> => {
		const gone = chunk.keys.flatMap((key) =>
			goneMarks(key, found.get(key)!, chunk.conclusions.get(key) ?? 'notSent'),
		);
		try {
			const marks = [...gone, ...chunk.tokens];
			// By now the messages are sent.
			await inTurn(() => context.helpers.removeProcessed(marks, 'node', options), '');
		} finally {
			chunk.release();
		}
	};

	/** Writes what became of a chunk's keys, once. */
	const conclude = async (chunk: Chunk): Promise<void> => {
		const found = await chunk.found?.catch(() => undefined);
		if (found === undefined) return;
		chunk.concluded ??= finish(chunk, found);
		await chunk.concluded;
	};

	return {
		areFew: keys.length <= CHUNK,
		async claim(key) {
			if (keys.length > keysToRemember) throw tooMany(keys.length, keysToRemember);
			const chunk = chunkOf.get(key)!;
			chunk.found ??= find(chunk);
			return claimOf((await chunk.found).get(key)!);
		},
		conclude(key, conclusion) {
			const chunk = chunkOf.get(key)!;
			chunk.conclusions.set(key, conclusion);
			// What goes wrong here, `close` says.
			if (chunk.conclusions.size === chunk.keys.length) void settled(conclude(chunk));
		},
		async close() {
			const ends = await Promise.allSettled([...new Set(chunkOf.values())].map(conclude));
			const failed = ends.find((end) => end.status === 'rejected');
			return failed && failureOf(failed.reason);
		},
	};
}

const known = (key: string): string => `known ${key}`;

const open = (key: string): string => `open ${key}`;

function claimOf(found: Found): Claim {
	if (found.open) return 'unknown';
	return found.known ? 'sent' : 'ours';
}

/** The marks to take away from a claimed key, by the table. */
function goneMarks(key: string, found: Found, conclusion: Conclusion): string[] {
	const claim = claimOf(found);
	if (claim === 'sent' || conclusion === 'sent') return [open(key)];
	// What may have arrived before may have arrived still.
	if (claim === 'unknown') return found.known ? [] : [known(key)];
	return conclusion === 'notSent' ? [known(key), open(key)] : [];
}

/** Waits until no other execution in this process is sending any of these keys, then keeps them for this one. */
async function reserve(chunk: Chunk, names: string[]): Promise<void> {
	const busy = (): Promise<void> | undefined =>
		names.map((name) => beingSent.get(name)).find((end) => end !== undefined);
	// All at once: runs that each hold a key that the other one wants would wait for ever.
	for (let end = busy(); end !== undefined; end = busy()) await end;
	const ended = new Promise<void>((resolve) => {
		chunk.release = () => {
			for (const name of names) beingSent.delete(name);
			resolve();
		};
	});
	for (const name of names) beingSent.set(name, ended);
}

/** Where two processes make a node's list at the same moment, the database refuses the second one. */
async function ifNotFirst(error: unknown): Promise<undefined> {
	return /unique|duplicate/i.test(failureOf(error).message)
		? undefined
		: await Promise.reject(error as Error);
}

/** Resolves when a promise has an end, whichever. */
async function settled(promise: Promise<unknown>): Promise<void> {
	await promise.then(
		() => {},
		() => {},
	);
}

function tooMany(count: number, keysToRemember: number): FailureError {
	return new FailureError({
		kind: 'unclaimed',
		message: `The items have ${count} message keys, and 'Keys to Remember' under 'Options' is ${keysToRemember}`,
		advice: `Set 'Keys to Remember' to ${count} or more, or send fewer items at a time`,
	});
}

/** Why n8n could not look a key up or write what became of it. */
function storeFailure(error: unknown, workflowId: string | undefined, next: string): FailureError {
	const { message } = failureOf(error);
	const isUnsaved = !workflowId || /foreign key/i.test(message);
	return new FailureError({
		kind: 'unclaimed',
		message: isUnsaved
			? 'Message keys only work in a saved workflow'
			: `n8n could not read or save the message keys: ${message}`,
		advice: `${isUnsaved ? 'Save the workflow' : "Check n8n's database"}${next}`,
	});
}
