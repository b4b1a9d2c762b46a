import type { Clock } from '../../lib/basics/clock';
import { installedModule } from './installedModule';

/** Has the installed node wait a fraction of the time, which passes for it as if it had waited, in the tests of a file. */
export function hurry(divisor = 20): void {
	const { SYSTEM_CLOCK } = installedModule<{ SYSTEM_CLOCK: Clock }>('lib/basics/clock');
	const { now, wait } = SYSTEM_CLOCK;
	let skipped = 0;
	beforeAll(() => {
		SYSTEM_CLOCK.now = () => now() + skipped;
		SYSTEM_CLOCK.wait = async (milliseconds, signal) => {
			const end = SYSTEM_CLOCK.now() + milliseconds;
			await wait(milliseconds / divisor, signal);
			if (!signal?.aborted) skipped = Math.max(skipped, end - now());
		};
	});
	// The next file may run in the same process.
	afterAll(() => {
		Object.assign(SYSTEM_CLOCK, { now, wait });
	});
}
