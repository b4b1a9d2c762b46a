import type { IDataObject } from 'n8n-workflow';

import type { ToolOptions, ToolRun } from '../../../dev/engine/engine';
import { NODE_VERSION } from '../../support/nodeVersion';
import { CREDENTIAL_NAME, type NodeSettings, retrying, useScene } from '../../support/scene';

const TOOL = 'Message Customers';

const scene = useScene();

/** An expression that lets the model give a value, as the editor's button writes it. */
const fromModel = (key: string, description: string, type = 'string') =>
	`={{ $fromAI('${key}', \`${description}\`, '${type}') }}`;

const channelId = {
	__rl: true,
	mode: 'id',
	value: fromModel('Channel', 'The channel to send from: its ID, title or number'),
};
const templateId = fromModel('Template_ID', 'The template to send');
const customerPhone = fromModel('Customer_Phone', 'In international format, with a plus sign');
const variables = {
	specifyVariables: 'json',
	variablesJson: fromModel('Variables', 'The value of each variable by its number', 'json'),
};

const template = { resource: 'template', channelId, templateId, headerAttachment: 'none' };

/** So that any variables will do. */
const options = { checkVariables: false };

/** Every operation as an agent's tool. */
const tools: Record<string, IDataObject> = {
	'template.send': { ...template, operation: 'send', customerPhone, ...variables, options },
	'template.sendWithFile': {
		...template,
		operation: 'sendWithFile',
		customerPhone,
		...variables,
		binaryPropertyName: '',
		headerType: 'none',
		options,
	},
	'template.get': { ...template, operation: 'get' },
	'template.preview': { ...template, operation: 'preview', ...variables },
	'message.sendText': {
		resource: 'message',
		operation: 'sendText',
		customerId: fromModel('Customer_ID', 'The customer'),
		text: fromModel('Text', 'What to write'),
	},
	'message.sendAttachment': {
		resource: 'message',
		operation: 'sendAttachment',
		customerId: fromModel('Customer_ID', 'The customer'),
		attachmentType: fromModel('Attachment_Type', 'image, video or document'),
		attachmentUrl: fromModel('Attachment_URL', 'The public address of the file'),
	},
	'channel.getAll': { resource: 'channel', operation: 'getAll', returnAll: true },
	'message.sendAndWait': {
		resource: 'message',
		operation: 'sendAndWait',
		customerId: fromModel('Customer_ID', 'The customer'),
		message: fromModel('Text', 'What to ask'),
	},
	'template.sendAndWait': {
		...template,
		operation: 'sendAndWait',
		customerPhone,
		linkVariable: '1',
		message: 'Is that fine?',
	},
};

