import type { IDataObject } from 'n8n-workflow';

import { OPERATIONS } from '../../support/operations';
import { continuing, messagingWorkflow, useScene } from '../../support/scene';

const scene = useScene();

/** An order as a shop sends it to a webhook, with all that comes along. */
const SHOP: IDataObject = {
	body: {
		id: 820982911946154500,
		name: '#1001',
		note: null,
		landing_site: '/?utm_source=undefined&utm_medium=null&gclid=NaN',
		client_details: { user_agent: 'Mozilla/5.0 (null; true) undefined/1.0', accept_language: null },
		cart: '{"token":null,"gift":false,"total":NaN}',
		error: "TypeError: Cannot read properties of undefined (reading 'null')",
		customer: {
			first_name: 'Ana',
			last_name: '',
			phone: null,
			note: 'Please ring twice, null problem!',
		},
		shipping_address: { name: 'Ana Pérez', city: 'Nantes', company: null, country_code: 'ES' },
		line_items: [
			{ title: 'Lamp', quantity: 1, price: '19.90', vendor: 'Infinity' },
			{ title: 'Undefined (LP)', quantity: 2, price: '24.00', vendor: null },
		],
		discount_codes: [],
		total_price: '67.90',
	},
	headers: { cookie: '_shopify=null; theme=undefined; consent=true', 'x-request-id': 'NaN-1' },
};

/** A record as Odoo gives it: every empty field is false. */
const ODOO: IDataObject = {
	id: 42,
	name: 'Bo Lindqvist',
	ref: false,
	commitment_date: false,
	email: false,
	partner: [7, 'Bo Lindqvist'],
	is_company: true,
	note: 'Delivery: it is true that the door is green',
};

/** A row of a sheet: a date as Excel counts it, and what its formulas gave. */
const SHEET: IDataObject = {
	name: 'Chloé',
	due: 46360,
	amount: '',
	city: ' ',
	status: 'undefined',
	sizes: 'null, null',
	say: 'I wrote undefined, and it is null',
};

const LOCALE = (language: string): string =>
	`{{ Number($json.body.no_price).toLocaleString('${language}') + ' €' }}`;

