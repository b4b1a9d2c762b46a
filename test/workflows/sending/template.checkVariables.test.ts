import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Fault } from '../../../dev/sandbox/sandbox';
import { OPERATIONS } from '../../support/operations';
import { continuing, NODE_NAME, type NodeSettings, useScene } from '../../support/scene';
import { asJson } from '../../support/variables';
import { variableFields } from '../form/editor';

const scene = useScene({ withoutList: true });

/** A send whose template and values come from the item: `{ template, values }`. */
const send = {
	...OPERATIONS['template.send'],
	templateId: '={{ $json.template }}',
	customerPhone: '={{ "+120255501" + String(10 + $itemIndex % 90) }}',
	specifyVariables: 'json',
	variablesJson: '={{ $json.values }}',
	options: { checkVariables: true, headerType: 'none' },
};

const sendWithFile = {
	...send,
	operation: 'sendWithFile',
	binaryPropertyName: '',
};

async function run(
	parameters: IDataObject,
	items: Array<IDataObject | INodeExecutionData>,
	settings: NodeSettings = {},
) {
	const execution = await scene.run(parameters, items, settings);
	return {
		message: execution.error?.message,
		description: execution.error?.description,
		items: execution.items(NODE_NAME),
		hints: execution.hints(NODE_NAME),
	};
}

const requestsOf = (operation: string) =>
	scene.sandbox.requests.filter((request) => request.operation === operation);

const reads = () =>
	requestsOf('template.get').map(
		({ query }) => `${String(query.platform_id)}/${String(query.template_id)}`,
	);

function nothingWasSent() {
	expect(requestsOf('template.send')).toEqual([]);
	expect(requestsOf('template.sendWithFile')).toEqual([]);
}

async function file(fileName: string, mimeType: string): Promise<INodeExecutionData> {
	return {
		json: {},
		binary: { data: await scene.engine.storeBinary(Buffer.from('content'), fileName, mimeType) },
	};
}

test('every item is checked, so one that does not fit at the end keeps the first from leaving', async () => {
	const items = Array.from({ length: 60 }, (_, index) => ({
		template: '108',
		values: index === 59 ? {} : { 1: `drill ${index}` },
	}));
	const { message, description } = await run(send, items);
	nothingWasSent();
	expect(message).toBe(
		"The message does not fit the template 'header_variable_only': variable '1' has no value [item 59, +12025550169]",
	);
	expect(description).toBe(
		"Nothing was sent. The template has these variables: 1 (header): Ticket ___. To send the other items all the same, set 'On Error' in the node's settings to 'Continue (using error output)'.",
	);
});

describe('fields that were filled in for another template', () => {
	/** The variables as n8n's form makes them for a template, with the hidden fields that say which one that is. */
	async function filledIn(
		template: string,
		{ channel = '11', ...form }: { channel?: unknown } & IDataObject = {},
	): Promise<IDataObject> {
		const { fields } = await variableFields(scene, {
			parameters: {
				...form,
				channelId: { __rl: true, mode: 'id', value: channel } as IDataObject,
				templateId: template,
			},
		});
		scene.sandbox.reset();
		const value = Object.fromEntries(
			fields.map(({ id, defaultValue }) => [id, defaultValue ?? '={{ $json.name }}']),
		);
		return { mappingMode: 'defineBelow', value, matchingColumns: [], schema: fields as never };
	}

	/** The same as an older version of the node, or somebody by hand, has made it. */
	function unmarked({ value, schema, ...others }: IDataObject): IDataObject {
		const isOwn = (id: string) => id !== 'forTemplate';
		return {
			...others,
			value: Object.fromEntries(Object.entries(value as object).filter(([id]) => isOwn(id))),
			schema: (schema as Array<{ id: string }>).filter(({ id }) => isOwn(id)) as never,
		};
	}

	const AGAIN =
		"Set 'Specify Variables' to 'Using JSON' and back to 'Using Fields Below', then fill in the fields that appear. If the template changes from item to item, leave it at 'Using JSON'.";

	const byFields = { ...send, templateId: '111', specifyVariables: 'fields' };
	const customers = [{ name: 'Customer 1' }, { name: 'Customer 2' }];

	const NOT_FOR_111 = "was not filled in for template '111' of channel '11'";

	/** As n8n shows them after 'Refresh variable list': the new template's fields, with what was entered for the old one. */
	const refreshed = async ({ value }: IDataObject) => ({ ...(await filledIn('111')), value });

	test.each<[which: string, IDataObject, variables: () => Promise<IDataObject>, told: string]>([
		[
			'with Check Variables off',
			{ options: { checkVariables: false } },
			async () => await filledIn('102'),
			NOT_FOR_111,
		],
		[
			'the same template in another channel',
			{ channelId: { __rl: true, mode: 'id', value: '12' } },
			async () => await filledIn('111'),
			"was not filled in for template '111' of channel '12'",
		],
		['refreshed', {}, async () => await refreshed(await filledIn('102')), NOT_FOR_111],
		[
			'of an older version of the node, refreshed',
			{},
			async () => await refreshed(unmarked(await filledIn('102'))),
			NOT_FOR_111,
		],
	])('are refused before anything is sent: %s', async (_which, parameters, variablesOf, told) => {
		const variables = await variablesOf();
		const { message, description } = await run(
			{ ...byFields, ...parameters, variables },
			customers.slice(0, 1),
		);
		expect(message).toBe(`'Values to Send' ${told}`);
		expect(description).toContain(AGAIN);
		expect(scene.sandbox.requests).toEqual([]);
	});

	test('are refused for each item whose template it is not', async () => {
		const { items } = await run(
			{ ...byFields, templateId: '={{ $json.template }}', variables: await filledIn('111') },
			[
				{ name: 'Customer 1', template: 111 },
				{ name: 'Customer 2', template: '112' },
			],
			continuing,
		);
		expect(scene.sandbox.accepted.map(({ content }) => content)).toEqual([
			expect.objectContaining({ body: expect.stringContaining('Dear Customer 1') as string }),
		]);
		expect(items[1]!.json).toMatchObject({
			error: "'Values to Send' was not filled in for template '112' of channel '11'",
			details: { status: 'failed' },
		});
	});

	test.each<[fields: string, change: (variables: IDataObject) => IDataObject]>([
		['say that they are for the same template', (variables) => variables],
		['are those of an older version of the node', unmarked],
		['have no schema', ({ value }) => ({ value: unmarked({ value, schema: [] }).value })],
		[
			'have names that somebody wrote',
			(variables) => ({
				...unmarked(variables),
				schema: ['1', '2'].map((id) => ({ id, displayName: `${id}: name` })),
			}),
		],
	])('are sent where they %s', async (_fields, change) => {
		const variables = change(await filledIn('111', { channel: '11' }));
		const { message } = await run({ ...byFields, variables }, customers);
		expect(message).toBeUndefined();
		expect(scene.sandbox.accepted).toHaveLength(2);
		for (const { request } of scene.sandbox.accepted)
			expect(Object.keys((request.body as { attributes: object }).attributes)).toEqual(['1', '2']);
	});

	test('count for nothing where the variables are given as JSON', async () => {
		const given = asJson('{ "1": "a", "2": "b" }');
		await run({ ...byFields, variables: await filledIn('102'), ...given }, customers);
		expect(scene.sandbox.accepted).toHaveLength(2);
	});
});

