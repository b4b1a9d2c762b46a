import type { IDataObject } from 'n8n-workflow';

import { recipientOf } from '../../../dev/sandbox/receivedRequest';
import { messagingWorkflow, NODE_NAME, retrying, useScene } from '../../support/scene';
import { sends } from '../sends';

const scene = useScene();

const NUMBER = '+34612345678';

const ofTemplates = sends.filter(({ request }) => request.startsWith('template'));

const template = ofTemplates[0]!;

const SPAIN = { defaultCountry: 'ES' };

const recipients = () => scene.sandbox.requests.map(recipientOf);

test.each(ofTemplates)(
	'$operation: national numbers are those of the country, and the output has what was used',
	async (send) => {
		const written = ['612 34 56 78', '+49 170 1234567', '0033 6 12 34 56 78'];
		const numbers = [NUMBER, '+491701234567', '+33612345678'];
		const items = written.map((one) => send.item(one, one));
		const parameters = { ...send.parameters(SPAIN), simplify: true };
		const execution = await scene.run(parameters, items);

		expect(recipients().sort()).toEqual([...numbers].sort());
		expect(execution.items(NODE_NAME).map(({ json }) => json.recipient)).toEqual(numbers);
	},
);

test('a number that a spreadsheet has made a number is taken, and one that may be international is refused', async () => {
	const send = async (recipient: unknown) =>
		await scene.run(template.parameters(SPAIN), [{ mark: 'message', recipient } as IDataObject]);
	expect((await send(612345678)).status).toBe('success');
	expect((await send(34612345678)).error?.message).toContain(
		"'34612345678' has no plus sign, and is not a phone number of the 'Default Country', Spain",
	);
	expect(recipients()).toEqual([NUMBER]);
});

test('without the country, or with one that is not in the list, nothing is sent', async () => {
	const items = [template.item('message', '612 34 56 78')];
	for (const [options, error] of [
		[{}, 'has no plus sign and country code'],
		[{ defaultCountry: '' }, 'has no plus sign and country code'],
		[{ defaultCountry: 'Atlantis' }, "'Default Country' under 'Options' is 'Atlantis'"],
		[{ defaultCountry: 34 }, "'Default Country' under 'Options' is '34'"],
	] as const)
		expect((await scene.run(template.parameters(options), items)).error?.message).toContain(error);
	expect(recipients()).toEqual([]);
});

const BY_ITEM = { defaultCountry: '={{ $json.country }}' };

test('each item has its own country, by its letters or its name in the list; one with a plus sign needs none', async () => {
	const rows = [
		['612 34 56 78', 'ES', NUMBER],
		['0170 1234567', ' de ', '+491701234567'],
		['07700 900123', 'gb', '+447700900123'],
		['07700 900124', 'UK', '+447700900124'],
		['07700 900125', 'united kingdom', '+447700900125'],
		['612 34 56 79', 'Spain', '+34612345679'],
		['612 34 56 80', 'Spain (ES, +34)', '+34612345680'],
		['+1 202 555 0123', '', '+12025550123'],
		['+1 202 555 0124', 'nowhere', '+12025550124'],
	] as const;
	const items = rows.map(([phone, country]) => ({ mark: 'message', recipient: phone, country }));
	const execution = await scene.run({ ...template.parameters(BY_ITEM), simplify: true }, items);

	expect(execution.items(NODE_NAME).map(({ json }) => json.recipient)).toEqual(
		rows.map(([, , number]) => number),
	);
});