/** What is typed, in which item, and what the customer reads; undefined if nothing may go out. */
const EXPRESSIONS: Array<[typed: string, item: IDataObject, text?: string]> = [
	// English, as a shop's order has it
	[
		"={{ 'Dear ' + $json.body.customer.first_name + ', order ' + $json.body.name }}",
		SHOP,
		'Dear Ana, order #1001',
	],
	["={{ 'Dear ' + $json.body.customer.name }}", SHOP],
	["={{ 'Dear ' + $json.body.shipping_address.company }}", SHOP],
	["={{ 'Dear ' + ($json.name || 'customer') }}", { name: '#N/A' }],
	["={{ 'You wrote: ' + ($json.say || '-') }}", { say: 'Why #N/A?' }, 'You wrote: Why #N/A?'],
	["={{ 'Note: ' + $json.body.customer.note }}", SHOP, 'Note: Please ring twice, null problem!'],
	['=Note: {{ $json.body.customer.note }}', SHOP, 'Note: Please ring twice, null problem!'],
	[
		"={{ 'Thanks for ' + $json.body.line_items.map((item) => item.title).join(', ') }}",
		SHOP,
		'Thanks for Lamp, Undefined (LP)',
	],
	[
		"={{ 'From ' + $json.body.line_items.map((item) => item.vendor ?? undefined).map(String).join(', ') }}",
		SHOP,
	],
	[
		"={{ $json.body.line_items.map((item) => item.quantity + ' x ' + item.colour).join(', ') }}",
		SHOP,
	],
	["={{ 'Saving: ' + $json.body.discount_codes[0].amount }}", SHOP],
	["={{ 'USD ' + $json.body.subtotal * 2 }}", SHOP],
	[
		"={{ 'USD ' + ($json.body.total_price / $json.body.line_items.length).toFixed(2) }}",
		SHOP,
		'USD 33.95',
	],
	["={{ 'Tracking: ' + JSON.stringify($json.body.fulfillment) }}", SHOP],
	["={{ 'Shipped to ' + $json.body.shipping_address }}", SHOP],
	["={{ 'On ' + $json.body.shipping_date?.toDateTime().toFormat('d LLLL') }}", SHOP],
	[
		"={{ (($json.body.customer.first_name != null ? $json.body.customer.first_name + ' ' : '') + $json.body.customer.middle_name) }}",
		SHOP,
	],
	[
		"={{ $json.body.customer.last_name.replace(/'/g, '’') != null ? $json.body.customer.first_name + ' ' + $json.body.note : '' }}",
		SHOP,
	],
	["={{ /* it's fine */ $json.body.customer.first_name + ' ' + $json.body.note }}", SHOP],
	["={{ $json.body.vat ?? 'null euros of tax' }}", SHOP, 'null euros of tax'],
	[
		"={{ 'https://shop.example/?gift=true&order=' + $json.body.name.slice(1) }}",
		SHOP,
		'https://shop.example/?gift=true&order=1001',
	],
	["={{ 'https://shop.example/?of=' + encodeURIComponent($json.body.email) }}", SHOP],
	['={{ $json.body.customer.first_name }} {{ $json.body.customer.last_name }}', SHOP],
	[
		"={{ $json.body.customer.first_name }} {{ $json.body.customer.last_name || '' }}!",
		SHOP,
		'Ana !',
	],
	['=Your code is {{ $json.body.customer.last_name }}.', SHOP],
	[
		"={{ $('Start').item.json.body.customer.first_name + ': ' + $input.first().json.body.customer.note }}",
		SHOP,
		'Ana: Please ring twice, null problem!',
	],
	["={{ 'Dear ' + $('Start').item.json.body.note }}", SHOP],
	["={{ 'Dear ' + $('Start').first().json['body'].customer['middle name'] }}", SHOP],
	[
		"={{ ((order) => 'For ' + order.customer.first_name + ': ' + order.customer.note)($json.body) }}",
		SHOP,
		'For Ana: Please ring twice, null problem!',
	],
	["={{ (({ customer }) => 'Dear ' + customer.title)($json.body) }}", SHOP],
	// Odoo, in German, French and Swedish
	['=Wir liefern am {{ $json.commitment_date }}', ODOO],
	['={{ $json.commitment_date }}', ODOO],
	["=Firma: {{ $json.is_company ? 'ja' : 'nein' }}", ODOO, 'Firma: ja'],
	["={{ 'Référence ' + ($json.ref || 'inconnue') }}", ODOO, 'Référence inconnue'],
	['={{ `Votre référence : ${$json.ref}` }}', ODOO],
	[
		"={{ 'Hej ' + $json.name + ', din order ' + $json.id }}",
		ODOO,
		'Hej Bo Lindqvist, din order 42',
	],
	["={{ 'Hej ' + $json.partner[1] + ', ' + $json.partner[2] }}", ODOO],
	[
		"={{ 'heute null Versandkosten, ' + $json.name }}",
		ODOO,
		'heute null Versandkosten, Bo Lindqvist',
	],
	["={{ 'Versand: ' + ($json.shipping ?? 'null') + ' Euro' }}", ODOO],
	["={{ 'Danke, ' + $json.name.split(' ')[2] }}", ODOO],
	["={{ ['Danke', $json.name, $json.email].join(', ') }}", ODOO],
	[
		"={{ ['Danke', $json.name, $json.nickname].filter(Boolean).join(', ') }}",
		ODOO,
		'Danke, Bo Lindqvist',
	],
	// A sheet, in French and Spanish
	["={{ 'Bonjour ' + $json.name }}", SHEET, 'Bonjour Chloé'],
	["={{ 'Bonjour ' + $json.nom }}", SHEET],
	["={{ 'Montant : ' + $json.amount }}", SHEET],
	['=Échéance : {{ $json.due }}', SHEET, 'Échéance : 46360'],
	['={{ $json.status }}', SHEET],
	["={{ 'État : ' + $json.status }}", SHEET],
	["={{ 'Dijiste: ' + $json.say }}", SHEET, 'Dijiste: I wrote undefined, and it is null'],
	[
		"={{ 'Dijiste: ' + $json.say.toUpperCase() }}",
		SHEET,
		'Dijiste: I WROTE UNDEFINED, AND IT IS NULL',
	],
	['={{ $json.say }}', SHEET, 'I wrote undefined, and it is null'],
	[
		"={{ `Dijiste: ${$('Start').all()[0].json.say}` }}",
		SHEET,
		'Dijiste: I wrote undefined, and it is null',
	],
	["={{ 'Importe: ' + parseFloat($json.amount) + ' €' }}", SHEET],
	["={{ 'Importe: ' + ($json.amount || 'pendiente') }}", SHEET, 'Importe: pendiente'],
	['=Ciudad: {{ $json.city }}.', SHEET],
	['=Ciudad: {{ $json.city.trim() ?? "" }}.', SHEET],
	['=Ciudad: {{ $json.city.trim() || "" }}.', SHEET, 'Ciudad: .'],
	["={{ 'Vence el ' + DateTime.fromISO($json.fecha).toFormat('d LLLL') }}", SHEET],
	[
		"={{ 'Vence el ' + DateTime.fromISO('2026-12-04').setLocale('es').toFormat('d LLLL') }}",
		SHEET,
		'Vence el 4 diciembre',
	],
	// A moment, of which nothing makes the first of 1970
	...['', null, ' ', undefined].flatMap((day): Array<[string, IDataObject]> => [
		[
			"={{ DateTime.fromMillis(Number($json.day), { zone: 'utc' }).toFormat('d LLLL yyyy') }}",
			{ day },
		],
		["={{ 'Em ' + DateTime.fromSeconds(+$json.day).toFormat('yyyy') }}", { day }],
		['=Depuis le {{ new Date(Number($json.day)).toISOString().slice(0, 10) }}', { day }],
	]),
	[
		"={{ DateTime.fromMillis(Number($json.day), { zone: 'utc' }).toFormat('d LLLL yyyy') }}",
		{ day: '1796428800000' },
		'5 December 2026',
	],
	// Numbers in languages that have a word for none
	...['ru', 'fi', 'fa', 'zh-TW', 'ar', 'uz'].map((language): [string, IDataObject] => [
		`=${LOCALE(language)}`,
		SHOP,
	]),
	["={{ 'это не число, ' + $json.name }}", SHEET, 'это не число, Chloé'],
];

