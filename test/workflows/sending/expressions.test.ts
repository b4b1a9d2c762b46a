import type { IDataObject } from 'n8n-workflow';

import {
	continuing,
	messagingNode,
	messagingWorkflow,
	outputOf,
	useScene,
} from '../../support/scene';
import { OPERATIONS } from '../../support/operations';
import { giving, line, manualTrigger, noting } from '../../support/workflowNodes';
import { becameOf } from '../retrying/statuses';

const scene = useScene();

/** An order without a gap. */
const ORDER = {
	...{ first: 'Ana', last: 'Pérez', title: 'Dr.', nick: 'Anita', company: 'Acme', order: 'A-1001' },
	...{ status: 'shipped', price: '67.90', amount: 19.9, count: 8, discount: 5, time: '10:30' },
	...{ date: '2026-12-05', note: 'Ring twice', slot: 1, gift: 'a book', tags: ['vip', 'press'] },
	customer: {
		...{ name: 'Ana Pérez', code: 'C-7' },
		address: { street: 'Rue 1', city: 'Nantes', zip: '44000' },
	},
	items: [
		{ name: 'Lamp', qty: 2, price: 10 },
		{ name: 'Desk', qty: 1, price: 47.9 },
	],
};

/** The order with another value at a path such as `items.1.name`; without one, the value is taken out. */
function orderWith(path: string, value?: unknown): IDataObject {
	const order = structuredClone(ORDER) as IDataObject;
	const names = path.split('.');
	const last = names.pop()!;
	const holder = names.reduce((inner, name) => inner[name] as IDataObject, order);
	if (value === undefined) delete holder[last];
	else holder[last] = value as IDataObject;
	return order;
}

/** Sends a text for each item, and gives what became of them, the texts that arrived, and the errors. */
async function send(text: string, items: IDataObject[], hasOther = false) {
	const parameters = { ...OPERATIONS['message.sendText'], customerId: '5001', text };
	const workflow = hasOther
		? line('Messaging', [
				manualTrigger(),
				giving('Order', { order: 'A-1001', note: '' }),
				messagingNode(parameters, continuing) as never,
			])
		: messagingWorkflow(parameters, continuing);
	const execution = await scene.runWorkflow(workflow, items);
	return {
		became: becameOf(execution),
		texts: scene.sandbox.accepted.map(({ content }) => content.body),
		errors: outputOf(execution).map(({ error }) => String(error)),
	};
}

type Row = [code: string, path: string, text: string];

