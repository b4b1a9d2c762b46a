import type { Failure } from '../../primitives/failure';
import { SYSTEM_CLOCK } from '../../primitives/clock';
import {
	claimed,
	concluded,
	strongest,
	waitedInVain,
	type Conclusion,
	type Fate,
	type Known,
} from './fate';
import type { Change, SentList } from './list';

/** Milliseconds to wait before each new look at a message that another execution has under way. */
const WAITS = [1000, 2000, 4000];

/** The reasons of messages of which only other executions know. */
const REASONS: Record<Fate, Failure | undefined> = {
	new: undefined,
	underWay: left('Another execution began to send it, and has not said what became of it'),
	unknown: left('An earlier execution left it unknown whether the message arrived'),
	sent: left('The message was sent before'),
};

/** What the claims of a run share. */
export interface ClaimSettings {
	list: SentList;
	maxEntries: number;
	stop: AbortSignal;
	/** Has a conclusion made, at once or later. */
	write: (change: Change) => void;
}

/**
 * Tells other executions that this one is about to send a message. If its process ends before the conclusion, the message
 * stays under way: no execution sends it again, or says that it was sent.
 */
export class Claim implements Known {
	/** The strongest of what this run's own tries know, and other executions by each name. */
	fate: Fate;

	reason?: Failure;

	/** Whether it could be made before the run was stopped. Rejects with a FailureError if n8n's database fails. */
	readonly isMade: Promise<boolean>;

	/** What the list had by each name when it was claimed; none if there is nothing to conclude. */
	private found: readonly Fate[] = [];

	constructor(
		private readonly names: readonly string[],
		private readonly own: Known,
		private readonly settings: ClaimSettings,
	) {
		[this.fate, this.reason] = [own.fate, own.reason];
		this.isMade = names.length === 0 ? Promise.resolve(true) : this.make();
		// The error goes to whoever waits for the claim.
		this.isMade.catch(() => {});
	}

	/** Has it written what became of the message, if its claim was made and is not concluded. */
	conclude(conclusion: Conclusion): void {
		const { found, names, settings } = this;
		if (found.length === 0) return;
		this.found = [];
		// An execution that has the message under way says itself whether it was sent.
		const end = conclusion === 'sent' && this.fate === 'underWay' ? 'new' : conclusion;
		settings.write({
			names,
			after: (now) => found.map((fate, index) => concluded(now[index] ?? 'new', fate, end)),
			isUrgent: false,
			maxEntries: settings.maxEntries,
		});
	}

	private async make(): Promise<boolean> {
		let isFound = await this.look();
		for (const wait of WAITS) {
			if (!isFound || this.fate !== 'underWay') return isFound;
			await SYSTEM_CLOCK.wait(wait, this.settings.stop);
			isFound = await this.look();
		}
		if (isFound) this.found = this.found.map(waitedInVain);
		return isFound;
	}

	/** Claims the message by each name by which no other execution has it under way; false if the run was stopped. */
	private async look(): Promise<boolean> {
		const { list, maxEntries, stop } = this.settings;
		if (stop.aborted) return false;
		const foundIn = (now: readonly Fate[]): Fate[] =>
			now.map((fate, index) => {
				const earlier = this.found[index] ?? 'underWay';
				return earlier === 'underWay' ? fate : earlier;
			});
		const after = (now: readonly Fate[]): Fate[] => claimed(foundIn(now));
		const before = await list.change({
			names: this.names,
			after,
			isUrgent: true,
			maxEntries,
			stop,
		});
		if (before === undefined) return false;
		const found = foundIn(before);
		this.fate = strongest([this.own.fate, ...found]);
		this.reason = this.own.reason ?? REASONS[this.fate];
		// One that found sent has no conclusion.
		this.found = this.fate === 'sent' ? [] : found;
		return true;
	}
}

function left(message: string): Failure {
	return { kind: 'noResponse', message, advice: '' };
}