/** A row of a CRM with gaps. */
const CRM: IDataObject = {
	first: 'ana',
	last: null,
	title: '',
	company: ' ',
	street: 'Rue 1',
	street2: '',
	city: 'Nantes',
	vip: false,
	price: '19.90',
	discount: '',
	count: 0,
	id: 576461413038785752,
	ids: [5, null],
	due: '2026-12-05',
	paid: 'false',
	stage: 'won',
	problem: 'the date is null',
	rate: '#DIV/0!',
	note: "It's true: 50% off, or null || void",
	words: { de: 'Hallo', fr: null },
	output: 'Yes, that is **true**: we ship on Monday.',
	products: [
		{ title: 'Infinity Pool ticket', quantity: 2 },
		{ title: 'TWS true wireless earbuds', quantity: 1 },
	],
	none: [],
	lang: 'pt',
	time: '14:30',
	written: '05/12/2026',
	'first name': 'Ana',
	'last name': '',
};

/** What an expression reads has to be there, unless the expression says what happens then. */
const READS: Array<[code: string, text?: string]> = [
	// English
	["($json.first + ' ' + $json.last).toTitleCase()"],
	["[$json.first, $json.last].filter(Boolean).join(' ').toTitleCase()", 'Ana'],
	["'Dear ' + $json.title"],
	["'Dear ' + ($json.title || 'customer')", 'Dear customer'],
	["'You owe us ' + ($json.discount * 2).toFixed(2)"],
	["'You owe us ' + ($json.price * 2).toFixed(2)", 'You owe us 39.80'],
	["'Order ' + $json.id"],
	["'Order ' + BigInt($json.id)"],
	["'Ends on ' + $now.plus({ days: $json.discount }).year"],
	[
		"$('Start').all().map((item) => item.json.products[0].title).join(', ')",
		'Infinity Pool ticket',
	],
	[
		"$items('Start').map((item) => item.json.note).join(', ')",
		"It's true: 50% off, or null || void",
	],
	["$item(0).$node['Start'].json.note.toUpperCase()", "IT'S TRUE: 50% OFF, OR NULL || VOID"],
	["'Dear ' + $item(0).$node['Start'].json.last"],
	// German
	["'Guten Tag ' + $json.company"],
	["`Guten Tag ${$json.company.trim() || 'zusammen'}`", 'Guten Tag zusammen'],
	["'Rabatt: ' + $json.rate"],
	["$json.words.fr + '!'"],
	["('0000' + $json.last).slice(-4)"],
	["('0000' + ($json.last ?? '7')).slice(-4)", '0007'],
	["$json.paid === 'true' ? 'Bezahlt' : 'Offen'", 'Offen'],
	// French
	["[$json.street, $json.street2, $json.city].compact().join(', ')", 'Rue 1, Nantes'],
	["'Le ' + DateTime.fromISO($json.due).toFormat('dd.LL.yyyy')", 'Le 05.12.2026'],
	["'Le ' + DateTime.fromISO($json.stage).toFormat('dd.LL.yyyy')"],
	["'Le ' + DateTime.fromISO($json.last).toFormat('dd.LL.yyyy')"],
	["$json.note.replace(/'/g, '’')", 'It’s true: 50% off, or null || void'],
	["$json.title.replace(/'/g, '’')"],
	["$json.title.replace(/'/g, '’') || 'Bonjour'", 'Bonjour'],
	// Spanish
	["'Hola ' + $json.nombre"],
	['`Hola ${$json.first} ${$json.last}`'],
	["'Cliente VIP: ' + $json.vip"],
	["'https://tienda.example/pedido?id=' + $json.last"],
	["'https://tienda.example/pedido?id=' + $json.street2.trim()"],
	[
		"'https://tienda.example/pedido?x=1&&y=2&id=' + $json.count",
		'https://tienda.example/pedido?x=1&&y=2&id=0',
	],
	["$ifEmpty($json.title, 'cliente')", 'cliente'],
	// Portuguese
	[
		"'Itens: ' + $json.products.map(({ title, quantity }) => `${quantity} x ${title}`).join('; ')",
		'Itens: 2 x Infinity Pool ticket; 1 x TWS true wireless earbuds',
	],
	["'Itens: ' + $json.products.map(({ name }) => `${name}`).join('; ')"],
	["'Nota: ' + $json['note']", "Nota: It's true: 50% off, or null || void"],
	["'Empresa: ' + $json?.['company']"],
	// Swedish
	["'Hej ' + $('Start').item.json.first", 'Hej ana'],
	["'Hej ' + $('Start').item.json.last"],
	["'Hej ' + ($('Start').item.json.last ?? 'du')", 'Hej du'],
	["$input.first().json.title.concat('!')"],
	["'Pris: ' + Number($json.discount).toLocaleString('sv') + ' kr'"],
	// What the code itself says
	["['no', 'yes'][Number($json.vip)]", 'no'],
	["$json.count + ':' + ($json.last ?? '00')", '0:00'],
	["$json.none.reduce((sum, one) => sum + one.total, 0) + ' €'", '0 €'],
	["Math.max(10, $json.last ?? 0) + ' €'", '10 €'],
	// A date that n8n would guess, and texts beside it
	["$json.due.toDateTime().setLocale($json.lang).toFormat('d LLLL')", '5 dezembro'],
	["($json.due + 'T' + $json.time).toDateTime().toFormat('d.M. HH:mm')", '5.12. 14:30'],
	[
		"(() => { try { return $json.written.toDateTime().toFormat('d LLLL') } catch { return 'x' } })()",
	],
	// A name with a space, and what may be null
	["'Dear ' + $json.first + ' ' + $json['last name']"],
	["'Dear ' + $json['first name']", 'Dear Ana'],
	["'Dear ' + ($json['last name']?.trim() ?? '') + '!'", 'Dear !'],
	["'Dear ' + ($json['last name'] ?? 'customer')"],
	// A condition speaks for what stands in the same brackets
	["'Dear ' + $json.title + ', ' + $json.count + ($json.count === 1 ? ' item' : ' items')"],
	[
		"'Dear ' + $json.first + ', ' + $json.count + ($json.count === 1 ? ' item' : ' items')",
		'Dear ana, 0 items',
	],
	['($json.discount * ($json.vip ? 1.07 : 1.19)).toFixed(2)'],
	['($json.price * ($json.vip ? 1.07 : 1.19)).toFixed(2)', '23.68'],
	["$now.plus({ days: $json.discount }).toFormat('dd.LL.yyyy') + ($json.vip ? ' (VIP)' : '')"],
	["`Dear ${$json.title} ${$json.last || 'customer'}`"],
	["(() => { if ($json.vip) return 'VIP'; return $json.title || 'none' })()", 'none'],
	// What is not chosen may be missing
	["$json.vip ? 'Dear ' + $json.title : 'Dear ' + $json.first", 'Dear ana'],
	["$json.count ? 'Dear ' + $json.first : 'Dear ' + $json.title"],
	["'Dear ' + ($json.title || $json.last)"],
	["($json.first + ' ' + $json.title).trim() || 'customer'", 'ana'],
	// What a function is given is not known outside of it
	["$json.ids.map((one) => (one || $json.count || $json.title)).join('')"],
	["$json.ids.map((one) => (one || $json.count || $json.first)).join(' ')", '5 ana'],
	// Whether there is something, `??` asks of null alone
	["'Dear ' + ($json.title ?? 'customer')"],
	["'Dear ' + ($json.last ?? 'customer')", 'Dear customer'],
	["'Dear ' + ($json.vip ?? 'customer')"],
	["`Dear ${$json.vip && 'VIP '}${$json.first}`"],
	// An empty list is nothing to tell of
	["'Products: ' + $json.none.map(({ title }) => title).join(', ')"],
	["'Products: ' + ($json.none.map(({ title }) => title).join(', ') || 'none')", 'Products: none'],
	["'You have ' + $json.none.length + ' products'", 'You have 0 products'],
	// Another node's item
	...['all()[$itemIndex]', 'itemMatching($itemIndex)', 'first(0)', 'last(0, 0)'].flatMap(
		(item): typeof READS => [
			[`'Dear ' + $('Start').${item}.json.title`],
			[`$('Start').${item}.json.problem.trim()`, 'the date is null'],
		],
	),
	// A dollar sign in a text reads nothing
	['`Total: $${$json.price}`', 'Total: $19.90'],
	["'Price in $CAD: ' + $json.price", 'Price in $CAD: 19.90'],
	["'Hi $name'.replace('$name', $json.first)", 'Hi ana'],
	['"Hi $name".replace(/\\$name/g, $json.first) /* $name */', 'Hi ana'],
	["'Price in $CAD: ' + $json.discount"],
];

