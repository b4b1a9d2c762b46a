import { SYSTEM_CLOCK } from './clock';
import type { MarkStore } from './markStore';

/** What is known of a message: nobody has sent it, it was sent, or it may have been. */
export type Known = 'new' | 'sent' | 'unknown';

/** How many messages share their calls: at each, n8n reads and writes the whole list. */
const CHUNK = 500;

/** How many milliseconds pass before a message that may be under way elsewhere is looked up again, time after time. */
const WAITS = [1000, 2000, 4000];

/** Which of its two marks a message has in n8n's list. */
type Marks = 'neither' | 'begun' | 'open' | 'both';

/**
 * What the marks say, and which are left after each conclusion. A claim leaves both, so what is never concluded is
 * unknown; of both, *begun* is forgotten first, and *open* alone still says so.
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

/** The marks to take away from both, so that these are left. */
function marksBeside(left: Marks, name: string): string[] {
	return [
		...(left === 'begun' || left === 'both' ? [] : [begun(name)]),
		...(left === 'open' || left === 'both' ? [] : [open(name)]),
	];
}

/** Messages that are claimed and concluded together. */
interface Chunk {
	names: readonly string[];
	/** What n8n's list had of each message before it was claimed. */
	marks: Map<string, Marks>;
	/** The first look, then one for each wait. */
	looks: Array<Promise<void> | undefined>;
	token?: string;
	conclusions: Map<string, Known>;
	/** The messages whose requests have begun. */
	requested: Set<string>;
	written?: Promise<void>;
}

/**
 * The messages of a run as other executions know them: a message is claimed before it is sent, and concluded afterwards.
 * A process that ends in between leaves it unknown: never a second message, and never silence.
 */
export class Claims {
	private readonly chunks: Chunk[] = [];

	private readonly chunkOf = new Map<string, Chunk>();

	/** @param names of the messages, each once and in the order in which they are sent */
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
				conclusions: new Map(),
				requested: new Set(),
			};
			this.chunks.push(chunk);
			for (const name of chunk.names) this.chunkOf.set(name, chunk);
		}
	}

	/**
	 * Claims a message, with its neighbours in the run. One that may be under way elsewhere is looked up again for a
	 * while. Throws a FailureError where n8n's database does not answer.
	 */
	async claim(name: string): Promise<Known> {
		const chunk = this.chunkNamed(name);
		await (chunk.looks[0] ??= this.look(chunk, chunk.names));
		for (const [index, wait] of WAITS.entries()) {
			if (!mayBeUnderWay(chunk, name) || this.stop.aborted) break;
			await (chunk.looks[index + 1] ??= this.lookAgain(chunk, wait));
		}
		return TABLE[chunk.marks.get(name) ?? 'both'].known;
	}

	/** Notes that the request of a claimed message is about to leave: without a conclusion, its outcome is unknown. */
	begin(name: string): void {
		this.chunkNamed(name).requested.add(name);
	}

	/** Says what became of a claimed message; as soon as all of its chunk has a conclusion, that is written. */
	conclude(name: string, conclusion: Known): void {
		const chunk = this.chunkNamed(name);
		chunk.conclusions.set(name, conclusion);
		// What goes wrong here, `close` says.
		if (chunk.conclusions.size === chunk.names.length) this.write(chunk).catch(() => {});
	}

	/** Writes all conclusions, also those of a run that was cut short. Throws a FailureError where n8n cannot write them. */
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
			// What was sent needs no claim.
			(found) =>
				names.flatMap((name) =>
					marksOf(found, name) === 'begun' ? marksBeside('begun', name) : [],
				),
		);
		chunk.token = token;
		for (const name of names) chunk.marks.set(name, marksOf(before, name));
	}

	private async lookAgain(chunk: Chunk, wait: number): Promise<void> {
		// Two that look at the same moments would each take the other's look for a claim.
		await SYSTEM_CLOCK.wait(wait * (1 + SYSTEM_CLOCK.random() / 4), this.stop);
		const names = chunk.names.filter((name) => mayBeUnderWay(chunk, name));
		if (!this.stop.aborted && names.length > 0) await this.look(chunk, names);
	}

	private async write(chunk: Chunk): Promise<void> {
		chunk.written ??= this.writeOnce(chunk);
		await chunk.written;
	}

	private async writeOnce({ marks, conclusions, requested, token }: Chunk): Promise<void> {
		if (token === undefined) return;
		const gone = Array.from(marks).flatMap(([name, found]) => {
			const conclusion = conclusions.get(name) ?? (requested.has(name) ? 'unknown' : 'new');
			return marksBeside(TABLE[found].left[conclusion], name);
		});
		if (gone.length > 0) await this.store.remove(gone, token);
	}
}

/** What is forgotten by half began long ago. */
function mayBeUnderWay({ marks }: Chunk, name: string): boolean {
	return marks.get(name) === 'both';
}
