import path from 'node:path';

const root = path.resolve(__dirname, '../..');

/** Where the tests install the packed tarball, as n8n installs a community node. */
export const installationFolder = path.join(root, '.cache', 'installation');

/** The package as a user of n8n has it on disk: what the workflow tests run. */
export const installedPackage = path.join(
	installationFolder,
	'node_modules',
	'n8n-nodes-customer-messaging',
);

/** The tarball that `npm pack` made of it. */
export const tarballFolder = path.join(root, '.cache', 'package');
