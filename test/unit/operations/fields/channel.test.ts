import type { IDataObject } from 'n8n-workflow';

import { channelField, readChannelId } from '../../../../nodes/CustomerMessaging/operations/fields/channel';
import { NodeParameters } from '../../../../nodes/CustomerMessaging/operations/nodeParameters';
import type { ReadableService } from '../../../../nodes/CustomerMessaging/operations/operation';
import { LookupError } from '../../../../nodes/CustomerMessaging/delivery/lookupError';
import type { Answer } from '../../../../nodes/CustomerMessaging/transport/answer';
import { executeContext, PerItem } from '../../doubles/executeContext';
import { laterRefusalOf } from '../../doubles/refusal';

const CHANNELS: IDataObject[] = [
	{ id: 101, title: 'Shop', number: '+1 202-555-0100' },
	{ id: 102, title: 'Support Desk', number: '+12025550101' },
	{ id: 103, title: 'shop', number: '+12025550102' },
];

/** Reads the field, with a service that has these channels or fails, and counts what it is asked. */
async function read(value: unknown, { itemIndex = 0, answer = { ok: true, body: CHANNELS } as Answer, asked = [] as string[] } = {}): Promise<string> {
	const service: ReadableService = {
		address: 'https://service.example.com',
		templateLookup: { platformIdParameter: 'platform_id', templateIdParameter: 'template_id' },
		read: async ({ path }) => {
			asked.push(path);
			return await Promise.resolve(answer);
		},
	};
	return await readChannelId(new NodeParameters(executeContext({ parameters: { channelId: value } }).context), itemIndex, service);
}

test.each(['list', 'id'])('is taken out of a locator in the mode %s, as a string and without asking the service', async (mode) => {
	const asked: string[] = [];
	for (const value of ['101', 101, new PerItem([101])]) {
		expect(await read({ __rl: true, mode, value }, { asked })).toBe('101');
	}
	expect(asked).toEqual([]);
});

test('can be chosen from a searchable list, or by ID', () => {
	expect(channelField).toMatchObject({ name: 'channelId', displayName: 'Channel', required: true, type: 'resourceLocator' });
	expect(channelField.modes?.map(({ name }) => name)).toEqual(['list', 'id']);
	expect(channelField.modes?.[0]?.typeOptions).toEqual({ searchListMethod: 'searchChannels', searchable: true });
});

test.each(['', undefined, null])('is refused where it is %j', async (value) => {
	expect((await laterRefusalOf(async () => await read({ __rl: true, mode: 'id', value }))).message).toBe("'Channel' is empty");
});

test.each([
	['Support Desk', '102'],
	[' support  desk ', '102'],
	['+12025550100', '101'],
	['+1 (202) 555-0101', '102'],
])('a title or number finds its channel: %j', async (value, id) => {
	expect(await read(value)).toBe(id);
});

test('a name that no channel has lists those there are', async () => {
	const { message, advice } = await laterRefusalOf(async () => await read('Sales'));
	expect(message).toBe("'Channel' is 'Sales', which is no channel of your team");
	expect(advice).toContain('101 (Shop, +1 202-555-0100); 102 (Support Desk, +12025550101)');
});

test('a name that several channels have is never guessed', async () => {
	const { message, advice } = await laterRefusalOf(async () => await read('Shop'));
	expect(message).toContain('which several channels match');
	expect(advice).toContain('101 (');
	expect(advice).toContain('103 (');
	expect(advice).not.toContain('102 (');
});

test('a list that cannot be read is told as what the service said', async () => {
	const failure = { kind: 'refused' as const, message: 'No', advice: 'Mend it' };
	await expect(read('Shop', { answer: { ok: false, failure } })).rejects.toEqual(new LookupError(failure));
});
