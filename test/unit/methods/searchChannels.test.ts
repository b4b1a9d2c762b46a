import type { IDataObject, INodeListSearchResult } from 'n8n-workflow';

import { searchChannels } from '../../../nodes/CustomerMessaging/methods/searchChannels';
import { httpAnswering } from '../doubles/httpHelper';
import { loadOptionsContext } from '../doubles/loadOptionsContext';

/** Opens the list of a service that has these channels, and searches it. */
async function search(channels: unknown, filter?: string): Promise<INodeListSearchResult> {
	return await searchChannels.call(loadOptionsContext({ helpers: httpAnswering(channels).helpers }), filter);
}

const found = async (channels: IDataObject[], filter: string) => (await search(channels, filter)).results.map(({ value }) => value);

interface Told extends Error {
	description?: string | null;
	httpCode?: string | null;
}

async function errorOf(work: Promise<unknown>): Promise<Told> {
	return await work.then(
		(value) => {
			throw new Error(`gave ${JSON.stringify(value)}`);
		},
		(error: Told) => error,
	);
}

test('asks for the channels once, whatever is searched, and never cuts the list into pages', async () => {
	const channels = Array.from({ length: 1000 }, (_, index) => ({ id: index, title: `Shop ${index}`, number: `+1202555${index}` }));
	const { helpers, asked } = httpAnswering(channels);
	const { results, paginationToken } = await searchChannels.call(loadOptionsContext({ helpers }), 'shop');
	expect(results).toHaveLength(1000);
	expect(paginationToken).toBeUndefined();
	expect(asked.map(({ method, url, qs }) => ({ method, url, qs }))).toEqual([
		{ method: 'GET', url: 'https://service.example.com/stable/open/whatsapp/get-platform-list', qs: {} },
	]);
});

describe('a channel', () => {
	test.each<[channel: IDataObject, name: string, value: string]>([
		[{ id: 1, title: 'Shop', number: '+12025550101' }, 'Shop · +12025550101', '1'],
		[{ id: '1', title: 'Shop', number: '' }, 'Shop', '1'],
		[{ id: 1, title: 5, number: '+12025550101' }, '+12025550101', '1'],
		[{ id: 1, number: {} }, 'Channel 1', '1'],
		[{ id: 1 }, 'Channel 1', '1'],
	])('%j is shown as what is known of it', async (channel, name, value) => {
		expect((await search([channel])).results).toEqual([{ name, value }]);
	});

	test('keeps a title of any length whole', async () => {
		const title = 'Shop '.repeat(500).trim();
		expect((await search([{ id: 1, title, number: '+12025550101' }], title)).results).toEqual([{ name: `${title} · +12025550101`, value: '1' }]);
	});
});

describe('the search', () => {
	const channels = [
		{ id: 1, title: 'متجر الشرق', number: '+12025550101' },
		{ id: 2, title: 'חנות', number: '+12025550102' },
		{ id: 3, title: '007 Agency', number: '+12125553103' },
		{ id: 4, title: 'Łódź & Façade', number: '+12125553104' },
		{ id: 5, title: 'Team 2001 👩‍👩‍👧', number: '+12125553105' },
		{ id: 6, number: '0012125553106' },
	];

	test.each([
		['متجر', ['1']],
		['مَتجَر', ['1']],
		['\u2067الشرق\u2069', ['1']],
		['חנות · +1 202', ['2']],
		['facade', ['4']],
		['👩‍👩‍👧', ['5']],
		['0', ['1', '2', '3', '4', '5', '6']],
		['0 1 0 2', ['2']],
		// Zeros in front stand for a number's plus sign, but a title may have them too.
		['00', ['3', '5', '6']],
		['team 2001', ['5']],
		['007', ['3']],
		['007 a', ['3']],
		['001 212', ['3', '4', '5', '6']],
		['+1 212 555 3106', ['6']],
		['00 1 212 555 3106', ['6']],
		['(+)', ['1', '2', '3', '4', '5', '6']],
		['none such', []],
	])('for %j', async (filter, ids) => {
		expect((await found(channels, filter)).sort()).toEqual(ids);
	});

	test('finds a title that begins with zeros while it is being typed', async () => {
		const agency = { id: 3, title: '007 Agency', number: '+12125553113' };
		for (const filter of ['0', '00', '007', '007 ', '007 A']) expect(await found([agency], filter)).toEqual(['3']);
	});
});

describe('a list that is none', () => {
	test.each([[[null]], [['Shop']], [{ channels: [] }], ['Shop'], [null]])('%j is told as an answer that cannot be read', async (answer) => {
		const { message, description, httpCode } = await errorOf(search(answer));
		expect(message).toMatch(/^The service answered 200 with something that is not the JSON it should be: /);
		expect(description).toMatch(/^Check that 'Base URL' .+\. You can also set 'Channel' to 'By ID'\.$/);
		expect(httpCode).toBe('200');
	});

	test('is refused by the service with what to do in the form', async () => {
		const context = loadOptionsContext({ helpers: httpAnswering({ error: 'Not in your package', code: 'P1', success: false }, 403).helpers });
		expect(await errorOf(searchChannels.call(context))).toMatchObject({
			message: 'The service refused the request with status 403: Not in your package (code P1).',
			description: "Check 'Base URL' in the credential, or ask the service's support. You can also set 'Channel' to 'By ID'.",
			httpCode: '403',
		});
	});

	test('says so where the team has no channels, though something was searched', async () => {
		expect((await errorOf(search([], 'shop'))).message).toBe('Your team has no WhatsApp channels yet.');
	});
});

test('asks nothing without a credential, or with one that cannot be used', async () => {
	const { helpers, asked } = httpAnswering([]);
	expect((await errorOf(searchChannels.call(loadOptionsContext({ helpers, credential: null })))).message).toMatch(/^Choose a credential first/);
	expect((await errorOf(searchChannels.call(loadOptionsContext({ helpers, credential: { apiKey: '' } })))).message).toMatch(/'API Key' is empty/);
	expect(asked).toEqual([]);
});
