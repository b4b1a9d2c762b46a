import { readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { compileFunction } from 'node:vm';

import type { Clock } from '../../../nodes/CustomerMessaging/primitives/clock';
import { installedPackage } from '../../support/installedPackage';

const require = createRequire(__filename);

const folder = path.join(realpathSync(installedPackage), 'dist/nodes/CustomerMessaging');

/** The code of each module, which is compiled once for all processes. */
const compiled = new Map<string, ReturnType<typeof compileFunction>>();

/**
 * Loads modules of the installed node as a process that has just been started has them: it shares nothing that it
 * remembers with any other. Returns all that they export.
 *
 * @param files their paths below the node's folder
 * @param clock what takes the place of the machine's clock
 */
export function inNewProcess<Exports>(files: string[], clock: Partial<Clock>): Exports {
	const modules = new Map<string, { exports: object }>();
	const load = (file: string): object => {
		const known = modules.get(file);
		if (known !== undefined) return known.exports;
		const module = { exports: {} };
		modules.set(file, module);
		const within = (name: string): unknown =>
			name.startsWith('.') ? load(path.join(path.dirname(file), name)) : require(name);
		codeOf(file)(module.exports, within, module);
		return module.exports;
	};
	Object.assign((load('primitives/clock') as { SYSTEM_CLOCK: Clock }).SYSTEM_CLOCK, clock);
	return Object.assign({}, ...files.map(load)) as Exports;
}

function codeOf(file: string): ReturnType<typeof compileFunction> {
	const known = compiled.get(file);
	if (known !== undefined) return known;
	const filename = path.join(folder, `${file}.js`);
	const parameters = ['exports', 'require', 'module'];
	const code = compileFunction(readFileSync(filename, 'utf8'), parameters, { filename });
	compiled.set(file, code);
	return code;
}