describe.each<NonNullable<ToolOptions['through']>>(['tool', 'engine'])(
	'through the %s',
	(through) => {
		async function call(
			parameters: IDataObject,
			callArguments: object | object[],
			credential: IDataObject = {},
			settings: NodeSettings = {},
		): Promise<ToolRun> {
			const workflow = {
				nodes: [
					{
						id: 'tool',
						name: TOOL,
						type: 'n8n-nodes-customer-messaging.customerMessagingTool',
						typeVersion: NODE_VERSION,
						position: [0, 0],
						parameters,
						credentials: { customerMessagingApi: { id: CREDENTIAL_NAME, name: CREDENTIAL_NAME } },
						...settings,
					},
				],
				connections: {},
			};
			return await scene.engine.runTool(workflow, TOOL, callArguments, {
				through,
				credentials: scene.credentials(credential),
			});
		}

		/** What the model reads of a call that worked; a tool wraps the items once more than the engine. */
		function answered({ text, failed }: ToolRun): IDataObject[] {
			expect(failed).toBe(false);
			const items = JSON.parse(text) as IDataObject[];
			return items
				.map((item) => ('response' in item ? (item.response as IDataObject) : item))
				.flat();
		}

		async function refused(
			parameters: IDataObject,
			callArguments: object,
			credential: IDataObject = {},
		): Promise<string> {
			const { text, failed } = await call(parameters, callArguments, credential);
			expect(failed).toBe(true);
			expect(text).not.toContain(scene.sandbox.apiKey);
			return text;
		}

		const sending = {
			Channel: '11',
			Template_ID: '104',
			Customer_Phone: '+12025550101',
			Variables: { 1: 'drill' },
		};

		describe('every operation works with what the model gives', () => {
			test('template.send', async () => {
				expect(answered(await call(tools['template.send']!, sending))).toEqual([
					expect.objectContaining({ status: 'ongoing', recipient: '+12025550101' }),
				]);
				expect(scene.sandbox.accepted.map(({ content }) => content.body)).toEqual([
					'Here is how to set up your drill.',
				]);
			});

			test('a template that cannot be read does not keep the message from being sent', async () => {
				const fault = { kind: 'status', status: 503 } as const;
				scene.sandbox.faults.add({ operation: 'template.get', times: 4, fault });
				const { options: _unchecked, ...checked } = tools['template.send']!;
				answered(await call(checked, sending));
				expect(scene.sandbox.accepted).toHaveLength(1);
			});

			test('template.sendWithFile', async () => {
				expect(answered(await call(tools['template.sendWithFile']!, sending))).toEqual([
					{ recipient: '+12025550101', status: 'ongoing' },
				]);
				expect(scene.sandbox.accepted.map(({ content }) => content.body)).toEqual([
					'Here is how to set up your drill.',
				]);
			});

			test('template.get', async () => {
				expect(
					answered(await call(tools['template.get']!, { Channel: '11', Template_ID: '107' })),
				).toEqual([
					expect.objectContaining({ id: 107, body: 'Parcel {{1}} is waiting for you at {{3}}.' }),
				]);
			});

			test('template.preview', async () => {
				const [preview] = answered(
					await call(tools['template.preview']!, {
						Channel: '11',
						Template_ID: '107',
						Variables: { 1: 77, 2: 'x' },
					}),
				);
				expect(preview).toMatchObject({
					body: 'Parcel 77 is waiting for you at {{3}}.',
					variables: { used: { 1: '77' }, missing: ['3'], unknown: ['2'] },
				});
				expect(scene.sandbox.accepted).toEqual([]);
			});

			test('message.sendText', async () => {
				answered(
					await call(tools['message.sendText']!, { Customer_ID: '5001', Text: 'On its way 🚚' }),
				);
				expect(
					scene.sandbox.accepted.map(({ recipient, content }) => [recipient, content.body]),
				).toEqual([['5001', 'On its way 🚚']]);
			});

			test('message.sendAttachment', async () => {
				const url = 'https://shop.example/invoice.pdf';
				answered(
					await call(tools['message.sendAttachment']!, {
						Customer_ID: '5001',
						Attachment_Type: 'document',
						Attachment_URL: url,
					}),
				);
				expect(scene.sandbox.accepted.map(({ content }) => content.header)).toEqual([
					{ type: 'document', url },
				]);
			});

			test('channel.getAll', async () => {
				expect(answered(await call(tools['channel.getAll']!, {})).map(({ id }) => id)).toEqual([
					11, 12, 13, 14, 15,
				]);
			});
		});

		test('the channel may be given by its title', async () => {
			const Channel = 'customer service ';
			answered(await call(tools['template.send']!, { ...sending, Channel }));
			expect(scene.sandbox.accepted.map(({ channel }) => channel?.id)).toEqual([12]);
		});

		test('the channel may be given as a number, and the variables as text', async () => {
			const numeric = { ...channelId, value: fromModel('Channel', 'The ID', 'number') };
			const text = { variablesJson: fromModel('Variables', 'JSON') };
			answered(
				await call(
					{ ...tools['template.send'], channelId: numeric, ...text },
					{ ...sending, Channel: 12, Variables: '{"1": "saw"}' },
				),
			);
			expect(
				scene.sandbox.accepted.map(({ channel, content }) => [channel?.id, content.body]),
			).toEqual([[12, 'Here is how to set up your saw.']]);
		});

		test('a channel chosen from the list stays what the user chose', async () => {
			const fixed = { __rl: true, mode: 'list', value: '14' };
			const { Channel: _channel, ...others } = sending;
			answered(await call({ ...tools['template.send'], channelId: fixed }, others));
			expect(scene.sandbox.accepted.map(({ channel }) => channel?.id)).toEqual([14]);
		});

		test.each<[string, object]>([
			['message.sendAndWait', { Customer_ID: '5001', Text: 'Is that fine?' }],
			['template.sendAndWait', { ...sending, Template_ID: '108' }],
		])('%s asks only where n8n itself runs the tool, and can wait', async (operation, given) => {
			if (through === 'engine') {
				await expect(call(tools[operation]!, given)).rejects.toThrow('ended with: waiting');
				expect(scene.sandbox.accepted).toHaveLength(1);
			} else {
				expect(await refused(tools[operation]!, given)).toContain(
					"does not let a tool wait for a response. Use the newest version of the 'AI Agent' node",
				);
				expect(scene.sandbox.accepted).toEqual([]);
			}
		});

		test('the model sees what the tool does and what each argument means', async () => {
			const { tool } = await call(tools['template.send']!, sending);
			expect(tool.description).toBe('Send template in Customer Messaging');
			expect(tool.arguments).toEqual({
				Channel: 'The channel to send from: its ID, title or number',
				Template_ID: 'The template to send',
				Customer_Phone: 'In international format, with a plus sign',
				Variables: 'The value of each variable by its number',
			});
		});

		describe('an error says in its message what to do', () => {
			test.each<[string, string, object, RegExp]>([
				[
					'a channel that is not there',
					'template.send',
					{ ...sending, Channel: 'Shop' },
					/'Channel' is 'Shop', which matches none of your team's channels\. .*Enter the ID, the title, or the phone number with its plus sign, of one of these channels: 11 \(Webshop, \+12025550110\); 12 /,
				],
				[
					'a template that is not there',
					'template.send',
					{ ...sending, Template_ID: '999' },
					/There is no template 999 .*Correct the values/,
				],
			])('%s', async (_case, operation, callArguments, words) => {
				expect(await refused(tools[operation]!, callArguments)).toMatch(words);
				expect(scene.sandbox.accepted).toEqual([]);
			});

			test('a wrong key', async () => {
				const text = await refused(tools['template.send']!, sending, { apiKey: 'wrong' });
				expect(text).toContain(
					'The service rejected the API key: An invalid API key was provided. ',
				);
				expect(text).toContain(
					"Copy the API Key from the team settings of the service's dashboard",
				);
			});

			test('a credential that cannot be used', async () => {
				expect(await refused(tools['template.send']!, sending, { apiKey: '' })).toMatch(
					/The credential's 'API Key' is empty\. .*Copy the API Key from the team settings/,
				);
			});

			test('an option that makes no sense', async () => {
				const text = await refused(
					{
						...tools['template.send'],
						options: { parallelSends: fromModel('Parallel', 'How many', 'number') },
					},
					{ ...sending, Parallel: 0 },
				);
				expect(text).toMatch(
					/'Parallel Sends' under 'Options' is '0'.*Enter a whole number of 1 or more/s,
				);
				expect(scene.sandbox.requests).toEqual([]);
			});

			test('a message whose outcome nobody knows is not to be sent again blindly', async () => {
				scene.sandbox.faults.add({
					operation: 'template.send',
					fault: { kind: 'resetAfterBody' },
					accepts: true,
				});
				const text = await refused(tools['template.send']!, sending);
				expect(text).toContain('Outcome unknown, the message to ');
				expect(text).toContain(
					"Look the message up in the service's dashboard before you send it again",
				);
				expect(scene.sandbox.accepted).toHaveLength(1);
			});
		});

		describe('each call is a message of its own', () => {
			const writing = (text: string) => ({ Customer_ID: '5001', Text: text });

			test('for the same customer with the same words', async () => {
				const texts = ['Yes.', 'Yes.'];
				expect((await call(tools['message.sendText']!, texts.map(writing))).failed).toBe(false);
				expect(scene.sandbox.accepted.map(({ content }) => content.body)).toEqual(texts);
			});

			test('after one whose outcome is unknown', async () => {
				scene.sandbox.faults.add({ times: 1, fault: { kind: 'resetAfterBody' }, accepts: true });
				await call(tools['message.sendText']!, ['One moment.', 'Here it is.'].map(writing));
				expect(scene.sandbox.accepted.map(({ content }) => content.body)).toEqual([
					'One moment.',
					'Here it is.',
				]);
			});
		});

		test('a key of which the model gives a part is refused where that part is empty', async () => {
			const messageKey = `${fromModel('Order', 'The number of the order')}-shipped`;
			const tool = { ...tools['message.sendText']!, options: { messageKey } };
			const call = { Customer_ID: '5001', Text: 'On its way' };
			expect(await refused(tool, [{ ...call, Order: '' }])).toContain(
				"'Message Key' under 'Options'",
			);
			expect(scene.sandbox.requests).toEqual([]);
		});

		test.each([
			['accepted it and the connection broke', { kind: 'resetAfterBody' } as const, true, true],
			['refused it', { kind: 'status', status: 400 } as const, false, false],
		])(
			"the tool's Retry On Fail sends a message once where the service %s",
			async (_name, fault, accepts, failed) => {
				scene.sandbox.faults.add({ times: 1, fault, accepts });
				const run = await call(tools['template.send']!, sending, {}, retrying(3));
				expect(run.failed).toBe(failed);
				expect(scene.sandbox.accepted).toHaveLength(1);
			},
		);
	},
);
