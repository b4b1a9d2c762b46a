import type { IDataObject } from 'n8n-workflow';

import { OPERATIONS, type OperationName } from '../../support/operations';
import { continuing, NODE_NAME, useScene } from '../../support/scene';
import { variableFields } from '../form/editor';

const scene = useScene();

/** What is entered into the fields; the header, the body and the button of template 118 have these variables. */
const VALUES: Record<string, string> = {
	customer_name: 'Customer 1',
	order: '={{ $json.order }}',
	'button order': '={{ $json.order }}?from=whatsapp',
};

const items = ['118', '105'].map((template, index) => ({
	template,
	phone: `+1202555010${index}`,
	order: 'A-1001',
}));

/** The operation with the fields that the form makes for template 118, filled in. */
async function filledIn(operation: OperationName, more: IDataObject): Promise<IDataObject> {
	const parameters = {
		...OPERATIONS[operation],
		templateId: '118',
		specifyVariables: 'fields',
		options: {},
		...more,
	};
	const { fields } = await variableFields(scene, { parameters });
	const value = Object.fromEntries(
		fields.map(({ id, defaultValue }) => [id, defaultValue ?? VALUES[id]!]),
	);
	return {
		...parameters,
		variables: { mappingMode: 'defineBelow', value, schema: fields as never },
	};
}

test.each<[OperationName, IDataObject, name: RegExp, address: string]>([
	['template.send', {}, /^Customer 1$/, 'A-1001'],
	[
		'template.sendWithFile',
		{ binaryPropertyName: '', options: { headerType: 'text' } },
		/^Customer 1$/,
		'A-1001?from=whatsapp',
	],
	['template.sendAndWait', { linkVariable: 'customer_name' }, /^https?:\/\/\S+$/, 'A-1001'],
])(
	'the fields that the form has for %s are sent by the names of their variables',
	async (operation, more, name, address) => {
		const execution = await scene.run(await filledIn(operation, more), items.slice(0, 1));
		expect(execution.error).toBeUndefined();
		const [{ content } = {}] = scene.sandbox.accepted;
		expect(content).toMatchObject({
			header: { text: 'Order A-1001' },
			buttons: [{ value: `https://shop.example/orders/${address}` }],
		});
		const [, greeted] = /^Hello (.*), your order A-1001 is ready\.$/.exec(content!.body)!;
		expect(greeted).toMatch(name);
	},
);

test('fields that were filled in for another template are refused, item by item', async () => {
	const parameters = await filledIn('template.send', {});
	const execution = await scene.run(
		{ ...parameters, templateId: '={{ $json.template }}' },
		items,
		continuing,
	);
	expect(scene.sandbox.accepted).toMatchObject([
		{ request: { body: { attributes: { customer_name: 'Customer 1', order: 'A-1001' } } } },
	]);
	expect(execution.items(NODE_NAME)[1]!.json).toMatchObject({
		error: "'Values to Send' was not filled in for template '105' of channel '11'",
		details: { status: 'failed' },
	});
});
