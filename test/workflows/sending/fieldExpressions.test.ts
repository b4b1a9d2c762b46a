import type { IDataObject } from 'n8n-workflow';

import { received } from '../../support/received';
import { continuing, useScene } from '../../support/scene';
import { inFields } from '../../support/variables';

const scene = useScene();

const VALUES: unknown[] = [
	'Your order is on its way.',
	'  spaces around  ',
	'',
	' ',
	'={{ $json.other }}',
	'{{ $json.other }}',
	'=text',
	'\n"quotes" and \\ and 🙂',
	5001,
	-0.5,
	0,
	true,
	false,
	null,
	undefined,
	{ mobile: 'an object' },
	['a', 'list'],
];

const items: IDataObject[] = VALUES.map(
	(value) => ({ value, other: 'other', 'a key': { of: value }, list: [{ value }] }) as IDataObject,
);

/** What a text field comes to for each item: what was sent, or the error. */
async function textsOf(text: string): Promise<unknown[]> {
	scene.sandbox.reset();
	const parameters = {
		resource: 'message',
		operation: 'sendText',
		customerId: '={{ 5001 + $itemIndex }}',
		text,
	};
	const execution = await scene.run(parameters, items, continuing);
	const sent = new Map(
		scene.sandbox.requests.map(({ body }) => [
			(body as IDataObject).customer_id,
			(body as IDataObject).text,
		]),
	);
	return execution
		.items('Customer Messaging')
		.map(({ json }, index) => ('error' in json ? json : { sent: sent.get(String(5001 + index)) }));
}

test.each([
	'={{ $json.value }}',
	'={{$json["value"]}}',
	"={{ $json['a key'].of }}",
	'={{ $json.list[0].value }}',
	'={{ $json.list[1].value }}',
	'={{ $json.missing }}',
	'={{ $json.missing.deeper }}',
	'={{ $json.other.length }}',
	'=Order {{ $json.value }} for {{ $json.other }}.',
	'={{ $json.value }}{{ $json.value }}',
	'={{ $json.value }} ',
	'={ "a": { "b": "{{ $json.value }}" }}',
	'=\n{{ $json.value }}\r\n\t"quoted" `${1}` \'single\' =',
])('%j gives the same as where n8n evaluates it', async (text) => {
	const inBrackets = text.replace(/\{\{ ?(\$.+?) ?\}\}/g, '{{ ($1) }}');
	expect(inBrackets).not.toBe(text);
	expect(await textsOf(text)).toEqual(await textsOf(inBrackets));
});

/** Writes expressions in two ways: fields that are looked up, and the same that n8n evaluates. */
type Write = (field: string) => string;
const lookedUp: Write = (field) => `{{ ${field} }}`;
const evaluated: Write = (field) => `{{ (${field}) }}`;

/** What a template comes to for each item: what was sent, or the error. */
async function templatesOf(parameters: IDataObject): Promise<unknown[]> {
	scene.sandbox.reset();
	const data = await scene.engine.storeBinary(
		Buffer.from('%PDF-1.7'),
		'invoice.pdf',
		'application/pdf',
	);
	const execution = await scene.run(
		{
			resource: 'template',
			channelId: { __rl: true, mode: 'id', value: '11' },
			customerPhone: '={{ "+12025550" + (100 + $itemIndex) }}',
			...parameters,
		},
		items.map((json) => ({ json, binary: { data } })),
		continuing,
	);
	return [
		received(scene.sandbox),
		execution.items('Customer Messaging').map(({ json }) => ('error' in json ? json : 'sent')),
	];
}

test.each<[where: string, parametersOf: (write: Write) => IDataObject]>([
	[
		'the fields of the variables',
		(write) => ({
			operation: 'send',
			templateId: '101',
			...inFields({
				1: `=${write('$json.other')}`,
				2: `=${write('$json.value')}`,
				3: `=No. ${write("$json['a key'].of")}!`,
			}),
		}),
	],
	[
		'the variables as JSON',
		(write) => ({
			operation: 'send',
			templateId: '101',
			specifyVariables: 'json',
			variablesJson: `={ "1": "${write('$json.other')}", "2": "${write('$json.value')}", "3": "fixed" }`,
		}),
	],
	[
		'lists of names and values',
		(write) => ({
			operation: 'sendWithFile',
			templateId: '104',
			specifyVariables: 'json',
			variablesJson: `={{ { "1": $json.other } }}`,
			buttonVariables: { variable: [{ name: '1', value: `=${write('$json.value')}` }] },
			customerAttributes: {
				attribute: [
					{ name: `=${write('$json.other')}`, value: `=${write('$json.list[0].value')}` },
					{ name: 'fixed', value: 'fixed' },
				],
			},
		}),
	],
])('%s give the same as where n8n evaluates them', async (_where, parametersOf) => {
	const [sent, outcomes] = await templatesOf(parametersOf(lookedUp));
	expect(sent).not.toHaveLength(0);
	expect([sent, outcomes]).toEqual(await templatesOf(parametersOf(evaluated)));
});
