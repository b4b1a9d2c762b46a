import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../../dev/sandbox/sandbox';
import { received } from '../../support/received';
import { answering, useScene } from '../../support/scene';
import { chosen, errorOf, findTemplates } from './editor';

const scene = useScene();

const serve = (fault: Fault) => scene.sandbox.faults.add({ operation: 'template.getAll', fault });
const serveList = (body: unknown) => serve(answering(200, body));

const names = async (typed?: string, parameters: IDataObject = {}) =>
	(await findTemplates(scene, typed, { parameters })).results.map(({ name }) => name);
const ids = async (typed?: string) =>
	(await findTemplates(scene, typed)).results.map(({ value }) => value);

const asked = () => scene.sandbox.requests.map(({ operation }) => operation);

describe('the list of templates', () => {
	test('shows all by name, header type, the beginning of the text and ID, and last those that cannot be sent, with their status', async () => {
		expect(await names(undefined, { channelId: chosen('12') })).toEqual([
			'appointment_question · Hello {{1}}, we have you down for {{2}} at {{3}}. … · 119',
			'appointment_reminder · Hello {{1}}, see you on {{2}} at {{3}}. · 106',
			'birthday_emoji · Dear {{1}}, today is your day 🥳 Your gift: {{2}} … · 111',
			'button_variable_only · How did we do? Your opinion helps us improve. · 109',
			'delivery_time · Hello {{1}}, your order {{2}} is packed. · 114',
			'header_variable_only · We have received your question and will answer wit… · 108',
			'how_to_video · [video] · Here is how to set up your {{1}}. · 104',
			'how_was_it · Hello {{1}}, we hope that we could help. How was i… · 115',
			'invoice · [document] · Dear {{1}}, your invoice {{2}} for *{{3}}* is atta… · 103',
			'new_collection · [image] · Hello {{1}}, the new collection is here. Members g… · 102',
			'newsletter_longest_body · Hello {{1}}, here is this month at a glance. Membe… · 112',
			'opening_hours · Our offices are open Monday to Friday, 9:00 to 17:… · 105',
			'order_confirmation · Hello {{2}}, thank you for your order. We will del… · 101',
			'order_ready · Hello {{customer_name}}, your order {{order}} is r… · 118',
			'order_shipped_arabic · \u2068مرحباً {{1}}، تم شحن طلبك رقم {{2}} وسيصل يوم {{3}…\u2069 · 110',
			'parcel_with_numbering_gap · Parcel {{1}} is waiting for you at {{3}}. · 107',
			'voice_note · [audio] · A short message for you, {{1}}. · 113',
			'win_a_prize · rejected · You have won, {{1}}! Call us now. · 117',
			'winter_sale · pending · Hello {{1}}, the winter sale begins on {{2}}. · 116',
		]);
		expect(received(scene.sandbox)).toEqual([
			{
				method: 'GET',
				path: '/stable/open/whatsapp/get-template-list',
				query: { api_key: scene.sandbox.apiKey, platform_id: '12' },
			},
		]);
	});

	test.each([
		['Order Confirmation', ['101']],
		['order_c', ['101']],
		['THANK YOU for your', ['101']],
		['new collection', ['102']],
		[' 104 ', ['104']],
		['مرحبا', ['110']],
		['AUDIO', ['113']],
		['winter', ['116']],
	])(
		'what is typed (%j) narrows it by name, ID, kind of header or text',
		async (typed, expected) => {
			expect((await ids(typed)).sort()).toEqual(expected.sort());
			expect(asked()).toEqual(['template.getAll']);
		},
	);

	test('says what to do where nothing is found', async () => {
		expect(await findTemplates(scene, 'weather')).toEqual({
			results: [{ name: 'Not found: type its name, text or whole ID', value: false }],
		});
	});

	test('has equal, empty and right-to-left names, and takes no notice of IDs that have lost digits', async () => {
		serveList([
			{ id: 4, name: 'sale', body: 'Two' },
			{ id: 3, name: 'sale', body: 'Two' },
			{ id: '12', name: '', body: 'No name', header: '' },
			{ id: 1e17, name: 'lost', body: 'x' },
			{ id: 5, body: 'Odd', name: null, status: ' Approved ' },
			{ id: ' 6 ', name: 'تخفيضات', body: 'عرض', status: null },
			{ id: 7, name: 'a', body: 'x', status: 'PAUSED by Meta' },
			null,
		]);
		expect(await names()).toEqual([
			'No name · 12',
			'Odd · 5',
			'sale · Two · 3',
			'sale · Two · 4',
			'\u2068تخفيضات\u2069 · \u2068عرض\u2069 · 6',
			'a · paused by meta · x · 7',
		]);
	});

	test('may have a template in it of which nothing is known but its name', async () => {
		serveList([
			{ id: 3, name: 'login_code', body: null, header: null, attributes: null },
			{ id: 4, name: 'sale', body: 'Two' },
		]);
		expect(await ids()).toEqual(['3', '4']);
	});

	test('may have other templates only: a whole number is looked up once', async () => {
		serveList([{ id: 4123456789, name: 'sale', body: 'Two' }]);
		scene.sandbox.faults.add({
			operation: 'template.get',
			fault: answering(200, { name: 'sale', body: 'Two' }),
		});
		expect(await ids('12345678901234567890')).toEqual(['12345678901234567890']);
		expect(asked()).toEqual(['template.getAll', 'template.get']);
		expect(await ids('123')).toEqual(['123', '4123456789']);
	});

	test('stays where a look-up fails', async () => {
		scene.sandbox.faults.add({ operation: 'template.get', fault: answering(500) });
		expect(await ids('11')).toContain('111');
	});
});

describe('a service without the list has the look-up by ID, without an error', () => {
	test.each<[string, Fault]>([
		['404', answering(404, { detail: 'Not found.' })],
		['200 with a page', { kind: 'html' }],
		['200 with an object', answering(200, { count: 0, results: [] })],
		['a list of channels', answering(200, [{ id: 11, title: 'Webshop', number: '+12025550110' }])],
	])('%s', async (_answer, fault) => {
		serve(fault);
		expect(await names('101')).toEqual([
			'order_confirmation · Hello {{2}}, thank you for your order. We will del… · 101',
		]);
		for (const typed of ['order', undefined])
			expect(await names(typed)).toEqual(["Type a template's whole ID into the search above"]);
	});
});

test('a look-up by ID that gives no template says why, where there is no list', async () => {
	serve(answering(404, { detail: 'Not found.' }));
	scene.sandbox.faults.add({ operation: 'template.get', fault: { kind: 'html' } });
	const error = await errorOf(findTemplates(scene, '101'));
	expect(error.message).toContain('a web page instead of JSON');
});

test('a list that fails says why', async () => {
	serve(answering(503));
	const error = await errorOf(findTemplates(scene, '101'));
	expect(error.message).toMatch(/^The service failed with status 503/);
	expect(error.description).toBe("Check the service's status.");
});
