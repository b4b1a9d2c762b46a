import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { FullConfig } from '@playwright/test';

import { credentialName } from '../../../dev/sandbox/example';
import { cache } from '../../../dev/editor/folders';
import { installN8n } from '../../../dev/editor/n8nInstallation';
import { startN8n } from '../../../dev/editor/n8nServer';
import { installPackedPackage, packPackage } from '../../../dev/editor/packedPackage';
import { release } from '../../../dev/editor/release';
import { newLogin, RestInterface } from '../../../dev/editor/restInterface';
import { templatesLeadingTo } from '../../../dev/sandbox/catalogue';
import { type Sandbox, startSandbox } from '../../../dev/sandbox/sandbox';
import type { Account, Stage } from './stage';

/**
 * Raises the stage, once for all tests: n8n with nothing in it but the package, an owner and the accounts. Returns what
 * strikes it.
 */
export default async function raise({ workers, projects }: FullConfig) {
	const installation = await installN8n(release);
	const tarball = await packPackage();
	const userFolder = join(cache, 'e2e', release.line);
	await rm(userFolder, { recursive: true, force: true });
	await installPackedPackage(tarball, join(userFolder, '.n8n', 'nodes'));

	const server = await startN8n(installation, {
		userFolder,
		environment: { N8N_LOG_LEVEL: 'debug' },
	});
	const login = newLogin();
	const rest = await RestInterface.connect(server.address, login);
	// With every character that a query, JSON or a log may write in another way.
	const apiKey = `key+/&=%" ${randomBytes(12).toString('hex')}`;
	const templates = templatesLeadingTo(server.address);
	const sandboxes: Sandbox[] = [];
	const accounts: Account[] = [];
	while (accounts.length < workers) {
		const sandbox = await startSandbox({ apiKey, templates });
		sandboxes.push(sandbox);
		const service = { service: 'other' as const, baseUrl: sandbox.baseUrl, apiKey };
		const { id, name, type } = await rest.saveCredential(
			accounts.length === 0 ? credentialName : `${credentialName} ${accounts.length + 1}`,
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
	await saveSession(projects[0]!.use.storageState as string, rest);

	return async () => {
		for (const sandbox of sandboxes) await sandbox.stop();
		await server.stop();
	};
}

/** Saves the owner's login as a browser has it: n8n ties it to the browser that made it. */
async function saveSession(file: string, { address, session }: RestInterface): Promise<void> {
	const [, name, value] = /^([^=]+)=(.*)$/.exec(session.cookie!)!;
	const localStorage = [{ name: 'n8n-browserId', value: session['browser-id'] }];
	const cookie = { name, value, domain: new URL(address).hostname, path: '/', expires: -1 };
	const rules = { httpOnly: true, secure: false, sameSite: 'Lax' };
	const cookies = [{ ...cookie, ...rules }];
	await writeFile(file, JSON.stringify({ cookies, origins: [{ origin: address, localStorage }] }));
}
