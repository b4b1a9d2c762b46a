import { randomUUID } from 'node:crypto';

import { books } from '../stage/books';
import { readyExample } from '../stage/examples';
import {
	chat,
	type LanguageModel,
	startLanguageModel,
	stopLanguageModels,
	type Turn,
} from '../stage/languageModel';
import { rest } from '../stage/stage';

beforeEach(books.reset);
afterEach(stopLanguageModels);

/** Imports the example, gives it a model that takes these turns, and tells it something in the chat. */
async function tell(turns: readonly Turn[], text: string) {
	const model = await startLanguageModel(turns);
	const example = readyExample('ai-agent-answers.json');
	const chatId = randomUUID();
	const settings: Record<string, object> = {
		Model: { credentials: model.credentials },
		// The editor's own chat is not for tests: this one is reached like a webhook.
		Ask: { webhookId: chatId, parameters: { public: true, options: {} } },
	};
	const nodes = example.nodes.map((node) => ({ ...node, ...settings[node.name] }));
	await rest.activate(await rest.createWorkflow({ ...example, nodes }));
	return { model, answer: await chat(chatId, text) };
}

/** What the tools told the model, in the order of their calls. */
const toldBy = ({ questions }: LanguageModel): string[] =>
	questions
		.at(-1)!
		.messages.flatMap(({ role, content }) => (role === 'tool' ? [String(content)] : []));

test('the agent is given the four tools, answers a customer with one, and tells so', async () => {
	const { model, answer } = await tell(
		[
			{
				calls: [
					{
						tool: 'Answer_Customer',
						arguments: { Customer_ID: '5001', Text: 'Your parcel comes on Friday.' },
					},
				],
			},
			{ says: 'Customer 5001 knows.' },
		],
		'Tell customer 5001 that the parcel comes on Friday',
	);

	const tools = model.questions[0]!.tools.map((tool) => tool.function);
	expect(tools.map(({ name }) => name).sort()).toEqual([
		'Answer_Customer',
		'List_Channels',
		'Preview_Template',
		'Send_Template',
	]);
	const { parameters } = tools.find(({ name }) => name === 'Answer_Customer')!;
	expect(Object.keys(parameters.properties).sort()).toEqual(['Customer_ID', 'Text']);
	const accepted = await books.accepted();
	expect(accepted).toMatchObject([
		{ recipient: '5001', request: { body: { text: 'Your parcel comes on Friday.' } } },
	]);
	expect(toldBy(model)).toEqual([expect.stringContaining(accepted[0]!.id)]);
	expect(answer).toContain('Customer 5001 knows.');
});

test('the agent looks a template up before it sends it', async () => {
	const template = {
		Channel: 'Webshop',
		Template_ID: '101',
		Variables: { 1: 'A-1001', 2: 'Customer 1', 3: 'Friday' },
	};
	const { model } = await tell(
		[
			{ calls: [{ tool: 'List_Channels', arguments: {} }] },
			{ calls: [{ tool: 'Preview_Template', arguments: template }] },
			{
				calls: [
					{ tool: 'Send_Template', arguments: { ...template, Customer_Phone: '+12025550101' } },
				],
			},
			{ says: 'Sent.' },
		],
		'Confirm order A-1001',
	);

	const [channels, preview] = toldBy(model);
	expect(channels).toContain('Webshop');
	expect(preview).toContain(
		'Hello Customer 1, thank you for your order. We will deliver it on Friday.',
	);
	expect(await books.accepted()).toMatchObject([
		{
			recipient: '+12025550101',
			request: {
				body: { template_id: '101', attributes: { 1: 'A-1001', 2: 'Customer 1', 3: 'Friday' } },
			},
		},
	]);
});
