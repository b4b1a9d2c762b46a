import type { IDataObject } from 'n8n-workflow';

import { continuing, outputOf, useScene } from '../../support/scene';
import { sendText } from '../sends';
import { becameOf } from './statuses';

const scene = useScene();

/** Two orders of one customer; a key of the second must never be that of the first. */
const orders = (number: (order: number) => unknown): IDataObject[] =>
	[1, 2].map((order) => {
		const given = number(order);
		const field = given === undefined ? {} : { number: given as string };
		return {
			...{ mark: `message-${order}`, recipient: sendText.recipient(0), ...field },
			...{
				o: { ...field, shop: 'es' },
				lines: [{ ...field, sku: 'B1' }],
				email: 'ana@example.com',
			},
			...{ date: '2026-12-05', status: 'shipped', shop: 'es', other: '' },
		};
	});

const run = async (code: string, items: IDataObject[]) =>
	await scene.run(sendText.parameters({ messageKey: `={{ ${code} }}` }), items, continuing);

/** Keys with the order's number in them, in every style. */
const KEYS = [
	// English
	"($json.o || {}).number + '-shipped'",
	"(() => { const d = $json; return 'order-' + d.number })()",
	'(({ number }) => `order ${number}`)($json)',
	"(() => { const { o: { number } } = $json; return number + '/' + $json.shop })()",
	"('order ' + $json.number).hash()",
	'(() => { const d = $json; return (d.email + d.number).hash() })()',
	"($json.o.number + '-' + $json.email).hash('sha256')",
	"'order-' + ($json.number || '')",
	"'order-' + ($json.number ?? '')",
	"$if($json.status === 'shipped', $json.number + '-shipped', $json.number + '-open')",
	"$json.status?String($json.number + ' ' + $json.status):'x'",
	// German
	"['Bestellung', $json.number].join('-')",
	"'Bestellung ' + $json.lines[0].number",
	"$json.lines.map((line) => 'Bestellung ' + line.number).join('|')",
	"'Bestellung ' + $json.lines.find((line) => line.sku === 'B1').number",
	"(() => { try { return 'Bestellung ' + $json.o.number } catch { return '' } })()",
	// French
	'`livraison/${$json.number}/${$json.date}`',
	"[$json.shop, $json.number, $json.status].map((one) => one ?? '').join('_')",
	"'livraison ' + { ...$json }.number",
	"$json.shop.concat('-', $json.number)",
	// Spanish
	"'pedido-' + $('Start').item.json.number",
	"'pedido-' + ($('Start').item.json.o ?? {}).number",
	'\'pedido-\' + $node["Start"].json.number',
	"'pedido-' + String($json.number).padStart(6, '0')",
	"('0000' + $json.number).slice(-4) + '-pedido'",
	// Portuguese
	"$json.other || 'pedido ' + $json.number",
	"$json.other ? $json.other : 'pedido:' + $json.number",
	"((p) => p.number + '@' + p.shop)($json)",
	// Polish, Swedish, Turkish
	"[$json.number, $json.email].join(' ').hash()",
	"Object.assign({}, $json).number + '-skickad'",
	'$json.number + $json.date',
	"['sipariş', $json.o.number, $json.shop].join('-').replace(/ +/g, '-')",
];

const isLost = (execution: Awaited<ReturnType<typeof run>>) => ({
	became: becameOf(execution),
	isOfKey: outputOf(execution).every(({ error }) => String(error).startsWith("'Message Key'")),
});

const REFUSED = { became: ['failed', 'failed'], isOfKey: true };

test.each(KEYS)('{{ %s }} is refused without its number, for each order', async (code) => {
	for (const value of ['', null, undefined, ' ']) {
		const execution = await run(
			code,
			orders(() => value),
		);
		expect({ value, ...isLost(execution) }).toEqual({ value, ...REFUSED });
	}
	expect(scene.sandbox.requests).toEqual([]);
	expect(scene.engine.deduplication.calls).toBe(0);
});

const NIL_UUID = '00000000-0000-0000-0000-000000000000';

// A word that is padded, as in 00#N/A, is not seen.
const UNPADDED = KEYS.filter((key) => !key.includes('padStart'));

test.each(UNPADDED)('{{ %s }} is refused with a word for nothing as its number', async (code) => {
	for (const value of [
		'#N/A',
		'#WERT!',
		'null',
		'undefined',
		'Loading...',
		'0001-01-01',
		NIL_UUID,
	]) {
		const execution = await run(
			code,
			orders(() => value),
		);
		expect({ value, ...isLost(execution) }).toEqual({ value, ...REFUSED });
	}
	expect(scene.sandbox.requests).toEqual([]);
});

test.each(KEYS)('{{ %s }} sends each order once', async (code) => {
	const given = orders((order) => `A-100${order}`);
	expect(becameOf(await run(code, given))).toEqual(['sent', 'sent']);
	expect(becameOf(await run(code, given))).toEqual(['alreadySent', 'alreadySent']);
});

