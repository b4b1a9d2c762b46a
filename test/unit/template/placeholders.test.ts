import * as fc from 'fast-check';

import {
	fillVariables,
	variablesOf,
	variablesWithButtonsApart,
} from '../../../nodes/CustomerMessaging/template/placeholders';

const template = {
	body: 'Hello {{10}}, {{first name}}, {{ 2 }} and {{2}}',
	header: { type: 'text', value: '{{1}} {{2}}' },
	buttons: [{ id: 1, type: 'url', title: 'Track', value: 'https://example.com/{{3}}/{{2}}' }],
	attributes: [{ attribute: ' 2 ' }, { attribute: 2 }, { attribute: '1' }, { attribute: '7' }],
};

test('the variables are those declared in their order, then those that only a text uses', () => {
	const ids = ['2', '1', '7', '10', 'first name', '3'];
	expect(variablesOf(template).map(({ id }) => id)).toEqual(ids);
});

test('with the buttons apart, one that stands in text and button is there twice', () => {
	const ids = ['2', '1', '7', '10', 'first name', 'button 2', 'button 3'];
	expect(variablesWithButtonsApart(template).map(({ id }) => id)).toEqual(ids);
});

const button = (value: string, title = 'Confirm') => ({ buttons: [{ title, value }] });

/** The label of the first variable but 0. */
const labelIn = (template: object): string =>
	variablesOf(template as never).find(({ id }) => id !== '0')!.label;

test.each<[label: string, template: object]>([
	// Whole words of the same sentence.
	['3: …deliver it on ___', { body: 'Thank you for your order. We will deliver it on {{3}}.' }],
	['1: We deliver on ___', { body: 'Thank you! We deliver on {{1}}. Bye!' }],
	['1: Hello ___, thank you', { body: 'Hello {{1}}, thank you for your order.' }],
	['1: by ___', { body: 'Hello,\nWe come\nby {{1}}.\nSee you!' }],
	['1: Order no. ___ is here', { body: 'Order no. {{1}} is here' }],
	['1: …Lisbon and Paris ___', { body: 'From  Lisbon \t and Paris\u00a0{{1}}   Rome' }],
	['first \t name_: Hi ___', { body: 'Hi {{first \t name_}}, hello' }],
	// Up to the next variable on each side.
	['1: …see you on ___ at', { body: 'Hello {{0}}, see you on {{1}} at {{2}}.' }],
	['1: …at ___', { body: 'On {{0}} at {{ 1 }}{{2}} again' }],
	['1: Your code (___ or', { body: 'Your code ({{1}} or ({{0}})' }],
	// What a hyphen, a colon or the like joins is one word.
	['1: ___, see you', { body: 'your E-Mail-Zustelladressen {{1}}, see you!' }],
	['customer_name', { body: 'A&Bars {{customer_name}} (12:30)' }],
	// If the nearest word does not fit, the name alone.
	['customer_name: Hello ___', { body: 'Hello {{customer_name}}, welcome' }],
	['customer_names', { body: 'Hello {{customer_names}}, welcome' }],
	['the_name_of_the_customer_in_full', { body: 'Hello {{the_name_of_the_customer_in_full}}' }],
	['1', { body: '🥳🥳🥳🥳🥳 {{1}} 🥳🥳🥳🥳🥳' }],
	// Other places.
	['1 (header): Order ___ is', { header: { type: 'text', value: 'Order {{1}} is here' } }],
	['4 (button): ___/confirm', button('https://clinic.example/appointments/{{4}}/confirm')],
	['1 (button): …orders/___', button('https://clinic.example/my/orders/{{1}}')],
	['1 (button): id=___&to', button('https://clinic.example/?id={{1}}&to=clinic')],
	['1 (button): …/___', button('https://clinic.example:8080/{{1}}')],
	['1 (button): …/___', button('https://clinic.example/{{1}}/')],
	['order (button): …/___', button('https://clinic.example/{{order}}')],
	['order_number (button)', button('https://clinic.example/{{order_number}}')],
	['1 (button)', button('https://{{1}}.clinic.example/')],
	['1 (button): Track ___', button('', 'Track {{1}}')],
	// WhatsApp's marks are left out.
	['3: …for ___ is attached', { body: 'your invoice {{0}} for *{{3}}* is attached.' }],
	['1: Your new_code: ___', { body: '> _Your new_code:_ ~*{{1}}*~ ```do_not_share```' }],
	// Languages.
	[
		'1: 张先生，您的订单___已发货，请注意查收',
		{ body: '您好！张先生，您的订单{{1}}已发货，请注意查收快递。' },
	],
	[
		'1: …您，您在我们商店购买的商品订单 ___',
		{ body: '我们很高兴地通知您，您在我们商店购买的商品订单 {{1}}' },
	],
	['1: …รหัสของคุณคือ ___', { body: 'สวัสดีค่ะ ขอบคุณที่สั่งซื้อ รหัสของคุณคือ {{1}}' }],
	[
		'1: ご注文番号 ___ を発送しました',
		{ body: 'ありがとうございます。ご注文番号 {{1}} を発送しました。' },
	],
	['2: …تم شحن طلبك رقم ___', { body: 'مرحباً {{0}}، تم شحن طلبك رقم {{2}} وسيصل يوم {{3}}.' }],
	['1: ___ liegt bereit', { body: 'Ihre Jahresversicherungspolice {{1}} liegt bereit.' }],
	['1', { body: 'Ihre Jahresversicherungspolice {{1}} Kraftfahrzeugzulassung' }],
	// Of several places, the first.
	[
		'1: Hello ___, thank you',
		{ body: 'Hello {{1}}, thank you', ...button('https://a.example/{{1}}') },
	],
	['Variable 1', { attributes: [{ attribute: '1' }] }],
])('the label %j has whole words around the blank', (label, template) => {
	expect(labelIn(template)).toBe(label);
});

test('whatever the text, a label is no longer than n8n shows, and has no part of a word', () => {
	const words =
		'Hello order Straße größte naïve заказ мой مرحباً طلبك 12:30 E-Mail {{0}} 1.500,00 ?'.split(' ');
	const texts = fc.array(fc.constantFrom(...words), { maxLength: 9 });
	fc.assert(
		fc.property(texts, texts, (before, after) => {
			const label = labelIn({ body: [...before, '{{1}}', ...after].join(' ') });
			expect(label.length).toBeLessThanOrEqual(24);
			const shown = label.replace(/^1(: …?)?/, '').split(' ');
			expect([...words, '___', '']).toEqual(expect.arrayContaining(shown));
		}),
	);
});

test('with the buttons apart, the label says which are theirs', () => {
	const labels = variablesWithButtonsApart({
		body: 'Hello {{1}}',
		...button('https://clinic.example/{{1}}/confirm'),
	});
	expect(labels.map(({ label }) => label)).toEqual(['1: Hello ___', '1 (button): ___/confirm']);
});

test('each variable that has a value is filled, once, and the others stay as they are', () => {
	expect(fillVariables('{{1}} {{2}} {{1}} {{10}}', { 1: '{{2}} $& $1', 10: '{{1}}' })).toBe(
		'{{2}} $& $1 {{2}} {{2}} $& $1 {{1}}',
	);
	expect(fillVariables('{{1}}', Object.create({ 1: 'inherited' }) as Record<string, string>)).toBe(
		'{{1}}',
	);
	fc.assert(
		fc.property(fc.string(), fc.string(), fc.string(), (before, value, after) => {
			fc.pre(!/[{}]/.test(before + after));
			expect(fillVariables(`${before}{{1}}${after}`, { 1: value })).toBe(before + value + after);
		}),
	);
});
