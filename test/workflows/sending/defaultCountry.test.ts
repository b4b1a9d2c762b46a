import { recipientOf } from '../../../dev/sandbox/receivedRequest';
import { outputOf, useScene } from '../../support/scene';
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
		expect(outputOf(execution).map(({ recipient }) => recipient)).toEqual(numbers);
	},
);

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

test('each item has its own country, by its letters or its name; one with a plus sign needs none', async () => {
	const rows = [
		['612 34 56 78', 'ES', NUMBER],
		['0170 1234567', ' de ', '+491701234567'],
		['07700 900126', 'United Kingdom (UK)', '+447700900126'],
		['+1 202 555 0123', '', '+12025550123'],
		['+1 202 555 0124', 'nowhere', '+12025550124'],
	] as const;
	const items = rows.map(([phone, country]) => ({ mark: 'message', recipient: phone, country }));
	const execution = await scene.run({ ...template.parameters(BY_ITEM), simplify: true }, items);

	expect(outputOf(execution).map(({ recipient }) => recipient)).toEqual(
		rows.map(([, , number]) => number),
	);
});

test.each([
	['612 34 56 78', 'DE', "'612 34 56 78' has no 0 in front"],
	['612 34 56 78', 'EU', "'Default Country' under 'Options' is 'EU'"],
	['612 34 56 78', '', "'Default Country': {{ $json.country }} gives nothing for this item"],
])('%s with %j is refused, and the others are sent', async (phone, country, error) => {
	const items = [
		{ mark: 'message', recipient: phone, country },
		{ mark: 'message', recipient: '612 34 56 78', country: 'ES' },
	];
	const execution = await scene.run(template.parameters(BY_ITEM), items, {
		onError: 'continueRegularOutput',
	});

	expect(outputOf(execution)[0]!.error).toContain(error);
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
		"'Test Recipient' '…3456' has no plus sign and country code",
	);

	expect(recipients()).toEqual(['+34699123456']);
});

test('a key knows the number that was used, however it was written', async () => {
	const parameters = { ...template.parameters(SPAIN), messageKey: 'november-sale' };
	const items = ['612 34 56 78', NUMBER].map((one) => template.item('message', one));
	const execution = await scene.run(parameters, items);
	expect(outputOf(execution).map(({ reason }) => reason)).toEqual([undefined, 'sameKey']);
	const again = await scene.run({ ...parameters, options: {} }, [items[1]!]);
	expect(outputOf(again)[0]!.reason).toBe('alreadySent');
	expect(recipients()).toEqual([NUMBER]);
});

test.each([
	['612 34 56 78', NUMBER],
	['12', ''],
	['', ''],
])(
	'a preview for %j shows the number that would be used, or none',
	async (customerPhone, shown) => {
		const parameters = { ...template.parameters(SPAIN), operation: 'preview', customerPhone };
		const execution = await scene.run(parameters, [template.item('message', '')]);

		expect(outputOf(execution)[0]!.recipient).toBe(shown);
	},
);