/** Nothing else is said of what stands at the path, and with it, the customer reads this text. */
const SHOWN: Row[] = [
	// English
	["'Total: ' + (7 + $json.discount) * 9", 'discount', 'Total: 108'],
	[
		"(() => { const d = $json; return 'Dear ' + d.first + ', thanks.' })()",
		'first',
		'Dear Ana, thanks.',
	],
	["'Ship to ' + ($json.customer || {}).name", 'customer.name', 'Ship to Ana Pérez'],
	[
		"'Total: ' + $json.items.reduce((sum, i) => sum + i.qty * i.price, 0).toFixed(2)",
		'items.1.price',
		'Total: 67.90',
	],
	["'Dear ' + [$json.title, $json.first, $json.last].join(' ')", 'title', 'Dear Dr. Ana Pérez'],
	[
		"$if($json.status === 'shipped', 'Parcel ' + $json.order + ' left', 'Please wait')",
		'order',
		'Parcel A-1001 left',
	],
	[
		"(() => { try { return 'Street: ' + $json.customer.address.street } catch (e) { return 'none' } })()",
		'customer.address.street',
		'Street: Rue 1',
	],
	[
		'`Hello ${((n) => n.charAt(0).toUpperCase() + n.slice(1))($json.nick)}!`',
		'nick',
		'Hello Anita!',
	],
	["'Dear ' + $jmespath($json, 'customer.name')", 'customer.name', 'Dear Ana Pérez'],
	[
		"'Ends ' + DateTime.fromISO($json.date).plus({ days: Number($json.discount) }).toFormat('d.M.')",
		'discount',
		'Ends 10.12.',
	],
	// German
	[
		"(() => { const { first, last } = $json; return 'Guten Tag ' + first + ' ' + last + '!' })()",
		'last',
		'Guten Tag Ana Pérez!',
	],
	[
		"'Lieferung am ' + DateTime.fromISO($json.date).setLocale('de').toFormat('d. LLLL')",
		'date',
		'Lieferung am 5. Dezember',
	],
	[
		"'Betrag: ' + Number($json.amount).toLocaleString('de-DE', { minimumFractionDigits: 2 }) + ' €'",
		'amount',
		'Betrag: 19,90 €',
	],
	["'Kundennummer ' + String($json.count).padStart(5, '0')", 'count', 'Kundennummer 00008'],
	[
		"(() => { let text = 'Ihre Bestellung'; text += ' ' + $json.order; return text + ' ist da.' })()",
		'order',
		'Ihre Bestellung A-1001 ist da.',
	],
	["'Rabatt: ' + Math.round($json.discount) + ' %'", 'discount', 'Rabatt: 5 %'],
	// French
	["'Bonjour ' + ($json.customer ?? {}).name + ','", 'customer.name', 'Bonjour Ana Pérez,'],
	[
		"'Votre colis part de ' + $json?.customer?.address?.city",
		'customer.address.city',
		'Votre colis part de Nantes',
	],
	[
		"(() => { const l = []; for (const i of $json.items) l.push(i.name + ' : ' + i.price + ' €'); return l.join(' ; ') })()",
		'items.0.price',
		'Lamp : 10 € ; Desk : 47.9 €',
	],
	["'Réf. ' + $json.order.replace(/^A-/, '').padStart(6, '0')", 'order', 'Réf. 001001'],
	["'Le ' + $json.date.split('-').reverse().join('/')", 'date', 'Le 05/12/2026'],
	["'Code : ' + (0, $json.customer.code)", 'customer.code', 'Code : C-7'],
	// Spanish
	["'Hola ' + { ...$json }.first", 'first', 'Hola Ana'],
	[
		"(() => { const { customer: { name } } = $json; return 'Hola ' + name })()",
		'customer.name',
		'Hola Ana Pérez',
	],
	["$json.status?String('Pedido ' + $json.order):'sin pedido'", 'order', 'Pedido A-1001'],
	["'Pedido ' + JSON.stringify($json.order)", 'order', 'Pedido "A-1001"'],
	[
		"$json.items.map(function (i) { return '- ' + i.name }).join(' ')",
		'items.1.name',
		'- Lamp - Desk',
	],
	[
		"'Etiquetas: ' + $json.tags.map((t) => t.toUpperCase()).join(' ')",
		'tags',
		'Etiquetas: VIP PRESS',
	],
	// Portuguese
	[
		"(() => { switch ($json.status) { case 'shipped': return 'Enviado para ' + $json.customer.address.city; default: return 'Aguarde' } })()",
		'customer.address.city',
		'Enviado para Nantes',
	],
	// Polish, Swedish, Turkish and Italian
	["'Dzień dobry, ' + $json.first.split(' ')[0] + '!'", 'first', 'Dzień dobry, Ana!'],
	[
		"'Kwota: ' + new Intl.NumberFormat('pl-PL', { style: 'currency', currency: 'PLN' }).format($json.price)",
		'price',
		'Kwota: 67,90\u00a0zł',
	],
	[
		"`Merhaba ${$json.first}${' '}${$json.last}, ${(() => $json.order)()} yolda.`",
		'order',
		'Merhaba Ana Pérez, A-1001 yolda.',
	],
	[
		"'Toplam: ' + $json.items.map((i) => Number(i.price)).reduce((a, b) => a + b) + ' TL'",
		'items.0.price',
		'Toplam: 57.9 TL',
	],
	[
		"$json.items.slice(0, 1).map((i) => i.name).concat($json.first).join(', ')",
		'first',
		'Lamp, Ana',
	],
];

