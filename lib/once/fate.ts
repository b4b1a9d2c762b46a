import type { Failure } from '../basics';

/** What became of a message; README.md draws how one follows from another. */
export type Fate = 'new' | 'underWay' | 'unknown' | 'sent';

/** What is known of a message that may have to be held back. */
export interface Known {
	fate: Fate;
	/** Why it may have arrived; undefined if it is new or sent. */
	reason?: Failure;
}

/** Whether a message may leave. One that is under way never may, because it may be leaving right now. */
export function mayBeSent(fate: Fate, resendsUnknown: boolean): boolean {
	return fate === 'new' || (fate === 'unknown' && resendsUnknown);
}

/** A message's fate, given its fate under each of its names. */
export function strongest(fates: readonly Fate[]): Fate {
	const order = ['sent', 'underWay', 'unknown'] as const;
	return order.find((fate) => fates.includes(fate)) ?? 'new';
}

/**
 * A message's fates after a claim, by name: under way, unless it was sent or another execution has it under way under any
 * name. The last try makes that unknown, because the other execution may have been killed.
 */
export function claimed(before: readonly Fate[], isLastTry: boolean): readonly Fate[] {
	const instead = (one: Fate, other: Fate): Fate[] =>
		before.map((fate) => (fate === one ? other : fate));
	switch (strongest(before)) {
		case 'sent':
			// A name that is new may be a key added after the send: nobody knows whether it stands for the message that was sent.
			return instead('new', 'unknown');
		case 'underWay':
			return isLastTry ? instead('underWay', 'unknown') : before;
		default:
			return before.map(() => 'underWay');
	}
}

/** How a claim ends: `new` if this execution did not send the message. */
export type Conclusion = 'sent' | 'unknown' | 'new';

/** A message's fate after a conclusion; for `new`, its fate before the claim, unless another execution has said more since. */
export function concluded(now: Fate, before: Fate, conclusion: Conclusion): Fate {
	if (now === 'sent' || conclusion !== 'new') return now === 'sent' ? now : conclusion;
	return before === 'new' || now === 'underWay' ? before : now;
}
