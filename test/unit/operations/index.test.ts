import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { properties, runOperation } from '../../../nodes/CustomerMessaging/operations';
import { executeContext, NODE, PerItem, type ContextSetup } from '../doubles/executeContext';
import { httpAnswering } from '../doubles/httpHelper';

const CREDENTIAL = { baseUrl: 'https://service.example.com', apiKey: 'a key' };

const channelId = { __rl: true, mode: 'id', value: '101' };

/** Every operation of the workflow contract with values that are right, its method, and the end of its path. */
const OPERATIONS: Array<[name: string, parameters: IDataObject, method: string, path: string, answer: unknown]> = [
	['template.send', { channelId, templateId: '1', customerPhone: '+12025550101' }, 'POST', 'whatsapp/send-template-message', {}],
	[
		'template.sendWithFile',
		{ channelId, templateId: '1', customerPhone: '+12025550101', binaryPropertyName: '', headerType: 'none' },
		'POST',
		'whatsapp/send-template',
		{},
	],
	['template.get', { channelId, templateId: '1' }, 'GET', 'whatsapp/get-template-detail', {}],
	['template.preview', { channelId, templateId: '1' }, 'GET', 'whatsapp/get-template-detail', {}],
	['message.sendText', { customerId: '5001', text: 'Hello' }, 'POST', 'customers/send-text-message', {}],
	[
		'message.sendAttachment',
		{ customerId: '5001', attachmentUrl: 'https://example.com/a.png' },
		'POST',
		'customers/send-attachment-message',
		{},
	],
	['channel.getAll', {}, 'GET', 'whatsapp/get-platform-list', [{ id: 101 }]],
];

const sendText = parametersOf('message.sendText', { customerId: '5001', text: 'Hello' });

function parametersOf(name: string, more: IDataObject): IDataObject {
	const [resource, operation] = name.split('.');
	return { resource, operation, ...more };
}

interface Told extends Error {
	description?: string | null;
}

/** What the node tells when it ends with an error. */
async function errorOf(setup: ContextSetup): Promise<Told> {
	return await runOperation(executeContext({ credential: CREDENTIAL, ...setup }).context).then(
		(output) => {
			throw new Error(`gave ${JSON.stringify(output)}`);
		},
		(error: Told) => error,
	);
}

/** What the items are that the node gives in a continue mode. */
async function itemsOf(setup: ContextSetup): Promise<unknown> {
	const [items, ...others] = await runOperation(executeContext({ credential: CREDENTIAL, continueOnFail: true, ...setup }).context);
	expect(others).toEqual([]);
	return items;
}

/** The choices of the first field of a name. */
function choicesOf(name: string): INodePropertyOptions[] {
	return properties.find((property) => property.name === name)!.options as INodePropertyOptions[];
}

function operationFieldOf(resource: string): INodeProperties {
	return properties.find(({ name, displayOptions }) => name === 'operation' && displayOptions?.show?.resource?.includes(resource))!;
}

function operationsOf(resource: string): string[] {
	return (operationFieldOf(resource).options as INodePropertyOptions[]).map(({ value }) => String(value));
}

const two = [{ json: {} }, { json: {} }];

describe('each operation of the workflow contract', () => {
	test.each(OPERATIONS)('%s asks the service as its kind does', async (name, more, method, path, answer) => {
		const { helpers, asked } = httpAnswering(answer);
		const parameters = parametersOf(name, more);
		const [items] = await runOperation(executeContext({ parameters, helpers, credential: CREDENTIAL }).context);
		expect(items).toHaveLength(1);
		expect(asked).toMatchObject([{ method, url: `https://service.example.com/stable/open/${path}` }]);
	});

	test.each(OPERATIONS)('%s that is refused speaks of a message only where one would have been sent', async (name, more, method) => {
		const { helpers } = httpAnswering({ error: 'No', code: '1', success: false }, 400);
		const { description } = await errorOf({ parameters: parametersOf(name, more), helpers });
		expect(/message/.test(description!)).toBe(method === 'POST');
	});

	test('are all there, and no others', () => {
		const offered = choicesOf('resource').flatMap(({ value: resource }) => operationsOf(resource as string).map((operation) => `${String(resource)}.${operation}`));
		expect(offered.sort()).toEqual(OPERATIONS.map(([name]) => name).sort());
	});
});

describe('the form', () => {
	test('begins with a resource and an operation that exist, as a new node has them', () => {
		const resource = properties[0]!;
		expect([resource.name, resource.default]).toEqual(['resource', 'template']);
		expect(choicesOf('resource').map(({ value }) => [value, operationFieldOf(value as string).default])).toEqual([
			['channel', 'getAll'],
			['message', 'sendText'],
			['template', 'send'],
		]);
	});

	test('shows each field for one operation alone, so that none is read for another', () => {
		for (const { name, displayOptions } of properties.filter(({ name }) => name !== 'resource' && name !== 'operation')) {
			const { resource = [], operation = [] } = displayOptions?.show ?? {};
			expect([name, resource.length, operation.length]).toEqual([name, 1, 1]);
			expect(operationsOf(resource[0] as string)).toContain(operation[0]);
		}
	});
});