/** The code itself says what happens if this value stands at the path: the customer reads this text. */
const SAID: Array<[...Row, value?: unknown]> = [
	// English
	[
		"(() => { const d = $json; return 'Dear ' + (d.first || 'customer') })()",
		'first',
		'Dear customer',
	],
	[
		"(({ gift = 'a surprise' }) => 'You get ' + gift)($json)",
		'gift',
		'You get a surprise',
		undefined,
	],
	[
		"(() => { try { return 'Street: ' + $json.customer.address.street } catch (e) { return 'Street unknown' } })()",
		'customer',
		'Street unknown',
		null,
	],
	["$json.items.find((i) => i.qty === 2)?.name ?? 'nothing'", 'items.0.qty', 'nothing'],
	["'Dear ' + $ifEmpty($json.nick, $json.first)", 'nick', 'Dear Ana'],
	["$json.note && 'Note: ' + $json.note || 'No note'", 'note', 'No note'],
	[
		"(() => { if (!$json.note) return 'We found no note.'; return $json.note })()",
		'note',
		'We found no note.',
	],
	[
		"(function () { switch ($json.status) { case 'shipped': return 'On its way'; default: return 'Wait' } })()",
		'status',
		'Wait',
	],
	["[$json.title, $json.first, $json.last].filter((x) => x).join(' ')", 'title', 'Ana Pérez'],
	// German
	["'Hallo ' + ($json.first?.trim() || 'zusammen')", 'first', 'Hallo zusammen', ' '],
	["'Hallo ' + ($json.first || 'zusammen')", 'first', 'Hallo zusammen', ' \u00a0'],
	["$json.first ? 'Hallo ' + $json.first : 'Hallo'", 'first', 'Hallo', ' '],
	[
		"$json.items.length ? 'Artikel: ' + $json.items.map((i) => i.name).join(', ') : 'Keine Artikel'",
		'items',
		'Keine Artikel',
		[],
	],
	[
		"($json.items.map((i) => i.name).join(', ') || 'keine') + ' Artikel'",
		'items',
		'keine Artikel',
		[],
	],
	// French
	["'Notes : ' + ($json.note ?? 'aucune')", 'note', 'Notes : aucune', null],
	["$json.tags.includes('vip') ? 'Merci, client VIP' : 'Merci'", 'tags', 'Merci', []],
	[
		"$json.hasOwnProperty('gift') ? 'Cadeau : ' + $json.gift : 'Sans cadeau'",
		'gift',
		'Sans cadeau',
		undefined,
	],
	["['matin', 'midi'][$json.slot] || 'à convenir'", 'slot', 'à convenir'],
	["({ shipped: 'Expédié', paid: 'Payé' })[$json.status] ?? 'En cours'", 'status', 'En cours'],
	// Spanish
	[
		"(() => { for (const n of [$json.nick, $json.first]) if (n) return 'Hola ' + n; return 'Hola' })()",
		'nick',
		'Hola Ana',
	],
	[
		"'Pedido ' + $json.order + ($json.note === '' ? '' : ' (' + $json.note + ')')",
		'note',
		'Pedido A-1001',
	],
	[
		"'Total: ' + $json.items.reduce((sum, i) => sum + (i.qty || 0) * (i.price || 0), 0)",
		'items.1.price',
		'Total: 20',
		null,
	],
	// Portuguese
	[
		"(() => { let texto = 'Olá'; if ($json.first) texto += ', ' + $json.first; return texto + '!' })()",
		'first',
		'Olá!',
	],
	// Polish, Swedish, Turkish and Italian
	["$json.tags.length + ' tagów'", 'tags', '0 tagów', []],
	["($json.first + ' ' + $json.last).trim()", 'last', 'Ana'],
	["(x => x === null ? 'Nessuna nota' : 'Nota: ' + x)($json.note)", 'note', 'Nessuna nota', null],
	["({ ...{ gift: 'un libro' }, ...$json }).gift", 'gift', 'un libro', undefined],
	// What is read says such a word, or the code does.
	[
		"(() => { const d = $json; return 'You wrote: ' + d.note })()",
		'note',
		'You wrote: It is undefined, or null',
		'It is undefined, or null',
	],
	[
		"(({ note }) => 'Ihre Nachricht: ' + note.toUpperCase())($json)",
		'note',
		'Ihre Nachricht: DER WERT IST NULL',
		'der Wert ist null',
	],
	[
		"$json.items.map((i) => i.name).join(' + ')",
		'items.0.name',
		'Infinity Pool ticket + Desk',
		'Infinity Pool ticket',
	],
	["$json.nick ? 'Hallo ' + $json.nick : 'null Versandkosten'", 'nick', 'null Versandkosten'],
];

/** The same of a value of another node's item, which is not in the node's own. */
const SHOWN_OF_OTHERS: Row[] = [
	["(({ first }) => 'Hola ' + first)($('Start').item.json)", 'first', 'Hola Ana'],
	["'Hallo ' + $node[\"Start\"].json.first + '!'", 'first', 'Hallo Ana!'],
	[
		"$('Start').all().map((i) => i.json.first).join(', ') + ': ' + $json.order",
		'first',
		'Ana: A-1001',
	],
	["'Merci ' + $('Start').all().find((i) => i.json.order).json.nick", 'nick', 'Merci Anita'],
	[
		"(() => { const { item } = $('Start'); return 'Hej ' + item.json.first })()",
		'first',
		'Hej Ana',
	],
	["'Hej ' + $items('Start')[0].json.first", 'first', 'Hej Ana'],
	["'Ciao ' + { ...$('Start').item.json, ...$json }.first", 'first', 'Ciao Ana'],
];

const SAID_OF_OTHERS: typeof SAID = [
	[
		"(() => { const s = $('Start').first().json; return 'Dear ' + (s.nick || s.first) })()",
		'nick',
		'Dear Ana',
	],
	[
		"$('Start').isExecuted ? 'Bonjour ' + ($('Start').first().json.nick || 'client') : 'Bonjour'",
		'nick',
		'Bonjour client',
	],
	['$node["Start"].json.nick || \'kund\'', 'nick', 'kund', null],
	[
		"$input.all().filter(({ json }) => json.note).map(({ json }) => json.note).join() || 'sem nota'",
		'nick',
		'sem nota',
	],
	[
		"$if($('Start').item.json.nick, $('Start').item.json.nick, 'müşteri') + ' ' + $json.order",
		'nick',
		'müşteri A-1001',
	],
];

