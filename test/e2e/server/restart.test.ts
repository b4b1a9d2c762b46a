import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from '@playwright/test';

import { cache } from '../../../dev/editor/folders';
import { installN8n } from '../../../dev/editor/n8nInstallation';
import { startN8n, type N8nServer } from '../../../dev/editor/n8nServer';
import { installPackedPackage, packPackage } from '../../../dev/editor/packedPackage';
import { release } from '../../../dev/editor/release';
import { RestInterface } from '../../../dev/editor/restInterface';
import { books } from '../stage/books';
import { stage } from '../stage/stage';
import { latestExecution } from '../stage/executions';
import { answer, answersOf, latestLink, QUESTION } from '../stage/waiting';
import { activate, messagingNode, post, webhook } from '../stage/workflows';

const userFolder = join(cache, 'e2e', `restart-${stage.line}`);

let server: N8nServer;
test.beforeAll(async () => {
	await rm(userFolder, { recursive: true, force: true });
	await installPackedPackage(await packPackage(), join(userFolder, '.n8n', 'nodes'));
	await start();
	await books.reset();
});
test.afterAll(async () => await server?.stop());

/** Starts n8n, at the same address each time. */
async function start(): Promise<void> {
	server = await startN8n(await installN8n(release), {
		userFolder,
		port: server === undefined ? undefined : Number(new URL(server.address).port),
	});
}

for (const ending of ['stop', 'kill'] as const)
	test(`a restart while it waits changes nothing (${ending})`, async () => {
		const rest = await RestInterface.connect(server.address, stage.login);
		const { id, name, type } = await rest.saveCredential(
			stage.credential.name,
			stage.credential.type,
			stage.service,
		);
		const path = `ask-${ending}`;
		const nodes = [
			webhook(path),
			messagingNode(QUESTION, { credentials: { [type]: { id, name } } }),
		];
		const workflow = await activate(`Wait: ${ending}`, nodes, rest);
		await post(path, { day: 'Thursday' }, server.address);
		const execution = await latestExecution(workflow.id, 'waiting', rest);

		await server[ending]();
		await start();

		const link = await latestLink();
		expect(await (await fetch(link)).text()).toContain('Is Thursday fine?');
		await answer(link, 'approve');
		await latestExecution(workflow.id, 'success', rest);
		expect(await answersOf(execution.id, rest)).toMatchObject([
			{ responded: true, approved: true },
		]);
	});
