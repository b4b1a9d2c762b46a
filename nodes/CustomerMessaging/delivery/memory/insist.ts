import { SYSTEM_CLOCK } from '../../primitives/clock';
import { databaseError } from './refusals';

/** How often to make a call that fails, and how many milliseconds to wait the first time. */
const MAX_TRIES = 5;
const FIRST_WAIT = 100;

/** Makes a call of n8n's database again if it fails, a few times in some two seconds. Throws a FailureError. */
export async function insist<Result>(call: (isAgain: boolean) => Promise<Result>): Promise<Result> {
	for (let tries = 1; ; tries++) {
		try {
			return await call(tries > 1);
		} catch (error) {
			if (tries === MAX_TRIES) throw databaseError(error);
			await SYSTEM_CLOCK.wait(FIRST_WAIT * 2 ** (tries - 1));
		}
	}
}
