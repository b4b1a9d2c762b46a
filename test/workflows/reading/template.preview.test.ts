import type { IDataObject } from 'n8n-workflow';

import { templates, type Template } from '../../../dev/sandbox/catalogue';
import { NODE_NAME, useScene } from '../../support/scene';
import { inFields } from '../../support/variables';

const scene = useScene();

const channelId = { __rl: true, mode: 'list', value: '12' };

interface Preview {
	header: { type: string; value: string };
	body: string;
	footer: string;
	buttons: Array<{ type: string; title: string; value: string }>;
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

const values = ['Customer 1', 'A-1001 & "more" <b>', 'مرحباً 🙂', '$& {{1}} {{2}}', 'x'.repeat(300)];

const variablesFor = ({ attributes }: Template): IDataObject =>
	Object.fromEntries(attributes.map(({ attribute }, index) => [attribute, values[index]!]));

/** The message that a preview shows, as the inbox has it, but for a file, which comes with the send. */
function shownBy({ header, body, footer, buttons }: Preview) {
	return {
		header: header.type === 'text' ? header.value : undefined,
		body,
		footer: footer === '' ? undefined : footer,
		buttons: buttons.map(({ type, title, value }) => ({ type, title, value })),
	};
}

test.each([
	...templates.map((template) => [template.name, template, variablesFor(template)] as const),
	['where variables have no value', templates[5]!, { 1: 'Customer 1', 4: 'abc' }] as const,
])(
	'a preview is, character for character, what the recipient reads after the real send: %s',
	async (_name, { id, attributes }, variables) => {
		const shown = await preview(id, variables);
		expect(scene.sandbox.accepted).toEqual([]);

		const send = {
			resource: 'template',
			channelId,
			templateId: String(id),
			customerPhone: '+12025550101',
			specifyVariables: 'json',
			variablesJson: JSON.stringify(variables),
			options: { checkVariables: false, headerType: 'none' },
		};
		await scene.run({ ...send, operation: 'send' });
		const buttons = Object.entries(variables).map(([name, value]) => ({
			name,
			value: String(value),
		}));
		await scene.run({
			...send,
			operation: 'sendWithFile',
			binaryPropertyName: '',
			buttonVariables: { variable: buttons },
		});

		const messages = scene.sandbox.accepted.map(({ content }) => content);
		expect(messages).toHaveLength(2);
		for (const { header, body, footer, buttons } of messages)
			expect(shownBy(shown)).toEqual({ header: header?.text, body, footer, buttons });
		const names = attributes.map(({ attribute }) => attribute);
		const missing = names.filter((name) => !(name in variables));
		expect(shown.variables).toEqual({ used: variables, missing, unknown: [] });
	},
);

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
	const products = Array.from({ length: 50 }, (_, index) => ({ product: `drill ${index}` }));
	const execution = await scene.run(
		{
			resource: 'template',
			operation: 'preview',
			channelId,
			templateId: '104',
			specifyVariables: 'json',
			variablesJson: '={{ { "1": $json.product } }}',
		},
		products,
	);
	expect(execution.items(NODE_NAME)).toMatchObject(
		products.map(({ product }, item) => ({
			json: { body: `Here is how to set up your ${product}.` },
			pairedItem: { item },
		})),
	);
	expect(scene.sandbox.requests.map(({ operation }) => operation)).toEqual(['template.get']);
});
