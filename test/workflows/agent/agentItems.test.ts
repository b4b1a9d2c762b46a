import type { IDataObject } from 'n8n-workflow';

import { OPERATIONS } from '../../support/operations';
import { messagingNode, useScene } from '../../support/scene';

const TOOL = 'Message Customers';

const scene = useScene();

const START = "$('Start of the tool call')";

/** Two items of an agent, whose customers are different people. */
const TWO: IDataObject[] = [
	{ id: '5001', code: '1111', date: '2026-12-05', shop: 'Acme', vip: true, name: 'Ana' },
	{ id: '5002', code: '2222', date: '2026-12-06', shop: 'Acme', vip: false, name: 'Bo' },
];

/** Calls the tool once for each item, as AI Agent up to version 2 does, and gives who got which text. */
async function callFor(items: IDataObject[], parameters: IDataObject) {
	const tool = {
		...messagingNode({
			...OPERATIONS['message.sendText'],
			customerId: "={{ $fromAI('Customer_ID') }}",
			text: "={{ $fromAI('Text') }}",
			...parameters,
		}),
		name: TOOL,
		type: 'n8n-nodes-customer-messaging.customerMessagingTool',
	};
	const given = TWO.slice(0, items.length).map(({ id }, index) => ({
		...{ Customer_ID: id, Text: `Text ${index + 1}`, Name: `Name ${index + 1}` },
	}));
	const before = JSON.stringify(items);
	const { results } = await scene.engine.runTool({ nodes: [tool], connections: {} }, TOOL, given, {
		through: 'tool',
		input: items.map((json) => ({ json })),
		credentials: scene.credentials(),
	});
	// What is compared for each of them leaves no trace in any.
	expect(JSON.stringify(items)).toBe(before);
	return {
		sent: scene.sandbox.accepted.map(({ recipient, content }) => [recipient, content.body]),
		told: results.map(({ text }) => text),
	};
}

const DIFFERS = 'differs between the items of the agent, and n8n takes it from the first';

test.each<[text: string, items?: IDataObject[]]>([
	["'Your code is ' + $json.code + '. ' + $fromAI('Text')"],
	["`Ihr Code: ${$json.code}. ${$fromAI('Text')}`"],
	["(() => { const d = $json; return 'Votre code : ' + d.code + '. ' + $fromAI('Text') })()"],
	["(({ code }) => code + ' ' + $fromAI('Text'))($json)"],
	["$fromAI('Text') + ' ' + $input.item.json.code"],
	["$fromAI('Text') + ' ' + $input.first().json.code + $json.code"],
	[`$fromAI('Text') + ' ' + ${START}.item.json.code`],
	["$json.code ? 'Su código es ' + $json.code + '. ' + $fromAI('Text') : $fromAI('Text')"],
	["($json.vip ? 'Olá VIP. ' : 'Olá. ') + $fromAI('Text')"],
	["$fromAI('Text') + ' ' + ($json.code || $json.name)"],
	["[$fromAI('Text'), $json.name].join(' ')"],
	// It fails for one of them.
	[
		"'On ' + $json.date.toDateTime().toFormat('d LLLL') + '. ' + $fromAI('Text')",
		[TWO[0]!, { id: '5002', date: 'Friday' }],
	],
	[
		"'On ' + $json.date.toDateTime().toFormat('d LLLL') + '. ' + $fromAI('Text')",
		[TWO[0]!, { id: '5002' }],
	],
	["'On ' + $json.date.toDateTime().toFormat('d LLLL')", [TWO[0]!, { id: '5002', date: 'Friday' }]],
	["'On ' + $json.date.toDateTime().toFormat('d LLLL')", [TWO[0]!, { id: '5002' }]],
	["'Hej ' + $json.name.toUpperCase() + $fromAI('Text')", [TWO[0]!, { id: '5002', name: 7 }]],
])(
	'{{ %s }} would give a customer what is of another, and is refused',
	async (text, items = TWO) => {
		const { sent, told } = await callFor(items, { text: `={{ ${text} }}` });
		expect(sent).toEqual([]);
		for (const one of told) expect(one).toContain(DIFFERS);
	},
);

test.each([
	"$json.id || $fromAI('Customer_ID')",
	"$fromAI('Customer_ID') && $json.id",
	"$json.vip ? $json.id : $fromAI('Customer_ID')",
	"(() => { const d = $json; return d.id })() || $fromAI('Customer_ID')",
	"$ifEmpty($json.id, $fromAI('Customer_ID'))",
])('{{ %s }} would write to one customer twice, and is refused', async (customerId) => {
	const { sent, told } = await callFor(TWO, { customerId: `={{ ${customerId} }}` });
	expect(sent).toEqual([]);
	for (const one of told) expect(one).toContain(`'Customer ID'`);
});

test.each<[text: string, sent: string[]]>([
	["$fromAI('Text')", ['Text 1', 'Text 2']],
	// What it says of the value names a field that differs between the items.
	["$fromAI('Text', 'Say the name')", ['Text 1', 'Text 2']],
	[
		"'Dear ' + $fromAI('Name') + ', ' + $fromAI('Text')",
		['Dear Name 1, Text 1', 'Dear Name 2, Text 2'],
	],
	["$json.shop + ': ' + $fromAI('Text')", ['Acme: Text 1', 'Acme: Text 2']],
	["`${$json.shop}: ${$fromAI('Text')}`", ['Acme: Text 1', 'Acme: Text 2']],
	[
		"(() => { const d = $json; return d.shop + ': ' + $fromAI('Text') })()",
		['Acme: Text 1', 'Acme: Text 2'],
	],
	['$json.shop.toUpperCase()', ['ACME', 'ACME']],
	[`${START}.first().json.shop + ' ' + $fromAI('Text')`, ['Acme Text 1', 'Acme Text 2']],
	["($now.year > 2000 ? 'Hej. ' : '') + $fromAI('Text')", ['Hej. Text 1', 'Hej. Text 2']],
])(
	'{{ %s }} is the same for all items, and each gets its own text of the model',
	async (text, sent) => {
		const { sent: arrived } = await callFor(TWO, { text: `={{ ${text} }}` });
		expect(arrived).toEqual([
			['5001', sent[0]],
			['5002', sent[1]],
		]);
	},
);

test('with one item, everything is of this one', async () => {
	const text = "={{ 'Your code is ' + $json.code + '. ' + $fromAI('Text') }}";
	const customerId = "={{ $json.id || $fromAI('Customer_ID') }}";
	const { sent } = await callFor([TWO[0]!], { text, customerId });
	expect(sent).toEqual([['5001', 'Your code is 1111. Text 1']]);
});
