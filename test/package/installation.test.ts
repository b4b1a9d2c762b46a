import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import express from 'express';

import { npm } from '../../dev/editor/npm';
import { tarballFolder } from '../support/installedPackage';

const root = path.resolve(__dirname, '../..');

/** The commands of the pages that install the packed file. */
const commands = ['README.md', 'docs/install-and-update.md'].flatMap((page) =>
	Array.from(
		readFileSync(path.join(root, page), 'utf8').matchAll(/npm (install .*?)\S+\.tgz/g),
		([, given]) => given!.trim(),
	),
);

/** A registry that has nothing: the packed file brings all that it needs. */
async function startRegistry() {
	const asked: string[] = [];
	const server = express()
		.use((request, response) => {
			asked.push(request.path);
			response.sendStatus(404);
		})
		.listen(0, 'localhost');
	await once(server, 'listening');
	return { server, asked, address: `http://localhost:${(server.address() as AddressInfo).port}` };
}

test('each command that installs the packed file installs this package and no other, without a registry', async () => {
	expect(commands.length).toBeGreaterThan(1);
	const { server, asked, address } = await startRegistry();
	const tarball = readdirSync(tarballFolder).find((file) => file.endsWith('.tgz'))!;
	try {
		for (const command of new Set(commands)) {
			// Without '--prefix', npm installs into a folder above that has packages already.
			const home = mkdtempSync(path.join(tmpdir(), 'home-'));
			writeFileSync(path.join(home, 'package.json'), '{}');
			const folder = path.join(home, 'nodes');
			mkdirSync(folder);
			const quiet = ['--no-audit', '--no-update-notifier'];
			const words = [...command.split(' '), ...quiet, path.join(tarballFolder, tarball)];
			await npm(words, folder, { npm_config_registry: address, npm_config_audit: 'true' });
			const installed = readdirSync(path.join(folder, 'node_modules'));
			rmSync(home, { recursive: true });
			expect(installed.filter((name) => !name.startsWith('.'))).toEqual([
				'n8n-nodes-customer-messaging',
			]);
		}
		expect(asked).toEqual([]);
	} finally {
		server.close();
	}
});
