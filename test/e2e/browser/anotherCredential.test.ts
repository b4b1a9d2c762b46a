import { isDeepStrictEqual } from 'node:util';

import type { SavedCredential } from '../../../dev/editor/restInterface';
import { startSandbox, type Sandbox } from '../../../dev/sandbox/sandbox';
import {
	choose,
	closeNode,
	field,
	locator,
	openNode,
	useBrowser,
	openWorkflow,
	page,
} from '../stage/browser';
import { rest, stage } from '../stage/stage';
import { until } from '../../support/until';
import { MESSAGING, messagingNode } from '../stage/workflows';

/** An account with other channels and templates. */
let stranger: Sandbox;
const credentials: SavedCredential[] = [];
useBrowser(async () => {
	const channel = { id: 91, title: 'Another Team', number: '+12025550191' };
	stranger = await startSandbox({ channels: [channel], templates: [] });
	const { baseUrl, apiKey } = stranger;
	for (const [name, service] of [
		['Same account', stage.service],
		['Another account', { baseUrl, apiKey }],
	] as const)
		credentials.push(await rest.saveCredential(name, stage.credential.type, service));
});
afterAll(async () => {
	for (const { id } of credentials) await rest.deleteCredential(id);
	await stranger?.stop();
});

/** Which of the two that are looked up the form shows. */
async function shown(): Promise<string[]> {
	const names: string[] = [];
	for (const name of ['channelId', 'templateId'])
		if ((await locator(name).getByTestId('rlc-input').inputValue()) !== '') names.push(name);
	return names;
}

/** The same once nothing has changed for a while: n8n empties what it does not find, one after the other. */
async function shownInTheEnd(): Promise<string[]> {
	let last: string[] = [];
	let looks = 0;
	await until(async () => {
		const now = await shown();
		looks = isDeepStrictEqual(now, last) ? looks + 1 : 0;
		last = now;
		return looks === 20;
	});
	return last;
}

/** Chooses it, and waits until n8n has looked up again what is chosen in the form. */
async function chooseCredential(name: string): Promise<void> {
	const lookUps = ['searchChannels', 'searchTemplates'].map(
		async (method) =>
			await page.waitForResponse(
				(response) => response.request().postDataJSON()?.methodName === method,
			),
	);
	await page.getByTestId('node-credentials-select').click();
	await page.getByText(name, { exact: true }).last().click();
	await Promise.all(lookUps);
}

/** What n8n has saved: the credential, and which of the two that are looked up. */
async function saved(workflow: string): Promise<unknown> {
	const { nodes } = await rest.ask<{
		nodes: Array<{
			name: string;
			// What has its default is left out.
			parameters: Record<string, { value: unknown } | undefined>;
			credentials?: Record<string, { name: string }>;
		}>;
	}>('GET', `/workflows/${workflow}`);
	const { parameters, credentials } = nodes.find(({ name }) => name === MESSAGING)!;
	return {
		credential: credentials?.[stage.credential.type]?.name,
		shown: ['channelId', 'templateId'].filter((name) => parameters[name]?.value),
	};
}

test.each([
	// n8n mostly empties one of the two, which it checks against a list that it has thrown away because of the other.
	['Same account', 2],
	['Another account', 0],
])(
	'choosing another credential (%s) never shows anything else than what is saved',
	async (credential, most) => {
		const workflow = await openWorkflow({
			name: credential,
			nodes: [
				messagingNode({
					resource: 'template',
					operation: 'send',
					channelId: { __rl: true, mode: 'list', value: '11', cachedResultName: 'Webshop' },
				}),
			],
			connections: {},
		});
		await openNode(MESSAGING);
		await choose('templateId', '101', 'order_confirmation');
		for (const variable of ['1', '2', '3']) await field(variable).fill('A-1001');
		await chooseCredential(credential);
		const isShown = await shownInTheEnd();
		await closeNode();

		await page.keyboard.press('Control+s');
		// While fields are being emptied, n8n saves by itself now and then.
		await until(async () =>
			isDeepStrictEqual(await saved(workflow), { credential, shown: isShown }),
		);
		expect(isShown.length).toBeLessThanOrEqual(most);
	},
);
