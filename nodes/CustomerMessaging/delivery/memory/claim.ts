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

/** Milliseconds to wait before each new try to claim a message that another execution has under way. */
const WAITS = [1000, 2000, 4000];

/** Why a message may have arrived of which only other executions know. */
const REASONS: Partial<Record<Fate, Failure>> = {
	underWay: left('Another execution began to send it, and has not said what became of it'),
	unknown: left('An earlier execution left it unknown whether the message arrived'),
};

/** What the claims of a run share. */
export interface ClaimSettings {
	list: SentList;
	stop: AbortSignal;
	/** Has the list changed in its own time. */
	write: (change: Change) => void;
}

/**
 * Tells other executions that this one is about to send a message. If its process ends before the conclusion, the message
 * stays under way until another execution has waited for it in vain, and is unknown then.
 */
export class Claim implements Known {
	/** The strongest of what this run's own tries know and, once the claim is made, other executions by each name. */
	fate: Fate;

	/** False if the run was stopped first. Rejects with a FailureError if n8n's database fails. */
	readonly isMade: Promise<boolean>;

	/** What the message was by each name before it was claimed; none if there is nothing to conclude. */
	private before: readonly Fate[] = [];

	constructor(
		private readonly names: readonly string[],
		private readonly own: Fate,
		private readonly settings: ClaimSettings,
	) {
		this.fate = own;
		this.isMade = names.length === 0 ? Promise.resolve(true) : this.make();
		// The error goes to those that wait for the claim.
		this.isMade.catch(() => {});
	}

	/** Why it is held because of other executions. */
	get reason(): Failure | undefined {
		return REASONS[this.fate];
	}

	/** Has it written what became of the message; does nothing without a claim, or a second time. */
	conclude(conclusion: Conclusion): void {
		const { before, fate, names, settings } = this;
		if (before.length === 0) return;
		this.before = [];
		// An execution that has the message under way says itself whether it was sent.
		const end = conclusion === 'sent' && fate === 'underWay' ? 'new' : conclusion;
		let isRepeated = false;
		const after = (now: readonly Fate[]): readonly Fate[] => {
			// A change is made again after an error: by then, another execution may have the message.
			if (isRepeated && end === 'new') return now;
			isRepeated = true;
			return before.map((one, index) => concluded(now[index] ?? 'new', one, end));
		};
		settings.write({ names, after, isUrgent: false });
	}

	private async make(): Promise<boolean> {
		let isMade = await this.tryOnce();
		for (const wait of WAITS) {
			if (!isMade || this.fate !== 'underWay') return isMade;
			await SYSTEM_CLOCK.wait(wait, this.settings.stop);
			isMade = await this.tryOnce();
		}
		if (isMade) this.before = this.before.map(waitedInVain);
		return isMade;
	}

	/** Claims the message by each name by which no other execution has it under way; false if the run was stopped. */
	private async tryOnce(): Promise<boolean> {
		const { names, settings } = this;
		const { list, stop } = settings;
		if (stop.aborted) return false;
		const after = (now: readonly Fate[]): Fate[] => claimed(this.beforeClaim(now));
		const now = await list.change({ names, after, isUrgent: true, stop });
		if (now === undefined) return false;
		const before = this.beforeClaim(now);
		this.fate = strongest([this.own, ...before]);
		// One that is sent has no conclusion.
		this.before = this.fate === 'sent' ? [] : before;
		return true;
	}

	/** By a name that an earlier try has claimed, the message is under way for this execution itself, if it is not sent. */
	private beforeClaim(now: readonly Fate[]): Fate[] {
		return now.map((fate, index) => {
			const before = this.before[index] ?? 'underWay';
			return before === 'underWay' || fate === 'sent' ? fate : before;
		});
	}
}

function left(message: string): Failure {
	return { kind: 'noResponse', message, advice: '' };
}
