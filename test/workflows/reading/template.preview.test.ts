import type { IDataObject } from 'n8n-workflow';

import { templates, type Template } from '../../../dev/sandbox/catalogue';
import type { RenderedMessage } from '../../../dev/sandbox/render';
import { OPERATIONS } from '../../support/operations';
import {
	answering,
	continuing,
	messagingWorkflow,
	NODE_NAME,
	outputOf,
	useScene,
} from '../../support/scene';
import { asJson, inFields } from '../../support/variables';

const scene = useScene();

const parameters = {
	...OPERATIONS['template.preview'],
	customerPhone: '+12025550101',
	...asJson('={{ $json }}'),
};

const values = ['Customer 1', 'A-1001 & "more" <b>', 'مرحباً 🙂', '$& {{1}} {{2}}', 'x'.repeat(300)];

const variablesFor = ({ attributes }: Template): IDataObject =>
	Object.fromEntries(attributes.map(({ attribute }, index) => [attribute, values[index]!]));

/** A message in the inbox as one text; a file is named. */
function textOf({ header, body, footer, buttons }: RenderedMessage): string {
	const lines = buttons.map(({ title, value }) => `[${title}] ${value}`.trim());
	return [header?.text, body, footer, ...lines].filter(Boolean).join('\n\n');
}

test.each([
	...templates.map((template) => [template.name, template, variablesFor(template)] as const),
	['where variables have no value', templates[5]!, { 1: 'Customer 1', 4: 'abc' }] as const,
])(
	'a preview is, character for character, what the recipient reads after the real send: %s',
	async (_name, { id }, variables) => {
		const execution = await scene.run({ ...parameters, templateId: String(id) }, [variables]);
		const { text } = execution.items(NODE_NAME)[0]!.json as { text: string };
		expect(scene.sandbox.accepted).toEqual([]);

		const send = { ...parameters, templateId: String(id), options: { checkVariables: false } };
		await scene.run({ ...send, operation: 'send' }, [variables]);
		const ofButtons = Object.entries(variables).map(([name, value]) => [`button ${name}`, value]);
		const withoutFile = {
			binaryPropertyName: '',
			options: { headerType: 'none', ...send.options },
		};
		await scene.run({ ...send, operation: 'sendWithFile', ...withoutFile }, [
			{ ...variables, ...Object.fromEntries(ofButtons) },
		]);

		const messages = scene.sandbox.accepted.map(({ content }) => content);
		expect(messages).toHaveLength(2);
		// The file comes with the send.
		for (const message of messages)
			expect(text.replace(/^\[[A-Z]\w+\]\n\n/, '')).toBe(textOf(message));
	},
);

describe("what 'Send' would refuse is said in a hint and in the output, and nothing is sent", () => {
	const VIDEO = 'https://shop.example/drill.mp4';
	const fine = {
		...parameters,
		templateId: '104',
		...asJson({ 'video address': VIDEO, 1: 'drill' }),
		customerPhone: '={{ $json.phone }}',
	};
	const phones = ['+12025550101', '202 555 0102'].map((phone) => ({ phone }));

	test.each<[string, IDataObject, RegExp, header?: string]>([
		['a phone', { customerPhone: '202 555 0123' }, /^'Customer Phone' .* plus sign/],
		['a variable', asJson({ 'video address': VIDEO }), /variable '1' has no value/],
		['the file', asJson({ 1: 'drill' }), /: variable 'video address' has no value/, '[Video]'],
		[
			'its address',
			asJson({ 'video address': 'a.mp4', 1: 'drill' }),
			/'a\.mp4' is not a complete /,
			'[Video]',
		],
		['the key', { messageKey: '={{ $json.nothing }}' }, /^'Message Key': .* gives nothing/],
		['an option', { options: { parallelSends: 2.5 } }, /^'Parallel Sends' under 'Options' is/],
		['the test recipient', { testRecipient: 'me' }, /^'Test Recipient' 'me'/],
	])('%s', async (_, parameters, problem, header = '[Video: drill.mp4]') => {
		const execution = await scene.run({ ...fine, ...parameters }, [phones[0]!]);
		const { json } = execution.items(NODE_NAME)[0]!;
		expect(json).toMatchObject({
			sendable: false,
			problem: expect.stringMatching(problem) as string,
			text: expect.stringContaining(`${header}\n\nHere is how to set up your `) as string,
		});
		expect(execution.hints(NODE_NAME)).toEqual([
			"1 of 1 would not be sent. The column 'problem' says why.",
			expect.stringContaining('Here is how to set up your '),
		]);
		expect(Object.keys(json)).toEqual(['recipient', 'sendable', 'problem', 'text']);
		expect(scene.sandbox.accepted).toEqual([]);

		// It really would.
		const send = { ...fine, ...parameters, operation: 'send' };
		const sent = await scene.run(send, [phones[0]!], continuing);
		expect(json.problem).toContain(outputOf(sent)[0]!.error);
		expect(scene.sandbox.accepted).toEqual([]);
	});

	test('of several items, each by itself', async () => {
		const [good, bad] = phones;
		const execution = await scene.run({ ...fine, messageKey: '={{ $json.key }}' }, [
			{ ...good, key: 1 },
			{ ...bad, key: 2 },
			{ ...good },
		]);
		expect(execution.items(NODE_NAME).map(({ json }) => json.sendable)).toEqual([
			true,
			false,
			false,
		]);
		expect(execution.items(NODE_NAME).map(({ json }) => json.recipient)).toEqual([
			'+12025550101',
			'',
			'+12025550101',
		]);
		expect(execution.hints(NODE_NAME)).toEqual([
			"2 of 3 would not be sent. The column 'problem' says why.",
			expect.stringMatching(/^<small>To <bdi>\+12025550101<\/bdi><\/small><hr>/),
		]);
	});

	test("the options are those of the first item, as for 'Send'", async () => {
		const options = { parallelSends: '={{ $itemIndex === 0 ? 5 : 0 }}' };
		const execution = await scene.run({ ...fine, options }, [phones[0]!, phones[0]!]);
		expect(execution.items(NODE_NAME).map(({ json }) => json.sendable)).toEqual([true, true]);
	});

	test("what 'Send' would not check, and a phone that nobody has filled in, is no problem", async () => {
		const unchecked = { variablesJson: '{ "2": "a" }', options: { checkVariables: false } };
		for (const parameters of [{ customerPhone: '' }, unchecked]) {
			const execution = await scene.run({ ...fine, ...parameters }, [phones[0]!]);
			const { json } = execution.items(NODE_NAME)[0]!;
			expect(json).toMatchObject({ sendable: true, problem: 'none' });
			expect(execution.hints(NODE_NAME)).toHaveLength(1);
		}
	});
});

