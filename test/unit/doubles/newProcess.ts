import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import type { Clock } from '../../../nodes/CustomerMessaging/primitives/clock';
import { installedPackage } from '../../support/installedPackage';

const require = createRequire(__filename);

const folder = path.join(realpathSync(installedPackage), 'dist/nodes/CustomerMessaging');

/**
 * Loads modules of the installed node as a process that has just been started has them: it shares nothing that it
 * remembers with any other. Returns all that they export.
 *
 * @param files their paths below the node's folder
 * @param clock what takes the place of the machine's clock
 */
export function inNewProcess<Exports>(files: string[], clock: Partial<Clock>): Exports {
	const shared = forget();
	try {
		Object.assign((load('primitives/clock') as { SYSTEM_CLOCK: Clock }).SYSTEM_CLOCK, clock);
		return Object.assign({}, ...files.map(load)) as Exports;
	} finally {
		forget();
		Object.assign(require.cache, shared);
	}
}

function load(file: string): unknown {
	return require(path.join(folder, file)) as unknown;
}

/** Unloads the node's modules. */
function forget(): NodeJS.Dict<NodeModule> {
	const own = Object.entries(require.cache).filter(([file]) => file.startsWith(folder));
	for (const [file] of own) delete require.cache[file];
	return Object.fromEntries(own);
}