/** What may stand beside another text. */
const BESIDE: Array<[typed: string, text?: string]> = [
	['Code: {{ $json.title.replaceAll(" ", "") }}'],
	["Code: {{ $json.none.join('') }}"],
	["Code: {{ $json.title?.trim() || '' }}", 'Code: '],
	["Code: {{ $json.stage.replaceAll(' ', '') }}", 'Code: won'],
	['Paid: {{ $json.paid }}.'],
	['Rate: {{ $json.rate }}.'],
	["A{{ $json.title ? ', ' : ' ' }}B", 'A B'],
	["Products: {{ $json.products.map((one) => (one.gift ? 'gift' : '')).join('') }}", 'Products: '],
	["Products: {{ $json.none.map((one) => (one.gift ? 'gift' : '')).join('') }}"],
];

EXPRESSIONS.push(
	...READS.map(([code, text]): (typeof EXPRESSIONS)[0] => [`={{ ${code} }}`, CRM, text]),
	...BESIDE.map(([typed, text]): (typeof EXPRESSIONS)[0] => [`=${typed}`, CRM, text]),
	// Without the words for nothing that stand in it, the text is no JSON.
	["={{ 'Dear ' + JSON.parse($json.raw).nick }}", { raw: '{"vip":null}' }],
	// The code says itself what an empty date looks like.
	[
		"={{ $json.day.startsWith('0001') ? 'Soon' : 'On ' + $json.day }}",
		{ day: '0001-01-01' },
		'Soon',
	],
	['Hello $json.first', CRM],
	["=Hello $('Start').item.json.first", CRM],
);

