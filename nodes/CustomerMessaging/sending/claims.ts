import { SYSTEM_CLOCK } from './clock';
import type { MarkStore } from './markStore';

/** What is known about a message: it was not sent, it was sent, or it may have been. */
export type Known = 'new' | 'sent' | 'unknown';

/**
 * How many messages are claimed in one call: each call reads and writes n8n's whole list. Their conclusions are written
 * together, too, so for another execution all of them are under way until the last one is concluded.
 */
const CHUNK = 500;

/** Milliseconds to wait before each new look at a message that another execution may be sending. */
const WAITS = [1000, 2000, 4000];

/** Which of a message's two marks are in n8n's list. */
type Marks = 'neither' | 'begun' | 'open' | 'both';

/**
 * What the marks mean, and which are left after each conclusion. A claim adds both, so a message that is never
 * concluded stays unknown. n8n forgets *begun* first, as it is added first, and *open* alone still means unknown.
 */
const TABLE: Record<Marks, { known: Known; left: Record<Known, Marks> }> = {
	neither: { known: 'new', left: { new: 'neither', unknown: 'both', sent: 'begun' } },
	begun: { known: 'sent', left: { new: 'begun', unknown: 'begun', sent: 'begun' } },
	open: { known: 'unknown', left: { new: 'open', unknown: 'open', sent: 'begun' } },
	both: { known: 'unknown', left: { new: 'both', unknown: 'both', sent: 'begun' } },
};

const begun = (name: string): string => `begun ${name}`;

const open = (name: string): string => `open ${name}`;

function marksOf(found: ReadonlySet<unknown>, name: string): Marks {
	const isOpen = found.has(open(name));
	if (found.has(begun(name))) return isOpen ? 'both' : 'begun';
	return isOpen ? 'open' : 'neither';
}

/** The marks to remove so that only `left` remains. */
function marksToRemove(left: Marks, name: string): string[] {
	return [
		...(left === 'begun' || left === 'both' ? [] : [begun(name)]),
		...(left === 'open' || left === 'both' ? [] : [open(name)]),
	];
}

/** Messages that are claimed and concluded together. */
interface Chunk {
	names: readonly string[];
	marks: Map<string, Marks>;
	/** The first look, then one after each wait. */
	looks: Array<Promise<void> | undefined>;
	/** One for each look. */
	tokens: string[];
	conclusions: Map<string, Known>;
	written?: Promise<void>;
}

/**
 * The messages of a run as other executions see them: each is claimed before it is sent, and concluded afterwards. If
 * the process ends in between, a message stays unknown, so it is neither sent twice nor silently lost.
 */
export class Claims {
	private readonly chunks: Chunk[] = [];

	private readonly chunkOf = new Map<string, Chunk>();

	/** @param names one for each message, in the order in which they are sent */
	constructor(
		private readonly store: MarkStore,
		names: readonly string[],
		private readonly stop: AbortSignal,
	) {
		for (let start = 0; start < names.length; start += CHUNK) {
			const chunk: Chunk = {
				names: names.slice(start, start + CHUNK),
				marks: new Map(),
				looks: [],
				tokens: [],
				conclusions: new Map(),
			};
			this.chunks.push(chunk);
			for (const name of chunk.names) this.chunkOf.set(name, chunk);
		}
	}

	/**
	 * Claims a message together with its chunk. One that another execution may be sending is looked up again for a
	 * while. Throws a FailureError if n8n's database fails.
	 */
	async claim(name: string): Promise<Known> {
		const chunk = this.chunkNamed(name);
		await (chunk.looks[0] ??= this.look(chunk, chunk.names));
		for (const [index, wait] of WAITS.entries()) {
			if (!mayBeUnderWay(chunk, name)) break;
			await (chunk.looks[index + 1] ??= this.lookAgain(chunk, wait));
		}
		return TABLE[chunk.marks.get(name) ?? 'both'].known;
	}

	/** Sets what became of a claimed message. It is written once the whole chunk has its conclusions. */
	conclude(name: string, conclusion: Known): void {
		const chunk = this.chunkNamed(name);
		chunk.conclusions.set(name, conclusion);
		// `close` reports a failed write.
		if (chunk.conclusions.size === chunk.names.length) this.write(chunk).catch(() => {});
	}

	/** Writes all conclusions, and releases what has none, as it was never sent. Throws a FailureError if n8n cannot write them. */
	async close(): Promise<void> {
		const ends = await Promise.allSettled(
			this.chunks.map(async (chunk) => await this.write(chunk)),
		);
		for (const end of ends) if (end.status === 'rejected') throw end.reason;
	}

	private chunkNamed(name: string): Chunk {
		const chunk = this.chunkOf.get(name);
		if (chunk === undefined) throw new Error(`The message ${name} is not one of this run`);
		return chunk;
	}

	private async look(chunk: Chunk, names: readonly string[]): Promise<void> {
		const { before, token } = await this.store.add(
			names.flatMap((name) => [begun(name), open(name)]),
			// A message that was already sent needs no claim.
			(found) =>
				names.flatMap((name) =>
					marksOf(found, name) === 'begun' ? marksToRemove('begun', name) : [],
				),
		);
		chunk.tokens.push(token);
		for (const name of names) chunk.marks.set(name, marksOf(before, name));
	}

	private async lookAgain(chunk: Chunk, wait: number): Promise<void> {
		// Jitter: two executions that look at the same moments would each mistake the other's look for a claim.
		await SYSTEM_CLOCK.wait(wait * (1 + SYSTEM_CLOCK.random() / 4), this.stop);
		const names = chunk.names.filter((name) => mayBeUnderWay(chunk, name));
		if (!this.stop.aborted) await this.look(chunk, names);
	}

	private async write(chunk: Chunk): Promise<void> {
		chunk.written ??= this.writeOnce(chunk);
		await chunk.written;
	}

	private async writeOnce({ marks, conclusions, tokens }: Chunk): Promise<void> {
		if (tokens.length === 0) return;
		const gone = Array.from(marks).flatMap(([name, found]) => {
			return marksToRemove(TABLE[found].left[conclusions.get(name) ?? 'new'], name);
		});
		await this.store.remove(gone, tokens);
	}
}

/** *Begun* alone was sent, and *open* alone began so long ago that n8n has forgotten the other mark. */
function mayBeUnderWay({ marks }: Chunk, name: string): boolean {
	return marks.get(name) === 'both';
}
