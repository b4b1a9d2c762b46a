import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { findChannelId } from '../../../nodes/CustomerMessaging/form/channel';
import { FailureError } from '../../../nodes/CustomerMessaging/service/failure';
import { laterRefusalOf } from '../doubles/refusal';

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

const find = async (wanted: string, channels = CHANNELS): Promise<string> =>
	await findChannelId(wanted, async () => await Promise.resolve(channels));

test.each([
	['Support Desk', '102'],
	[' support  desk ', '102'],
	['SUPPORT-DESK!', '102'],
	['Cafe Zurich', '104'],
	['\u2067متجر الشرق\u2069', '105'],
	['+12025550100', '101'],
	['\u202a+1 (202) 555-0101\u202c', '102'],
	['+12025550104', '104'],
	['+12025550105', '105'],
	['12025550106', '12025550106'],
	['2025550', '2025550'],
	['007 Agency', '2025550'],
	// Too short for a phone number: nobody is asked.
	['999999', '999999'],
])('%j is the channel %s', async (wanted, id) => {
	expect(await find(wanted)).toBe(id);
});

test('what matches no channel lists those there are with all that finds them', async () => {
	const numbers =
		'12025550100 2025550101 5550101 0012025550101 1-202-555-0101 12025550104 +2025550101 +1202555010';
	for (const wanted of [
		...'- + () +- … · \u2067+\u2069 +120255501011 Support 1.01'.split(' '),
		...['- -', '1 202 555 0101', ...numbers.split(' ')],
		...['Support Desk 1', 'undefined channel', '101 Shop', '1 01'],
	]) {
		expect(await laterRefusalOf(find(wanted))).toBe(
			`'Channel' is '${wanted}', which matches none of your team's channels. Enter the ID, the title, or the phone number with its plus sign, of one of these channels: 101 (Shop, +1 202-555-0100); 102 (Support Desk, +12025550101); 103 (shop, +12025550102); 104 (Café Zürich, 12025550104); 105 (متجر الشرق, +1 (202) 555 0105); 106; 107 (+++); 108 (New); 2025550 (007 Agency); 12025550106 (Long ID, +12025550107)`,
		);
	}
});

test('no channel is found by signs alone, whichever they are', async () => {
	const signs = fc.string({
		unit: fc.constantFrom(...' +-.()[]/&·…"\u200b\u202a\u0301'),
		minLength: 1,
	});
	await fc.assert(
		fc.asyncProperty(signs, async (wanted) => {
			expect(await laterRefusalOf(find(wanted))).toContain("matches none of your team's channels");
		}),
	);
});

test('a name that several channels have is never guessed', async () => {
	expect(await laterRefusalOf(find('Shop'))).toBe(
		"'Channel' is 'Shop', which matches several channels. Enter the ID of one of these channels: 101 (Shop, +1 202-555-0100); 103 (shop, +12025550102)",
	);
});

test('a long list of channels is cut, and says so; an empty one says so, too', async () => {
	const many = Array.from({ length: 12 }, (_, id) => ({ id, title: `Shop ${id}`, number: '' }));
	expect(await laterRefusalOf(find('Sales', many))).toMatch(
		/: 0 \(Shop 0\); .*; 9 \(Shop 9\) and 2 more$/,
	);
	expect(await laterRefusalOf(find('Sales', []))).toMatch(
		/\. Your team has no WhatsApp channels yet\. Connect one in the service's dashboard$/,
	);
});

test('a list that cannot be read is told as what the service said', async () => {
	const failure = new FailureError({ kind: 'refused', message: 'No', advice: 'Mend it' });
	await expect(findChannelId('Shop', () => Promise.reject(failure))).rejects.toBe(failure);
});

test('the same channel twice is one', async () => {
	const twice = [
		{ id: 101, title: 'Shop' },
		{ id: '101', title: 'Shop' },
		{ id: 102, title: 'Desk' },
	];
	expect(await find('shop', twice)).toBe('101');
});

test('thousands of channels do not make each item slow', async () => {
	const many = Array.from({ length: 5_000 }, (_, id) => ({ id: id + 1, title: `Shop ${id}` }));
	const before = process.cpuUsage();
	for (let item = 0; item < 5_000; item++) await find('Shop 4999', many);
	expect(process.cpuUsage(before).user / 1e6).toBeLessThan(2);
});

test.each([undefined, null, {}, 1e21, 1.5, ''])('a channel with the ID %p is none', async (id) => {
	const finding = find('Nameless', [{ title: 'Nameless', id } as IDataObject, { id: 1 }]);
	expect(await laterRefusalOf(finding)).toContain("matches none of your team's channels");
});
