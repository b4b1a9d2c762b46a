import { runInNewContext } from 'node:vm';

/**
 * Runs work that is done in a moment, unless the time it takes grows with the square of its input. That would be
 * hours, and jest cannot end a test that never waits: so it is ended here, after half a minute.
 *
 * Takes the work. Returns what it gives.
 */
export function runInTime<Result>(work: () => Result): Result {
	return runInNewContext('work()', { work }, { timeout: 30_000 }) as Result;
}
