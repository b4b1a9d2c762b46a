import { failureOf, type Failure } from '../service/failure';
import { SYSTEM_CLOCK } from './clock';
import type { Conclusion, MessageState, SentList } from './sentList';

/** Milliseconds to wait before each new look at a message that another execution may be sending. */
const WAITS = [1000, 2000, 4000];

/** A message has up to two names; what is known of it is the first of these that is true of one. */
const STRONGEST: MessageState[] = ['sent', 'underWay', 'unknown'];

/**
 * What a conclusion makes of a name, by what was known of it when it was claimed. A message that was not sent is again
 * what it was. Of what others left unknown or under way, `givenUp` makes *unknown* again, unless they have said
 * meanwhile what became of it.
 */
const CHANGES: Record<Exclude<MessageState, 'sent'>, Record<Conclusion, Conclusion | undefined>> = {
	new: { sent: 'sent', unknown: 'unknown', notSent: 'notSent', givenUp: 'notSent' },
	unknown: { sent: 'sent', unknown: 'unknown', notSent: 'givenUp', givenUp: 'givenUp' },
	underWay: { sent: 'sent', unknown: 'givenUp', notSent: undefined, givenUp: 'givenUp' },
};

export interface ClaimSettings<Message> {
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
	found: Map<string, MessageState>;
	known: Promise<MessageState | undefined>;
}

/**
 * The messages of a run as other executions see them. Each is claimed shortly before it is sent, and concluded when its
 * outcome is known. If the process ends in between, it stays under way: nobody sends it again, and nobody says that it
 * was sent.
 */
export class Claims<Message> {
	private readonly rest: Iterator<Message>;

	private readonly begun = new Set<Message>();

	/** Those without a conclusion. */
	private readonly claims = new Map<Message, Claim>();

	/** How many messages are claimed whose turn has not come. */
	private ahead = 0;

	private readonly writing = new Set<Promise<void>>();

	private unwritten: Array<{ names: string[]; to: Conclusion; failure: Failure }> = [];

	constructor(private readonly settings: ClaimSettings<Message>) {
		this.rest = settings.messages[Symbol.iterator]();
	}

	/**
	 * Claims a message whose turn has come, and returns what other executions know of it; undefined if the run was
	 * stopped. If it is under way, it is looked up again for a while. Throws a FailureError if n8n's database fails.
	 */
	async claim(message: Message): Promise<MessageState | undefined> {
		const claim = this.claims.get(message) ?? this.begin(message);
		this.ahead--;
		if (2 * this.ahead < this.settings.ahead) this.goAhead();
		return await claim.known;
	}

	/** Has it written what became of a claimed message. */
	conclude(message: Message, conclusion: Conclusion): void {
		const { found = new Map<string, MessageState>() } = this.claims.get(message) ?? {};
		this.claims.delete(message);
		for (const known of ['new', 'unknown', 'underWay'] as const) {
			const to = CHANGES[known][conclusion];
			const names = Array.from(found).flatMap(([name, one]) => (one === known ? name : []));
			if (to !== undefined && names.length > 0) this.write(names, to);
		}
	}

	/**
	 * Ends the run, even if it was cut short: gives back the messages that were claimed and not sent, and writes all
	 * conclusions. Returns why some could not be written.
	 */
	async close(): Promise<Failure | undefined> {
		await Promise.allSettled(Array.from(this.claims.values(), async ({ known }) => await known));
		for (const message of this.claims.keys()) this.conclude(message, 'notSent');
		await this.written();
		for (const { names, to } of this.unwritten.splice(0)) this.write(names, to);
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
		const found = new Map<string, MessageState>();
		const claim = { found, known: this.find(this.settings.namesOf(message), found) };
		// The error goes to those that wait for the claim.
		claim.known.catch(() => {});
		this.begun.add(message);
		this.claims.set(message, claim);
		this.ahead++;
		return claim;
	}

	private async find(
		names: string[],
		found: Map<string, MessageState>,
	): Promise<MessageState | undefined> {
		const { list, maxEntries, stop } = this.settings;
		const isWanted = (): boolean => !stop.aborted;
		for (const wait of [0, ...WAITS]) {
			await SYSTEM_CLOCK.wait(wait, stop);
			const others = names.filter((name) => (found.get(name) ?? 'underWay') === 'underWay');
			const before = await list.change({ names: others, to: 'claim', maxEntries, isWanted });
			if (before === undefined) return undefined;
			for (const [index, name] of others.entries()) found.set(name, before[index] ?? 'underWay');
			const known = STRONGEST.find((one) => [...found.values()].includes(one)) ?? 'new';
			if (known !== 'underWay') return known;
		}
		return 'underWay';
	}

	private write(names: string[], to: Conclusion): void {
		const { list, maxEntries } = this.settings;
		const writing = list
			.change({ names, to, maxEntries, isWanted: () => true })
			.then(
				() => {},
				(error) => void this.unwritten.push({ names, to, failure: failureOf(error) }),
			)
			.finally(() => this.writing.delete(writing));
		this.writing.add(writing);
	}

	private async written(): Promise<void> {
		this.settings.list.hurry();
		await Promise.all(this.writing);
	}
}
