import { runInNewContext } from 'node:vm';

/**
 * Runs work that is quick unless its time grows with the square of its input, which would be hours. Jest cannot end a
 * test that never waits, so this ends it after half a minute.
 */
export function runInTime<Result>(work: () => Result): Result {
	return runInNewContext('work()', { work }, { timeout: 30_000 }) as Result;
}