const MISSING = ['', null, undefined, ' '];

const both = <One>(own: One[], others: One[]) => [
	...own.map((row) => ({ row, hasOther: false })),
	...others.map((row) => ({ row, hasOther: true })),
];

test.each(both(SHOWN, SHOWN_OF_OTHERS).map((one) => [one.row[0], one.row[1], one] as const))(
	'{{ %s }} is refused without %s, which is named, and sent with it',
	async (code, path, { row: [, , text], hasOther }) => {
		// An item of its own for each, because an expression may look at all of them.
		const outcomes = [];
		for (const value of MISSING) {
			const { became, errors } = await send(`={{ ${code} }}`, [orderWith(path, value)], hasOther);
			outcomes.push({ value, became, isOfField: errors[0]!.startsWith("'Text'") });
		}
		expect(outcomes).toEqual(
			MISSING.map((value) => ({ value, became: ['failed'], isOfField: true })),
		);
		const { texts } = await send(`={{ ${code} }}`, [ORDER], hasOther);
		expect(texts).toEqual([text]);

		const { errors } = await send(`={{ ${code} }}`, [orderWith(path, '')], hasOther);
		const said = errors[0]!.replace(/\{\{.*?(?:\}\}|…)(?= )/s, '');
		expect(said).toMatch(new RegExp(`\\b${path.split('.').at(-1)!}\\b`));
	},
);

test.each(both(SAID, SAID_OF_OTHERS).map((one) => [one.row[0], one.row[2], one] as const))(
	'{{ %s }} says itself what to send: %s',
	async (code, text, { row, hasOther }) => {
		const value = row.length > 3 ? row[3] : '';
		const { texts, errors } = await send(`={{ ${code} }}`, [orderWith(row[1], value)], hasOther);
		expect({ texts, errors }).toEqual({ texts: [text], errors: ['undefined'] });
		expect((await send(`={{ ${code} }}`, [ORDER], hasOther)).became).toEqual(['sent']);
	},
);

test.each(['', null])(
	'%j in an object that code names only as a whole is missing',
	async (value) => {
		const code = "={{ Object.values($json.customer.address).join(', ') }}";
		const { became, errors } = await send(code, [orderWith('customer.address.city', value)]);
		expect({ became, errors }).toEqual({
			became: ['failed'],
			errors: [expect.stringContaining('city')],
		});
		expect((await send(code, [ORDER])).texts).toEqual(['Rue 1, Nantes, 44000']);
	},
);

// A word for nothing comes out that nobody wrote, however the item's other values read.
test.each([
	"(() => { const d = $json; return 'Hello ' + d.title2 })()",
	"'Wert: ' + $json.items[5]?.name",
	"'Note: ' + (() => {})()",
	"'Summe: ' + Number('x' + $json.first)",
	"'Client : ' + (() => $json.customer)()",
	'`Pedidos: ${$json.items}`',
	"'Olá ' + $json.customer.address.country",
	"'Hej ' + $json.items.find((i) => i.qty === 7)",
	"'Tutar: ' + Number($json.first).toFixed(2)",
	"'Data: ' + new Date($json.first)",
	"'Miasto: ' + $json.note.match(/city (\\w+)/)?.[1]",
	"'Hello ' + [$json.first].map((n) => { n })[0]",
])('{{ %s }} is refused', async (code) => {
	const note = 'Hello undefined, null, NaN, Invalid Date, [object Object]';
	const { became, errors } = await send(`={{ ${code} }}`, [orderWith('note', note)]);
	expect(became).toEqual(['failed']);
	expect(errors[0]).toMatch(/^'Text': \{\{ /);
});

test('a list of a node that has not run is not asked for, if the code does not need it', async () => {
	const text =
		"={{ $('A').isExecuted ? $('A').all().map((i) => i.json.t).join() : 'You wrote: ' + $json.note }}";
	const parameters = { ...OPERATIONS['message.sendText'], customerId: '5001', text };
	const { nodes, ...workflow } = messagingWorkflow(parameters);
	const withA = { ...workflow, nodes: [...nodes, noting('A', { t: 'x' })] };
	await scene.runWorkflow(withA, [{ note: 'It is undefined' }]);
	expect(scene.sandbox.accepted.map(({ content }) => content.body)).toEqual([
		'You wrote: It is undefined',
	]);
});
