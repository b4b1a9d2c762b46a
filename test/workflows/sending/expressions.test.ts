import type { IDataObject } from 'n8n-workflow';

import {
	continuing,
	messagingNode,
	messagingWorkflow,
	outputOf,
	useScene,
} from '../../support/scene';
import { OPERATIONS } from '../../support/operations';
import { giving, line, manualTrigger } from '../../support/workflowNodes';
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
	[
		'(({ first, order }) => `${first}, order ${order} is ready.`)($json)',
		'order',
		'Ana, order A-1001 is ready.',
	],
	[
		"(function () { var o = $json.customer; return 'Customer ' + o.code })()",
		'customer.code',
		'Customer C-7',
	],
	["'Ship to ' + ($json.customer || {}).name", 'customer.name', 'Ship to Ana Pérez'],
	[
		"$json.items.filter(i => i.qty).map(i => i.name).join(', ') + ' for ' + $json.first",
		'first',
		'Lamp, Desk for Ana',
	],
	["'First: ' + $json.items.find((i) => i.qty === 2).name", 'items.0.name', 'First: Lamp'],
	[
		"$json.items.map((i) => i.qty + ' x ' + i.name).join(', ')",
		'items.1.name',
		'2 x Lamp, 1 x Desk',
	],
	[
		"'Total: ' + $json.items.reduce((sum, i) => sum + i.qty * i.price, 0).toFixed(2)",
		'items.1.price',
		'Total: 67.90',
	],
	["'Dear ' + [$json.title, $json.first, $json.last].join(' ')", 'title', 'Dear Dr. Ana Pérez'],
	["'Order ' + $json.order.toUpperCase().replace('A-', '#')", 'order', 'Order #1001'],
	[
		"$if($json.status === 'shipped', 'Parcel ' + $json.order + ' left', 'Please wait')",
		'order',
		'Parcel A-1001 left',
	],
	["$if($json.count > 1, 'Dear ' + $json.first, 'Hello')", 'first', 'Dear Ana'],
	[
		"(() => { try { return 'Street: ' + $json.customer.address.street } catch (e) { return 'none' } })()",
		'customer.address.street',
		'Street: Rue 1',
	],
	[
		"'It costs ' + (x => x.toFixed(2))(Number($json.price)) + ' euros'",
		'price',
		'It costs 67.90 euros',
	],
	[
		'`Hello ${((n) => n.charAt(0).toUpperCase() + n.slice(1))($json.nick)}!`',
		'nick',
		'Hello Anita!',
	],
	["'Hi ' + [$json].map((j) => j.first)[0]", 'first', 'Hi Ana'],
	["'Dear ' + $jmespath($json, 'customer.name')", 'customer.name', 'Dear Ana Pérez'],
	["'Dear ' + $ifEmpty($json.title, 'customer') + ' ' + $json.last", 'last', 'Dear Dr. Pérez'],
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
		"'Wir liefern ' + $json.items.map(({ name, qty }) => `${qty}× ${name}`).join(' und ')",
		'items.0.qty',
		'Wir liefern 2× Lamp und 1× Desk',
	],
	[
		"'Betrag: ' + Number($json.amount).toLocaleString('de-DE', { minimumFractionDigits: 2 }) + ' €'",
		'amount',
		'Betrag: 19,90 €',
	],
	["'Kundennummer ' + String($json.count).padStart(5, '0')", 'count', 'Kundennummer 00008'],
	["((k) => 'Liebe Familie ' + k.last)($json)", 'last', 'Liebe Familie Pérez'],
	[
		"(() => { let text = 'Ihre Bestellung'; text += ' ' + $json.order; return text + ' ist da.' })()",
		'order',
		'Ihre Bestellung A-1001 ist da.',
	],
	["['Termin', $json.date, $json.time].join(' – ')", 'time', 'Termin – 2026-12-05 – 10:30'],
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
	[
		'`Livraison à ${$json.customer.address.city} (${$json.customer.address.zip})`',
		'customer.address.zip',
		'Livraison à Nantes (44000)',
	],
	["'Réf. ' + $json.order.replace(/^A-/, '').padStart(6, '0')", 'order', 'Réf. 001001'],
	[
		"$json.first.concat(' ', $json.last, ', votre facture est prête.')",
		'last',
		'Ana Pérez, votre facture est prête.',
	],
	["'Le ' + $json.date.split('-').reverse().join('/')", 'date', 'Le 05/12/2026'],
	["(a => 'Bonjour ' + a[0] + ', merci.')([$json.first])", 'first', 'Bonjour Ana, merci.'],
	["'Code : ' + (0, $json.customer.code)", 'customer.code', 'Code : C-7'],
	// Spanish
	[
		"'Hola ' + (c => c.first)($json) + ', ya salió su pedido'",
		'first',
		'Hola Ana, ya salió su pedido',
	],
	["'Hola ' + { ...$json }.first", 'first', 'Hola Ana'],
	[
		"(() => { const { customer: { name } } = $json; return 'Hola ' + name })()",
		'customer.name',
		'Hola Ana Pérez',
	],
	["$json.status?String('Pedido ' + $json.order):'sin pedido'", 'order', 'Pedido A-1001'],
	["'Pedido ' + JSON.stringify($json.order)", 'order', 'Pedido "A-1001"'],
	[
		"'Su cita es el ' + $json.date.slice(8) + ' a las ' + $json.time",
		'time',
		'Su cita es el 05 a las 10:30',
	],
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
		'((j) => { const nome = j.first; return `Olá, ${nome}! Pedido ${j.order}.` })($json)',
		'order',
		'Olá, Ana! Pedido A-1001.',
	],
	["'Valor: R$ ' + (+$json.price).toFixed(2).replace('.', ',')", 'price', 'Valor: R$ 67,90'],
	["'Restam ' + ($json.count - $json.discount) + ' dias'", 'discount', 'Restam 3 dias'],
	[
		"(() => { switch ($json.status) { case 'shipped': return 'Enviado para ' + $json.customer.address.city; default: return 'Aguarde' } })()",
		'customer.address.city',
		'Enviado para Nantes',
	],
	[
		"(() => { if ($json.status === 'shipped') { return 'Enviado por ' + $json.company } return 'Aguarde' })()",
		'company',
		'Enviado por Acme',
	],
	["Array.from($json.items, (i) => i.name).join(' e ')", 'items.0.name', 'Lamp e Desk'],
	// Polish, Swedish, Turkish and Italian
	["'Dzień dobry, ' + $json.first.split(' ')[0] + '!'", 'first', 'Dzień dobry, Ana!'],
	[
		"'Kwota: ' + new Intl.NumberFormat('pl-PL', { style: 'currency', currency: 'PLN' }).format($json.price)",
		'price',
		'Kwota: 67,90\u00a0zł',
	],
	[
		"'Hej ' + $json.first.match(/^\\S*/)[0] + ', ditt paket är här'",
		'first',
		'Hej Ana, ditt paket är här',
	],
	["'Hej ' + String($json.nick) + '!'", 'nick', 'Hej Anita!'],
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
	["'Ciao ' + Object.assign({}, $json).first", 'first', 'Ciao Ana'],
	["'Sconto: ' + ($json.discount * 1).toString() + '%'", 'discount', 'Sconto: 5%'],
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
	[
		"'Items: ' + $json.items.filter((i) => i.name).map((i) => i.name).join(', ')",
		'items.1.name',
		'Items: Lamp',
	],
	["$json.items.find((i) => i.qty === 2)?.name ?? 'nothing'", 'items.0.qty', 'nothing'],
	["$if($json.title, 'Dear ' + $json.title + ' ', 'Dear ') + $json.last", 'title', 'Dear Pérez'],
	["'Dear ' + $ifEmpty($json.nick, $json.first)", 'nick', 'Dear Ana'],
	["$json.note && 'Note: ' + $json.note || 'No note'", 'note', 'No note'],
	["!$json.note ? 'No note' : 'Note: ' + $json.note", 'note', 'No note', null],
	["$json.date?DateTime.fromISO($json.date).toFormat('d.M.'):'soon'", 'date', 'soon'],
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
	["`Hello ${$json.first || 'there'}!`", 'first', 'Hello there!', null],
	["'You have ' + ($json.count || 'no') + ' points'", 'count', 'You have no points'],
	["[$json.title, $json.first, $json.last].filter((x) => x).join(' ')", 'title', 'Ana Pérez'],
	["'Dear ' + ($json.title ? $json.title + ' ' : '') + $json.last", 'title', 'Dear Pérez'],
	["['Dear', $json.title, $json.last].filter(Boolean).join(' ')", 'title', 'Dear Pérez', null],
	// German
	["'Hallo ' + ($json.first?.trim() || 'zusammen')", 'first', 'Hallo zusammen', ' '],
	[
		"(() => { const { first, last } = $json; return first && last ? first + ' ' + last : 'Liebe Gäste' })()",
		'last',
		'Liebe Gäste',
	],
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
	["'Rabatt: ' + (Number($json.discount) || 0) + ' %'", 'discount', 'Rabatt: 0 %'],
	["$json.discount > 0 ? 'Sie sparen ' + $json.discount + ' %' : 'Danke'", 'discount', 'Danke'],
	[
		"'Lieferung ' + ($json.date ? 'am ' + $json.date : 'in Kürze')",
		'date',
		'Lieferung in Kürze',
		undefined,
	],
	["$json.company.isEmpty() ? 'Hallo!' : 'Hallo ' + $json.company", 'company', 'Hallo!'],
	["'Hallo' + ($json.first ? ' ' + $json.first : '') + '!'", 'first', 'Hallo!'],
	['(n => n ? `Hallo ${n}` : "Hallo")($json.nick)', 'nick', 'Hallo', null],
	// French
	["'Bonjour' + ($json.first && ' ' + $json.first) + ','", 'first', 'Bonjour,'],
	["($json.customer || {}).name || 'Client'", 'customer', 'Client', null],
	[
		"$json.customer?.name ? 'Bonjour ' + $json.customer.name : 'Bonjour'",
		'customer.name',
		'Bonjour',
	],
	["'Notes : ' + ($json.note ?? 'aucune')", 'note', 'Notes : aucune', null],
	["$json.tags.includes('vip') ? 'Merci, client VIP' : 'Merci'", 'tags', 'Merci', []],
	[
		"$json.hasOwnProperty('gift') ? 'Cadeau : ' + $json.gift : 'Sans cadeau'",
		'gift',
		'Sans cadeau',
		undefined,
	],
	[
		"typeof $json.gift === 'string' ? $json.gift : 'une surprise'",
		'gift',
		'une surprise',
		undefined,
	],
	["['matin', 'midi'][$json.slot] || 'à convenir'", 'slot', 'à convenir'],
	["({ shipped: 'Expédié', paid: 'Payé' })[$json.status] ?? 'En cours'", 'status', 'En cours'],
	// Spanish
	["'Hola ' + [$json.nick, $json.first].find((n) => n)", 'nick', 'Hola Ana'],
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
		"'Total: ' + ($json.discount ? $json.price * (1 - $json.discount / 100) : $json.price)",
		'discount',
		'Total: 67.90',
	],
	[
		"'Total: ' + $json.items.reduce((sum, i) => sum + (i.qty || 0) * (i.price || 0), 0)",
		'items.1.price',
		'Total: 20',
		null,
	],
	[
		"$json.items.map((i) => i.name + (i.qty ? ' x' + i.qty : '')).join(', ')",
		'items.0.qty',
		'Lamp, Desk x1',
		null,
	],
	[
		"(() => { const a = $json.customer.address; return [a.street, a.city].filter((p) => !!p).join(', ') })()",
		'customer.address.street',
		'Nantes',
	],
	// Portuguese
	[
		"(() => { let texto = 'Olá'; if ($json.first) texto += ', ' + $json.first; return texto + '!' })()",
		'first',
		'Olá!',
	],
	["$json.first != null && $json.first !== '' ? 'Olá ' + $json.first : 'Olá'", 'first', 'Olá'],
	[
		"'Prazo: ' + ($json.count ? `${$json.count} dias` : 'a combinar')",
		'count',
		'Prazo: a combinar',
	],
	[
		"(() => { try { return DateTime.fromISO($json.date).isValid ? $json.date : 'em breve' } catch { return 'em breve' } })()",
		'date',
		'em breve',
	],
	[
		"'Cidade: ' + ($json.customer.address.city.length > 0 ? $json.customer.address.city : 'não informada')",
		'customer.address.city',
		'Cidade: não informada',
	],
	// Polish, Swedish, Turkish and Italian
	["'Dzień dobry' + ($json.first ? `, ${$json.first}` : '')", 'first', 'Dzień dobry'],
	["$json.tags.length + ' tagów'", 'tags', '0 tagów', []],
	["'Hej ' + ($json.nick || $json.last || 'kund')", 'nick', 'Hej Pérez', null],
	["Boolean($json.note) ? $json.note : 'Inget meddelande'", 'note', 'Inget meddelande', undefined],
	[
		"'Merhaba ' + ($json.last ? $json.first + ' ' + $json.last : $json.first)",
		'last',
		'Merhaba Ana',
	],
	["($json.first + ' ' + $json.last).trim()", 'last', 'Ana'],
	["(x => x === null ? 'Nessuna nota' : 'Nota: ' + x)($json.note)", 'note', 'Nessuna nota', null],
	[
		"$json.items.some((i) => !i.price) ? 'Prezzo su richiesta' : 'Prezzo fisso'",
		'items.0.price',
		'Prezzo su richiesta',
	],
	["({ ...{ gift: 'un libro' }, ...$json }).gift", 'gift', 'un libro', undefined],
	[
		"Object.keys($json).includes('gift') ? 'Con regalo' : 'Senza regalo'",
		'gift',
		'Senza regalo',
		undefined,
	],
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
	[
		"'Escribió: ' + $json.note.split(' ').reverse().join(' ')",
		'note',
		'Escribió: number a not is NaN',
		'NaN is not a number',
	],
	["$json.nick ? 'Hallo ' + $json.nick : 'null Versandkosten'", 'nick', 'null Versandkosten'],
	[
		'$json.items.map((i) => `${i.name}`).find((n) => n.length > 3)',
		'items.0.name',
		'Undefined (LP)',
		'Undefined (LP)',
	],
];

