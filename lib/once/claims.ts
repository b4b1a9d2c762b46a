import { SYSTEM_CLOCK } from '../basics';
import { claimed, concluded, strongest, type Conclusion, type Fate } from './fate';
import type { Change, Store } from './store';

/** Milliseconds to wait after each try to claim a message that another execution has under way; none after the last. */
const WAITS = [1000, 2000, 4000, undefined];

/** What became of an attempt to claim a message: the names under which executions know it, and its fate before under each. */
export interface Claim {
	readonly names: readonly string[];
	readonly before: readonly Fate[];
	/** How it ended, once somebody has tried to note that. */
	conclusion?: Conclusion;
}

/** Announces what this execution is about to send, and what became of that. */
export class Claims {
	constructor(private readonly store: Store) {}

	/**
	 * Announces that this execution is about to send a message, unless it was sent, or another execution has it under way for
	 * as long as this waits for it. Undefined if the execution was stopped first. Throws a FailureError.
	 */
	async claim(names: readonly string[], stop: AbortSignal): Promise<Claim | undefined> {
		for (const wait of WAITS) {
			if (stop.aborted) break;
			const after = (now: readonly Fate[]) => claimed(now, wait === undefined);
			const changing = this.store.change({ names, after, looks: true, stop });
			this.store.hurry();
			const before = await changing;
			if (before === undefined) break;
			if (wait === undefined || strongest(before) !== 'underWay') return { names, before };
			await SYSTEM_CLOCK.wait(wait, stop);
		}
		return undefined;
	}

	/** Notes how a claim ended, a little later. Throws a FailureError; then it may be noted or not, and can be called again. */
	async conclude(claim: Claim, conclusion: Conclusion): Promise<void> {
		let isAgain = claim.conclusion !== undefined;
		claim.conclusion = conclusion;
		const after: Change['after'] = (now) => {
			// Once it is new again, another execution may have claimed it.
			if (isAgain && conclusion === 'new') return now;
			isAgain = true;
			return claim.before.map((one, index) => concluded(now[index] ?? 'new', one, conclusion));
		};
		// An unknown message may be given back by the execution that left it unknown: then 'sent' has to be written anew.
		const looks = conclusion !== 'sent' || strongest(claim.before) !== 'new';
		await this.store.change({ names: claim.names, after, looks });
	}
}
