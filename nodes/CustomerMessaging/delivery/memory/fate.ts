/**
 * What became of a message:
 *
 *     new ──claim──> underWay ──> sent, unknown, or what it was
 *      unknown ──claim, with 'Send Again'──> underWay
 *
 * A message stays under way if its execution is killed; an execution that waits for it in vain makes it unknown.
 */
export type Fate = 'new' | 'underWay' | 'unknown' | 'sent';

/** The value of 'If Outcome Is Unknown': hold such a message back, hold it back as sent, or send it again. */
export type UnknownOutcome = 'ask' | 'treatAsSent' | 'sendAgain';

/** What to do with a message. One that is held fails, or counts as sent with 'Treat as Sent'. */
export const DECISIONS: Record<Fate, Record<UnknownOutcome, 'send' | 'skip' | 'hold'>> = {
	new: { ask: 'send', treatAsSent: 'send', sendAgain: 'send' },
	// It may be leaving right now.
	underWay: { ask: 'hold', treatAsSent: 'hold', sendAgain: 'hold' },
	unknown: { ask: 'hold', treatAsSent: 'hold', sendAgain: 'send' },
	sent: { ask: 'skip', treatAsSent: 'skip', sendAgain: 'skip' },
};

/** A message's fate, from its fates by each of its names. */
export function strongest(fates: readonly Fate[]): Fate {
	const order = ['sent', 'underWay', 'unknown'] as const;
	return order.find((fate) => fates.includes(fate)) ?? 'new';
}

/** What a claim makes of a message. */
export function claimed(now: Fate): Fate {
	return now === 'sent' ? 'sent' : 'underWay';
}

/**
 * What the end of a claim makes of a message that was found as `found`: `sent`, `unknown`, or, if the message did not
 * leave, what it was, unless another execution has concluded its own claim since.
 */
export function concluded(now: Fate, found: Fate, end: 'sent' | 'unknown' | 'new'): Fate {
	if (now === 'sent' || end !== 'new') return now === 'sent' ? now : end;
	return found === 'new' || now === 'underWay' ? found : now;
}