test.each([true, false])(
	"a template that cannot be read is previewed as 'Send' would send it: unchecked (checked otherwise: %s)",
	async (checkVariables) => {
		for (const operation of ['template.get', 'template.getAll'] as const)
			scene.sandbox.faults.add({ operation, fault: answering(404, { detail: 'Not found.' }) });
		const phones = ['+12025550101', '202 555 0102'].map((customerPhone) => ({ customerPhone }));
		const execution = await scene.run(
			{
				...parameters,
				...{ templateId: '999', customerPhone: '={{ $json.customerPhone }}' },
				options: { checkVariables },
			},
			phones,
		);
		expect(execution.items(NODE_NAME).map(({ json }) => json)).toEqual([
			{
				...{ recipient: '+12025550101', sendable: true, text: '' },
				problem:
					"'Send' would send it unchecked: There is no template '999' in this channel. Check 'Channel' and 'Template' or, if every template is reported as not found, 'Custom Template Lookup' in the credential.",
			},
			{
				...{ recipient: '', sendable: false, text: '' },
				problem: expect.stringMatching(/^'Customer Phone' .* plus sign/) as string,
			},
		]);
	},
);

test('previews each item on its own, reads the template once, and sends nothing', async () => {
	const products = Array.from({ length: 50 }, (_, index) => ({ product: `drill ${index}` }));
	const execution = await scene.run(
		{ ...parameters, templateId: '104', ...asJson('={{ { "1": $json.product } }}') },
		products,
	);
	expect(execution.items(NODE_NAME)).toMatchObject(
		products.map(({ product }, item) => ({
			json: { text: `[Video]\n\nHere is how to set up your ${product}.` },
			pairedItem: { item },
		})),
	);
	expect(scene.sandbox.requests.map(({ operation }) => operation)).toEqual(['template.get']);
});

test('each field is filled in by itself; one without a value stays', async () => {
	const variables = inFields({
		1: '={{ $json.name }}',
		2: '={{ $json.order }}',
		3: '={{ $json.day }}',
		4: '=x{{ $json.day }}',
	});
	const item = { name: 'Customer 1', order: 'A-1001', day: null };
	const execution = await scene.run({ ...parameters, ...variables, templateId: '106' }, [item]);
	const { json } = execution.items(NODE_NAME)[0]!;
	expect(json).toMatchObject({
		sendable: false,
		text: expect.stringContaining('A-1001') as string,
	});
	expect(json.text).toContain('{{3}}');
	expect(json.text).toContain('{{4}}');
});

test('a redacted run shows nothing of an item above its output', async () => {
	const workflow = messagingWorkflow({ ...parameters, templateId: '104' });
	const execution = await scene.engine.run(
		{ ...workflow, settings: { executionOrder: 'v1', redactionPolicy: 'all' } },
		{ credentials: scene.credentials(), input: [{ json: { 1: 'drill' } }] },
	);
	expect(execution.items(NODE_NAME)).toHaveLength(1);
	expect(execution.hints(NODE_NAME)).toEqual([
		"1 of 1 would not be sent. The column 'problem' says why.",
	]);
});
