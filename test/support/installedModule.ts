import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import { installedPackage } from './installedPackage';

/** What a module of the installed node exports, as n8n's engine has it in this process. */
export function installedModule<Exports>(file: string): Exports {
	const folder = path.join(realpathSync(installedPackage), 'dist');
	return createRequire(__filename)(path.join(folder, file)) as Exports;
}
