import { SYSTEM_CLOCK } from '../../primitives/clock';
import { failureOf, type Failure } from '../../primitives/failure';
import { claimed, concluded, strongest, type Conclusion, type Fate, type Known } from './fate';
import type { Change, SentList } from './list';

/** Milliseconds to wait after each try to claim a message that another execution has under way; none after the last. */
const WAITS = [1000, 2000, 4000, undefined];

/** Why a message that only other executions know of may have arrived. */
const REASONS: Partial<Record<Fate, Failure>> = {
	underWay: left('Another execution started to send it, and has not reported the result'),
	unknown: left('An earlier execution left it unknown whether the message arrived'),
};

export interface ClaimSettings {
	list: SentList;
	stop: AbortSignal;
	/** Has what became of a message written soon, together with others. */
	write: (change: Change) => void;
}

/**
 * Tells other executions that this one is about to send a message. If its process ends before the conclusion, the message
 * stays under way until another execution has waited for it in vain; then it is unknown.
 */
export class Claim implements Known {
	/**
	 * @param fate the strongest of the message's fates, in this run's own tries and, under each name, in other executions
	 * @param before its fate under each name before the claim; none if there is nothing to conclude
	 */
	constructor(
		readonly fate: Fate,
		private readonly names: readonly string[],
		private before: readonly Fate[],
		private readonly write: (change: Change) => void,
	) {}

	get reason(): Failure | undefined {
		return REASONS[this.fate];
	}

	/** Writes what became of the message; does nothing without a claim, or the second time. */
	conclude(conclusion: Conclusion): void {
		const { before, names } = this;
		if (before.length === 0) return;
		this.before = [];
		const after: Change['after'] = (now, isAgain) =>
			// Once it is new again, another execution may have claimed it.
			isAgain && conclusion === 'new'
				? now
				: before.map((one, index) => concluded(now[index] ?? 'new', one, conclusion));
		this.write({ names, after, isUrgent: false });
	}
}

/** How an attempt to claim a message ended: with neither field if the run was stopped first. */
export interface Claiming {
	claim?: Claim;
	failure?: Failure;
}

/** Claims a message by its names, and waits some seconds if another execution has it under way. */
export async function claimMessage(
	names: readonly string[],
	own: Fate,
	{ list, stop, write }: ClaimSettings,
): Promise<Claiming> {
	if (names.length === 0) return { claim: new Claim(own, names, [], write) };
	try {
		for (const wait of WAITS) {
			if (stop.aborted) return {};
			const after: Change['after'] = (now) => claimed(now, wait === undefined);
			const before = await list.change({ names, after, isUrgent: true, stop });
			if (before === undefined) return {};
			const fate = strongest([own, ...before]);
			const isMade = fate === 'new' || fate === 'unknown';
			if (wait === undefined || fate !== 'underWay')
				return { claim: new Claim(fate, names, isMade ? before : [], write) };
			await SYSTEM_CLOCK.wait(wait, stop);
		}
		return {};
	} catch (error) {
		return { failure: failureOf(error) };
	}
}

function left(message: string): Failure {
	return { kind: 'noResponse', message, advice: '' };
}
