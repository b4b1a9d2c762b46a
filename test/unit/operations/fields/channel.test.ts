import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { readChannelId } from '../../../../nodes/CustomerMessaging/operations/fields/channel';
import { NodeParameters } from '../../../../nodes/CustomerMessaging/operations/nodeParameters';
import type { ReadableService } from '../../../../nodes/CustomerMessaging/operations/operation';
import { FailureError } from '../../../../nodes/CustomerMessaging/transport/failure';
import { objectsOf, type Answer } from '../../../../nodes/CustomerMessaging/delivery/answerPolicy';
import { executeContext, PerItem } from '../../doubles/executeContext';
import { laterRefusalOf } from '../../doubles/refusal';

const CHANNELS: IDataObject[] = [
	{ id: 101, title: 'Shop', number: '+1 202-555-0100' },
	{ id: 102, title: 'Support Desk', number: '+12025550101' },
	{ id: 103, title: 'shop', number: '+12025550102' },
	{ id: 104, title: 'Café Zürich', number: '12025550104' },
	{ id: 105, title: 'متجر الشرق', number: '+1 (202) 555 0105' },
	{ id: 106, title: ' ', number: '' },
	{ id: 107, title: '+++', number: null },
	{ id: 108, title: 'New' },
	{ id: 2025550, title: '007 Agency', number: '' },
	{ id: 12025550106, title: 'Long ID', number: '+12025550107' },
];

/** Reads the field, with a service that has these channels or fails, and counts what it is asked. */
async function read(
	value: unknown,
	{
		itemIndex = 0,
		answer = { ok: true, objects: CHANNELS } as Answer,
		asked = [] as string[],
	} = {},
): Promise<string> {
	const service: ReadableService = {
		address: 'https://service.example.com',
		templateLookup: { platformIdParameter: 'platform_id', templateIdParameter: 'template_id' },
		read: async ({ path }) => {
			asked.push(path);
			return await Promise.resolve(objectsOf(answer));
		},
	};
	return await readChannelId(
		new NodeParameters(executeContext({ parameters: { channelId: value } }).context),
		itemIndex,
		service,
	);
}

test.each(['list', 'id'])(
	'is taken out of a locator in the mode %s, as a string and without asking the service',
	async (mode) => {
		const asked: string[] = [];
		for (const value of ['101', 101, new PerItem([101]), '999999', 0]) {
			expect(await read({ __rl: true, mode, value }, { asked })).toBe(
				value instanceof PerItem ? '101' : String(value),
			);
		}
		expect(asked).toEqual([]);
	},
);

test.each(['', undefined, null, '\u200b'])('is refused where it is %j', async (value) => {
	expect(
		(await laterRefusalOf(async () => await read({ __rl: true, mode: 'id', value }))).message,
	).toBe("'Channel' is empty");
});

test.each([
	['Support Desk', '102'],
	[' support  desk ', '102'],
	['SUPPORT-DESK!', '102'],
	['Cafe Zurich', '104'],
	['\u2067متجر الشرق\u2069', '105'],
	['+12025550100', '101'],
	['+1 (202) 555-0101', '102'],
	['\u202a+12025550101\u202c', '102'],
	['+12025550104', '104'],
	['+12025550105', '105'],
	['12025550106', '12025550106'],
	[12025550106, '12025550106'],
	['2025550', '2025550'],
	['007 Agency', '2025550'],
])(
	'a title, a number with its plus sign, or a long ID finds its channel: %j',
	async (value, id) => {
		expect(await read(value)).toBe(id);
	},
);

const NO_CHANNEL = [
	...['-', '+', '.', '()', '+-', '…', '·', '\u2067+\u2069', '- -'],
	...[
		'12025550100',
		'2025550101',
		'5550101',
		'0012025550101',
		'1 202 555 0101',
		'1-202-555-0101',
		'12025550104',
	],
	...[
		'+2025550101',
		'+1202555010',
		'+120255501011',
		'Support',
		'Support Desk 1',
		'undefined channel',
		'101 Shop',
		'1.01',
		'1 01',
	],
];

test.each(NO_CHANNEL)(
	'%j is no channel, and lists those there are with all that finds them',
	async (wanted) => {
		const { message, advice } = await laterRefusalOf(async () => await read(wanted));
		expect(message).toBe(`'Channel' is '${wanted}', which matches none of your team's channels`);
		expect(advice).toBe(
			'Enter the ID, the title, or the phone number with its plus sign, of one of these channels: 101 (Shop, +1 202-555-0100); 102 (Support Desk, +12025550101); 103 (shop, +12025550102); 104 (Café Zürich, 12025550104); 105 (متجر الشرق, +1 (202) 555 0105); 106; 107 (+++); 108 (New); 2025550 (007 Agency); 12025550106 (Long ID, +12025550107)',
		);
	},
);

test('whatever is written, no channel is found by nothing at all', async () => {
	const signs = fc
		.array(fc.constantFrom(...' +-.()[]/&·…"\u200b\u202a\u0301'), { minLength: 1 })
		.map((all) => all.join(''));
	await fc.assert(
		fc.asyncProperty(signs, async (wanted) => {
			expect((await laterRefusalOf(async () => await read(wanted))).message).toMatch(
				/ is empty$| which matches none of your team's channels$/,
			);
		}),
	);
});

test('a name that several channels have is never guessed', async () => {
	expect(await laterRefusalOf(async () => await read('Shop'))).toEqual({
		message: "'Channel' is 'Shop', which matches several channels",
		advice:
			'Enter the ID of one of these channels: 101 (Shop, +1 202-555-0100); 103 (shop, +12025550102)',
	});
});

test('a long list of channels is cut, and says so', async () => {
	const body = Array.from({ length: 12 }, (_, index) => ({
		id: index,
		title: `Shop ${index}`,
		number: '',
	}));
	const { advice } = await laterRefusalOf(
		async () => await read('Sales', { answer: { ok: true, objects: body } }),
	);
	expect(advice).toMatch(/: 0 \(Shop 0\); .*; 9 \(Shop 9\) and 2 more$/);
});

test('a team without channels is told so', async () => {
	const { advice } = await laterRefusalOf(
		async () => await read('Sales', { answer: { ok: true, objects: [] } }),
	);
	expect(advice).toBe(
		"Your team has no WhatsApp channels yet. Connect one in the service's dashboard",
	);
});

test('a list that cannot be read is told as what the service said', async () => {
	const failure = { kind: 'refused' as const, message: 'No', advice: 'Mend it' };
	for (const wanted of ['Shop', '12025550100']) {
		await expect(read(wanted, { answer: { ok: false, failure } })).rejects.toEqual(
			new FailureError(failure),
		);
	}
});
