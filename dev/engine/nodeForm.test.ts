import { join } from 'node:path';

import { startEngine } from './engine';
import type { Engine } from './engine';
import { startLoopbackService } from './loopbackService';
import type { LoopbackService } from './loopbackService';
import { node } from './workflow';

let engine: Engine;
let service: LoopbackService;

beforeAll(async () => {
	engine = await startEngine({ packageDirectory: join(__dirname, 'fixturePackage') });
	service = await startLoopbackService();
});

afterAll(async () => {
	await engine.stop();
	await service.close();
});

const references = { credentials: { functionApi: { id: '1', name: 'Key' } } };

test('searches a list with the credential and the values of the form', async () => {
	const result = await engine.searchList(
		node('requestNode', { path: '/list' }, references),
		'searchPaths',
		'needle',
		'1',
		{
			credentials: {
				'1': { type: 'functionApi', data: { baseUrl: service.baseUrl, apiKey: 'k' } },
			},
		},
	);
	const url = '/list?api_key=k&region=everywhere';
	expect(result).toEqual({
		results: [{ name: `needle ${url}`, value: url }],
		paginationToken: '2',
	});
});

test('loads options; fields that are not filled in have their defaults', async () => {
	expect(await engine.loadOptions(node('requestNode'), 'getPaths')).toEqual([
		{ name: '/default', value: 'path' },
	]);
	expect(
		await engine.loadOptions(node('requestNode', { path: '={{ "/" + 1 }}' }), 'getPaths'),
	).toEqual([{ name: '/1', value: 'path' }]);
});

test('gives the fields of a resource mapper, each once', async () => {
	expect(await engine.resourceMapperFields(node('requestNode'), 'getFields')).toMatchObject({
		fields: [{ id: 'one' }],
		emptyFieldsNotice: 'None',
	});
});

test('throws what the method throws, and names a method that is missing', async () => {
	await expect(
		engine.searchList(node('requestNode', {}, references), 'searchPaths'),
	).rejects.toThrow('Credential with ID "1" does not exist');
	await expect(engine.loadOptions(node('requestNode'), 'none')).rejects.toThrow('no such method');
});