describe('an operation that does not exist', () => {
	const { helpers, asked } = httpAnswering({});
	afterEach(() => expect(asked).toEqual([]));

	test.each<[parameters: IDataObject, message: string]>([
		[{ resource: 'template', operation: 'delete' }, "There is no operation 'delete' for the resource 'template'."],
		[{ resource: 'channel', operation: 'send' }, "There is no operation 'send' for the resource 'channel'."],
		[{ resource: 'contact', operation: 'getAll' }, "There is no operation 'getAll' for the resource 'contact'."],
		[{ resource: 'template', operation: 'toString' }, "There is no operation 'toString' for the resource 'template'."],
		[{}, "There is no operation 'undefined' for the resource 'undefined'."],
	])('%j says so', async (parameters, message) => {
		expect(await errorOf({ parameters, helpers })).toMatchObject({ message, description: "Choose 'Resource' and 'Operation' again." });
	});

	test('fails every item in a continue mode, where n8n would hand them on as if they had been sent', async () => {
		const parameters = { resource: 'template', operation: 'delete' };
		const json = {
			error: "There is no operation 'delete' for the resource 'template'",
			message: "There is no operation 'delete' for the resource 'template'. The message was not sent. Choose 'Resource' and 'Operation' again.",
			details: { status: 'failed' },
		};
		expect(await itemsOf({ parameters, helpers, items: two })).toEqual([
			{ json, pairedItem: { item: 0 } },
			{ json, pairedItem: { item: 1 } },
		]);
	});
});

describe('what all items share and cannot be used', () => {
	const { helpers, asked } = httpAnswering({});
	afterEach(() => expect(asked).toEqual([]));

	const setups: Array<[what: string, setup: ContextSetup, message: string, advice: RegExp]> = [
		['the credential', { credential: { ...CREDENTIAL, apiKey: '' }, parameters: sendText }, "The credential's 'API Key' is empty", /^Copy the API Key/],
		[
			'an option',
			{ parameters: { ...sendText, options: { timeout: -1 } } },
			"'Timeout' under 'Options' is '-1'",
			/^Enter a number of 1 or more, or remove the option\.$/,
		],
	];

	test.each(setups)('%s is told once, with what to do', async (_what, setup, message, advice) => {
		const error = await errorOf({ helpers, items: two, ...setup });
		expect(error.message.replace(/\.$/, '')).toBe(message);
		expect(error.description).toMatch(advice);
	});

	test.each(setups)('%s fails every item in a continue mode', async (_what, setup, message) => {
		const item = { json: { error: message, message: expect.stringContaining(`${message}. The message was not sent. `) as unknown, details: { status: 'failed' } } };
		expect(await itemsOf({ helpers, items: two, ...setup })).toEqual([
			{ ...item, pairedItem: { item: 0 } },
			{ ...item, pairedItem: { item: 1 } },
		]);
	});

	test('is no concern of a read that has no options, whatever is left over in the form', async () => {
		const service = httpAnswering([{ id: 101 }]);
		const parameters = { resource: 'channel', operation: 'getAll', options: { timeout: -1 } };
		expect(await itemsOf({ parameters, helpers: service.helpers })).toEqual([{ json: { id: 101 }, pairedItem: { item: 0 } }]);
	});

	test('gives a read no word of messages', async () => {
		const parameters = { resource: 'channel', operation: 'getAll' };
		const items = await itemsOf({ credential: { ...CREDENTIAL, apiKey: '' }, parameters, helpers });
		expect(JSON.stringify(items)).not.toContain('message was not sent');
	});

	test('tells an AI agent in the message alone what to do, as it sees no more', async () => {
		for (const [, setup, message] of setups) {
			const { context } = executeContext({ credential: CREDENTIAL, helpers, ...setup });
			context.getNode = () => ({ ...NODE, type: `${NODE.type}Tool` });
			await expect(runOperation(context)).rejects.toThrow(new RegExp(`^${message}\\. (Copy the API Key|Enter a number)`));
		}
	});

	test('gives nothing for no items', async () => {
		expect(await itemsOf({ credential: { ...CREDENTIAL, apiKey: '' }, parameters: sendText, helpers, items: [] })).toEqual([]);
	});
});

test('each item is sent with its own values, and the credential is opened once for all', async () => {
	const { helpers, asked } = httpAnswering({ id: 'a' });
	const texts = Array.from({ length: 30 }, (_, index) => `Hello ${index}`);
	const { context } = executeContext({
		parameters: { ...sendText, text: new PerItem(texts) },
		helpers,
		items: texts.map(() => ({ json: {} })),
	});
	const opened = jest.fn(async () => await Promise.resolve(CREDENTIAL));
	context.getCredentials = opened as never;
	await runOperation(context);
	expect(asked.map(({ body }) => (body as IDataObject).text)).toEqual(texts);
	expect(opened).toHaveBeenCalledTimes(1);
});
