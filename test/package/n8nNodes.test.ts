import { readFileSync } from 'node:fs';
import path from 'node:path';

import {
	NodeHelpers,
	type IDataObject,
	type INode,
	type INodeParameters,
	type INodePropertyOptions,
} from 'n8n-workflow';

import type { WorkflowNode } from '../../dev/editor/restInterface';
import type { WorkflowFile } from '../../dev/engine/engine';
import { toolCallerType } from '../../dev/engine/toolCaller';
import { readExample, readExampleForSandbox, sandboxCredentials } from '../../dev/sandbox/example';
import { hurry } from '../support/hurry';
import { nodeFromPage } from '../support/nodeFromPage';
import { OPERATIONS } from '../support/operations';
import { messagingNode, outputOf, useScene } from '../support/scene';
import { giving, line, manualTrigger, node, to } from '../support/workflowNodes';

const scene = useScene();

const page = (name: string): string =>
	readFileSync(path.join(__dirname, '../../docs', name), 'utf8');

/** The numbered steps below a heading of a page, each in one line. */
function stepsOf(pageName: string, heading: string): string[] {
	const section = page(pageName)
		.split(/^##+ /m)
		.find((one) => one.startsWith(`${heading}\n`))!;
	return Array.from(section.matchAll(/^\d\. (.+(?:\n +.+|\n)*)/gm), ([, step]) =>
		step!.replace(/\s+/g, ' '),
	);
}

/** Runs an example on what a webhook was called with. */
async function call(example: WorkflowFile, startNode: string, body: IDataObject): Promise<void> {
	await scene.engine.run(example, {
		...{ credentials: sandboxCredentials(scene.sandbox), mode: 'webhook', startNode },
		input: [{ json: { headers: {}, params: {}, query: {}, body } }],
	});
}

/** Who gets a message if the nodes run over items, one after the other. */
async function reached(nodes: WorkflowNode[], items: IDataObject[]): Promise<string[]> {
	const execution = await scene.runWorkflow(line('Page', [manualTrigger(), ...nodes]), items);
	expect(execution.error).toBeUndefined();
	return scene.sandbox.accepted.map(({ recipient }) => recipient).sort();
}

describe('STOP', () => {
	const [preview, lookUp] = stepsOf('replies.md', 'STOP') as [string, string];
	const [number] = /\{\{ \$\('Preview'\).+? \}\}/.exec(page('replies.md'))!;
	const [inBrackets, forTexts] = / \(For texts, (.+?)\.\)/.exec(lookUp)!;
	const forTemplates = lookUp.replace(inBrackets, '');

	const CUSTOMERS = [1, 2, 3].map((one) => ({
		...{ customer: `500${one}`, phone: `+1202555010${one}` },
	}));

	// The first writes STOP, the second is in the table for another reason, and the third is not in it.
	beforeEach(async () => {
		const event = { action: 'customer_created', channel: { type: 'whatsapp' } };
		const [first, second] = [1, 2].map((one) => ({ id: 5000 + one, phone: `1202555010${one}` }));
		await call(readExample('replies.json'), 'Message Received', {
			...event,
			customer: { ...first, last_message_text: 'STOP' },
		});
		await call(readExample('phone-to-customer-id.json'), 'Customer Created', {
			...event,
			customer: second,
		});
		scene.sandbox.reset();
	});

	test('leaves out of the templates who wrote it, and nobody else', async () => {
		expect(preview).toContain('*Customer Messaging → Template → Preview*, renamed *Preview*');
		const nodes = [
			{ ...messagingNode(OPERATIONS['template.preview']), name: 'Preview' },
			nodeFromPage(scene.engine, forTemplates),
			messagingNode({
				...OPERATIONS['template.send'],
				customerPhone: `=${number}`,
				messageKey: "={{ $('Start').item.json.customer }}-sale",
			}),
		];
		expect(await reached(nodes, CUSTOMERS)).toEqual(['+12025550102', '+12025550103']);
	});

	test("leaves the send its item's file", async () => {
		const [file] = /\{\{ \$\('Invoice to File'\).+? \}\}/.exec(page('replies.md'))!;
		const customerPhone = "={{ $('Start').item.json.phone }}";
		const nodes = [
			node('Invoice to File', 'n8n-nodes-base.convertToFile', 1.1, {
				...{ operation: 'toBinary', sourceProperty: 'pdf', binaryPropertyName: 'invoice' },
				options: { fileName: '={{ $json.customer }}.pdf' },
			}),
			{
				...messagingNode({ ...OPERATIONS['template.preview'], customerPhone }),
				name: 'Preview',
			},
			nodeFromPage(scene.engine, forTemplates),
			messagingNode({
				...OPERATIONS['template.sendWithFile'],
				customerPhone: `=${number}`,
				binaryPropertyName: `=${file}`,
			}),
		];
		const items = CUSTOMERS.map((one) => ({ ...one, pdf: 'JVBERi0xLjQK' }));
		expect(await reached(nodes, items)).toEqual(['+12025550102', '+12025550103']);
		const headers = scene.sandbox.accepted.map(({ content }) => content.header);
		expect(headers.map((header) => header?.file?.fileName)).toEqual(['5002.pdf', '5003.pdf']);
	});

	test('leaves out of the texts who wrote it, and nobody else', async () => {
		const condition = /`phone` is equal to `[^`]+`/;
		const nodes = [
			nodeFromPage(
				scene.engine,
				forTemplates.replace(condition, () => forTexts!),
			),
			messagingNode(OPERATIONS['message.sendText']),
		];
		const typed = CUSTOMERS.map(({ customer }) => ({ customer: ` ${customer}` }));
		const both = [...CUSTOMERS, ...typed];
		expect(await reached(nodes, both)).toEqual(['5002', '5002', '5003', '5003']);
	});
});

describe('no messages at night', () => {
	const steps = stepsOf('recipes.md', 'No messages at night');

	/** The recipe's nodes in front of a send, with this as n8n's moment. */
	function workflow(now: string) {
		const words = steps.map((step) => step.replaceAll('$now', `DateTime.fromISO('${now}')`));
		const [isDay, wait] = words.map((one) => nodeFromPage(scene.engine, one));
		const customerPhone = "={{ $('Start').first().json.body.phone }}";
		const send = messagingNode({ ...OPERATIONS['template.send'], customerPhone });
		return {
			nodes: [manualTrigger(), isDay!, wait!, send],
			connections: {
				Start: { main: [to('If')] },
				If: { main: [to(send.name), to('Wait')] },
				Wait: { main: [to(send.name)] },
			},
		};
	}

	test.each([
		// The time zone of n8n is New York's, where it is 9 am.
		['America/New_York', undefined],
		['Europe/Madrid', undefined],
		['Asia/Tokyo', '2030-05-07T00:00:00.000Z'],
		['America/Los_Angeles', '2030-05-06T16:00:00.000Z'],
	])('a message to %s waits until %s', async (timeZone, till) => {
		const body = { timeZone, phone: '+12025550101' };
		const execution = await scene.runWorkflow(workflow('2030-05-06T09:00-04:00'), [{ body }]);
		expect(execution.error).toBeUndefined();
		if (till) expect(execution.readStored().waitTill).toBe(till);
		expect(scene.sandbox.accepted).toHaveLength(till ? 0 : 1);
	});

	test.each([[undefined], [''], ['Madrid']])(
		"a message to the time zone %j does not take n8n's own",
		async (timeZone) => {
			const body = { timeZone, phone: '+12025550101' };
			// In Madrid, it is 10 pm.
			const execution = await scene.runWorkflow(workflow('2030-05-06T16:00-04:00'), [{ body }]);
			expect(scene.sandbox.accepted).toEqual([]);
			if (timeZone === 'Madrid') expect(execution.error?.message).toContain('date');
			else expect(execution.readStored().waitTill).toBe('2030-05-07T07:00:00.000Z');
		},
	);
});

test('a chatbot is asked for a secret, and gets what Respond to Webhook answers', async () => {
	const [webhook, respond] = stepsOf('replies.md', "A chatbot's call").map((step) =>
		nodeFromPage(scene.engine, step),
	);
	expect(webhook!.parameters).toEqual({
		...{ httpMethod: 'POST', authentication: 'headerAuth', responseMode: 'responseNode' },
	});
	const execution = await scene.runWorkflow(line('Page', [webhook!, respond!]), [{}], {
		...{ mode: 'webhook', startNode: 'Webhook' },
	});
	expect(execution.error).toBeUndefined();
});

describe('a list, step by step', () => {
	const list = [
		{ phone: '+12025550101', name: 'Customer 1', order: 'A-1001', day: 'Friday' },
		{ phone: '202 555 0102', name: 'Customer 2', order: 'A-1002', day: 'Monday' },
	];
	const [, messageKey] = /enter `(\{\{ \$json\.order \}\}-shipped)`/.exec(page('recipes.md'))!;
	const send = {
		...{ ...OPERATIONS['template.send'], templateId: '101', options: {} },
		...{ specifyVariables: 'json', messageKey: `=${messageKey}` },
		variablesJson: '={{ { "1": $json.order, "2": $json.name, "3": $json.day } }}',
	};

	test('step 3: Preview names the customer whose number is wrong, and sends nothing', async () => {
		const rows = outputOf(await scene.run({ ...send, operation: 'preview' }, list));
		expect(rows.map(({ sendable }) => sendable)).toEqual([true, false]);
		expect(scene.sandbox.accepted).toEqual([]);
	});

	test('step 5: a wrong number stops the run or, with the error output, leaves through it', async () => {
		expect((await scene.run(send, list)).error).toBeDefined();
		expect(scene.sandbox.accepted).toEqual([]);

		const execution = await scene.run(send, list, { onError: 'continueErrorOutput' });
		expect(outputOf(execution, 1)).toMatchObject([{ name: 'Customer 2' }]);
		expect(outputOf(execution).map(({ recipient }) => recipient)).toEqual(['+12025550101']);
	});

	test('step 8: who got the message is skipped when the workflow runs again', async () => {
		for (const phone of ['202 555 0102', '+1 202 555 0102']) {
			const corrected = [list[0]!, { ...list[1], phone }];
			await scene.run(send, corrected, { onError: 'continueErrorOutput' });
		}
		const reached = scene.sandbox.accepted.map(({ recipient }) => recipient);
		expect(reached).toEqual(['+12025550101', '+12025550102']);
	});
});

/** What a trigger gives, with this ID, and what stands behind it. */
const SYSTEMS: Array<
	[system: string, trigger: (id: number) => IDataObject, reads: IDataObject | null]
> = [
	['WooCommerce', (id) => ({ id, billing: { phone: '(202) 555-0101', country: 'US' } }), null],
	['HubSpot', (vid) => ({ vid, properties: { phone: { value: '+12025550101' } } }), null],
	['Pipedrive', (id) => ({ data: { id } }), { phones: [{ value: '+1 202 555 0101' }] }],
];

test.each(SYSTEMS)(
	'%s: the table says where the number is, and with which key each event sends one message',
	async (system, trigger, reads) => {
		const rows = page('recipes.md').split('\n');
		const [, where = '', key = ''] = rows
			.find((one) => one.startsWith(`| [${system}]`))!
			.split(' | ');
		const path = (words: string) => `={{ $json.${/`([^`]+)`/.exec(words)![1]} }}`;
		const [number, country] = where.split('with the country');
		const send = messagingNode({
			...{ ...OPERATIONS['template.send'], customerPhone: path(number!) },
			messageKey: `=${/`([^`]+)`/.exec(key)![1]}`,
			options: country ? { defaultCountry: path(country) } : {},
		});
		const nodes = [
			{ ...manualTrigger(), name: `${system} Trigger` },
			...(reads ? [giving('Read', reads)] : []),
			send,
		];
		for (const id of [77, 77, 78]) {
			const execution = await scene.runWorkflow(line('Page', nodes), [trigger(id)]);
			expect(execution.error).toBeUndefined();
		}
		const reached = scene.sandbox.accepted.map(({ recipient }) => recipient);
		expect(reached).toEqual(['+12025550101', '+12025550101']);
	},
);

/** The sentences of a paragraph or step from one with these words on, in one line. */
const sentencesFrom = (pageName: string, words: string): string =>
	words +
	page(pageName)
		.split(words)[1]!
		.split(/\n\n|\n\d\. /)[0]!
		.replace(/\s+/g, ' ');

/** Which of the items leave an *If* or a *Switch* through which output. */
async function outputsOf(words: string, items: IDataObject[]) {
	const built = nodeFromPage(scene.engine, words);
	const numbered = items.map((item, number) => ({ ...item, number }));
	const execution = await scene.runWorkflow(line('Page', [manualTrigger(), built]), numbered);
	expect(execution.error).toBeUndefined();
	return [0, 1, 2].map((output) =>
		outputOf(execution, output, built.name).map(({ number }) => number),
	);
}

test('the answers to a question leave the Switch apart, and what was skipped leaves through none', async () => {
	const step = stepsOf('ask-and-wait.md', 'A question, step by step')[4]!;
	const items = [{ responded: false }, { approved: true }, { approved: false }, { skipped: true }];
	expect(await outputsOf(step, items)).toEqual([[0], [1], [2]]);
});

test.each([
	[
		...(['ask-and-wait.md', 'An *If* with the condition'] as const),
		[{ status: 'ongoing' }, { skipped: true }, { error: 'Refused' }],
	],
	[
		...(['delivery.md', 'put an *If* node after this node'] as const),
		[{ messageStatus: 'held_for_quality_assessment' }, { messageStatus: 'accepted' }, {}],
	],
	[
		...(['errors-and-troubleshooting.md', 'Separate the two with an *If* node'] as const),
		[{ details: { status: 'unknown' } }, { details: { status: 'failed' } }, { details: {} }],
	],
])('%s, %s: the first of three items leaves through true', async (pageName, words, items) => {
	expect(await outputsOf(sentencesFrom(pageName, words), items)).toEqual([[0], [1, 2], []]);
});

describe('Remove Duplicates', () => {
	hurry(100);

	test('with the scope Workflow blocks the message keys until the two steps are done', async () => {
		const [toNode, clear] = stepsOf('queue-mode.md', 'A *Remove Duplicates* node') as [
			string,
			string,
		];
		const customers = ['5001', '5002', '5003'].map((customer) => ({ customer }));
		const messageKey = 'november-sale-2026';
		const send = (key?: string) =>
			messagingNode({ ...OPERATIONS['message.sendText'], ...(key ? { messageKey: key } : {}) });
		/** As somebody has it who lets each customer through once. */
		const removing = (words: string) => ({
			...nodeFromPage(
				scene.engine,
				`*Remove Duplicates → Remove Items Processed in Previous Executions*, with *Value to Dedupe On* set to \`{{ $json.customer }}\`: ${words}`,
			),
			id: 'duplicates',
		});
		const ofWorkflow = removing(sentencesFrom('queue-mode.md', 'A *Remove Duplicates* node with '));
		const run = async (nodes: WorkflowNode[], items = customers) =>
			await scene.runWorkflow(line('Page', [manualTrigger(), ...nodes]), items);
		const reached = () => scene.sandbox.accepted.map(({ recipient }) => recipient);

		await run([send(messageKey)], customers.slice(0, 1));
		const blocked = await run([ofWorkflow, send(messageKey)]);
		expect(blocked.error?.message).toContain(
			"A 'Remove Duplicates' node with the scope 'Workflow'",
		);
		const workflow = line('Page', [manualTrigger(), ofWorkflow, send()]);
		const retried = await scene.engine.retry(blocked, { workflow });
		expect(retried.error?.message).toBe(blocked.error?.message);

		expect((await run([nodeFromPage(scene.engine, clear)])).error).toBeUndefined();
		// It had seen all three before.
		const again = await run([removing(toNode), send(messageKey)]);
		expect(again.error).toBeUndefined();
		expect(outputOf(again).map(({ status }) => status)).toEqual(['skipped', 'ongoing', 'ongoing']);
		expect(reached()).toEqual(['5001', '5002', '5003']);
	});
});

describe('Loop Over Items', () => {
	const customers = [1, 2, 3].map((number) => ({ customer: `500${number}` }));

	test('asks one customer after the other, also behind one who was asked before', async () => {
		const words = sentencesFrom('ask-and-wait.md', 'To ask one customer after the other');
		const loop = nodeFromPage(scene.engine, words);
		const { outputNames } = scene.engine.nodeType(loop.type).description;
		const [toAsk, toAnswers] = Array.from(words.matchAll(/\*([a-z]+)\*/g), ([, name]) =>
			outputNames!.indexOf(name!),
		);
		const ask = messagingNode({ ...OPERATIONS['message.sendAndWait'], messageKey: 'fine' });
		const answers = nodeFromPage(
			scene.engine,
			stepsOf('ask-and-wait.md', 'A question, step by step')[4]!,
		);
		await scene.run({ ...OPERATIONS['message.sendText'], messageKey: 'fine' }, [customers[1]!]);
		scene.sandbox.reset();

		const workflow = {
			nodes: [manualTrigger(), loop, ask, answers],
			connections: {
				Start: { main: [to(loop.name)] },
				[loop.name]: {
					main: [0, 1].map((output) => [
						...(output === toAsk ? to(ask.name) : []),
						...(output === toAnswers ? to(answers.name) : []),
					]),
				},
				[ask.name]: { main: [to(loop.name)] },
			},
		};
		let execution = await scene.runWorkflow(workflow, customers);
		while (execution.status === 'waiting')
			execution = await scene.answer(execution, { answer: 'approve' });
		expect(execution.error).toBeUndefined();
		const reached = scene.sandbox.accepted.map(({ recipient }) => recipient);
		expect(reached).toEqual(['5001', '5003']);
		const approved = outputOf(execution, 1, answers.name);
		expect(approved.map(({ recipient }) => recipient)).toEqual(reached);
	});

	test('gives an agent the values of each item', async () => {
		const loop = nodeFromPage(
			scene.engine,
			sentencesFrom('ask-and-wait.md', 'If an agent gets several items'),
		);
		const tool = {
			...messagingNode(OPERATIONS['message.sendText']),
			name: 'Tool',
			type: 'n8n-nodes-customer-messaging.customerMessagingTool',
		};
		const agent = node('Agent', toolCallerType, 1, {});
		const workflow = {
			nodes: [manualTrigger(), loop, agent, tool],
			connections: {
				Start: { main: [to(loop.name)] },
				[loop.name]: { main: [[], to(agent.name)] },
				[agent.name]: { main: [to(loop.name)] },
				[tool.name]: { ai_tool: [[{ node: agent.name, type: 'ai_tool', index: 0 }]] },
			},
		};
		const execution = await scene.runWorkflow(workflow, customers);
		expect(execution.error).toBeUndefined();
		expect(scene.sandbox.accepted.map(({ recipient }) => recipient)).toEqual(
			customers.map(({ customer }) => customer),
		);
	});
});

test('the nodes that ask many at once are those of the example, which runs in a real n8n', () => {
	const example = readExample('ask-many-at-once.json').nodes as INode[];
	for (const words of ['To ask one customer after', 'To ask all at once']) {
		const built = nodeFromPage(scene.engine, sentencesFrom('ask-and-wait.md', words));
		const { description } = scene.engine.nodeType(built.type);
		// Somebody has to choose the workflow, and n8n then fills in its inputs.
		const [ofPage, ofExample] = [
			built as unknown as INode,
			example.find(({ type }) => type === built.type)!,
		].map((one) => ({
			...NodeHelpers.getNodeParameters(
				...([description.properties, one.parameters, true, false, one, description] as const),
			),
			...{ workflowId: '', workflowInputs: {} },
		}));
		expect(ofPage).toEqual(ofExample);
	}
});

test("n8n's form: the workflow waits for it if the message was sent, and goes on with the input when the time is up", async () => {
	const [, isSent, form] = stepsOf('ask-and-wait.md', 'A form').map((step) =>
		/\*(If|Wait)\*/.test(step) ? nodeFromPage(scene.engine, step) : undefined,
	);
	const send = messagingNode({
		...OPERATIONS['message.sendText'],
		...{ text: '={{ $execution.resumeFormUrl }}', messageKey: 'form' },
	});
	const workflow = line('Page', [manualTrigger(), send, isSent!, form!]);
	const execution = await scene.runWorkflow(workflow, [{ customer: '5001' }]);
	expect(execution.error).toBeUndefined();
	expect(execution.status).toBe('waiting');
	const later = await scene.engine.resume(execution);
	const [item] = outputOf(later, 0, 'Wait');
	expect(item).toEqual(outputOf(later)[0]);

	const skipped = await scene.runWorkflow(workflow, [{ customer: '5001' }]);
	expect(skipped.status).toBe('success');
});

test('the Filter behind the trigger of HubSpot lets only new customers through', async () => {
	const words = sentencesFrom('recipes.md', 'put a *Filter* node behind it');
	const items = ['lead', 'customer'].map((propertyValue) => ({ propertyValue }));
	expect(await outputsOf(words, items)).toEqual([[1], [0], []]);
});

/** The conditions of a *Switch*'s rule, by the name of its output. */
function ruleOf({ rules }: INodeParameters, name: string) {
	const { values } = rules as unknown as {
		values: Array<{
			outputKey: string;
			conditions: {
				conditions: Array<{ leftValue: string; rightValue: string; operator: object }>;
			};
		}>;
	};
	return values.find(({ outputKey }) => outputKey === name)!.conditions.conditions;
}

describe('what else somebody sets in an example', () => {
	/** An example with a change to what a node has, and its note. */
	function changed(fileName: string, name: string, change: (node: INode, note: string) => void) {
		const example = readExampleForSandbox(fileName, scene.sandbox);
		const nodes = example.nodes as INode[];
		const [note] = nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
		const content = note!.parameters.content as string;
		change(
			nodes.find((one) => one.name === name)!,
			content,
		);
		return example;
	}

	test('a CSV file with semicolons', async () => {
		const example = changed('spreadsheet-broadcast.json', 'Read Spreadsheet', (read, note) => {
			const [words] = /\*Delimiter\* [^.]+/.exec(note)!;
			const built = nodeFromPage(scene.engine, `*Extract from File*: ${words}`);
			Object.assign(read.parameters, built.parameters);
		});
		const text = JSON.stringify(example).replace(/name,phone,discount[^"]+/, (csv) =>
			csv.replaceAll(',', ';'),
		);
		const execution = await scene.engine.run(JSON.parse(text) as WorkflowFile, {
			credentials: sandboxCredentials(scene.sandbox),
		});
		expect(execution.error).toBeUndefined();
		const reached = scene.sandbox.accepted.map(({ recipient }) => recipient);
		expect(reached.sort()).toEqual(['+12025550101', '+12025550103']);
	});

	test('other words for STOP', async () => {
		const [, sentence] = /Add other words to the rule ([^.]+)\./.exec(page('replies.md'))!;
		const words = Array.from(sentence!.matchAll(/`([a-z]+)`/g), ([, word]) => word!);
		const [rule, name] = Array.from(sentence!.matchAll(/\*([^*]+)\*/g), ([, one]) => one!);
		const example = changed('replies.json', name!, ({ parameters }) => {
			const [condition] = ruleOf(parameters, rule!);
			const list = words.map((word) => `'${word}', `).join('');
			condition!.leftValue = condition!.leftValue.replace("['", `[${list}'`);
		});
		expect(words).toHaveLength(3);
		for (const [index, word] of words.entries())
			await call(example, 'Message Received', {
				...{ customer_id: 5001 + index, text: `${word.toUpperCase()}!` },
			});
		expect(scene.engine.dataTables.rowsOf('Customers')).toMatchObject(
			words.map((_, index) => ({ customer: `${5001 + index}`, stopped: 'yes' })),
		);
	});

	test('no welcome for a number to which a template was sent', async () => {
		const example = changed('welcome-new-customer.json', 'Which Way?', ({ parameters }, note) => {
			const [, rule, field] = /add to the rule \*(.+?)\* that `(.+?)` is not empty/.exec(note)!;
			const leftValue = `={{ $json.${field} }}`;
			const operator = { type: 'string', operation: 'notEmpty', singleValue: true };
			ruleOf(parameters, rule!).push({ leftValue, rightValue: '', operator });
		});
		for (const [index, last_message_text] of ['', 'Hello'].entries()) {
			const customer = { id: 5001 + index, phone: `1202555010${index}`, last_message_text };
			const channel = { type: 'whatsapp' };
			await call(example, 'Customer Created', { action: 'customer_created', channel, customer });
			const reached = scene.sandbox.accepted.map(({ recipient }) => recipient);
			expect(reached).toEqual(index === 0 ? [] : ['+12025550101']);
		}
	});
});

test.each([
	['recipes.md', '*Google Sheets → Update Row*', 'googleSheets', 'Update row in sheet'],
	['recipes.md', '*Get a contact*', 'hubspot', 'Get a contact'],
	['recipes.md', '*Get a person*', 'pipedrive', 'Get a person'],
])('%s names %s, which n8n has', (pageName, words, type, action) => {
	expect(page(pageName)).toContain(words);
	const { properties } = scene.engine.nodeType(`n8n-nodes-base.${type}`).description;
	const operations = properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ options = [] }) => options as INodePropertyOptions[]);
	expect(operations.map((one) => one.action)).toContain(action);
});