test.each([
	['612 34 56 78', 'DE', "'612 34 56 78' has no 0 in front"],
	['612 34 56 78', 'EU', "'Default Country' under 'Options' is 'EU'"],
	['612 34 56 78', '', "'Default Country': {{ $json.country }} gives nothing for this item"],
	['612 34 56 78', null, "'Default Country': {{ $json.country }} gives nothing for this item"],
	['612 34 56 78', 'Catalonia', "'Default Country' under 'Options' is 'Catalonia'"],
	['011 15-2345-6789', 'AR', "'Default Country' under 'Options' is 'AR'"],
])('%s with %j is refused, and the others are sent', async (phone, country, error) => {
	const items = [
		{ mark: 'message', recipient: phone, country },
		{ mark: 'message', recipient: '612 34 56 78', country: 'ES' },
	];
	const execution = await scene.run(template.parameters(BY_ITEM), items, {
		onError: 'continueRegularOutput',
	});

	expect(execution.items(NODE_NAME)[0]!.json.error).toContain(error);
	expect(recipients()).toEqual([NUMBER]);
});

test('a test recipient is read in the same way, but never as a number of an item’s own country', async () => {
	const items = [{ mark: 'message', recipient: '612 34 56 78', country: 'ES' }];
	const send = async (options: object) =>
		await scene.run(
			template.parameters({ ...options, testRecipient: '699 12 34 56' }),
			items,
			{},
			{ mode: 'manual' },
		);
	await send(SPAIN);
	expect((await send(BY_ITEM)).error?.message).toContain(
		"'Test Recipient' '699 12 34 56' has no plus sign and country code",
	);

	expect(recipients()).toEqual(['+34699123456']);
});

test('a key and a retry know the number that was used, however it was written', async () => {
	const parameters = { ...template.parameters(SPAIN), messageKey: 'november-sale' };
	const items = ['612 34 56 78', NUMBER].map((one) => template.item('message', one));
	const execution = await scene.run(parameters, items);
	expect(execution.items(NODE_NAME).map(({ json }) => json.reason)).toEqual([undefined, 'sameKey']);
	const again = await scene.run({ ...parameters, options: {} }, [items[1]!]);
	expect(again.items(NODE_NAME)[0]!.json.reason).toBe('alreadySent');
	expect(recipients()).toEqual([NUMBER]);

	scene.sandbox.reset();
	scene.sandbox.faults.add({
		recipient: '+34699123456',
		times: 2,
		fault: { kind: 'status', status: 400 },
	});
	const two = ['612 34 56 78', '699 12 34 56'].map((one) => template.item('message', one));
	const failed = await scene.run(
		template.parameters({ ...SPAIN, parallelSends: 1 }),
		two,
		retrying(2),
	);
	const workflow = messagingWorkflow({
		...template.parameters(),
		customerPhone: "={{ '+34' + $json.recipient.replaceAll(' ', '') }}",
	});
	expect((await scene.engine.retry(failed, { workflow })).status).toBe('success');
	expect(recipients()).toEqual([NUMBER, ...Array<string>(3).fill('+34699123456')]);
});

test.each([
	['612 34 56 78', { recipient: NUMBER }],
	['+49 170 1234567', { recipient: '+491701234567' }],
	['12', {}],
	['', {}],
])('a preview for %j shows the number that would be used', async (customerPhone, shown) => {
	const parameters = { ...template.parameters(SPAIN), operation: 'preview', customerPhone };
	const execution = await scene.run(parameters, [template.item('message', '')]);

	const { recipient } = execution.items(NODE_NAME)[0]!.json;
	expect(recipient === undefined ? {} : { recipient }).toEqual(shown);
});

const FORMAT =
	'Enter it in international format: a plus sign, the country code and the number, such as +12025550123';

const notOf = (country: string): string =>
	`has no plus sign, and is not a phone number of the 'Default Country', ${country}. Correct it or, if it begins with a country code, put a plus sign in front.`;

const noZero =
	"has no 0 in front, so it may not be a phone number of the 'Default Country', Germany. Put the 0 in front or, for another country, a plus sign and the country code.";

const several = 'has more than one number in it. Leave only one.';

const letters = `has letters in it. ${FORMAT}.`;

const notInternational = `is not an international phone number: behind its country code are too few or too many digits, or a 0 that is dialed only within the country. ${FORMAT}.`;

