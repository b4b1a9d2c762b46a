import { rm } from 'node:fs/promises';

import { installPackedPackage, packPackage } from '../../editor/packed-package';
import { silent } from '../../editor/progress';
import { installationFolder } from './installed-package';

/**
 * Builds and packs the package, unless that has been done with these very sources, and installs
 * the tarball the way n8n does. Jest runs this once before all tests.
 */
export default async function installPackage(): Promise<void> {
	const tarball = await packPackage(silent);
	await rm(installationFolder, { recursive: true, force: true });
	await installPackedPackage(tarball, installationFolder);
}
