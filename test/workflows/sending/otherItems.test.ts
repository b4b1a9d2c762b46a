import type { IDataObject } from 'n8n-workflow';

import { recipientOf } from '../../../dev/sandbox/receivedRequest';
import { OPERATIONS } from '../../support/operations';
import { continuing, loopWorkflow, messagingNode, outputOf, useScene } from '../../support/scene';
import { giving, line, manualTrigger, node, to } from '../../support/workflowNodes';

const scene = useScene();

const PEOPLE = ['+12025550101', '+12025550102', '+12025550103'].map((phone, n) => ({
	...{ phone, n, phones: [{ phone }], isManager: n === 1, role: n === 1 ? 'manager' : 'clerk' },
}));

const filter = node('Filter', 'n8n-nodes-base.filter', 2.2, {
	conditions: {
		options: { caseSensitive: true, leftValue: '', typeValidation: 'loose', version: 2 },
		conditions: [
			{
				...{ id: 'not-first', leftValue: '={{ $json.n }}', rightValue: 0 },
				operator: { type: 'number', operation: 'gt' },
			},
		],
		combinator: 'and',
	},
	options: {},
});

const splitOut = node('Split Out', 'n8n-nodes-base.splitOut', 1, {
	fieldToSplitOut: 'phones',
	options: {},
});

const limit = node('Limit', 'n8n-nodes-base.limit', 1, { maxItems: 1 });

const calledByWorkflow = node('Start', 'n8n-nodes-base.executeWorkflowTrigger', 1.1, {
	inputSource: 'passthrough',
});

const merge = node('Merge', 'n8n-nodes-base.merge', 3.2, {
	...{ mode: 'combine', combineBy: 'combineByPosition', options: {} },
});

/** Who gets a message behind these nodes, and what the errors say. */
async function reached(
	typed: string,
	nodes: Array<ReturnType<typeof node>> = [],
	items: IDataObject[] = PEOPLE,
	trigger = manualTrigger(),
) {
	const parameters = { ...OPERATIONS['template.send'], customerPhone: `={{ ${typed} }}` };
	const messaging = messagingNode(parameters, continuing) as never;
	const workflow = line('Messaging', [trigger, ...nodes, messaging]);
	// The items come to 'Merge' on a second way, too.
	if (nodes.includes(merge))
		workflow.connections.Start.main[0].push({ ...to('Merge')[0]!, index: 1 });
	const output = outputOf(await scene.runWorkflow(workflow, items));
	return {
		recipients: scene.sandbox.requests.map(recipientOf).sort(),
		told: output.flatMap(({ message }) => (message === undefined ? [] : [String(message)])),
	};
}

const phones = (...numbers: number[]) => numbers.map((number) => PEOPLE[number]!.phone);

const BY_FIRST = [
	...[
		"$('Start').first().json.phone",
		"$('Start').all()[0].json.phone",
		'$input.first().json.phone',
	],
	...[
		"$items('Start')[0].json.phone",
		"$input.all()[0].json['phone']",
		"$item(0).$node['Start'].json.phone",
	],
	"(() => { const first = $('Start').first(); return first.json.phone })()",
	...["$('Start').itemMatching(0).json.phone", '$items()[0].json.phone', '$item(0).$json.phone'],
	'$($prevNode.name).first().json.phone',
];

test.each([...BY_FIRST, "$('Start').last().json.phone"])(
	'{{ %s }} reaches nobody with the number of somebody else, and says what to write',
	async (typed) => {
		const { recipients, told } = await reached(typed);
		expect(recipients).toEqual(phones(typed.includes('last') ? 2 : 0));
		expect(told).toHaveLength(2);
		for (const one of told)
			expect(one).toContain('{{ $json.phone }} or, if only that node has it, {{ $');
		scene.sandbox.reset();
		expect(await reached(typed, [], PEOPLE.slice(1, 2))).toEqual({
			recipients: phones(1),
			told: [],
		});
	},
);

test.each([
	...['$node["Start"].json.phone', '$items("Start")[$itemIndex].json.phone'],
	"$('Start').all()[$itemIndex].json.phone",
])(
	'{{ %s }} goes by position, and behind a Filter reaches nobody who is left out',
	async (typed) => {
		expect(await reached(typed)).toEqual({ recipients: phones(0, 1, 2), told: [] });
		scene.sandbox.reset();
		const { recipients, told } = await reached(typed, [filter]);
		expect(recipients).toEqual([]);
		expect(told).toHaveLength(2);
	},
);

