import type { IDataObject } from 'n8n-workflow';

import type { ToolOptions, ToolRun } from '../../../dev/engine/engine';
import { templates } from '../../../dev/sandbox/catalogue';
import type { Fault } from '../../../dev/sandbox/faultyAnswer';
import { findOperation } from '../../../nodes/CustomerMessaging/resources';
import { OPERATIONS, type OperationName } from '../../support/operations';
import { messagingNode, type NodeSettings, retrying, useScene } from '../../support/scene';

const TOOL = 'Message Customers';

const scene = useScene();

/** An expression that lets the model give a value, as the editor's button writes it. */
const fromModel = (key: string, description: string, type = 'string') =>
	`={{ $fromAI('${key}', \`${description}\`, '${type}') }}`;

const channelId = {
	__rl: true,
	mode: 'id',
	value: fromModel('Channel', 'The ID of the channel to send from'),
};
const text = fromModel('Text', 'What to write');

/** What a model chooses in the tool of each operation that has these fields. */
const FROM_MODEL: IDataObject = {
	channelId,
	templateId: fromModel('Template_ID', 'The template to send'),
	customerPhone: fromModel('Customer_Phone', 'In international format, with a plus sign'),
	customerId: fromModel('Customer_ID', 'The customer'),
	attachmentType: fromModel('Attachment_Type', 'image, video or document'),
	attachmentUrl: fromModel('Attachment_URL', 'The public address of the file'),
	message: text,
	text,
	specifyVariables: 'json',
	variablesJson: fromModel('Variables', 'The value of each variable by its number', 'json'),
};

/** What else is set in some of them. */
const SET: Partial<Record<OperationName, IDataObject>> = {
	'template.preview': { customerPhone: '' },
	'template.sendAndWait': { linkVariable: '1', message: 'Is that fine?', variablesJson: '' },
	'template.sendWithFile': {
		binaryPropertyName: '',
		options: { checkVariables: false, headerType: 'none' },
	},
};

const toolOf = (operation: OperationName, parameters: IDataObject = {}): IDataObject => {
	const fields = findOperation(operation).fields.map(({ name }) => name);
	const chosen = Object.entries(FROM_MODEL).filter(([field]) => fields.includes(field));
	return {
		...OPERATIONS[operation],
		...Object.fromEntries(chosen),
		...SET[operation],
		...parameters,
	};
};

/** What a model gives a tool that sends a template. */
const sending = {
	Channel: '11',
	Template_ID: '104',
	Customer_Phone: '+12025550101',
	Variables: { 1: 'drill' },
};

const DRILL = 'Here is how to set up your drill.';
const ongoing = [{ status: 'ongoing', recipient: '+12025550101' }];
const arrived = [{ recipient: '+12025550101', content: { body: DRILL } }];

