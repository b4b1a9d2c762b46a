import type { Failure } from '../basics';

/** What became of a message; README.md draws how one follows from another. */
export type Status = 'new' | 'inProgress' | 'unknown' | 'sent';

/** What is known of a message that may have to be held back. */
export interface Known {
	status: Status;
	/** Why it may have arrived; undefined if it is new or sent. */
	reason?: Failure;
}

/** Whether a message may leave. One that is in progress never may, because it may be leaving right now. */
export function mayBeSent(status: Status, resendsUnknown: boolean): boolean {
	return status === 'new' || (status === 'unknown' && resendsUnknown);
}

/** A message's status, given its status under each of its names. */
export function strongest(statuses: readonly Status[]): Status {
	const order = ['sent', 'inProgress', 'unknown'] as const;
	return order.find((status) => statuses.includes(status)) ?? 'new';
}

/**
 * A message's statuses after a claim, by name: in progress, unless it was sent or another execution has it in progress under any
 * name. The last try makes that unknown, because the other execution may have been killed.
 */
export function claimed(before: readonly Status[], isLastTry: boolean): readonly Status[] {
	const instead = (one: Status, other: Status): Status[] =>
		before.map((status) => (status === one ? other : status));
	switch (strongest(before)) {
		case 'sent':
			// A name that is new may be a key added after the send: nobody knows whether it stands for the message that was sent.
			return instead('new', 'unknown');
		case 'inProgress':
			return isLastTry ? instead('inProgress', 'unknown') : before;
		default:
			return before.map(() => 'inProgress');
	}
}

/** How a claim ends: `new` if this execution did not send the message. */
export type Completion = 'sent' | 'unknown' | 'new';

/** A message's status after a completion; for `new`, its status before the claim, unless another execution has said more since. */
export function completed(now: Status, before: Status, completion: Completion): Status {
	if (now === 'sent' || completion !== 'new') return now === 'sent' ? now : completion;
	return before === 'new' || now === 'inProgress' ? before : now;
}
