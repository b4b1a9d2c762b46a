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
import { latestExecution } from '../stage/executions';
import { line, manualTrigger, MESSAGING, messagingNode, node } from '../stage/workflows';

useBrowser();

const found = (value: string, cachedResultName: string) => ({
	__rl: true,
	mode: 'list',
	value,
	cachedResultName,
});

const mapped = (id: string, displayName: string, more: object = {}) => ({
	id,
	displayName,
	required: true,
	defaultMatch: false,
	canBeUsedToMatch: false,
	display: true,
	type: 'string',
	removed: false,
	...more,
});

const unseen = (id: string, displayName: string, defaultValue: string) =>
	mapped(id, displayName, { required: false, display: false, defaultValue });

/** What n8n saves of the variables of template 102, all of which come from a node that has not run. */
const VARIABLES = {
	mappingMode: 'defineBelow',
	value: {
		1: '={{ $json.name }}',
		2: '={{ $json.discount }}',
		forTemplate: '102',
		forChannel: '11',
	},
	matchingColumns: [],
	schema: [
		mapped('1', '1: Hello ____, the new…'),
		mapped('2', '2: …Members get ____…'),
		unseen('forTemplate', 'Template 102', '102'),
		unseen('forChannel', 'Channel 11', '11'),
	],
};

/** The same without what says that they belong to template 102, as a workflow may have it. */
const UNMARKED = {
	...VARIABLES,
	value: { 1: '={{ $json.name }}', 2: '={{ $json.discount }}' },
	schema: VARIABLES.schema.filter(({ display }) => display),
};

/** Opens a workflow in which nothing has run, and its node, whose expressions have no data. */
async function openWithoutData(parameters: object): Promise<string> {
	const customer = node('Customer', 'n8n-nodes-base.set', 3.4, {
		mode: 'raw',
		jsonOutput: '{ "name": "Customer 1", "discount": "15%", "phone": "+12025550123" }',
		options: {},
	});
	const send = messagingNode({
		resource: 'template',
		operation: 'send',
		channelId: found('11', 'Webshop · +12025550110'),
		customerPhone: '={{ $json.phone }}',
		...parameters,
	});
	const id = await openWorkflow(line('Another template', [manualTrigger(), customer, send]));
	await openNode(MESSAGING);
	return id;
}

async function specifyVariables(way: string): Promise<void> {
	await page.getByTestId('parameter-input-specifyVariables').click();
	await page.getByText(way, { exact: true }).filter({ visible: true }).last().click();
}

/** Does what the error says. */
async function makeFieldsAnew(): Promise<void> {
	await specifyVariables('Using JSON');
	await page.getByTestId('parameter-input-variablesJson').waitFor();
	await specifyVariables('Using Fields Below');
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
	await page.getByText('1: Dear ____, today is…').waitFor();
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
	"Set 'Specify Variables' to 'Using JSON' and back to 'Using Fields Below', then fill in the fields that appear.";

const FOR_102 = "'Values to Send' was filled in for template '102', but 'Template' is '111'";

describe('another template, chosen while the expressions have no data', () => {
	const template = found('102', '102 · new_collection · Hello {{1}}, the new collection is here…');

	test.each([
		[FOR_102, 'as it is', VARIABLES],
		[FOR_102, 'refreshed', VARIABLES],
		[
			"'Values to Send' was filled in for another template than 'birthday_emoji'",
			'as it is',
			UNMARKED,
		],
		["'Values to Send' does not say which template it was filled in for", 'refreshed', UNMARKED],
	])('is not sent: %s (%s)', async (message, list, variables) => {
		const id = await openWithoutData({ templateId: template, variables });
		await choose('templateId', '111', 'birthday_emoji');
		if (list === 'refreshed') {
			await refreshVariables();
			await page
				.getByTestId('mapping-fields-container')
				.getByText('1: Dear ____, today is…')
				.waitFor();
		}

		const told = await refusal(id);

		expect(told).toContain(message);
		expect(told).toContain(ADVICE);
		expect(await books.accepted()).toEqual([]);
		await makeFieldsAnew();
		await fillInAndSend(id);
	});
});

test('another template, chosen while nothing lacks data, has its fields at once', async () => {
	const id = await openWithoutData({
		templateId: found('102', '102 · new_collection'),
		customerPhone: '+12025550123',
		variables: { ...VARIABLES, value: { ...VARIABLES.value, 1: 'Customer 2', 2: '15%' } },
	});

	await choose('templateId', '111', 'birthday_emoji');

	await fillInAndSend(id);
});

test('a first template, chosen while the expressions have no data, has its fields as the notice says', async () => {
	const id = await openWithoutData({});
	await choose('templateId', '111', 'birthday_emoji');
	await page.getByText('If they do not, close and reopen this node').waitFor();

	await closeNode();
	await openNode(MESSAGING);

	await fillInAndSend(id);
});
