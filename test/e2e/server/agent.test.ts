import { expect, test } from '@playwright/test';

import { books } from '../stage/books';
import { readyExample } from '../stage/examples';
import { stopLanguageModels, tellAgent } from '../stage/languageModel';

test.beforeEach(books.reset);
test.afterEach(stopLanguageModels);

test('the agent is given the five tools, sends a text, looks a template up before it sends it, and tells so', async () => {
	const text = { Customer_ID: '5001', Text: 'Your parcel comes on Friday.' };
	const template = {
		Channel: '11',
		Template_ID: '101',
		Variables: { 1: 'A-1001', 2: 'Customer 1', 3: 'Friday' },
	};
	const sending = { ...template, Customer_Phone: '+12025550101' };
	const { model, answer } = await tellAgent(
		readyExample('ai-agent-answers.json'),
		[
			{ calls: [{ tool: 'Send_Text', arguments: text }] },
			{ calls: [{ tool: 'List_Channels', arguments: {} }] },
			{ calls: [{ tool: 'Preview_Template', arguments: template }] },
			{ calls: [{ tool: 'Send_Template', arguments: sending }] },
			{ says: 'Customer 5001 knows.' },
		],
		'Tell customer 5001 that the parcel comes on Friday, and confirm order A-1001',
	);

	const tools = model.questions[0]!.tools.map((tool) => tool.function);
	expect(tools.map(({ name }) => name).sort()).toEqual([
		'List_Channels',
		'List_Templates',
		'Preview_Template',
		'Send_Template',
		'Send_Text',
	]);
	const { parameters } = tools.find(({ name }) => name === 'Send_Text')!;
	expect(Object.keys(parameters.properties).sort()).toEqual(['Customer_ID', 'Text']);
	const accepted = await books.accepted();
	expect(accepted).toMatchObject([
		{ recipient: '5001', request: { body: { text: 'Your parcel comes on Friday.' } } },
		{
			recipient: '+12025550101',
			request: { body: { template_id: '101', attributes: template.Variables } },
		},
	]);
	const told = model.questions
		.at(-1)!
		.messages.flatMap(({ role, content }) => (role === 'tool' ? [content] : []));
	expect(told).toEqual([
		expect.stringContaining(accepted[0]!.id),
		expect.stringContaining('Webshop'),
		expect.stringContaining(
			'Hello Customer 1, thank you for your order. We will deliver it on Friday.',
		),
		expect.stringContaining(accepted[1]!.id),
	]);
	expect(answer).toContain('Customer 5001 knows.');
});
