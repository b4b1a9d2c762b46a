import { rm } from 'node:fs/promises';

import { installPackedPackage, packPackage } from '../../dev/editor/packedPackage';
import { installationFolder } from './installedPackage';

/**
 * Builds and packs the package, unless that has been done with these very sources, and installs
 * the tarball the way n8n does. Jest runs this once before all tests.
 */
export default async function installPackage(): Promise<void> {
	const tarball = await packPackage();
	await rm(installationFolder, { recursive: true, force: true });
	await installPackedPackage(tarball, installationFolder);
}