test.each([
	...[
		'$json.phone',
		"$('Start').item.json.phone",
		"$('Start').itemMatching($itemIndex).json.phone",
	],
	"$('Start').all().find((one) => one.json.n === $json.n).json.phone",
])('{{ %s }} reaches each customer', async (typed) => {
	expect(await reached(typed)).toEqual({ recipients: phones(0, 1, 2), told: [] });
});

test("in 'Loop Over Items', each round reaches its own customer, or nobody", async () => {
	const parameters = { ...OPERATIONS['template.send'], customerPhone: '' };
	for (const batchSize of [1, 2]) {
		scene.sandbox.reset();
		const byFirst = { ...parameters, customerPhone: "={{ $('Start').first().json.phone }}" };
		await scene.runWorkflow(loopWorkflow(batchSize, byFirst, continuing), PEOPLE);
		expect(scene.sandbox.requests.map(recipientOf)).toEqual(phones(0));
		scene.sandbox.reset();
		const byItem = { ...parameters, customerPhone: "={{ $('Start').item.json.phone }}" };
		await scene.runWorkflow(loopWorkflow(batchSize, byItem, continuing), PEOPLE);
		expect(scene.sandbox.requests.map(recipientOf).sort()).toEqual(phones(0, 1, 2));
	}
});

test.each<[string, Parameters<typeof reached>[1], ReturnType<typeof node>]>([
	["behind 'Merge'", [giving('Names', {}), merge], manualTrigger()],
	['in a sub-workflow', [], calledByWorkflow],
])('%s, an item reaches its own customer, or nobody', async (_where, nodes, trigger) => {
	for (const typed of [...BY_FIRST, '$json.phone', "$('Start').item.json.phone"]) {
		scene.sandbox.reset();
		const { recipients } = await reached(typed, nodes, PEOPLE, trigger);
		expect(recipients).toEqual(BY_FIRST.includes(typed) ? phones(0) : phones(0, 1, 2));
	}
});

test("behind 'Split Out', the first order's numbers are those of its own items alone", async () => {
	const two = { ...PEOPLE[1]!, phones: [PEOPLE[1]!, PEOPLE[2]!] };
	const typed = "$('Start').first().json.phone";
	expect((await reached(typed, [splitOut], [PEOPLE[0]!, two])).recipients).toEqual(phones(0));
	scene.sandbox.reset();
	expect(await reached('$json.phone', [splitOut], [PEOPLE[0]!, two])).toEqual({
		...{ recipients: phones(0, 1, 2), told: [] },
	});
	scene.sandbox.reset();
	// One order with several people, of whom one is asked for all.
	expect((await reached(typed, [splitOut], [two])).recipients).toEqual(phones(1, 1));
});

test.each([
	"$('Settings').first().json.phone",
	"$('Settings').item.json.phone",
	"$('Limit').first().json.phone",
	"$if($('Start').first().json.isTest, '+12025550109', $json.phone)",
	"$('Start').all().find((one) => one.json.role === 'manager').json.phone",
	"$('Start').all().length > 2 ? '+12025550102' : ''",
])('{{ %s }} is meant for all items', async (typed) => {
	const settings = giving('Settings', { phone: '+12025550102', phones: [{}, {}] });
	const nodes = typed.includes('Start') ? [] : [settings, limit, splitOut];
	const { recipients, told } = await reached(typed, nodes, typed.includes('Start') ? PEOPLE : [{}]);
	expect(told).toEqual([]);
	expect(recipients.length).toBeGreaterThan(1);
});

test('what $node gives by position is missed there, whichever item this one comes from', async () => {
	const text = "={{ 'Dear ' + $node['Start'].json.name }}";
	const parameters = { ...OPERATIONS['message.sendText'], customerId: '5001', text };
	const messaging = messagingNode(parameters, continuing) as never;
	const items = ['Ana', '', 'Bo'].map((name, n) => ({ name, n }));
	const workflow = line('Messaging', [manualTrigger(), filter, messaging]);
	expect(outputOf(await scene.runWorkflow(workflow, items)).map(({ message }) => message)).toEqual([
		undefined,
		expect.stringContaining('.json.name, which has no value'),
	]);
});

test('a customer ID is never that of another item', async () => {
	const parameters = {
		...OPERATIONS['message.sendText'],
		customerId: "={{ $('Start').first().json.id }}",
	};
	const items = [{ id: '5001' }, { id: '5002' }];
	const { error } = await scene.run(parameters, items);
	expect(error?.message).toMatch(/^'Customer ID': .* gives this item what belongs to another one/);
	expect(scene.sandbox.requests).toEqual([]);
});
