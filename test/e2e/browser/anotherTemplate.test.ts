import { expect, test } from '@playwright/test';

import { books } from '../stage/books';
import {
	choose,
	closeNode,
	executeWorkflow,
	field,
	openNode,
	useBrowser,
	openWorkflow,
	page,
	refreshVariables,
	shownError,
} from '../stage/browser';
import { readyExample } from '../stage/examples';
import { latestExecution } from '../stage/executions';
import { giving, line, manualTrigger, MESSAGING, messagingNode } from '../stage/workflows';

useBrowser();

/** A template that is chosen, as n8n saves it: 102, whose variables come from a node that has not run. */
const { channelId, templateId, variables } = readyExample('spreadsheet-broadcast.json').nodes.find(
	({ name }) => name === 'Send to Everyone',
)!.parameters as {
	channelId: object;
	templateId: object;
	variables: object;
};

/** Opens a workflow in which nothing has run, and its node, whose expressions have no data. */
async function openWithoutData(parameters: object): Promise<string> {
	const values = { name: 'Customer 1', discount: '15%', phone: '+12025550123' };
	const customer = giving('Customer', values);
	const send = messagingNode({
		resource: 'template',
		operation: 'send',
		channelId,
		customerPhone: '={{ $json.phone }}',
		...parameters,
	});
	const id = await openWorkflow(line('Another template', [manualTrigger(), customer, send]));
	await openNode(MESSAGING);
	return id;
}

/** Does what the error says. */
async function makeFieldsAnew(): Promise<void> {
	for (const [way, shown] of [
		['Using JSON', 'parameter-input-variablesJson'],
		['Using Fields', 'mapping-fields-container'],
	] as const) {
		await page.getByTestId('parameter-input-specifyVariables').click();
		await page.getByText(way, { exact: true }).filter({ visible: true }).last().click();
		await page.getByTestId(shown).waitFor();
	}
}

/** Runs the workflow, which fails; gives what is read in the node. */
async function refusal(id: string): Promise<string> {
	await closeNode();
	await executeWorkflow();
	await latestExecution(id, 'error');
	await openNode(MESSAGING);
	return (await shownError()).join(' | ');
}

/** Fills in the variables of template 111, which n8n shows with nothing in them, and sends it. */
async function fillInAndSend(id: string): Promise<void> {
	await page.getByText('1: Dear ___, today is').waitFor();
	for (const variable of ['1', '2']) expect(await field(variable).inputValue()).toBe('');
	await field('1').fill('Customer 1');
	await field('2').fill('a cup');
	await closeNode();
	await executeWorkflow();
	await latestExecution(id, 'success');
	expect((await books.accepted()).map(({ request }) => request.body)).toEqual([
		{
			template_id: '111',
			channel_id: '11',
			customer_phone: '+12025550123',
			attributes: { 1: 'Customer 1', 2: 'a cup' },
		},
	]);
}

const ADVICE =
	"Set 'Specify Variables' to 'Using JSON' and back to 'Using Fields', then fill in the fields that appear.";

const REFUSED = "'Values to Send' was not filled in for template '111' of channel '11'";

test.describe('another template, chosen while the expressions have no data', () => {
	for (const list of ['as it is', 'refreshed'])
		test(`is not sent (${list})`, async () => {
			const id = await openWithoutData({ templateId, variables });
			await choose('templateId', '111', 'birthday_emoji');
			if (list === 'refreshed') {
				await refreshVariables();
				await page
					.getByTestId('mapping-fields-container')
					.getByText('1: Dear ___, today is')
					.waitFor();
			}

			const told = await refusal(id);

			expect(told).toContain(REFUSED);
			expect(told).toContain(ADVICE);
			expect(await books.accepted()).toEqual([]);
			await makeFieldsAnew();
			await fillInAndSend(id);
		});
});

test('a first template, chosen while the expressions have no data, has its fields as the notice says', async () => {
	const id = await openWithoutData({});
	await choose('templateId', '111', 'birthday_emoji');
	await page.getByText('If nothing appears, close and reopen this node').waitFor();

	await closeNode();
	await openNode(MESSAGING);

	await fillInAndSend(id);
});

test('that the fields are for another template is said before a run, until they are made anew', async () => {
	const hint = page.getByText(/^'Values to Send' was not filled in for this template/);
	await openWithoutData({});
	await choose('templateId', '111', 'birthday_emoji');
	await closeNode();
	await openNode(MESSAGING);
	await field('1').fill('Customer 1');
	await field('2').fill('a cup');
	await closeNode();
	await openNode(MESSAGING);
	expect(await field('2').inputValue()).toBe('a cup');
	await expect(hint).toHaveCount(0);

	await choose('templateId', '102', 'new_collection');
	await hint.waitFor();

	await makeFieldsAnew();
	await expect(hint).toHaveCount(0);
	await field('image address').waitFor();
});
