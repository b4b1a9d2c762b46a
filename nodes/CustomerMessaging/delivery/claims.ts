import { SYSTEM_CLOCK } from './clock';
import type { MarkStore } from './markStore';

/** What is known of a message: nobody has sent it, it was sent, or it may have been. */
export type Known = 'new' | 'sent' | 'unknown';

/** How many messages share their calls: at each, n8n reads and writes the whole list. */
const CHUNK = 500;

/** How many milliseconds pass before a message that may be under way elsewhere is looked up again, time after time. */
const WAITS = [1000, 2000, 4000];

/** Messages that are claimed and concluded together. */
interface Chunk {
	names: readonly string[];
	known: Map<string, Known>;
	/** The first look, then one for each wait. */
	looks: Array<Promise<void> | undefined>;
	token?: string;
	/** The messages whose requests have left. */
	begun: Set<string>;
	conclusions: Map<string, Known>;
	written?: Promise<void>;
}

const begun = (name: string): string => `begun ${name}`;

const open = (name: string): string => `open ${name}`;

/**
 * What the two marks of a message say. A claim leaves both, so what has no conclusion, and what is forgotten by half, is
 * unknown.
 */
const MARKS: Array<{ begun: boolean; open: boolean; known: Known }> = [
	{ begun: false, open: false, known: 'new' },
	{ begun: true, open: false, known: 'sent' },
	{ begun: true, open: true, known: 'unknown' },
	{ begun: false, open: true, known: 'unknown' },
];

function knownBy(marks: ReadonlySet<unknown>, name: string): Known {
	const [isBegun, isOpen] = [marks.has(begun(name)), marks.has(open(name))];
	const row = MARKS.find((marked) => marked.begun === isBegun && marked.open === isOpen);
	return row?.known ?? 'unknown';
}

/** The marks that a conclusion takes away from both. */
const REMOVED: Record<Known, Array<(name: string) => string>> = {
	new: [begun, open],
	sent: [open],
	unknown: [],
};

/** What a message is after its run: once sent it stays sent, and what may have arrived may have arrived still. */
export function conclusionOf(before: Known, now: Known): Known {
	const both = [before, now];
	return both.includes('sent') ? 'sent' : both.includes('unknown') ? 'unknown' : 'new';
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
				known: new Map(),
				looks: [],
				begun: new Set(),
				conclusions: new Map(),
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
			if (chunk.known.get(name) !== 'unknown' || this.stop.aborted) break;
			await (chunk.looks[index + 1] ??= this.lookAgain(chunk, wait));
		}
		return chunk.known.get(name) ?? 'unknown';
	}

	/** Notes that the request of a claimed message is about to leave: without a conclusion, its outcome is unknown. */
	begin(name: string): void {
		this.chunkNamed(name).begun.add(name);
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
			(found) => names.filter((name) => knownBy(found, name) === 'sent').map(open),
		);
		chunk.token = token;
		for (const name of names) chunk.known.set(name, knownBy(before, name));
	}

	private async lookAgain(chunk: Chunk, wait: number): Promise<void> {
		// Two that look at the same moments would each take the other's look for a claim.
		await SYSTEM_CLOCK.wait(wait * (1 + SYSTEM_CLOCK.random() / 4), this.stop);
		const unknown = chunk.names.filter((name) => chunk.known.get(name) === 'unknown');
		if (!this.stop.aborted && unknown.length > 0) await this.look(chunk, unknown);
	}

	private async write(chunk: Chunk): Promise<void> {
		chunk.written ??= this.writeOnce(chunk);
		await chunk.written;
	}

	private async writeOnce({ names, known, begun: left, conclusions, token }: Chunk): Promise<void> {
		if (token === undefined) return;
		const marks = names.flatMap((name) => {
			const now = conclusions.get(name) ?? (left.has(name) ? 'unknown' : 'new');
			return REMOVED[conclusionOf(known.get(name) ?? 'unknown', now)].map((mark) => mark(name));
		});
		if (marks.length > 0) await this.store.remove(marks, token);
	}
}