test.each([
	...['#WERT!', '#VALEUR!', '#N/D', '#BUSY!', '#n/a', 'Loading...', 'Err:502', 'None'],
	...['0001-01-01', '0001-01-01T00:00:00Z', '0000-00-00 00:00:00', '1899-12-30', NIL_UUID],
	...['#N/A N/A', '#ERROR!', 'null', 'undefined', '--', ' / ', '-', '–', '—', true, false, 'TRUE'],
	...['n/a', '\\N', '#REF!', 'NaN'],
])('a key that is %j is refused, alone, in braces beside a text and as a part', async (value) => {
	for (const key of [
		'={{ $json.number }}',
		'={{ $json.number }}-shipped',
		'=order {{ $json.number }}',
	]) {
		const parameters = sendText.parameters({ messageKey: key });
		const execution = await scene.run(
			parameters,
			orders(() => value),
			continuing,
		);
		expect({ key, ...isLost(execution) }).toEqual({ key, ...REFUSED });
	}
	expect(scene.sandbox.requests).toEqual([]);
});

// What the code itself has made empty leaves its separator at an end.
test.each([
	"'order-' + $json.status.replace('shipped', '')",
	"$json.shop.slice(2) + '-shipped'",
	"['pedido', $json.email.slice(99)].join('/')",
	"`facture:${$json.email.split('.com')[1]}`",
	"(() => { const d = $json; return 'Bestellung_' + d.shop.replace(/[a-z]/g, '') })()",
])('{{ %s }} ends or begins with a separator of the code, and is refused', async (code) => {
	const execution = await run(
		code,
		orders((order) => order),
	);
	expect(isLost(execution)).toEqual(REFUSED);
	expect(scene.sandbox.requests).toEqual([]);
});

// The code says which other value takes the place of one that is missing, or the data are like that.
test.each<[code: string, number: (order: number) => unknown]>([
	['$json.other || $json.number', (order) => `A-100${order}`],
	["'order ' + ($json.other || $json.number)", (order) => `A-100${order}`],
	[
		"(() => { const { other, number } = $json; return other ? other : 'pedido ' + number })()",
		(order) => order,
	],
	["[$json.shop, $json.other || 'none', $json.number].join('-')", (order) => order],
	['JSON.stringify($json.o)', (order) => order],
	['JSON.stringify($json).hash()', (order) => order],
	// A name with a dot may be no field of the item, which the code reads as a whole.
	["JSON.stringify($('Start').item.json).hash()", (order) => order],
	["$('Start').isExecuted ? JSON.stringify($json).hash() : ''", (order) => order],
	["$('Start').params ? JSON.stringify($json).hash() : ''", (order) => order],
	["$input.context ? JSON.stringify($json).hash() : ''", (order) => order],
	["$workflow.id + '-' + $now.year + JSON.stringify($json).hash()", (order) => order],
	["Object.keys($json).length ? JSON.stringify($json).hash() : ''", (order) => order],
	["'order ' + $ifEmpty($json.other, $json.number)", (order) => order],
	[
		"(({ other = '', number }) => other + number)({ number: $json.number })",
		(order) => `A${order}`,
	],
	["$json.number + '-shipped'", (order) => `-OaB3xK${order}-`],
	["'order-' + $json.number", (order) => `https://shop.example/${order}/`],
	["('order ' + $json.number).hash()", (order) => `null-${order}`],
	['$json.number', (order) => `1970-01-0${order}`],
	['$json.number', (order) => `#100${order}`],
	['$json.number', (order) => `00000000-0000-0000-0000-00000000000${order}`],
	["$json.number + '/' + $json.date", (order) => order - 1],
	["$json.shop + ' ' + $json.number", (order) => `None such ${order}`],
	["'null-problemo-' + $json.number", (order) => order],
])(
	'{{ %s }} sends each order once, because its data are there, or the code says what else to take',
	async (code, number) => {
		const given = orders(number);
		expect(becameOf(await run(code, given))).toEqual(['sent', 'sent']);
		expect(becameOf(await run(code, given))).toEqual(['alreadySent', 'alreadySent']);
	},
);

test.each<[becomes: string, o: IDataObject]>([
	['sent', { number: '7' }],
	['failed', {}],
])('a key whose field stands in another object, too: %s with it in %j', async (becomes, o) => {
	const item = { mark: 'message', recipient: sendText.recipient(0), number: '1', o };
	const execution = await run("['order', ($json.o || {}).number, 'x'].join('')", [item]);
	expect(outputOf(execution)[0]!.error === undefined ? 'sent' : 'failed').toBe(becomes);
	expect(scene.sandbox.accepted).toHaveLength(becomes === 'sent' ? 1 : 0);
});
