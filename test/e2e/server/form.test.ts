import { release } from '../../../dev/editor/release';
import { books } from '../stage/books';
import { askForm, testCredential } from '../stage/form';
import { rest, stage } from '../stage/stage';

beforeEach(books.reset);

const channelId = { __rl: true, mode: 'list', value: '11' };

const LIST = 'resource-locator-results';

test.each([
	[
		'searchChannels',
		LIST,
		{},
		'service',
		{ results: [{ name: 'Customer Service · +12025550112', value: '12' }] },
	],
	[
		'searchTemplates',
		LIST,
		{ channelId },
		'101',
		{
			results: [
				{
					name: expect.stringMatching(/^order_confirmation · Hello \{\{2\}\}, thank.* · 101$/),
					value: '101',
				},
			],
		},
	],
	[
		'getTemplateVariables',
		'resource-mapper-fields',
		{ channelId, templateId: '106' },
		undefined,
		{
			fields: [
				...['1', '2', '3', '4'].map((id) => expect.objectContaining({ id, display: true })),
				expect.objectContaining({ id: 'forTemplate', display: false }),
			],
		},
	],
])('n8n answers what the form asks with %s', async (methodName, kind, parameters, filter, data) => {
	const { text } = await askForm(kind, methodName, parameters, filter);
	expect(JSON.parse(text)).toEqual({ data });
});

test.each([
	['right', {}, { status: 'OK' }],
	[
		'wrong',
		{ apiKey: 'wrong' },
		{
			status: 'Error',
			message: expect.stringContaining("Copy the API Key from the team settings of the service's"),
		},
	],
])('n8n says that the key of a credential is %s', async (_, changed, data) => {
	expect(JSON.parse((await testCredential(changed)).text)).toMatchObject({ data });
});

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
