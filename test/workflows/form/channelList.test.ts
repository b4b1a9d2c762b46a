import type { IDataObject } from 'n8n-workflow';

import { received } from '../../support/received';
import { answering, useScene } from '../../support/scene';
import { errorOf, openChannels } from './editor';

/** More channels than any page of a list has, so that a list cut off anywhere shows. */
const many = Array.from({ length: 500 }, (_, index) => ({
	id: 1000 + index,
	title: `Branch ${String(index).padStart(3, '0')}`,
	number: `+1202555${String(index).padStart(4, '0')}`,
}));

const scene = useScene();

/** Makes the service list these channels. */
function serve(channels: object[]) {
	scene.sandbox.faults.add({ operation: 'channel.getAll', fault: answering(200, channels) });
}

const found = async (filter?: string) =>
	(await openChannels(scene, filter)).results.map(({ value }) => value);

describe('the list', () => {
	test('shows title and number of every channel, in the order of the alphabet', async () => {
		expect(await openChannels(scene)).toEqual({
			results: [
				{ name: 'Appointments (North) · +12025550113', value: '13' },
				{ name: 'Customer Service · +12025550112', value: '12' },
				{ name: 'Rechnungen & Mahnungen · +12025550114', value: '14' },
				{ name: 'Webshop · +12025550110', value: '11' },
				{ name: '\u2068متجر الشرق\u2069 · +12025550115', value: '15' },
			],
		});
		expect(received(scene.sandbox)).toEqual([
			{
				method: 'GET',
				path: '/stable/open/whatsapp/get-platform-list',
				query: { api_key: scene.sandbox.apiKey },
			},
		]);
	});

	test('shows 500 channels all at once, and searches them all', async () => {
		serve(many);
		const { results } = await openChannels(scene);
		expect(results.map(({ value }) => value)).toEqual(many.map(({ id }) => String(id)));
		expect(await found('branch 499')).toEqual(['1499']);
		expect(await found('+1 202 555 0499')).toEqual(['1499']);
	});

	test('shows a channel without a title by its number, one without either by its ID, and tells those with the same title apart', async () => {
		serve([
			{ id: 1, title: 'Shop', number: '+12025550101' },
			{ id: 2, title: 'Shop', number: '+12025550102' },
			{ id: 7, number: '+12025550107' },
			{ id: 10, title: '', number: null },
			{ id: 8, title: ' ', number: '' },
			{ id: 9, title: null, number: null },
			// Without an ID that could be sent, none can be chosen.
			{ id: 'x-1', title: 'Text ID' },
			...[undefined, null, {}, 2 ** 60, 1.5, ' '].map((id) => ({ id, title: 'Shop' })),
		]);
		expect((await openChannels(scene)).results).toEqual([
			{ name: '+12025550107', value: '7' },
			{ name: 'Channel 8', value: '8' },
			{ name: 'Channel 9', value: '9' },
			{ name: 'Channel 10', value: '10' },
			{ name: 'Shop · +12025550101', value: '1' },
			{ name: 'Shop · +12025550102', value: '2' },
			{ name: 'Text ID', value: 'x-1' },
		]);
	});
});

describe('the search finds a channel', () => {
	test.each([
		['WEB shop', ['11']],
		['rechnungen & m', ['14']],
		['الشرق', ['15']],
		['متجر الشرق · +1202', ['15']],
		['+1 (202) 555-0112', ['12']],
		['001 202 555 0112', ['12']],
		['\u202a+12025550112\u202c', ['12']],
		['Customer Service +1 202', ['12']],
		['2025550', ['13', '12', '14', '11', '15']],
		['nothing like it', []],
	])('%s', async (filter, expected) => {
		expect(await found(filter)).toEqual(expected);
	});

	test('with accents or without', async () => {
		serve([{ id: 1, title: 'Café Zürich', number: '+12025550101' }]);
		expect(await found('cafe zurich')).toEqual(['1']);
		expect(await found('CAFÉ ZÜRICH')).toEqual(['1']);
	});
});

describe('a list that does not open says why and what to do', () => {
	test('no channels', async () => {
		serve([]);
		await expect(openChannels(scene)).rejects.toMatchObject({
			message: 'Your team has no WhatsApp channels yet.',
			description: "Connect a channel in the service's dashboard, then open this list again.",
		});
	});

	test.each<[string, IDataObject, RegExp, advice: RegExp, httpCode: string | null]>([
		[
			'a wrong key',
			{ apiKey: 'wrong' },
			/^The service rejected the API key: An invalid API key was provided\.$/,
			/^Copy the API Key from /,
			'401',
		],
		[
			'nobody listens at the address',
			{ baseUrl: 'http://127.0.0.1:1' },
			/^The service could not be reached: /,
			/^Check 'Base URL' in the credential and the network /,
			null,
		],
	])('%s', async (_case, credential, words, advice, httpCode) => {
		const error = await errorOf(openChannels(scene, undefined, { credential }));
		expect(error.message).toMatch(words);
		expect(error.description).toMatch(advice);
		expect(error.httpCode).toBe(httpCode);
		expect(scene.sandbox.requests).toHaveLength(httpCode === null ? 0 : 1);
	});
});
