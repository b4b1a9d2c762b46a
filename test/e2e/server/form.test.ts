import { expect, test } from '@playwright/test';

import { release } from '../../../dev/editor/release';
import { rest, stage } from '../stage/stage';

test('this is the release that was asked for', async () => {
	const { versionCli } = await rest.ask<{ versionCli: string }>('GET', '/settings');

	expect(versionCli).toBe(release.version);
});

test('n8n lists the node, also as a tool for AI agents and as human review', async () => {
	const types = (await (
		await fetch(`${stage.address}/types/nodes.json`, { headers: rest.session })
	).json()) as Array<{ name: string; codex?: { subcategories?: { Tools?: string[] } } }>;
	const listed = new Map(types.map(({ name, codex }) => [name, codex?.subcategories?.Tools]));
	const NODE = 'n8n-nodes-customer-messaging.customerMessaging';

	expect([...listed.keys()]).toEqual(expect.arrayContaining([NODE, `${NODE}Tool`]));
	expect(listed.get(`${NODE}HitlTool`)).toEqual(['Human in the Loop']);
});
