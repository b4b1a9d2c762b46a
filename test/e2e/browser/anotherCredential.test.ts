import { isDeepStrictEqual } from 'node:util';

import type { SavedCredential } from '../../../dev/editor/restInterface';
import { startSandbox, type Sandbox } from '../../../dev/sandbox/sandbox';
import {
	choose,
	closeNode,
	closePage,
	field,
	locator,
	openNode,
	openPage,
	openWorkflow,
	page,
} from '../stage/browser';
import { rest, stage } from '../stage/stage';
import { until } from '../../support/until';
import { MESSAGING, messagingNode } from '../stage/workflows';

/** An account with other channels and templates. */
let stranger: Sandbox;
const credentials: SavedCredential[] = [];
beforeAll(async () => {
	await openPage();
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
	await closePage();
	for (const { id } of credentials) await rest.deleteCredential(id);
	await stranger?.kill();
});

/** Which of the two that are looked up the form shows. */
async function shown(): Promise<string[]> {
	const names: string[] = [];
	for (const name of ['channelId', 'templateId'])
		if ((await locator(name).getByTestId('rlc-input').inputValue()) !== '') names.push(name);
	return names;
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

/** What n8n has saved: the credential, which of the two that are looked up, and the values of the variables. */
async function saved(workflow: string): Promise<unknown> {
	const { nodes } = await rest.ask<{
		nodes: Array<{
			name: string;
			// What has its default is left out.
			parameters: Record<string, { value: object | null | string } | undefined>;
			credentials?: Record<string, { name: string }>;
		}>;
	}>('GET', `/workflows/${workflow}`);
	const { parameters, credentials } = nodes.find(({ name }) => name === MESSAGING)!;
	return {
		credential: credentials?.[stage.credential.type]?.name,
		shown: ['channelId', 'templateId'].filter((name) => parameters[name]?.value),
		variables: Object.keys(parameters.variables?.value ?? {}),
	};
}

test.each([
	// n8n checks the second of the two against a list that it has thrown away because of the first.
	['Same account', 1],
	['Another account', 0],
])(
	'choosing another credential (%s) never shows anything else than what is saved',
	async (credential, kept) => {
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
		await until(async () => (await shown()).length === kept);
		const isShown = await shown();
		await closeNode();

		await page.keyboard.press('Control+s');
		// While fields are being emptied, n8n saves by itself now and then.
		await until(async () =>
			isDeepStrictEqual(await saved(workflow), { credential, shown: isShown, variables: [] }),
		);
	},
);
