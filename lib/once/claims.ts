import { SYSTEM_CLOCK } from '../basics';
import { claimed, concluded, type Conclusion, type Fate } from './fate';
import type { Change, Store } from './store';

/** Milliseconds to wait after each try to claim a message that another execution has under way; none after the last. */
const WAITS = [1000, 2000, 4000, undefined];

/** What became of an attempt to claim a message: the name under which executions know it, and its fate before. */
export interface Claim {
	readonly name: string;
	readonly before: Fate;
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
	async claim(name: string, stop: AbortSignal): Promise<Claim | undefined> {
		for (const wait of WAITS) {
			if (stop.aborted) break;
			const after = (now: Fate) => claimed(now, wait === undefined);
			const changing = this.store.change({ name, after, looks: true, stop });
			this.store.hurry();
			const before = await changing;
			if (before === undefined) break;
			if (wait === undefined || before !== 'underWay') return { name, before };
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
			return concluded(now, claim.before, conclusion);
		};
		// An unknown message may be given back by the execution that left it unknown: then 'sent' has to be written anew.
		const looks = conclusion !== 'sent' || claim.before !== 'new';
		await this.store.change({ name: claim.name, after, looks });
	}
}