test('a file that does not fit the header is refused, and the variables that are missing are named with it', async () => {
	const item = {
		...(await file('letter.txt', 'text/plain')),
		json: { template: '102', values: {} },
	};
	const parameters = { ...sendWithFile, binaryPropertyName: 'data', options: {} };
	const { message, description } = await run(parameters, [item]);
	expect(message).toContain(
		"variable '1' has no value; variable '2' has no value; 'letter.txt' is a document, and the template shows an image",
	);
	expect(description).toMatch(/^The message was not sent\. The template has these variables: /);
	nothingWasSent();
});

describe('the template is read', () => {
	test('once for each channel and template in an execution, however many items there are', async () => {
		const items = Array.from({ length: 100 }, (_, index) => ({
			template: index % 2 === 0 ? '108' : 109,
			channel: index % 4 < 2 ? 11 : '12',
			values: { 1: 'a' },
		}));
		const channelId = { __rl: true, mode: 'id', value: '={{ $json.channel }}' };
		const each = ['11/108', '11/109', '12/108', '12/109'];
		for (const all of [each, [...each, ...each]]) {
			expect((await run({ ...send, channelId }, items)).message).toBeUndefined();
			expect(reads().sort()).toEqual(all.sort());
		}
		expect(scene.sandbox.accepted).toHaveLength(200);
	});

	test.each([1, 3])('never more than %i at once, the parallel limit', async (parallelSends) => {
		scene.sandbox.faults.add({
			operation: 'template.get',
			fault: { kind: 'slow', milliseconds: 20 },
		});
		const templates = [101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112];
		await run(
			{ ...send, options: { checkVariables: true, parallelSends } },
			templates.map((template) => ({ template, values: {} })),
		);
		nothingWasSent();
		expect(requestsOf('template.get')).toHaveLength(templates.length);
		expect(scene.sandbox.inFlightPeak).toBe(parallelSends);
	});
});

describe('a template that cannot be read', () => {
	const items = Array.from({ length: 25 }, () => ({ template: '108', values: { 1: 'a' } }));

	test('because the key is rejected: nothing is sent, and no other template is asked for', async () => {
		scene.sandbox.faults.add({
			fault: { kind: 'status', status: 401, body: { detail: 'Invalid' } },
		});
		const { message, description } = await run(
			{ ...send, options: { checkVariables: true, parallelSends: 1 } },
			[101, 102, 103, 104, 105].map((template) => ({ template, values: {} })),
		);
		expect(scene.sandbox.requests.map(({ operation }) => operation)).toEqual(['template.get']);
		expect(message).toBe('The service rejected the API key: Invalid');
		expect(description).toMatch(/The message was not sent|Nothing was sent/);
	});

	// The names of the two query parameters that choose a template are not public.
	test.each<[string, Fault, number, string]>([
		['is refused', { kind: 'status', status: 400, body: { error: 'Odd' } }, 1, 'status 400: Odd'],
		['breaks off, each time', { kind: 'resetAfterBody' }, 4, 'The connection broke'],
	])(
		'because its answer %s: the messages are sent, and a hint says that they were not checked',
		async (_case, fault, times, words) => {
			scene.sandbox.faults.add({ operation: 'template.get', fault });
			const { message, hints } = await run(send, items);
			expect(message).toBeUndefined();
			expect(requestsOf('template.send')).toHaveLength(items.length);
			expect(reads()).toHaveLength(times);
			expect(hints).toHaveLength(1);
			expect(hints[0]).toContain(words);
			expect(hints[0]).toMatch(/^The messages were not checked against the template\. The/);
		},
	);
});