test.each(EXPRESSIONS.map((row) => ({ row, typed: row[0] })))(
	'$typed',
	async ({ row: [text, item, sent] }) => {
		const { error } = await scene.run(
			{ ...OPERATIONS['message.sendText'], customerId: '5001', text },
			[item],
		);

		expect(scene.sandbox.accepted.map(({ content }) => content.body)).toEqual(
			sent === undefined ? [] : [sent],
		);
		if (sent === undefined)
			expect(error?.message).toMatch(
				/^'Text': (\{\{ .+ \}\} (reads|gives|fails|cannot read|would guess)|'.*' has \$json)|^'Text' is false/,
			);
	},
);

test.each([
	"={{ 'Dear ' + $('Start').first().name }}",
	"={{ 'Dear ' + $('Start').all()[0].name }}",
])('%s is refused without that name, if n8n gives the JSON of items alone', async (text) => {
	const parameters = { ...OPERATIONS['message.sendText'], customerId: '5001', text };
	const settings = { executionOrder: 'v1', binaryMode: 'combined' } as const;
	const workflow = { ...messagingWorkflow(parameters, continuing), settings };
	await scene.runWorkflow(workflow, [{ name: '' }, { name: 'Ben' }]);
	await scene.runWorkflow(workflow, [{ name: 'Ana' }]);
	expect(scene.sandbox.accepted.map(({ content }) => content.body)).toEqual(['Dear Ana']);
});

test('what a text lacks is found although a key, which reads the same list, does not need it', async () => {
	const text = "={{ $('Start').all().map((one) => Object.values(one.json).join(' ')).join(', ') }}";
	const parameters = { ...OPERATIONS['message.sendText'], customerId: '5001', text };
	const { error } = await scene.run({ ...parameters, messageKey: text }, [
		{ name: 'Ana', title: '' },
	]);
	expect(error?.message).toMatch(/^'Text': .* reads \$\('Start'\)\.all\(\)\[0\]\.json\.title/);
	expect(scene.sandbox.accepted).toEqual([]);
});