/** As a CRM exports them: what was typed, the country beside it, and the number or what is wrong with it. */
const CUSTOMERS: Array<[typed: string | number, country: string, numberOrProblem: string]> = [
	['+49 171 3920001', 'DE', '+491713920001'],
	['0171 3920002', 'DE', '+491713920002'],
	['0171/3920003', 'DE', '+491713920003'],
	['0171 / 39 20 004', 'de', '+491713920004'],
	['0171-3920005', 'DE', '+491713920005'],
	['(0171) 3920006', 'DE', '+491713920006'],
	['+49 (0)171 3920007', 'DE', '+491713920007'],
	['0049 171 3920008', 'DE', '+491713920008'],
	["'01713920009", 'DE', '+491713920009'],
	['tel:+49-171-3920010', 'DE', '+491713920010'],
	[1713920011, 'DE', '+491713920011'],
	['1713920012', ' DE ', '+491713920012'],
	['030/23125 013', 'DE', '+493023125013'],
	['(030) 23125-014', 'DE', '+493023125014'],
	['+49.30.23125.015', 'DE', '+493023125015'],
	['\u202a+49 171 3920016\u202c', 'DE', '+491713920016'],
	['171 3920017', 'DE', noZero],
	['491713920018', 'DE', notOf('Germany')],
	['+49 0171 3920019', 'DE', '+491713920019'],
	['0171 3920020 / 030 23125020', 'DE', several],
	['030 23125-021 Durchwahl 5', 'DE', letters],
	['612 34 56 22', 'ES', '+34612345622'],
	['612345623', 'ES', '+34612345623'],
	[612345624, 'ES', '+34612345624'],
	['612-345-625', 'ES', '+34612345625'],
	['612.34.56.26', 'es', '+34612345626'],
	['(612) 345 627', 'ES', '+34612345627'],
	['+34 612 34 56 28', 'ES', '+34612345628'],
	['+34612345629', '', '+34612345629'],
	['0034 612 345 630', 'ES', '+34612345630'],
	["'+34 612 345 631", 'ES', '+34612345631'],
	['tel:612345632', 'ES', '+34612345632'],
	['91 123 45 33', 'ES', '+34911234533'],
	['wa.me/34612345634', 'ES', '+34612345634'],
	['34 612 34 56 35', 'ES', notOf('Spain')],
	['612 34 56 3', 'ES', notOf('Spain')],
	['+34 612 34 56 3', 'ES', notInternational],
	['612345638 y 612345639', 'ES', letters],
	['07700 900039', 'GB', '+447700900039'],
	['07700900040', 'GB', '+447700900040'],
	[7700900041, 'GB', '+447700900041'],
	['+44 7700 900042', 'GB', '+447700900042'],
	['+44 (0) 7700 900043', 'GB', '+447700900043'],
	['(+44) 7700-900-044', 'gb', '+447700900044'],
	['0044 7700 900045', 'GB', '+447700900045'],
	['(020) 7946 0046', 'GB', '+442079460046'],
	['020-7946-0047', 'GB', '+442079460047'],
	["'+447700900048", 'GB', '+447700900048'],
	['+44 07700 900049', 'GB', '+447700900049'],
	['07700 9005', 'GB', notOf('United Kingdom')],
];

test('fifty customers of three countries, as a CRM exports them', async () => {
	expect(CUSTOMERS).toHaveLength(50);
	const items = CUSTOMERS.map(([phone, country]) => ({
		mark: 'message',
		recipient: phone,
		country,
	}));
	const preview = { ...template.parameters(BY_ITEM), operation: 'preview' };
	const execution = await scene.run(preview, items);

	const shown = execution.items(NODE_NAME).map(({ json }, index) => {
		const problem = `'Customer Phone' '${CUSTOMERS[index]![0]}' `;
		return json.recipient ?? String(json.problem).replace(problem, '');
	});
	expect(shown).toEqual(CUSTOMERS.map(([, , numberOrProblem]) => numberOrProblem));
});
