import type { IDataObject } from 'n8n-workflow';

import { OPERATIONS } from '../../support/operations';
import { useScene } from '../../support/scene';

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
	['={{ `Dear ${$json.body.customer.phone}` }}', SHOP],
	["={{ 'Note: ' + $json.body.note }}", SHOP],
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
	["={{ 'On ' + new Date($json.body.ships_at) }}", SHOP],
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
	["={{ 'Wir liefern am ' + $json.commitment_date }}", ODOO],
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
	["={{ $json.note.split(': ')[1] + '.' }}", ODOO, 'it is true that the door is green.'],
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
	// Nobody can tell that this is not meant.
	["={{ 'Montant : ' + $json.amount }}", SHEET, 'Montant : '],
	['=Échéance : {{ $json.due }}', SHEET, 'Échéance : 46360'],
	['={{ $json.status }}', SHEET],
	["={{ 'État : ' + $json.status }}", SHEET],
	["={{ 'Tailles : ' + $json.sizes }}", SHEET],
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
	['=Ciudad: {{ $json.city.trim() ?? "" }}.', SHEET, 'Ciudad: .'],
	["={{ 'Vence el ' + DateTime.fromISO($json.fecha).toFormat('d LLLL') }}", SHEET],
	[
		"={{ 'Vence el ' + DateTime.fromISO('2026-12-04').setLocale('es').toFormat('d LLLL') }}",
		SHEET,
		'Vence el 4 diciembre',
	],
	// Numbers in languages that have a word for none
	...['ru', 'fi', 'fa', 'zh-TW', 'ar', 'uz'].map((language): [string, IDataObject] => [
		`=${LOCALE(language)}`,
		SHOP,
	]),
	[
		"={{ Number($json.body.total_price).toLocaleString('ru-RU') + ' ₽' }}",
		SHOP,
		`${(67.9).toLocaleString('ru-RU')} ₽`,
	],
	["={{ 'это не число, ' + $json.name }}", SHEET, 'это не число, Chloé'],
];

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
			expect(error?.message).toMatch(/^'Text': \{\{ .+ \}\} (gives|fails)|^'Text' is false/);
	},
);