/** The same of a value of another node's item, which is not in the node's own. */
const SHOWN_OF_OTHERS: Row[] = [
	[
		"(() => { const s = $('Start').first().json; return 'Dear ' + s.first })()",
		'first',
		'Dear Ana',
	],
	["(({ first }) => 'Hola ' + first)($('Start').item.json)", 'first', 'Hola Ana'],
	["'Hallo ' + $node[\"Start\"].json.first + '!'", 'first', 'Hallo Ana!'],
	[
		"$('Start').all().map((i) => i.json.first).join(', ') + ': ' + $json.order",
		'first',
		'Ana: A-1001',
	],
	["'Merci ' + $('Start').all().find((i) => i.json.order).json.nick", 'nick', 'Merci Anita'],
	["'Olá ' + $('Start').last().json.customer.name", 'customer.name', 'Olá Ana Pérez'],
	[
		"(() => { const { item } = $('Start'); return 'Hej ' + item.json.first })()",
		'first',
		'Hej Ana',
	],
	["'Hej ' + $items('Start')[0].json.first", 'first', 'Hej Ana'],
	["'Ciao ' + { ...$('Start').item.json, ...$json }.first", 'first', 'Ciao Ana'],
	["'Dear ' + [...$('Start').all()].pop().json.first", 'first', 'Dear Ana'],
	[
		"(() => { try { return 'Cześć ' + $('Start').itemMatching(0).json.first } catch { return 'Cześć' } })()",
		'first',
		'Cześć Ana',
	],
];

const SAID_OF_OTHERS: typeof SAID = [
	[
		"(() => { const s = $('Start').first().json; return 'Dear ' + (s.nick || s.first) })()",
		'nick',
		'Dear Ana',
	],
	[
		"$('Start').all().filter((i) => i.json.nick).map((i) => i.json.nick).join(', ') || 'nadie'",
		'nick',
		'nadie',
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
