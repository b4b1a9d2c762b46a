import type { IDataObject } from 'n8n-workflow';

import { OPERATIONS, type OperationName } from '../../support/operations';
import { NODE_NAME, useScene } from '../../support/scene';
import { channel, linkVariables, variableFields } from '../form/editor';

const scene = useScene();

/** Its header, body and button have variables with names. */
const chosen = { channelId: channel('11'), templateId: channel('118') };

const VALUES: Record<string, string> = {
	customer_name: 'Customer 1',
	order: '={{ $json.order }}',
	'button order': '={{ $json.order }}?from=whatsapp',
};

/** The operation with the fields that the form makes for it, filled in. */
async function filledIn(operation: OperationName, more: IDataObject = {}): Promise<IDataObject> {
	const parameters = {
		...OPERATIONS[operation],
		...chosen,
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

const item = { phone: '+12025550101', order: 'A-1001' };

const READ = {
	header: { text: 'Order A-1001' },
	body: 'Hello Customer 1, your order A-1001 is ready.',
	buttons: [{ value: 'https://shop.example/orders/A-1001' }],
};

test('Preview shows what Send sends', async () => {
	const preview = await scene.run(await filledIn('template.preview'), [item]);
	expect(preview.items(NODE_NAME)[0]!.json).toMatchObject({
		sendable: true,
		text: `Order A-1001\n\n${READ.body}\n\n[See the order] ${READ.buttons[0]!.value}`,
	});

	const execution = await scene.run(await filledIn('template.send'), [item]);
	expect(execution.error).toBeUndefined();
	expect(scene.sandbox.accepted).toMatchObject([
		{
			request: { body: { attributes: { customer_name: 'Customer 1', order: 'A-1001' } } },
			content: READ,
		},
	]);
});

test('Send with File sends those of the button apart', async () => {
	const withoutFile = { binaryPropertyName: '', options: { headerType: 'text' } };
	const execution = await scene.run(await filledIn('template.sendWithFile', withoutFile), [item]);
	expect(execution.error).toBeUndefined();
	const [{ request, content } = {}] = scene.sandbox.accepted;
	expect(request!.parts!.filter(({ name }) => name.endsWith('_vars'))).toMatchObject([
		{ name: 'body_vars', value: '{"customer_name":"Customer 1","order":"A-1001"}' },
		{ name: 'button_vars', value: '{"order":"A-1001?from=whatsapp"}' },
	]);
	const [button] = READ.buttons;
	expect(content).toMatchObject({
		body: READ.body,
		buttons: [{ value: `${button!.value}?from=whatsapp` }],
	});
});

test('Send and Wait for Response puts its link into the one that is chosen', async () => {
	const operation = OPERATIONS['template.sendAndWait'];
	const form = { parameters: { ...operation, ...chosen } };
	expect((await linkVariables(scene, form)).map(({ value }) => value)).toEqual([
		'customer_name',
		'order',
	]);

	const question = await filledIn('template.sendAndWait', { linkVariable: 'customer_name' });
	const execution = await scene.run(question, [item]);
	expect(execution.error).toBeUndefined();
	expect(scene.sandbox.accepted).toMatchObject([
		{
			request: {
				body: {
					attributes: {
						customer_name: expect.stringMatching(/^https?:\/\//) as string,
						order: 'A-1001',
					},
				},
			},
		},
	]);
});
