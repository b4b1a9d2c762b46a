import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { credentialName } from '../../../dev/demo/example';
import { cache } from '../../../dev/editor/folders';
import { installN8n } from '../../../dev/editor/n8nInstallation';
import { startN8n } from '../../../dev/editor/n8nServer';
import { installPackedPackage, packPackage } from '../../../dev/editor/packedPackage';
import { release } from '../../../dev/editor/release';
import { newLogin, RestInterface } from '../../../dev/editor/restInterface';
import { templatesLeadingTo } from '../../../dev/sandbox/catalogue';
import { startSandbox } from '../../../dev/sandbox/sandbox';
import type { Account, Stage } from './stage';
import { atTheEnd } from './strike';

/** Raises the stage, once for all tests: n8n with nothing in it but the package, an owner and the accounts. */
export default async function raise({ maxWorkers }: { maxWorkers: number }): Promise<void> {
	const installation = await installN8n(release);
	const tarball = await packPackage();
	const userFolder = join(cache, 'e2e', release.line);
	await rm(userFolder, { recursive: true, force: true });
	await installPackedPackage(tarball, join(userFolder, '.n8n', 'nodes'));

	const server = await startN8n(installation, {
		userFolder,
		environment: { N8N_LOG_LEVEL: 'debug' },
	});
	atTheEnd(() => server.stop());

	const login = newLogin();
	const rest = await RestInterface.connect(server.address, login);
	// With every character that a query, JSON or a log may write in another way.
	const apiKey = `key+/&=%" ${randomBytes(12).toString('hex')}`;
	const accounts: Account[] = [];
	for (let worker = 1; worker <= maxWorkers; worker++) {
		const sandbox = await startSandbox({
			apiKey,
			templates: templatesLeadingTo(server.address),
		});
		atTheEnd(() => sandbox.stop());
		const service = { baseUrl: sandbox.baseUrl, apiKey };
		const { id, name, type } = await rest.saveCredential(
			worker === 1 ? credentialName : `${credentialName} ${worker}`,
			'customerMessagingApi',
			service,
		);
		accounts.push({ service, credential: { id, name, type } });
	}
	const stage: Stage = {
		line: release.line,
		address: server.address,
		login,
		session: rest.session,
		logFile: server.logFile,
		userFolder,
		accounts,
	};
	process.env.E2E_STAGE = JSON.stringify(stage);
}
