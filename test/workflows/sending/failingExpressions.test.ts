import type { IDataObject } from 'n8n-workflow';

import { OPERATIONS } from '../../support/operations';
import { continuing, outputOf, useScene } from '../../support/scene';

const scene = useScene();

const ITEM = {
	...{ total_price: '67.90', tags: 'vip, press', date: '2026-12-05', order: 1001, name: 'Ana' },
	...{ at: new Date('2026-12-05T10:00:00Z'), zip: 44000 },
};

async function send(code: string) {
	const parameters = {
		...OPERATIONS['message.sendText'],
		customerId: '5001',
		text: `={{ ${code} }}`,
	};
	const execution = await scene.run(parameters, [ITEM as unknown as IDataObject], continuing);
	const [{ error, message }] = outputOf(execution) as [IDataObject];
	return {
		texts: scene.sandbox.accepted.map(({ content }) => content.body),
		error: error as string | undefined,
		/** What happened, and what to do, without the code that is shown first. */
		told: String(message).replace(/\{\{.*?(?:\}\}|…)(?= )/s, ''),
	};
}

const ALL_THERE = 'gives nothing, although all that it reads is there';

/** What people write, what is named, and what works in its place. */
const MISTAKES: Array<[code: string, named: string[], right: string, text: string]> = [
	[
		'$json.total_price.toFixed(2)',
		["$json.total_price is a text, '67.90'", 'Number($json.total_price)'],
		'Number($json.total_price).toFixed(2)',
		'67.90',
	],
	[
		"'USD ' + $json.total_price.toFixed(2)",
		["$json.total_price is a text, '67.90'", 'Number($json.total_price)'],
		"'USD ' + Number($json.total_price).toFixed(2)",
		'USD 67.90',
	],
	[
		"$json.tags.join(', ')",
		["$json.tags is a text, 'vip, press'"],
		"$json.tags.split(', ').join(', ')",
		'vip, press',
	],
	[
		"'Étiquettes : ' + $json.tags.map((tag) => tag.trim()).join(', ')",
		["$json.tags is a text, 'vip, press'"],
		"'Étiquettes : ' + $json.tags.split(',').map((tag) => tag.trim()).join(', ')",
		'Étiquettes : vip, press',
	],
	[
		"$json.order.replaceAll('0', '')",
		['$json.order is a number', '1001'],
		"String($json.order).replaceAll('0', '')",
		'11',
	],
	[
		"'CEP ' + $json.zip.slice(0, 2)",
		['$json.zip is a number', '44000'],
		"'CEP ' + String($json.zip).slice(0, 2)",
		'CEP 44',
	],
	[
		"'Dzień: ' + $json.at.slice(0, 10)",
		['$json.at is a date'],
		"'Dzień: ' + $json.at.toISOString().slice(0, 10)",
		'Dzień: 2026-12-05',
	],
	[
		"'Dag: ' + $json.at.split('T')[0]",
		['$json.at is a date'],
		"'Dag: ' + $json.at.toISOString().split('T')[0]",
		'Dag: 2026-12-05',
	],
];

test.each(MISTAKES)('{{ %s }} says that %j', async (code, named, right, text) => {
	expect((await send(right)).texts).toEqual([text]);
	scene.sandbox.reset();
	const { texts, told } = await send(code);
	expect(texts).toEqual([]);
	expect(told).toContain(ALL_THERE);
	for (const words of named) expect(told).toContain(words);
	expect(told).not.toContain('Check that the item has everything');
});

// What is not there is the function, not a value of the item.
test.each([
	"moment($json.date).format('D MMM')",
	'_.capitalize($json.name)',
	"'Hej ' + $json.name.titleCase()",
	"dayjs($json.date).format('D.M.')",
	'(() => { const d = $json; return d.total_price.toFixed(2) })()',
	"(({ order }) => 'Order ' + order.replaceAll('0', ''))($json)",
	"(() => { throw new Error('No') })() + $json.name",
])('{{ %s }} says that nothing is missing', async (code) => {
	const { texts, told } = await send(code);
	expect(texts).toEqual([]);
	expect(told).toContain(ALL_THERE);
	expect(told).not.toContain('Check that the item has everything');
});

test.each(['$env.SHOP', "'Shop: ' + $env.SHOP_NAME", '`Tienda ${$env.SHOP}`'])(
	'{{ %s }} says that n8n blocks it',
	async (code) => {
		const { texts, told } = await send(code);
		expect(texts).toEqual([]);
		expect(told).toContain('$env');
		expect(told).toMatch(/\bblocks?\b|\bblocked\b/);
	},
);

// Where a value is missing, it is this that is said.
test.each([
	'$json.price.toFixed(2)',
	"'Hi ' + $json.first.toUpperCase()",
	"$json.labels.join(', ')",
])('{{ %s }} of an item without the value does not say that all is there', async (code) => {
	const { texts, told, error } = await send(code);
	expect(texts).toEqual([]);
	expect(told).not.toContain(ALL_THERE);
	expect(error).toMatch(/^'Text'/);
});
