import type { IDataObject } from 'n8n-workflow';

import { getAll } from '../../../../nodes/CustomerMessaging/operations/channel/getAll.operation';
import { NodeParameters } from '../../../../nodes/CustomerMessaging/operations/nodeParameters';
import { executeContext, PerItem } from '../../doubles/executeContext';
import { hubWith } from '../../doubles/service';
import { laterRefusalOf } from '../../doubles/refusal';

const CHANNELS: IDataObject[] = Array.from({ length: 60 }, (_, index) => ({ id: index, title: `Shop ${index}`, number: '+12025550100' }));

async function prepare(parameters: Record<string, unknown> = {}, itemIndex = 0) {
	const { service, asked } = hubWith();
	const job = await getAll.prepare(new NodeParameters(executeContext({ parameters }).context), itemIndex, service);
	// The request of the job is the only one: a list is never asked for while it is being prepared.
	expect(asked).toEqual([]);
	return job;
}

async function listed(parameters: Record<string, unknown>, channels = CHANNELS, itemIndex = 0): Promise<number> {
	const results = (await prepare(parameters, itemIndex)).results!(channels);
	expect(results).toEqual(channels.slice(0, results.length));
	return results.length;
}

test('is one request without a query of its own, for a list', async () => {
	expect((await prepare()).request).toEqual({ method: 'GET', path: '/stable/open/whatsapp/get-platform-list', answer: 'list' });
});

test.each<[parameters: Record<string, unknown>, count: number]>([
	[{}, 50],
	[{ limit: 1 }, 1],
	[{ limit: 60 }, 60],
	[{ limit: 61 }, 60],
	[{ limit: '3' }, 3],
	[{ limit: 2.9 }, 2],
	[{ returnAll: true }, 60],
	[{ returnAll: true, limit: 3 }, 60],
	// What the form does not show is not looked at either.
	[{ returnAll: true, limit: 'none' }, 60],
	[{ returnAll: false, limit: 3 }, 3],
])('%j gives the first %i of 60', async (parameters, count) => {
	expect(await listed(parameters)).toBe(count);
});

test('gives as many as there are where there are fewer than the limit', async () => {
	expect(await listed({}, [])).toBe(0);
	expect(await listed({ returnAll: true }, [])).toBe(0);
	expect(await listed({ limit: 5 }, CHANNELS.slice(0, 2))).toBe(2);
});

test('has a limit for each item where it is an expression', async () => {
	const parameters = { limit: new PerItem([1, 2]) };
	expect([await listed(parameters, CHANNELS, 0), await listed(parameters, CHANNELS, 1)]).toEqual([1, 2]);
});

test.each<[limit: unknown, shown: string]>([
	[0, '0'],
	[-1, '-1'],
	[0.5, '0.5'],
	[NaN, 'NaN'],
	['many', 'many'],
	['', ''],
	[' ', ' '],
	[null, 'null'],
	[true, 'true'],
	[[3], '3'],
	[new PerItem([undefined]), 'undefined'],
])('the limit %j is refused: it would give none, or leave some out, without a word', async (limit, shown) => {
	expect(await laterRefusalOf(async () => await prepare({ limit }))).toEqual({
		message: `'Limit' is '${shown}'`,
		advice: "Enter a number of 1 or more, or switch on 'Return All'",
	});
});
