import { currentRelease, releaseOfLine } from '../../../dev/editor/releases';
import { books } from '../stage/books';
import { rest, stage } from '../stage/stage';

beforeEach(books.reset);

const channelId = { __rl: true, mode: 'list', value: '11' };

/** What the editor sends to have a field of the node's form filled. */
async function fieldOf<Answer>(
	kind: string,
	methodName: string,
	parameters: object,
	more: object = {},
): Promise<Answer> {
	const { id, name, type } = stage.credential;
	return await rest.ask('POST', `/dynamic-node-parameters/${kind}`, {
		nodeTypeAndVersion: { name: 'n8n-nodes-customer-messaging.customerMessaging', version: 1 },
		path: 'parameters.channelId',
		methodName,
		currentNodeParameters: { resource: 'template', operation: 'send', ...parameters },
		credentials: { [type]: { id, name } },
		...more,
	});
}

interface List {
	results: Array<{ name: string; value: string }>;
}

interface Fields {
	fields: Array<{ id: string; displayName: string; display: boolean }>;
	emptyFieldsNotice?: string;
}

test('the list of channels is the team’s, and can be searched', async () => {
	const all = await fieldOf<List>('resource-locator-results', 'searchChannels', {});
	const found = await fieldOf<List>(
		'resource-locator-results',
		'searchChannels',
		{},
		{ filter: 'service' },
	);

	expect(all.results.map(({ value }) => value).sort()).toEqual(['11', '12', '13', '14', '15']);
	expect(found.results).toEqual([
		expect.objectContaining({ name: 'Customer Service · +12025550112', value: '12' }),
	]);
});

test('the fields for variables are those of the chosen template', async () => {
	const { fields } = await fieldOf<Fields>('resource-mapper-fields', 'getTemplateVariables', {
		channelId,
		templateId: '106',
	});

	const shown = fields.filter(({ display }) => display);
	expect(shown.map(({ id }) => id)).toEqual(['1', '2', '3', '4']);
});

test('a template is found by its ID, and shown by its name', async () => {
	const { results } = await fieldOf<List>(
		'resource-locator-results',
		'searchTemplates',
		{ channelId },
		{ path: 'parameters.templateId', filter: '101' },
	);

	expect(results).toEqual([
		{
			name: expect.stringMatching(/^101 · order_confirmation · Hello \{\{2\}\}, thank/),
			value: '101',
		},
	]);
});

test('a template that cannot be read is an error, so that the editor keeps what is filled in', async () => {
	const asked = fieldOf<Fields>('resource-mapper-fields', 'getTemplateVariables', {
		channelId,
		templateId: '9999',
	});

	await expect(asked).rejects.toThrow('There is no template 9999');
});

test('this is the release that was asked for', async () => {
	const { versionCli } = await rest.ask<{ versionCli: string }>('GET', '/settings');

	expect(versionCli).toBe(releaseOfLine(stage.line).version);
	expect(stage.line).toBe(process.env.E2E_N8N ?? currentRelease.line);
});

test('n8n lists the node, also as a tool for AI agents, and its credential', async () => {
	const types = JSON.parse(
		await (await fetch(`${stage.address}/types/nodes.json`, { headers: rest.session })).text(),
	) as Array<{
		name: string;
		properties: Array<{ name: string }>;
	}>;
	const names = types.map(({ name }) => name);

	expect(names).toContain('n8n-nodes-customer-messaging.customerMessaging');
	expect(names).toContain('n8n-nodes-customer-messaging.customerMessagingTool');
});
