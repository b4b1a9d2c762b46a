import { failureOf, type Failure } from '../../primitives/failure';
import { SYSTEM_CLOCK } from '../../primitives/clock';
import { claimed, concluded, strongest, type Fate } from './fate';
import type { Change, SentList } from './list';

/** Milliseconds to wait before each new look at a message that another execution may be sending. */
const WAITS = [1000, 2000, 4000];

interface ClaimSettings<Message> {
	list: SentList;
	/** In the order in which they are sent. */
	messages: readonly Message[];
	/** The names by which executions know a message. */
	namesOf: (message: Message) => string[];
	/** How many messages to claim before their turn. */
	ahead: number;
	maxEntries: number;
	stop: AbortSignal;
}

interface Claim {
	/** What was known of each name when it was claimed. */
	found: Map<string, Fate>;
	known: Promise<Fate | undefined>;
}

/**
 * The messages of a run as other executions see them. Each is claimed shortly before it is sent, and concluded when its
 * outcome is known. If the process ends in between, it stays under way: no execution sends it again, or says that it was
 * sent.
 */
export class Claims<Message> {
	private readonly rest: Iterator<Message>;

	private readonly begun = new Set<Message>();

	/** Those without a conclusion. */
	private readonly claims = new Map<Message, Claim>();

	/** How many messages are claimed whose turn has not come. */
	private ahead = 0;

	private readonly writing = new Set<Promise<void>>();

	private unwritten: Array<{ change: Change; failure: Failure }> = [];

	constructor(private readonly settings: ClaimSettings<Message>) {
		this.rest = settings.messages[Symbol.iterator]();
	}

	/**
	 * Claims a message whose turn has come, and returns what other executions know of it; undefined if the run was
	 * stopped. If it is under way, it is looked up again for a while. Throws a FailureError if n8n's database fails.
	 */
	async claim(message: Message): Promise<Fate | undefined> {
		const claim = this.claims.get(message) ?? this.begin(message);
		this.ahead--;
		if (2 * this.ahead < this.settings.ahead) this.goAhead();
		return await claim.known;
	}

	/** Has it written what became of a claimed message; `new`: it did not leave. */
	conclude(message: Message, end: 'sent' | 'unknown' | 'new'): void {
		const { found = new Map<string, Fate>() } = this.claims.get(message) ?? {};
		this.claims.delete(message);
		if (found.size === 0) return;
		const { maxEntries } = this.settings;
		this.write({
			names: [...found.keys()],
			after: (now, name) => concluded(now, found.get(name) ?? 'new', end),
			isUrgent: false,
			maxEntries,
		});
	}

	/**
	 * Ends the run, even if it was cut short: gives back the messages that were claimed and not sent, and writes all
	 * conclusions. Returns why some could not be written.
	 */
	async close(): Promise<Failure | undefined> {
		await Promise.allSettled(Array.from(this.claims.values(), async ({ known }) => await known));
		for (const message of this.claims.keys()) this.conclude(message, 'new');
		await this.written();
		for (const { change } of this.unwritten.splice(0)) this.write(change);
		await this.written();
		return this.unwritten[0]?.failure;
	}

	private goAhead(): void {
		while (this.ahead < this.settings.ahead) {
			const { value, done } = this.rest.next();
			if (done) return;
			if (!this.begun.has(value)) this.begin(value);
		}
	}

	private begin(message: Message): Claim {
		const found = new Map<string, Fate>();
		const claim = { found, known: this.find(this.settings.namesOf(message), found) };
		// The error goes to those that wait for the claim.
		claim.known.catch(() => {});
		this.begun.add(message);
		this.claims.set(message, claim);
		this.ahead++;
		return claim;
	}

	private async find(names: string[], found: Map<string, Fate>): Promise<Fate | undefined> {
		const { list, maxEntries, stop } = this.settings;
		for (const wait of [0, ...WAITS]) {
			await SYSTEM_CLOCK.wait(wait, stop);
			const others = names.filter((name) => (found.get(name) ?? 'underWay') === 'underWay');
			const change = { names: others, after: claimed, isUrgent: true, maxEntries, stop };
			const before = stop.aborted ? undefined : await list.change(change);
			if (before === undefined) return undefined;
			for (const [index, name] of others.entries()) found.set(name, before[index] ?? 'underWay');
			const known = strongest([...found.values()]);
			if (known !== 'underWay') return known;
		}
		for (const [name, fate] of found) if (fate === 'underWay') found.set(name, 'unknown');
		return 'underWay';
	}

	private write(change: Change): void {
		const writing = this.settings.list
			.change(change)
			.then(
				() => {},
				(error) => void this.unwritten.push({ change, failure: failureOf(error) }),
			)
			.finally(() => this.writing.delete(writing));
		this.writing.add(writing);
	}

	private async written(): Promise<void> {
		this.settings.list.hurry();
		await Promise.all(this.writing);
	}
}
