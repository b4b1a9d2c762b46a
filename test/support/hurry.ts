import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import type { Clock } from '../../nodes/CustomerMessaging/primitives/clock';
import { installedPackage } from './installedPackage';

/** Has the installed node wait a fraction of the time for other executions and for the service, in the tests of a file. */
export function hurry(divisor = 20): void {
	const folder = path.join(realpathSync(installedPackage), 'dist/nodes/CustomerMessaging');
	const { SYSTEM_CLOCK } = createRequire(__filename)(path.join(folder, 'primitives/clock')) as {
		SYSTEM_CLOCK: Clock;
	};
	const { wait } = SYSTEM_CLOCK;
	beforeAll(() => {
		SYSTEM_CLOCK.wait = async (milliseconds, signal) => await wait(milliseconds / divisor, signal);
	});
	// The next file may run in the same process.
	afterAll(() => {
		SYSTEM_CLOCK.wait = wait;
	});
}
