import { expect, test } from '@playwright/test';

import type { WorkflowFile } from '../../../dev/editor/restInterface';
import {
	closeNode,
	field,
	openNode,
	openWorkflow,
	page,
	refreshVariables,
	useBrowser,
} from '../stage/browser';
import { readyExample } from '../stage/examples';
import { rest } from '../stage/stage';
import { until } from '../../support/until';
import { giving, manualTrigger, messagingNode, spread, to } from '../stage/workflows';

const VALUES = ['A-1001', 'Customer 1', '6 May 2030'];

/** A node whose variables are filled in. */
const { parameters: filledIn } = readyExample('quick-start.json').nodes.find(
	({ name }) => name === 'Send Order Confirmation',
)!;

const expression = (value: string) => ({ __rl: true, mode: 'id', value: `={{ ${value} }}` });

/** Each test's own node. */
const NODES = {
	'Channel without data': { channelId: expression('$json.channel') },
	'Template without data': { templateId: expression('$json.template') },
	'Channel that is undefined': { channelId: expression('undefined') },
};

let workflow: string;
useBrowser(async () => {
	workflow = await openWorkflow({
		name: 'Unresolved',
		nodes: spread([
			manualTrigger(),
			giving('Settings', { channel: 11, template: 101 }),
			...Object.entries(NODES).map(([name, parameters]) => ({
				...messagingNode({ ...(filledIn as object), ...parameters }),
				name,
			})),
		]),
		connections: {
			Start: { main: [to('Settings')] },
			Settings: { main: [to(...Object.keys(NODES))] },
		},
	});
});
test.afterEach(closeNode);

/** Changes something else in the node that is open and saves it; gives what n8n then has of its variables. */
async function savedWith(name: string): Promise<unknown> {
	await field('messageKey').fill(name);
	await closeNode();
	await page.keyboard.press('Control+s');
	return await until(async () => {
		const { nodes } = await rest.ask<WorkflowFile>('GET', `/workflows/${workflow}`);
		const { variables, messageKey } = nodes.find((one) => one.name === name)!.parameters as {
			variables: { value: object };
			messageKey?: string;
		};
		return messageKey === name ? variables.value : undefined;
	});
}

async function values(): Promise<string[]> {
	return await Promise.all(
		VALUES.map(async (_, index) => await field(String(index + 1)).inputValue()),
	);
}

const SAVED = (filledIn as { variables: { value: object } }).variables.value;

for (const name of Object.keys(NODES))
	test(`${name}: the list of variables is not out of date, and a refresh keeps what is filled in`, async () => {
		await openNode(name);
		await field('3').waitFor();
		const answered = page.waitForResponse((response) =>
			response.url().includes('resource-mapper-fields'),
		);
		await refreshVariables();
		await answered;

		expect(await savedWith(name)).toEqual(SAVED);
		await openNode(name);
		expect(await values()).toEqual(VALUES);
		expect(await page.getByText('Variables are outdated').count()).toBe(0);
	});
