import type { IDataObject } from 'n8n-workflow';

import { received, type WireRequest } from '../../support/received';
import { continuing, NODE_NAME, useScene } from '../../support/scene';
import { asJson, inFields } from '../../support/variables';

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

/** What becomes of the items: all that was sent, and the outcome or the error of each. */
async function outcomesOf(parameters: IDataObject): Promise<[WireRequest[], unknown[]]> {
	scene.sandbox.reset();
	const data = await scene.engine.storeBinary(Buffer.from('%PDF-1.7'), 'a.pdf', 'application/pdf');
	const execution = await scene.run(
		parameters,
		items.map((json) => ({ json, binary: { data } })),
		continuing,
	);
	return [
		received(scene.sandbox),
		execution.items(NODE_NAME).map(({ json }) => ('error' in json ? json : 'sent')),
	];
}

/** Expects fields that are looked up to come to the same where n8n evaluates them. Returns what was sent. */
async function sentAsEvaluated(parameters: IDataObject): Promise<WireRequest[]> {
	const typed = JSON.stringify(parameters);
	const inBrackets = typed.replace(/\{\{( ?)(\$.+?)( ?)\}\}/g, '{{$1($2)$3}}');
	expect(inBrackets).not.toBe(typed);
	const lookedUp = await outcomesOf(parameters);
	const evaluated = await outcomesOf(JSON.parse(inBrackets) as IDataObject);
	// An error shows the expression as it was typed.
	const shown = JSON.stringify(evaluated).replace(/\{\{( ?)\((.+?)\)( ?)\}\}/g, '{{$1$2$3}}');
	expect(lookedUp).toEqual(JSON.parse(shown));
	return lookedUp[0];
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
	const customerId = '={{ 5001 + $itemIndex }}';
	await sentAsEvaluated({ resource: 'message', operation: 'sendText', customerId, text });
});

test.each<[where: string, parameters: IDataObject]>([
	[
		'the fields of the variables',
		{
			operation: 'send',
			templateId: '101',
			...inFields({
				1: '={{ $json.other }}',
				2: '={{ $json.value }}',
				3: "=No. {{ $json['a key'].of }}!",
			}),
		},
	],
	[
		'the variables as JSON',
		{
			operation: 'send',
			templateId: '101',
			...asJson('={ "1": "{{ $json.other }}", "2": "{{ $json.value }}", "3": "fixed" }'),
		},
	],
	[
		'lists of names and values',
		{
			operation: 'sendWithFile',
			templateId: '104',
			...asJson('={{ { "1": $json.other } }}'),
			customerAttributes: {
				attribute: [
					{ name: '={{ $json.other }}', value: '={{ $json.list[0].value }}' },
					{ name: 'fixed', value: '={{ $json.value }}' },
				],
			},
		},
	],
])('%s give the same as where n8n evaluates them', async (_where, parameters) => {
	const sent = await sentAsEvaluated({
		resource: 'template',
		channelId: { __rl: true, mode: 'id', value: '11' },
		customerPhone: '={{ "+12025550" + (100 + $itemIndex) }}',
		...parameters,
	});
	expect(sent).not.toHaveLength(0);
});

test.each<[key: string, given: unknown, isTaken: boolean]>([
	// As an item has it, or as it was typed.
	...['-NqX3abc', 'https://a.example/1/', '_a', 'a:'].flatMap(
		(key): Array<[string, unknown, boolean]> => [
			['={{ $json.value }}', key, true],
			["={{ $('Start').item.json.value }}", key, true],
			['={{ $json.other }}{{ $json.value }}', key, !/[/:]$/.test(key)],
			[key, '', true],
		],
	),
	// An expression puts it together.
	["={{ ($json.missing ?? '') + '-shipped' }}", 'a', false],
	["={{ 'order-' + ($json.missing ?? '') }}", 'a', false],
	["={{ $json.value + '-' }}", 'a', false],
	['={{ $json.value }}-shipped', '5', true],
	["={{ Number($json.missing) + '-shipped' }}", 'Nancy', false],
	// It says nothing.
	...['-', '--', '/', '- -', 'true'].flatMap((key): Array<[string, unknown, boolean]> => [
		['={{ $json.value }}', key, false],
		[key, '', false],
	]),
	['={{ $json.value }}', true, false],
])('the key %j with %j in the item: taken is %j', async (messageKey, value, isTaken) => {
	const { error } = await scene.run(
		{ resource: 'message', operation: 'sendText', customerId: '5001', text: 'Hello', messageKey },
		[{ value, other: 'other' } as IDataObject],
	);
	expect([error?.message, scene.sandbox.accepted.length]).toEqual(
		isTaken ? [undefined, 1] : [expect.stringContaining("'Message Key'"), 0],
	);
});
