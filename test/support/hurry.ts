import { createRequire } from 'node:module';
import { realpathSync } from 'node:fs';
import path from 'node:path';

import type { Clock } from '../../nodes/CustomerMessaging/delivery/clock';
import { installedPackage } from './installedPackage';

/** Has the installed node, in this test file, wait a twentieth of the time for other executions, and for the service. */
export function hurry(): void {
	const folder = path.join(realpathSync(installedPackage), 'dist/nodes/CustomerMessaging');
	const { SYSTEM_CLOCK } = createRequire(__filename)(path.join(folder, 'delivery/clock')) as {
		SYSTEM_CLOCK: Clock;
	};
	const { wait } = SYSTEM_CLOCK;
	SYSTEM_CLOCK.wait = async (milliseconds, signal) => await wait(milliseconds / 20, signal);
}
