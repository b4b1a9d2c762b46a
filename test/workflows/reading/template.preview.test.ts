import type { IDataObject } from 'n8n-workflow';

import { templates, type Template } from '../../../dev/sandbox/catalogue';
import type { RenderedMessage } from '../../../dev/sandbox/render';
import { NODE_NAME, useScene } from '../../support/scene';
import { inFields } from '../../support/variables';

const scene = useScene();

const channelId = { __rl: true, mode: 'list', value: '12' };

interface Preview {
	header: { type: string; value: string };
	body: string;
	footer: string;
	buttons: Array<{ type: string; title: string; value: string }>;
	text: string;
	variables: { used: IDataObject; missing: string[]; unknown: string[] };
}

async function preview(
	templateId: number,
	variables: IDataObject,
	more: IDataObject = {},
): Promise<Preview> {
	const execution = await scene.run({
		resource: 'template',
		operation: 'preview',
		channelId,
		templateId: String(templateId),
		specifyVariables: 'json',
		variablesJson: JSON.stringify(variables),
		...more,
	});
	expect(execution.error).toBeUndefined();
	return execution.items(NODE_NAME)[0]!.json as unknown as Preview;
}

/** The messages that the inbox shows. */
const inbox = (): RenderedMessage[] => scene.sandbox.accepted.map(({ content }) => content);

const values = ['Customer 1', 'A-1001 & "more" <b>', 'مرحباً 🙂', '$& {{1}} {{2}}', 'x'.repeat(300)];

const variablesFor = ({ attributes }: Template): IDataObject =>
	Object.fromEntries(attributes.map(({ attribute }, index) => [attribute, values[index]!]));

/** The message as the inbox has it, as far as a preview can know it: a file comes with the send. */
function comparable({ header, body, footer, buttons }: RenderedMessage) {
	return { header: header?.text, body, footer, buttons };
}

function shownBy({ header, body, footer, buttons }: Preview) {
	return {
		header: header.type === 'text' ? header.value : undefined,
		body,
		footer: footer === '' ? undefined : footer,
		buttons: buttons.map(({ type, title, value }) => ({ type, title, value })),
	};
}

describe('a preview is, character for character, what the recipient reads after the real send', () => {
	test.each(templates.map((template) => [template.name, template] as const))(
		'%s',
		async (_name, template) => {
			const variables = variablesFor(template);
			const shown = await preview(template.id, variables);
			expect(scene.sandbox.accepted).toEqual([]);

			const send = {
				resource: 'template',
				channelId,
				templateId: String(template.id),
				customerPhone: '+12025550101',
				specifyVariables: 'json',
				variablesJson: JSON.stringify(variables),
				headerAttachment: 'none',
				options: { checkVariables: false },
			};
			await scene.run({ ...send, operation: 'send' });
			await scene.run({
				...send,
				operation: 'sendWithFile',
				binaryPropertyName: '',
				headerType: 'none',
				buttonVariables: {
					variable: Object.entries(variables).map(([name, value]) => ({
						name,
						value: value as string,
					})),
				},
			});

			const messages = inbox();
			expect(messages).toHaveLength(2);
			for (const message of messages) expect(shownBy(shown)).toEqual(comparable(message));
			expect(shown.variables).toEqual({ used: variables, missing: [], unknown: [] });
			expect(JSON.stringify(shownBy(shown)).match(/\{\{\d+\}\}/g) ?? []).toEqual(
				// Only those that a value brought along itself.
				JSON.stringify(comparable(messages[0]!)).match(/\{\{\d+\}\}/g) ?? [],
			);
		},
	);

	test('also where a variable has no value', async () => {
		const shown = await preview(106, { 1: 'Customer 1', 4: 'abc' });
		await scene.run({
			resource: 'template',
			operation: 'send',
			options: { checkVariables: false },
			channelId,
			templateId: '106',
			customerPhone: '+12025550101',
			specifyVariables: 'json',
			variablesJson: '{ "1": "Customer 1", "4": "abc" }',
		});
		expect(shownBy(shown)).toEqual(comparable(inbox()[0]!));
		expect(shown.body).toBe('Hello Customer 1, see you on {{2}} at {{3}}.');
	});
});

test('the text holds all of the message, in the order it is read', async () => {
	expect((await preview(101, { 1: 'A-1001', 2: 'Customer 1', 3: 'Friday' })).text).toBe(
		[
			'Order A-1001 is confirmed',
			'Hello Customer 1, thank you for your order. We will deliver it on Friday.',
			'Reply STOP to unsubscribe',
			'[Track order] https://shop.example/orders/A-1001',
		].join('\n\n'),
	);
	expect((await preview(104, { 1: 'drill' })).text).toBe(
		'[Video]\n\nHere is how to set up your drill.',
	);
	expect((await preview(105, {})).text).toBe(
		'Our offices are open Monday to Friday, 9:00 to 17:00.',
	);
});

test('says which variables were used, are missing, and are not in the template', async () => {
	expect((await preview(107, { 1: 'A', 2: 'B', note: 'C' })).variables).toEqual({
		used: { 1: 'A' },
		missing: ['3'],
		unknown: ['2', 'note'],
	});
});

test('takes the values from the fields, too, but not those of one that the user removed', async () => {
	const { variables } = inFields({ 1: '77', 3: null, 9: 'B' }) as {
		variables: { schema: IDataObject[] };
	};
	Object.assign(variables.schema[2]!, { removed: true });
	const shown = await preview(107, {}, { specifyVariables: 'fields', variables });
	expect(shown.body).toBe('Parcel 77 is waiting for you at {{3}}.');
	expect(shown.variables).toEqual({ used: { 1: '77' }, missing: ['3'], unknown: [] });
});

test('previews each item on its own, reads the template once, and sends nothing', async () => {
	const execution = await scene.run(
		{
			resource: 'template',
			operation: 'preview',
			channelId,
			templateId: '104',
			specifyVariables: 'json',
			variablesJson: '={{ { "1": $json.product } }}',
		},
		Array.from({ length: 50 }, (_, index) => ({ product: `drill ${index}` })),
	);
	const items = execution.items(NODE_NAME);
	expect(items.map(({ json }) => json.body)).toEqual(
		items.map((_, index) => `Here is how to set up your drill ${index}.`),
	);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
	expect(scene.sandbox.requests.map(({ operation }) => operation)).toEqual(['template.get']);
	expect(inbox()).toEqual([]);
});