describe.each<NonNullable<ToolOptions['through']>>(['tool', 'engine'])(
	'through the %s',
	(through) => {
		async function call(
			parameters: IDataObject,
			callArguments: object | object[],
			credential: IDataObject = {},
			settings: NodeSettings = {},
			options: ToolOptions = {},
		): Promise<ToolRun> {
			const tool = {
				...messagingNode(parameters, settings),
				name: TOOL,
				type: 'n8n-nodes-customer-messaging.customerMessagingTool',
			};
			return await scene.engine.runTool({ nodes: [tool], connections: {} }, TOOL, callArguments, {
				...options,
				through,
				credentials: scene.credentials(credential),
			});
		}

		/** What the model reads of a call that works; a tool wraps the items once more than the engine. */
		async function answerOf(...given: Parameters<typeof call>): Promise<IDataObject[]> {
			const { text, failed } = await call(...given);
			expect(failed).toBe(false);
			const items = JSON.parse(text) as IDataObject[];
			return items
				.map((item) => ('response' in item ? (item.response as IDataObject) : item))
				.flat();
		}

		async function refusalOf(...given: Parameters<typeof call>): Promise<string> {
			const { text, failed } = await call(...given);
			expect(failed).toBe(true);
			expect(text).not.toContain(scene.sandbox.apiKey);
			return text;
		}

		test.each<[operation: OperationName, given: object, answer: object[], sent: object[]]>([
			['template.send', sending, ongoing, arrived],
			[
				'template.send',
				{ ...sending, Variables: { 1: 'drill', 'video address': 'https://shop.example/a.mp4' } },
				ongoing,
				[{ content: { header: { type: 'video', url: 'https://shop.example/a.mp4' } } }],
			],
			['template.sendWithFile', sending, ongoing, arrived],
			[
				'template.get',
				{ Channel: '11', Template_ID: '107' },
				[{ id: 107, body: 'Parcel {{1}} is waiting for you at {{3}}.' }],
				[],
			],
			[
				'template.preview',
				{ Channel: '11', Template_ID: '107', Variables: { 1: 77, 2: 'x' } },
				[
					{
						text: 'Parcel 77 is waiting for you at {{3}}.',
						sendable: false,
					},
				],
				[],
			],
			[
				'message.sendText',
				{ Customer_ID: '5001', Text: 'On its way 🚚' },
				[{ recipient: '5001' }],
				[{ recipient: '5001', content: { body: 'On its way 🚚' } }],
			],
			[
				'message.sendAttachment',
				{
					Customer_ID: '5001',
					Attachment_Type: 'document',
					Attachment_URL: 'https://shop.example/invoice.pdf',
				},
				[{ recipient: '5001' }],
				[{ content: { header: { type: 'document', url: 'https://shop.example/invoice.pdf' } } }],
			],
			[
				'template.getAll',
				{ Channel: '11' },
				templates.map(({ id, name }) => ({ id, name, status: 'approved' })),
				[],
			],
			['channel.getAll', {}, [11, 12, 13, 14, 15].map((id) => ({ id })), []],
		])('%s works with what the model gives', async (operation, given, answer, sent) => {
			expect(await answerOf(toolOf(operation), given)).toMatchObject(answer);
			expect(scene.sandbox.accepted).toMatchObject(sent);
		});

		test('the channel may come as a number, and the variables as text', async () => {
			const numeric = { ...channelId, value: fromModel('Channel', 'The ID', 'number') };
			const asText = { channelId: numeric, variablesJson: fromModel('Variables', 'JSON') };
			await answerOf(toolOf('template.send', asText), {
				...{ ...sending, Channel: 12, Variables: '{"1": "saw"}' },
			});
			expect(scene.sandbox.accepted).toMatchObject([
				{ channel: { id: 12 }, content: { body: 'Here is how to set up your saw.' } },
			]);
		});

		test.each<[OperationName, object]>([
			['message.sendAndWait', { Customer_ID: '5001', Text: 'Is that fine?' }],
			['template.sendAndWait', { ...sending, Template_ID: '108' }],
		])('%s asks only where n8n itself runs the tool, and can wait', async (operation, given) => {
			if (through === 'engine') {
				await expect(call(toolOf(operation), given)).rejects.toThrow('ended with: waiting');
				expect(scene.sandbox.accepted).toHaveLength(1);
			} else {
				expect(await refusalOf(toolOf(operation), given)).toContain(
					"does not let a tool wait for a response. The message was not sent. Use the newest version of the 'AI Agent' node, or search the tools for 'Customer Messaging', and add the one that n8n describes as 'Request human approval for tools'",
				);
				expect(scene.sandbox.accepted).toEqual([]);
			}
		});

		interface Call {
			given?: object;
			credential?: IDataObject;
		}

		test.each<[string, Call, words: RegExp]>([
			[
				'a channel by its title',
				{ given: { Channel: 'Web Shop' } },
				/'Channel' is 'Web Shop', which is not a channel's ID\. .*'Get Many' lists the IDs/,
			],
			[
				'a credential that cannot be used',
				{ credential: { apiKey: '' } },
				/The credential's 'API Key' is empty\. .*Copy the API Key from the team settings/,
			],
		])(
			'an error says in its message what to do: %s',
			async (_case, { given, credential }, words) => {
				expect(
					await refusalOf(toolOf('template.send'), { ...sending, ...given }, credential),
				).toMatch(words);
				expect(scene.sandbox.accepted).toEqual([]);
			},
		);

		test.each<[string, Fault]>([
			['of a broken connection', { kind: 'resetAfterBody' }],
			// n8n has words of its own for errors with such a code in them: retry immediately.
			['of an error with a code', { kind: 'status', status: 500, message: 'read ECONNRESET' }],
		])('because %s, an unknown outcome is not to be sent again blindly', async (_what, fault) => {
			scene.sandbox.faults.add({ operation: 'template.send', fault, accepts: true });
			const text = await refusalOf(toolOf('template.send'), sending);
			expect(text).toContain('Outcome unknown, the message to ');
			expect(text).toContain(
				"Look up the message in the service's dashboard before you send it again",
			);
			expect(scene.sandbox.accepted).toHaveLength(1);
		});

		test.each([
			['for the same customer with the same words', ['Yes.', 'Yes.'], 0],
			['after one whose outcome is unknown', ['One moment.', 'Here it is.'], 1],
		])('each call is another message: %s', async (_what, texts, times) => {
			scene.sandbox.faults.add({ times, fault: { kind: 'resetAfterBody' }, accepts: true });
			const given = texts.map((Text) => ({ Customer_ID: '5001', Text }));
			expect((await call(toolOf('message.sendText'), given)).failed).toBe(false);
			expect(scene.sandbox.accepted.map(({ content }) => content.body)).toEqual(texts);
		});

		test('calls at the same moment send each their own message or, where n8n mixes them up, none', async () => {
			const given = ['one', 'two', 'one'].map((Text) => ({ Customer_ID: '5001', Text }));
			const { results } = await call(toolOf('message.sendText'), given, {}, {}, { atOnce: true });
			const sent = scene.sandbox.accepted.map(({ content }) => content.body).sort();
			if (through === 'engine') {
				expect(sent).toEqual(['one', 'one', 'two']);
				return;
			}
			expect(sent).toEqual(['one', 'one']);
			expect(results.map(({ failed }) => failed)).toEqual([false, true, false]);
			expect(results[1]!.text).toContain(
				"n8n mixed up two simultaneous calls of this tool. The message was not sent. Call the tool again. To avoid this, set 'Batch Size' under 'Batch Processing' in the 'AI Agent' node to 1, or use the newest version of that node",
			);
		});

		test('a call that leaves out a value does not get that of another call', async () => {
			const text = "={{ $fromAI('Text', '', 'string', 'Hello') }}";
			const tool = { ...toolOf('message.sendText'), text };
			const given = [{ Customer_ID: '5001', Text: 'one' }, { Customer_ID: '5001' }];
			const { results } = await call(tool, given, {}, {}, { atOnce: true });
			const isMixedUp = through === 'tool';
			expect(scene.sandbox.accepted.map(({ content }) => content.body)).toEqual(
				isMixedUp ? ['one'] : ['one', 'Hello'],
			);
			expect(results.map(({ failed }) => failed)).toEqual([false, isMixedUp]);
		});

		const start = "$('Start of the tool call')";

		test.each([
			['$json.id', { tool: [], engine: ['5001'] }],
			[`${start}.item.json.id`, { tool: [], engine: [] }],
			[`${start}.first().json.id`, { tool: ['5001', '5001'], engine: ['5001', '5001'] }],
			["$fromAI('Customer_ID')", { tool: ['5001', '5002'], engine: ['5001', '5002'] }],
		])(
			'if the agent has several items, {{ %s }} is that of the item, or nothing is sent',
			async (expression, { [through]: recipients }) => {
				const ids = ['5001', '5002'];
				const { results } = await call(
					{
						...toolOf('message.sendText'),
						customerId: `={{ ${expression} }}`,
						text: "=Your code is {{ Math.random() + $now.toMillis() }}. {{ $fromAI('Text') }}",
					},
					ids.map((Customer_ID) => ({ Customer_ID, Text: 'Keep it.' })),
					{},
					{},
					{ input: [{ json: { id: '5001' } }, { json: {} }] },
				);
				expect(scene.sandbox.accepted.map(({ recipient }) => recipient)).toEqual(recipients);
				if (recipients.length > 0) return;
				for (const { text } of results)
					expect(text).toContain(
						`'Customer ID': {{ ${expression} }} differs between the items of the agent, and n8n takes it from the first. The message was not sent. Put the agent into the loop of a 'Loop Over Items' node with 'Batch Size' 1, and take the value with $json, as in {{ $json.phone }}`,
					);
			},
		);

		test.each([
			['accepted it and the connection broke', { kind: 'resetAfterBody' } as const, true, true],
			['refused it', { kind: 'status', status: 400 } as const, false, false],
		])(
			"the tool's Retry On Fail sends a message once where the service %s",
			async (_name, fault, accepts, failed) => {
				scene.sandbox.faults.add({ times: 1, fault, accepts });
				const run = await call(toolOf('template.send'), sending, {}, retrying(3));
				expect(run.failed).toBe(failed);
				expect(scene.sandbox.accepted).toHaveLength(1);
			},
		);
	},
);
