import { createRequire } from 'node:module';
import path from 'node:path';

import type { Clock } from '../../../nodes/CustomerMessaging/delivery/clock';

const require = createRequire(__filename);

const product = path.resolve(__dirname, '../../../nodes');

/**
 * Loads a module of the node as a process that has just been started has it: nothing it remembers is shared with those
 * that were loaded before.
 *
 * @param file its path below the node's folder
 * @param clock what takes the place of the machine's clock
 */
export function inNewProcess<Module>(file: string, clock: Partial<Clock>): Module {
	for (const loaded of Object.keys(require.cache)) {
		if (loaded.startsWith(product)) delete require.cache[loaded];
	}
	const load = (name: string): unknown =>
		require(path.join(product, 'CustomerMessaging', name)) as unknown;
	Object.assign((load('delivery/clock') as { SYSTEM_CLOCK: Clock }).SYSTEM_CLOCK, clock);
	return load(file) as Module;
}
